/* SPDX-License-Identifier: Apache-2.0 */
/* Frames: where a replay in executed order stood at its start and behind some of its events. Another replay of the same
 * capture goes on from a frame, in the same tile, instead of repeating what is before it. */
#pragma once

#include "order/replay.h"

struct replay_frames;

/* Room for frames; null without memory. A replay with options->frames and options->fills_frames fills it. A replay with
 * frames alone begins at the last frame up to which it would do the same as the one that filled them: the frame of the
 * start, where it knows the same bytes there; a later one, where its options differ in the edit, the operands and the
 * end alone and its observer has `resumed`. One replay at a time uses them; one that runs meanwhile begins at the
 * start. */
struct replay_frames *replay_frames_new(void);
void replay_frames_free(struct replay_frames *frames); /* null is allowed */
