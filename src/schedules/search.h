/* SPDX-License-Identifier: Apache-2.0 */
/* A search for an order that ends otherwise: what its parts share. */
#pragma once

#include "schedules/ends.h"

/* Of the pairs that the first order with other output reverses, what came first. */
struct reversed_moves {
    size_t count;
    struct replay_move items[WITNESS_MOST];
};

/* An order that ends otherwise: what differs, and what was reversed in it. */
struct schedules_found {
    struct schedules_change change;
    struct reversed_moves moves;
    uint64_t reversed;
    struct replay_move earlier, later;
    struct order_evidence evidence;
};

struct search {
    struct reversed_moves reversed;
    struct reversed_moves shows; /* of the first order with a hazard that rounds do not show */
    struct replay_hazards shown; /* that hazard in an order that delays make */
    struct schedules_found left; /* the first with the same L1 that leaves other state to the next run */
    struct replay_hazard late;   /* likewise the first unit whose delay does so */
    struct schedules_change late_change;
    struct replay_hazards lags; /* gpr-may-be-read-too-soon */
    bool is_of_left;            /* the state that is left is compared, not L1 */
    struct ttcap *capture;
    const struct schedules_options *how;
    struct replay_options options;
    struct ends ends;
    struct replay_hazards hazards;
    bool is_exploring;
    struct schedules_hang hang;           /* of the order at hand */
    struct schedules_elsewhere elsewhere; /* likewise */
    struct schedules_result *result;
};

/* Runs in rounds, with what the options change; *differs: it left other output. */
enum tt_status search_try_rounds(struct search *search, struct replay_summary *summary, bool *differs,
                                 struct tt_error *err);
/* Whether the time is over. */
bool search_is_late(struct search *search);

/* ---- units that are late: late.c ---- */

/* Delays the unit of each hazard of rounds. */
enum tt_status search_late(struct search *search, struct tt_error *err);
/* Delays the unit of the race's hazard, and says there what that shows. */
enum tt_status search_try_late(struct search *search, struct schedules_race *race, struct tt_error *err);
/* The difference is that of the unit's delay. */
enum tt_status search_take_late(struct search *search, const struct replay_hazard *hazard, struct tt_error *err);
