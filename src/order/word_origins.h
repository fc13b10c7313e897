/* SPDX-License-Identifier: Apache-2.0 */
/* From which push, and so from where in a core's program, each executed word of a capture came. The caller gives the
 * capture's events in order, and the expanders run beside them (streams.h). */
#pragma once

#include "base/usual.h"
#include "capture/ttcap.h"

struct word_origins;

struct word_origin {
    bool is_known;
    enum tt_core core;
    uint32_t pc;
};

/* *out is null where the capture knows no program counter. */
enum tt_status word_origins_open(struct word_origins **out, struct ttcap *capture, struct tt_error *err);

/* Every event behind the start, in order; the origin of an executed word, or of what the event itself knows. A word
 * that is not the next one pushed has none. */
enum tt_status word_origins_next(struct word_origins *origins, const struct ttcap_event *event,
                                 struct word_origin *origin, struct tt_error *err);
void word_origins_close(struct word_origins *origins); /* null is allowed */
