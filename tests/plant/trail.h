/* SPDX-License-Identifier: Apache-2.0 */
/* What a replay wrote, and what each instruction came to: enough to say where two replays part. */
#pragma once

#include "plant/plant.h"

struct trail_write {
    uint64_t seq;
    enum tt_space space;
    enum tt_unit unit;
    uint32_t lo, hi;
};

/* All stages and writes of one instruction in one number. */
struct trail_insn {
    uint64_t seq, sum;
    enum tt_unit unit;
    uint8_t thread;
};

struct trail {
    struct trail_write *writes;
    size_t write_count, write_capacity;
    struct trail_insn *insns;
    size_t insn_count, insn_capacity;
    struct replay_summary summary;
};

/* Start from {0}. */
enum tt_status trail_follow(struct trail *trail, struct ttcap *capture, const struct replay_options *options,
                            struct tt_error *err);
void trail_clear(struct trail *trail);

/* Fills apart_ of a plant: `path` is `from` with an event put in before `inserted`. *is_made: it changes a byte that
 * the recording knows. */
enum tt_status trail_part(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t inserted,
                          struct tt_error *err);
/* Of two ways to replay one capture. */
enum tt_status trail_part_options(struct plant *plant, struct ttcap *from, const struct replay_options *as_is,
                                  const struct replay_options *other, struct tt_error *err);
