/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of executed order: events of the capture. */
#include "order/steps_internal.h"
#include "order/word_origins.h"

enum tt_status steps_open_events(struct steps *steps, struct tt_error *err)
{
    struct steps_now *now = &steps->now;
    const int64_t before = ttcap_checkpoint(steps->capture, 0)->after_event;
    steps->first = now->at = (uint64_t)(before + 1);
    steps->last = ttcap_info(steps->capture)->event_count;
    if (steps->options.last < steps->last)
        steps->last = steps->options.last;
    if (steps->options.has_until && steps->options.until < steps->last)
        steps->last = steps->options.until;
    now->next_checkpoint = 1;
    return replay_hold_due(&now->replay, &now->next_checkpoint, before, &now->due, err);
}

static enum tt_status steps_read_event(struct steps *steps, struct ttcap_event *event, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    if (steps->cursor && steps->cursor_at != steps->now.at) {
        ttcap_events_close(steps->cursor);
        steps->cursor = NULL;
    }
    if (!steps->cursor)
        status = ttcap_events_open(&steps->cursor, steps->capture, steps->now.at,
                                   ttcap_info(steps->capture)->event_count, err);
    if (!status)
        status = ttcap_events_next(steps->cursor, event, err);
    steps->cursor_at = steps->now.at + 1;
    return status;
}

/* Gives the expanders beside the replay the events that they missed, as after a moment was restored. */
static enum tt_status steps_follow_origins(struct steps *steps, struct tt_error *err)
{
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    struct word_origin origin;
    enum tt_status status = TT_OK;
    if (steps->origins && steps->origins_at == steps->now.at)
        return TT_OK;
    if (!steps->origins || steps->origins_at > steps->now.at) {
        word_origins_close(steps->origins);
        status = word_origins_open(&steps->origins, steps->capture, err);
        steps->origins_at = steps->first;
    }
    if (!status && steps->origins)
        status = ttcap_events_open(&cursor, steps->capture, steps->origins_at, steps->now.at, err);
    for (; !status && steps->origins && steps->origins_at < steps->now.at; steps->origins_at++) {
        status = ttcap_events_next(cursor, &event, err);
        if (!status)
            status = word_origins_next(steps->origins, &event, &origin, err);
    }
    ttcap_events_close(cursor);
    return status;
}

static enum tt_status steps_report_origin(struct steps *steps, const struct ttcap_event *event, struct tt_error *err)
{
    if (!steps->observer.came_from || !steps->probe)
        return TT_OK;
    enum tt_status status = steps_follow_origins(steps, err);
    if (!status && steps->origins)
        status = replay_report_word(&steps->now.replay, steps->origins, event, true, err);
    steps->origins_at++;
    return status;
}

enum tt_status steps_next_event(struct steps *steps, struct steps_done *done, struct tt_error *err)
{
    struct steps_now *now = &steps->now;
    struct ttcap_event event;
    if (!now->end && now->at >= steps->last)
        now->end = STEPS_OVER;
    if (now->end)
        return TT_END;
    enum tt_status status = steps_read_event(steps, &event, err);
    if (status)
        return status;
    replay_next_event(&now->replay, &event, true);
    *done = (struct steps_done){
        .actor = event.thread < 0 ? STEPS_OUTSIDE : STEPS_PIPE,
        .number = event.thread < 0 ? 0 : (unsigned)event.thread,
        .has_word = event.kind == TTCAP_EXEC,
        .word = event.kind == TTCAP_EXEC ? event.value : 0,
        .seq = event.seq,
        .has_pc = event.has_pc,
        .core = event.core,
        .pc = event.pc,
    };
    status = steps_report_origin(steps, &event, err);
    if (replay_is_stopped(&now->replay))
        now->end = STEPS_STOPS;
    else if (!status && (int64_t)event.seq >= now->due)
        status = replay_hold_due(&now->replay, &now->next_checkpoint, (int64_t)event.seq, &now->due, err);
    now->at++;
    return status;
}
