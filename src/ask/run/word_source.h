/* SPDX-License-Identifier: Apache-2.0 */
/* Where in its core's program a word or a store came from, and the lines of source of that, where they are known. */
#pragma once

#include "capture/source_lines.h"

struct word_source {
    bool is_known;
    enum tt_core core;
    uint32_t pc;
    size_t frame_count;                          /* 0: not known */
    struct ttcap_frame frames[TTCAP_FRAMES_MAX]; /* of the capture */
};

/* The lines of a source whose core and pc are set; none where the capture has none. */
enum tt_status word_source_lines(struct word_source *source, struct ttcap *capture, struct tt_error *err);
