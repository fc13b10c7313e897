/* SPDX-License-Identifier: Apache-2.0 */
/* Where the words that a capture executes are not those that it pushed. */
#pragma once

#include "ask/bisect/bisect.h"

enum { WORD_STREAMS_MAX = 8 };
struct word_streams {
    struct bisect_change changes[WORD_STREAMS_MAX]; /* each executes what was pushed */
    unsigned count;
    bool is_cut; /* there are more, or some that are no single word */
};

/* Of executed order; start from {0}. */
enum tt_status word_streams_read(struct word_streams *streams, struct ttcap *capture, struct tt_error *err);
