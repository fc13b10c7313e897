/* SPDX-License-Identifier: Apache-2.0 */
/* Where words and stores came from, and the lines of source of that, which the capture has. */
#include "results/reader_internal.h"

enum tt_status word_source_lines(struct word_source *source, struct ttcap *capture, struct tt_error *err)
{
    struct ttcap_lines lines;
    source->frame_count = 0;
    if (!source->is_known || !ttcap_info(capture)->line_count)
        return TT_OK;
    const enum tt_status status = ttcap_lines_at(capture, source->core, source->pc, &lines, err);
    if (status)
        return walk_ended(status);
    source->frame_count = lines.frame_count;
    memcpy(source->frames, lines.frames, lines.frame_count * sizeof lines.frames[0]);
    return TT_OK;
}

/* Names are the capture's, which stays open. */
enum tt_status results_lines_of(struct results *results, enum tt_core core, uint32_t pc, struct word_source *source,
                                struct tt_error *err)
{
    struct tt_error why = {{0}};
    source->is_known = true;
    source->core = core;
    source->pc = pc;
    source->frame_count = 0;
    if (!results->lines)
        TRY(run_capture_open(&results->lines, &results->run, &why, err));
    return results->lines ? word_source_lines(source, results->lines, err) : TT_OK;
}

enum tt_status results_source_of(struct results *results, uint64_t seq, int thread, struct word_source *source,
                                 struct tt_error *err)
{
    const struct window *window;
    const struct window_event *event;
    enum tt_status status = results_event(results, seq, &window, &event, err);
    if (!status &&
        (!event || !event->has_origin || event->is_core != (thread < 0) || (thread >= 0 && event->thread != thread)))
        status = TT_END;
    status = status ?: results_lines_of(results, event->core, event->pc, source, err);
    events_release(window);
    return status;
}

enum tt_status results_each_origin(struct results *results,
                                   enum tt_status (*visit)(void *, const struct results_origin_row *), void *user,
                                   struct tt_error *err)
{
    const struct events_survey *survey;
    struct word_source source;
    enum tt_status status = results_survey(results, &survey, err);
    for (size_t i = 0; !status && i < survey->origin_count; i++) {
        const struct events_origin *origin = &survey->origins[i];
        if (origin->thread < 0)
            continue;
        const struct results_origin_row row = {(unsigned)origin->thread, origin->first_seq, origin->last_seq, &source};
        status = results_lines_of(results, origin->core, origin->pc, &source, err);
        status = status ?: visit(user, &row);
    }
    return walk_ended(status);
}
