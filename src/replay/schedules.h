/* SPDX-License-Identifier: Apache-2.0 */
/* Program order over and over, in other orders: whether any of them leaves other output in L1.
 * docs/semantics/program-order.md#schedules */
#pragma once

#include "replay/replay.h"

struct schedules_options {
    uint64_t budget; /* schedules to try */
    uint64_t seed;   /* of the first; the others follow */
    void *user;
    void (*progress)(void *user, uint64_t done, uint64_t of); /* may be null */
};

struct schedules_result {
    uint64_t tried, stuck; /* stuck: nothing could go on, which a recorded poll may be the reason for */
    uint64_t inner;        /* left the same L1, but the rest of the tile in another state */
    bool is_stuck_in_rounds;
    bool has_difference;
    uint64_t seed;                  /* of the first schedule that differs; none is tried after it */
    uint64_t moves;                 /* of it that are enough, rounds before and after */
    struct replay_move last;        /* the last of these */
    uint32_t at, bytes;             /* the first byte of L1 that differs, and how many do */
    uint8_t in_rounds, in_schedule; /* its values */
};

/* L1 after each schedule against L1 after rounds. TT_UNSUPPORTED as replay_run in program order. */
enum tt_status schedules_run(struct ttcap *capture, const struct replay_options *replay,
                             const struct schedules_options *options, struct schedules_result *result,
                             struct tt_error *err);
