/* SPDX-License-Identifier: Apache-2.0 */
/* Larger captures out of a shipped one, to see how cost grows: its events so many times over, pages that stores bring
 * and snapshots hold, and bytes that differ. */
#pragma once

#include "capture/ttcap.h"

struct repeat {
    unsigned events;     /* so many times all events; at least 1 */
    unsigned pages;      /* so many pages of L1 more, each stored by a core and held by a snapshot of its own */
    unsigned mismatches; /* so many words of L1, each stored and then held otherwise by the last snapshot */
};

/* Words that can differ: every 32nd byte of the upper MiB of L1. */
enum { REPEAT_MISMATCHES_MAX = 1 << 15 };

/* All of it, with the first and the last snapshot of `from`. */
enum tt_status repeat_capture(struct ttcap *from, const char *path, const struct repeat *repeat, struct tt_error *err);

/* A bundle of the same events and pages; its first snapshot is empty, and it has no mismatches. */
enum tt_status repeat_bundle(struct ttcap *from, const char *folder, const struct repeat *repeat, struct tt_error *err);

/* What a snapshot knows, into a snapshot that has begun. */
enum tt_status repeat_copy_snapshot(struct ttcap *from, uint32_t checkpoint, struct ttcap_writer *to,
                                    struct tt_error *err);
