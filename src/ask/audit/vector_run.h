/* SPDX-License-Identifier: Apache-2.0 */
/* A run of vector instructions, lane by lane: the result of each, from one instruction on. */
#pragma once

#include "results/results.h"

enum { VECTOR_RUN_MAX = 24, VECTOR_RUN_LANES = 32 };

/* One instruction of the run. values: its results, else the flags it left (0 or 1), as has_ says. */
struct vector_step {
    uint64_t seq;
    uint32_t word;
    uint32_t enabled; /* bit a lane */
    bool has_result, has_flags;
    uint32_t values[VECTOR_RUN_LANES];
};

struct vector_run {
    struct vector_step steps[VECTOR_RUN_MAX];
    size_t count;
};

/* Up to VECTOR_RUN_MAX instructions of a thread from event `first` on. */
enum tt_status vector_run_load(struct vector_run *run, struct results *results, uint64_t first, unsigned thread,
                               struct tt_error *err);
