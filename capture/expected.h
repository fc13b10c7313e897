/* SPDX-License-Identifier: Apache-2.0 */
/* A capture that ends in a reference from elsewhere: what a replay is held against is then that. Of what the reference
 * says the recording says nothing any more, but for the state that it starts from. */
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

/* From here on the capture has one checkpoint more, `id` behind all others, which knows these ranges; those between the
 * start and it know nothing of them. Ranges rise, lie apart and within their spaces, and there are at most
 * TTCAP_EXPECTED_MAX; id and bytes are borrowed until close. Once. */
enum tt_status ttcap_expect(struct ttcap *capture, const char *id, const struct ttcap_range *ranges, size_t count,
                            struct tt_error *err);
