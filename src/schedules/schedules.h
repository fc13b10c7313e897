/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a capture in program order again and again, in other legal orders, and says whether any of them leaves different
 * output in L1. All orders that can matter are tried (explore.h).
 * docs/semantics/program-order.md#schedules */
#pragma once

#include "isa/isa.h"
#include "schedules/delayed.h"
#include "schedules/evidence.h"
#include "schedules/witness.h"

struct schedules_options {
    uint64_t budget;  /* schedules to try */
    const char *path; /* of the capture, to name the edges where nothing differs; null: they are not */
    void *user;
    void (*progress)(void *user, uint64_t done, uint64_t of); /* may be null */
    bool (*is_late)(void *user); /* asked between two schedules, true: no other is tried; may be null */
    /* Whether an order ended as it is sought; null: L1 is other than after rounds. */
    bool (*is_sought)(void *user, const struct tile *tile);
};

/* The first byte of L1 that differs, its values, and how many differ. With the same L1: what else the next run finds
 * otherwise, a field of the configuration or a semaphore (left; empty: nothing), and its values. */
enum { SCHEDULES_LEFT_TEXT = 96 };
struct schedules_change {
    uint32_t at, bytes;
    uint32_t in_rounds, in_schedule;
    char left[SCHEDULES_LEFT_TEXT];
};

enum { SCHEDULES_LOST_TEXT = 96 };

/* Of an order in which nothing can go on: who waits, for what. */
struct schedules_hang {
    bool has_poll; /* one waits for what a recorded poll saw, and the device's loop may have ended otherwise */
    struct replay_waits waits; /* count 0: no order hangs for certain */
};

/* A step of a semaphore that is lost, and the order: so many pairs of moves are reversed, this one last. */
struct schedules_lost {
    struct replay_move step;
    char what[SCHEDULES_LOST_TEXT];
    uint64_t reversed;
    struct replay_move earlier, later;
};

/* A hazard of another order, which rounds do not show; reversed as above. */
struct schedules_elsewhere {
    uint64_t orders; /* that show one; 0: none does. The first: */
    struct replay_hazard hazard;
    uint64_t reversed;
    struct replay_move earlier, later;
    bool is_tried;  /* an order that delays make shows it, too, and in that order the unit was delayed as well */
    uint32_t bytes; /* of L1 that differ then */
};

/* Two words that rounds report, as nothing orders them, and what a delay of the first shows. */
enum { SCHEDULES_RACES = 8 };
struct schedules_race {
    struct replay_hazard hazard;
    enum delayed_answer answer;
    struct schedules_change change; /* where that differs */
};

struct schedules_result {
    uint64_t tried, stuck; /* stuck: nothing could go on */
    uint64_t internal;     /* left the same L1, but the rest of the tile in another state */
    bool is_stuck_in_rounds;
    bool is_late;        /* the time was over before the budget */
    bool is_whole;       /* no other order can leave another state, and none was assumed away */
    uint64_t pairs;      /* moves that were tried both ways round */
    uint64_t assumed;    /* places where a warning says what rounds take for done: gpr-may-be-read-too-soon */
    uint64_t hand_overs; /* of these, banks of SrcA and SrcB that nothing orders, left as they came */
    uint64_t held;       /* events of core B, NC and the host, likewise */
    uint64_t lost;       /* orders in which a step of a semaphore is lost; the first such step: */
    struct schedules_lost first_lost;
    bool has_difference;        /* none is tried after one in L1, or a hang */
    struct schedules_hang hang; /* it hangs, where rounds do not */
    uint64_t hazards;           /* units that may be delayed where nothing waits for them, each tried by itself */
    struct schedules_race races[SCHEDULES_RACES]; /* the first of those and of `assumed`, but for the difference */
    unsigned race_count;
    uint64_t open; /* of those that are faults, of which no order shows what they change */
    struct schedules_elsewhere elsewhere;
    bool is_delayed; /* of these one makes the difference */
    struct replay_hazard delayed;
    uint64_t windows; /* of these, that would make one only if a unit takes so many cycles; the first of them: */
    struct replay_hazard window;
    struct schedules_change window_change;
    /* So many pairs of moves are reversed; `later` comes before `earlier` in the last of them. */
    uint64_t reversed;
    struct replay_move earlier, later;
    struct witness witness;         /* the same as delays */
    struct order_evidence evidence; /* of the difference */
    bool has_edges;
    uint32_t edges; /* without which rounds would show a hazard: bit an enum hazard_edge */
    struct schedules_change change;
    struct verdict_facts facts; /* of the replay in rounds, with L1 of the schedules held against that of rounds */
};

/* "thread 2 at PACR last=1 (event 40)". Returns text. */
enum { SCHEDULES_MOVE_TEXT_MAX = ISA_TEXT_MAX + 64 };
const char *schedules_move_text(enum tt_chip chip, const struct replay_move *move,
                                char text[static SCHEDULES_MOVE_TEXT_MAX]);

/* How a run with delays ends, where rounds without them end. */
struct schedules_delayed {
    bool rounds_hang, hangs;
    struct schedules_change change; /* of L1, where both end */
};
enum tt_status schedules_delays(struct ttcap *capture, const struct replay_options *replay,
                                struct schedules_delayed *delayed, struct tt_error *err);

/* Leaves the fewest delays, by the fewest cycles, that still hang, or leave other bytes in L1. budget of the options:
 * replays. Delays that do neither are refused. */
struct schedules_reduced {
    struct schedules_delayed delayed; /* with all of them */
    uint64_t tried;
    bool is_budget_spent;
};
enum tt_status schedules_reduce_delays(struct ttcap *capture, const struct replay_options *replay,
                                       const struct schedules_options *options, struct replay_delays *delays,
                                       struct schedules_reduced *reduced, struct tt_error *err);

/* L1 after each schedule against L1 after rounds. TT_UNSUPPORTED as replay_run in program order. */
enum tt_status schedules_run(struct ttcap *capture, const struct replay_options *replay,
                             const struct schedules_options *options, struct schedules_result *result,
                             struct tt_error *err);
