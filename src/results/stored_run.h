/* SPDX-License-Identifier: Apache-2.0 */
/* Stores a replay in a database: its name there, its reports, its end. */
#pragma once

#include "order/replay.h"
#include "order/streams.h"
#include "results/results.h"

struct stored_run {
    const char *database;
    unsigned how;        /* RESULTS_REPLACE and others */
    const char *capture; /* its path, as it is to stand in the database */
};

/* Opens the database for a replay of the capture with these options. */
enum tt_status stored_run_open(struct results_sink **sink, const struct stored_run *run, struct ttcap *capture,
                               const struct replay_options *options, struct tt_error *err);

/* Functions of a struct replay_observer; user: the sink, or null: nothing is stored. */
void stored_run_checkpoint(void *sink, uint32_t checkpoint, const struct ttcap_checkpoint *info, uint64_t seq);
void stored_run_comparison(void *sink, const struct replay_comparison *sum);
void stored_run_mismatch(void *sink, const struct replay_mismatch *run);
void stored_run_unknown_input(void *sink, const struct unknown_input *origin);
void stored_run_undecided(void *sink, const struct replay_undecided *range);
void stored_run_waited(void *sink, const struct replay_waited *waited);
void stored_run_found(void *sink, const struct verdict_place *place, const struct probe_finding *finding);
void stored_run_ran(void *sink, const struct tile *tile);

/* A thread that executed another word than was pushed: as a finding, whose text is returned. */
const char *stored_run_stream_fault(void *sink, enum tt_chip chip, const struct stream_fault *fault,
                                    char text[static STREAM_TEXT_MAX]);

/* True: the database cannot be written, on a full disk, and is not worth the rest of the replay. */
bool stored_run_is_enough(void *sink);

/* All of these. */
struct replay_observer stored_run_observer(struct results_sink *sink);

/* Replays into a database that was opened, follows undefined behaviour, and puts it in place; on failure there is
 * none. */
enum tt_status stored_run_replay(struct results_sink *sink, struct ttcap *capture, const struct replay_options *options,
                                 struct replay_summary *summary, struct tt_error *err);

/* Puts the database in place. */
enum tt_status stored_run_finish(struct results_sink *sink, const struct replay_summary *summary, struct tt_error *err);
