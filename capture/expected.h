/* SPDX-License-Identifier: Apache-2.0 */
/* A capture that ends in a reference from elsewhere: a replay is then compared with it. In the reference's region the
 * recording counts no longer, but for its start. */
#pragma once

#include "base/error.h"
#include "capture/ttcap.h"

/* Bytes [lo, lo + count) of a space, and the bits of them that are compared. */
struct ttcap_range {
    enum tt_space space;
    uint32_t lo, count;
    const uint8_t *bytes, *known;
};

enum { TTCAP_EXPECTED_MAX = 2 };

/* From here on the capture has one checkpoint more, `id` behind event `after` (INT64_MAX: behind all there is), which
 * knows these ranges; it has none behind that, and those between the start and it know nothing of them. Ranges rise,
 * lie apart and within their spaces, and there are at most TTCAP_EXPECTED_MAX; id and bytes are borrowed until close.
 * Once. */
enum tt_status ttcap_expect(struct ttcap *capture, const char *id, int64_t after, const struct ttcap_range *ranges,
                            size_t count, struct tt_error *err);
