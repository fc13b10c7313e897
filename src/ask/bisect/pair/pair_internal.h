/* SPDX-License-Identifier: Apache-2.0 */
/* Two captures that are being compared. */
#pragma once

#include "ask/bisect/pair/pair.h"

/* The words that a replay executed of a thread. */
struct pair_executed {
    uint64_t seq;
    uint32_t word;
};
struct pair_list {
    struct pair_executed *items;
    size_t count, capacity;
};

struct pair {
    struct ttcap *good, *bad;
    struct pair_result *result;
    struct pair_list good_words[THREADS], bad_words[THREADS]; /* PAIR_REPLAYED */
    uint64_t agreed[PAIR_SOURCES];                            /* words of each thread up to where they part */
};

/* ---- pair_words.c ---- */

/* The words that the replays of both execute, each in the order in which its capture records most. */
enum tt_status pair_read_words(struct pair *pair, struct tt_error *err);
void pair_clear_words(struct pair *pair);

/* ---- pair_fields.c ---- */

/* Replays both and holds the fields that each instruction reads against each other. */
enum tt_status pair_compare_fields(struct pair *pair, struct tt_error *err);
