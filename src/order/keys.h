/* SPDX-License-Identifier: Apache-2.0 */
/* Key frames: where a replay in steps stood at some of its steps, so that any step is reached from the frame before it.
 * docs/semantics/debug.md */
#pragma once

#include "order/steps.h"

struct keys;

/* How far apart they are at first; how many there are at most, and their bytes: there are fewer where that does not do.
 */
struct keys_limits {
    uint64_t spacing;
    size_t frames, bytes;
};

/* Of this replay, which stays open as long. Null without memory. */
struct keys *keys_new(struct steps *steps, const struct keys_limits *limits);
void keys_free(struct keys *keys); /* null is allowed */

/* Where the replay stands, which is `at`, becomes a frame, if it is the first or far enough behind the one before it.
 * Without memory there are fewer: going back takes longer, that is all. */
void keys_save(struct keys *keys, uint64_t at);

/* Whether there is a frame at a step or before it; puts the replay where the last of them stood. *is_first: that is
 * the first of all. */
bool keys_go(const struct keys *keys, uint64_t at, bool *is_first, enum tt_status *status, struct tt_error *err);
/* The step of the last frame at `at` or before it. */
uint64_t keys_before(const struct keys *keys, uint64_t at);

/* Frames at this step and behind it are no longer true; the first one stays. */
void keys_drop(struct keys *keys, uint64_t from);

/* Their number, their size, and the steps between two. */
unsigned keys_count(const struct keys *keys);
size_t keys_bytes(const struct keys *keys);
uint64_t keys_spacing(const struct keys *keys);
/* For tests. */
void keys_set_spacing(struct keys *keys, uint64_t steps);
