/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/run_whole.h"

#include <string.h>

enum tt_status word_source_lines(struct word_source *source, struct ttcap *capture, struct tt_error *err)
{
    struct ttcap_lines lines;
    if (!source->is_known)
        return TT_OK;
    const enum tt_status status = ttcap_lines_at(capture, source->core, source->pc, &lines, err);
    if (status)
        return walk_ended(status);
    source->frame_count = lines.frame_count;
    memcpy(source->frames, lines.frames, lines.frame_count * sizeof lines.frames[0]);
    return TT_OK;
}
