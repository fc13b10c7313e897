/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that try changes: one search. */
#pragma once

#include "ask/bisect/explain.h"
#include "ask/bisect/fields.h"

enum { POOL_MAX = 12, OPERANDS_MAX = 4 };

struct search {
    struct ttcap *capture;
    const struct bisect_options *options;
    const struct difference *base;
    struct bisect_result *result;
    struct difference other; /* of the current change */
    struct replay_set *sets; /* room for explain_apply */
    struct fields fields;
    struct bisect_explanation pool[POOL_MAX]; /* single changes that explain most, the best first */
    unsigned pool_count;
    struct bisect_explanation operands[OPERANDS_MAX]; /* that explain all; stand behind whatever else does */
    unsigned operand_count;
    struct tt_error *err;
};

/* Whether the budget allows no more replays; notes it. */
bool explain_is_spent(struct search *search);
