/* SPDX-License-Identifier: Apache-2.0 */
/* Stores a replay in a database: its name there, its reports, its end. */
#pragma once

#include "order/replay.h"
#include "results/results.h"
#include "tile/tile.h"

struct stored_run {
    const char *database;                 /* null: none, for stored_run_judge() */
    unsigned how;                         /* RESULTS_REPLACE and others */
    const char *capture;                  /* its path, as it is to stand in the database */
    const struct replay_observer *beside; /* hears of the replay, too; null: none */
};

/* Opens the database for a replay of the capture with these options. */
enum tt_status stored_run_open(struct results_sink **sink, const struct stored_run *run, struct ttcap *capture,
                               const struct replay_options *options, struct tt_error *err);

/* Stores what it hears in the database. */
struct replay_observer stored_run_observer(struct results_sink *sink);

/* Replays into a database and puts it in place; undefined behaviour is followed. On failure there is none. */
enum tt_status stored_run_replay(const struct stored_run *run, struct ttcap *capture,
                                 const struct replay_options *options, struct replay_summary *summary,
                                 struct tt_error *err);

/* Likewise as `tt-replay replay` judges a capture: the streams are held, too, and undefined behaviour is followed to
 * the bytes that it may have touched only once it was met, by a second replay. */
enum tt_status stored_run_judge(const struct stored_run *run, struct ttcap *capture,
                                const struct replay_options *options, struct replay_summary *summary,
                                struct tt_error *err);

/* The end of a run as one number: by it a replay of the same capture knows that it computes the same. */
uint64_t run_digest(const struct tile *tile);
