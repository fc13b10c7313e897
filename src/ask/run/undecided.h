/* SPDX-License-Identifier: Apache-2.0 */
/* Compared bytes that are undecided: from which inputs of the recording they come, and the dumps that would decide
 * them. docs/verdicts.md, "Assumptions" */
#pragma once

#include "results/results.h"

enum { UNDECIDED_NAME_MAX = 160, UNDECIDED_WAYS_MAX = 32 };

/* An input that the recording does not hold. */
struct undecided_input {
    unsigned number;
    char name[UNDECIDED_NAME_MAX]; /* "cfg STACC_RELU_ApplyRelu (state 0)" */
    enum tt_space space;
    uint32_t lo, hi;
    bool is_assumed; /* bytes that come from it alone are decided */
    uint64_t bytes;  /* that it leaves undecided, alone or with others */
};

/* Spaces that would have to be known, or assumed, and how many bytes that decides. */
struct undecided_way {
    uint32_t spaces; /* bit a enum tt_space */
    uint64_t bytes;
};

struct undecided {
    uint64_t bytes;
    uint64_t unwritten; /* of them: the recording holds them at the end alone, and nothing wrote there */
    uint64_t lost;      /* of them: work was not done, behaviour is undefined, or a checkpoint lacks Dst */
    struct undecided_input inputs[ORIGINS_MAX]; /* most bytes first */
    size_t input_count;
    struct undecided_way ways[UNDECIDED_WAYS_MAX]; /* fewest spaces first; the last decides all that can be */
    size_t way_count;
};

enum tt_status undecided_make(struct undecided *undecided, struct results *results, struct tt_error *err);

/* The inputs of a compared byte that is undecided at a checkpoint, or at any (UINT32_MAX). */
struct undecided_byte {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t at;
    bool is_undecided; /* found to be */
    origin_set origins;
};
enum tt_status undecided_find(struct undecided_byte *byte, struct results *results, struct tt_error *err);
