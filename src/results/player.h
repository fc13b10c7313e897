/* SPDX-License-Identifier: Apache-2.0 */
/* A replay that gives its events by windows, from any of them on: it saves moments on its way, and goes back to the one
 * before the window instead of to the start. */
#pragma once

#include "order/replay.h"
#include "results/window.h"

struct player;

enum { WINDOW_EVENTS = 512 };

/* The capture that is replayed, and how. All is borrowed until player_close(). */
struct played {
    const struct results_run_row *run;
    const struct replay_options *options;
    const struct results_moment_row *moments; /* moment_count of them by seq; the last is the end */
    size_t moment_count;
};

/* Opens the capture of the run; nothing has run yet. */
enum tt_status player_open(struct player **out, const struct played *played, struct tt_error *err);
void player_close(struct player *player); /* null is allowed */

/* The next window to be given is the first from `number` on that has any event. */
enum tt_status player_go(struct player *player, uint64_t number, bool with_stages, struct tt_error *err);
/* Whether it stands there already. */
bool player_goes_on(const struct player *player, uint64_t number, bool with_stages);

/* The next window; it is the caller's. TT_END: the run is over. */
enum tt_status player_next(struct player *player, struct window **window, struct tt_error *err);

/* Replays and proves all of it, and gives each write with the number of its window, which makes none: a few times
 * quicker. The next is player_go(). */
typedef void player_wrote(void *user, uint64_t number, enum tt_space space, uint32_t lo, uint32_t hi);
enum tt_status player_mark(struct player *player, player_wrote *wrote, void *user, struct tt_error *err);

/* The number that the next window has at least. */
uint64_t player_at(const struct player *player);

/* Goes, where it has not been, to the first of the run's moments behind a window, and back; TT_UNSUPPORTED: it does not
 * come to these moments, since this tool computes other values. */
enum tt_status player_prove(struct player *player, uint64_t number, struct tt_error *err);
