/* SPDX-License-Identifier: Apache-2.0 */
/* A capture that ends in a reference from elsewhere: what is held against a replay is then that, and what the recording
 * holds beyond its start plays no part. */
#pragma once

#include "base/error.h"
#include "capture/ttcap.h"

/* Bytes [lo, lo + count) of a space, and which bits of them count. */
struct ttcap_range {
    enum tt_space space;
    uint32_t lo, count;
    const uint8_t *bytes, *known;
};

enum { TTCAP_EXPECTED_MAX = 2 };

/* From here on the capture has two checkpoints: its start, and `id` after its last event, which knows these ranges.
 * They rise, lie apart and within their spaces, and there are at most TTCAP_EXPECTED_MAX; id and bytes are borrowed
 * until close. */
enum tt_status ttcap_expect(struct ttcap *capture, const char *id, const struct ttcap_range *ranges, size_t count,
                            struct tt_error *err);
