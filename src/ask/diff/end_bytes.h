/* SPDX-License-Identifier: Apache-2.0 */
/* A stretch of a space as a run left it, or as it stood behind an event: its bytes, which of them are unknown, and the
 * last writer of each. */
#pragma once

#include "results/results.h"

struct end_bytes {
    uint32_t lo, count;
    uint8_t *bytes, *unknown; /* unknown: 1, or 0 */
    uint64_t *writer;         /* the event, and one more; 0: nothing wrote there */
};

/* As it stood after that event; -1: at the start; INT64_MAX: at the end. Begins with the start of the run's capture, if
 * the capture can be read; without it, bytes that nothing wrote are unknown. Clear also on failure. */
enum tt_status end_bytes_read_at(struct end_bytes *end, struct results *results, enum tt_space space, uint32_t lo,
                                 uint32_t count, int64_t at, struct tt_error *err);
void end_bytes_clear(struct end_bytes *end);
