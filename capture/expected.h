/* SPDX-License-Identifier: Apache-2.0 */
/* A capture with references from elsewhere: a replay is then compared with them. In their regions the recording counts
 * no longer, but for its start. */
#pragma once

#include "base/usual.h"
#include "capture/ttcap.h"

/* Bytes [lo, lo + count) of a space, and the bits of them that are compared. */
struct ttcap_range {
    enum tt_space space;
    uint32_t lo, count;
    const uint8_t *bytes, *known;
};

enum { TTCAP_EXPECTED_MAX = 2 };

/* A checkpoint more, `id` behind event `after` (INT64_MAX: behind all there is), which knows these ranges alone. They
 * rise, lie apart and within their spaces, and there are at most TTCAP_EXPECTED_MAX; id and bytes are borrowed until
 * close. */
struct ttcap_reference {
    const char *id;
    int64_t after;
    struct ttcap_range ranges[TTCAP_EXPECTED_MAX];
    size_t count;
    uint32_t checkpoint; /* its number, which ttcap_expect gives */
};

/* From here on the capture has these checkpoints, of one moment in the order given, and none behind the last of them;
 * its own, but for the start, know nothing of their ranges. Once; the references are borrowed until close. */
enum tt_status ttcap_expect(struct ttcap *capture, struct ttcap_reference *references, size_t count,
                            struct tt_error *err);

/* Whether a checkpoint is a reference. */
bool ttcap_is_reference(const struct ttcap *capture, uint32_t checkpoint);
