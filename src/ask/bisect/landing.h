/* SPDX-License-Identifier: Apache-2.0 */
/* Data of L1 that stands elsewhere than it should: by how much the address was another one. */
#pragma once

#include "ask/bisect/difference.h"

enum { LANDING_MAX = 6, LANDING_BITS = 14 /* of a field that may be an address */ };
struct landing {
    int32_t by[LANDING_MAX]; /* units of 16 bytes, to add to the address that was used */
    unsigned count;
};

/* `base`: of the replay as it is. Replays once where bytes of L1 differ; *replays counts. */
enum tt_status landing_find(struct landing *landing, const struct difference *base, struct ttcap *capture,
                            const struct replay_options *options, uint64_t *replays, struct tt_error *err);
