/* SPDX-License-Identifier: Apache-2.0 */
/* Two captures that are being compared. */
#pragma once

#include "ask/bisect/pair/pair.h"

struct pair {
    struct ttcap *good, *bad;
    struct pair_result *result;
    uint64_t agreed[THREADS]; /* words of each thread up to where they part */
};

/* ---- pair_fields.c ---- */

/* Replays both and holds the fields that each instruction reads against each other. */
enum tt_status pair_compare_fields(struct pair *pair, struct tt_error *err);
