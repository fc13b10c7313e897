/* SPDX-License-Identifier: Apache-2.0 */
/* A results database made up for tests: the reports of a packer, written by hand. */
#pragma once

#include "results/results.h"
#include "unit/results/given.h"
#include "unit/suite.h"

struct produced_run {
    char path[256];
    struct results_sink *sink;
    struct given_events given;
    struct results *results;
    uint8_t instance;
};

/* What produced_stage and produced_write say is by packer `instance`. */
void produced_begin(struct produced_run *run);
void produced_insn(struct produced_run *run, uint64_t seq, enum tt_unit unit, uint32_t word);
void produced_insn_end(struct produced_run *run, uint64_t seq);
void produced_stage(struct produced_run *run, uint8_t stage, uint8_t format, uint32_t count, const uint32_t *values,
                    const uint16_t *origin);
void produced_write(struct produced_run *run, enum tt_space space, enum tt_unit unit, enum access_stream stream,
                    uint32_t lo, uint32_t count, uint32_t tile, uint32_t first_datum);
/* A run of bytes of checkpoint 1, all known. */
void produced_mismatch(struct produced_run *run, enum tt_space space, uint32_t lo, uint32_t count, const void *held,
                       const void *replayed);
/* Says what was compared, finishes, and opens for reading. */
void produced_end(struct produced_run *run, uint64_t known, uint64_t differing, uint64_t tainted);
void produced_close(struct produced_run *run);
