/* SPDX-License-Identifier: Apache-2.0 */
/* How an order ended, against how rounds did. */
#pragma once

#include "schedules/schedules.h"

/* Two end states, space by space. */
struct ends {
    enum tt_chip chip;
    uint8_t *rounds[TT_SPACE_COUNT], *other[TT_SPACE_COUNT];
    bool has_rounds;
    bool is_sought; /* the other: as the options ask for */
};

enum tt_status ends_init(struct ends *ends, enum tt_chip chip, struct tt_error *err);
void ends_clear(struct ends *ends);
/* The first time rounds, then another order. */
void ends_keep(struct ends *ends, const struct tile *tile);
/* The first byte of L1 that differs, and how many. */
bool ends_l1_differs(const struct ends *ends, struct schedules_change *change);
/* The state that the next run finds, with the same L1. */
bool ends_left_differs(const struct ends *ends, struct schedules_change *change);
bool ends_state_differs(const struct ends *ends);
