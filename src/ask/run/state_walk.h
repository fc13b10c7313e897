/* SPDX-License-Identifier: Apache-2.0 */
/* The tile as it stands before one event after the other, by a replay in steps. */
#pragma once

#include "order/replay.h"
#include "results/results.h"

struct state_walk;

/* Stands at the start. The capture is borrowed; so are the targets of options. */
enum tt_status state_walk_open(struct state_walk **out, struct ttcap *capture, const struct replay_options *options,
                               struct tt_error *err);
/* The same, of a run's capture as it was replayed for the run. */
enum tt_status state_walk_open_run(struct state_walk **out, const struct results_run_row *run, struct ttcap *capture,
                                   struct tt_error *err);
void state_walk_close(struct state_walk *walk); /* null is allowed */
OWNED_AT(struct state_walk, state_walk_close)

/* Before which event it stands: in program and firmware order the word or store of that number. */
uint64_t state_walk_at(const struct state_walk *walk);
bool state_walk_is_executed(const struct state_walk *walk);

/* On until it stands before an event; further where one step does several. TT_END: the run has no such event, and it
 * stands behind the last. */
enum tt_status state_walk_go(struct state_walk *walk, uint64_t event, struct tt_error *err);

/* Bytes [lo, lo + count) of a space, and which of their bits are unknown. */
void state_walk_read(struct state_walk *walk, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes);
bool state_walk_has_unknown(struct state_walk *walk, enum tt_space space);
void state_walk_unknown(struct state_walk *walk, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bits);
