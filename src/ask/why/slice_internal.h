/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a slice: instructions out of a run, and who wrote what before. */
#pragma once

#include "ask/run/insn_trace.h"
#include "ask/why/slice.h"

enum { SLICE_INSNS = 64, SLICE_INSTANCES = PACKERS_MAX };

/* An instruction as the run has it. */
struct slice_insn {
    bool is_loaded;
    uint64_t seq;
    uint8_t thread;
    uint32_t word;
    struct depends_insn depends;
    struct probe_access *accesses;
    size_t access_count, access_capacity;
    struct depends_datums datums[SLICE_INSTANCES];
    struct insn_trace traces[SLICE_INSTANCES]; /* where the datums stand */
};

/* Reads an instruction; borrowed until SLICE_INSNS others were read. Null: see *status. */
const struct slice_insn *slice_insn_get(struct slice *slice, uint64_t seq, enum tt_unit unit, enum tt_status *status,
                                        struct tt_error *err);
void slice_insns_free(struct slice *slice);

/* The nodes of the elements in [lo, hi), as they stood after event `last`: their indices, in order, into nodes, which
 * must hold as many. */
enum tt_status slice_find(struct slice *slice, enum tt_space space, uint32_t lo, uint32_t hi, int64_t last,
                          size_t *nodes, struct tt_error *err);

/* The options with which a replay is the run again. */
struct replay_options;
enum tt_status slice_replay_options(struct slice *slice, struct replay_options *options, struct tt_error *err);
