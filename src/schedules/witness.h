/* SPDX-License-Identifier: Apache-2.0 */
/* An order that ends otherwise, as the fewest words delayed by the fewest rounds. docs/formats/delays.md */
#pragma once

#include "schedules/delays.h"

enum { WITNESS_MOST = 8 }; /* more pairs reversed are not tried */

struct witness {
    size_t count; /* 0: no delays were found that show it */
    struct replay_delay delays[WITNESS_MOST];
};

/* Replays with delays; *differs: it still ends otherwise. */
typedef enum tt_status witness_try(void *user, const struct replay_delay *delays, size_t count, bool *differs,
                                   struct tt_error *err);

struct witness_test {
    witness_try *attempt;
    bool (*is_spent)(void *user); /* true: stop with the best so far */
    void *user;
};

/* moves: of each pair that the order reverses the one that came first, in the order of the pairs. */
enum tt_status witness_find(struct witness *witness, const struct replay_move *moves, size_t count,
                            const struct witness_test *test, struct tt_error *err);
/* Of delays with which an attempt differs leaves the fewest, by the fewest rounds, with which one still does. */
enum tt_status witness_reduce(struct replay_delay *delays, size_t *count, const struct witness_test *test,
                              struct tt_error *err);
