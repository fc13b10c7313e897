/* SPDX-License-Identifier: Apache-2.0 */
/* Where a replay in executed order stood, at its start and behind some of its events: another of the same capture goes
 * on from there instead of doing it all again, in the same tile. */
#pragma once

#include "order/replay.h"

struct replay_frames;

/* None yet: a replay with options->frames and options->fills_frames leaves its own. A replay with frames alone goes on
 * from the last of them up to which it is sure to do the same; at the start that is any that knows as much at its
 * start, later one that differs in its edit and its end alone, and has an observer that hears of it (resumed). Null
 * without memory. One replay at a time uses them; another that runs meanwhile does without. */
struct replay_frames *replay_frames_new(void);
void replay_frames_free(struct replay_frames *frames); /* null is allowed */
