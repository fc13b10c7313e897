/* SPDX-License-Identifier: Apache-2.0 */
/* Executed order: the events of a capture one after the other, from any of them on. docs/semantics/replay.md */
#include "order/events.h"

#include "capture/cursor.h"
#include "order/streams.h"
#include "order/word_origins.h"

enum { PROGRESS_EVERY = 4096 };

/* ---- where words came from ---- */

static enum tt_status report_word(const struct replay *replay, struct word_origins *origins,
                                  const struct ttcap_event *event, bool is_seen, struct tt_error *err)
{
    struct word_origin origin;
    const enum tt_status status = word_origins_next(origins, event, &origin, err);
    if (status || !is_seen)
        return status;
    if (event->kind == TTCAP_EXEC && origin.is_known)
        replay_report_origin(
            replay, &(struct replay_origin){event->seq, true, (unsigned)event->thread, origin.core, origin.pc});
    else if (event->kind != TTCAP_EXEC && event->kind != TTCAP_PUSH && event->kind != TTCAP_SEMR)
        replay_report_store(replay, event);
    return TT_OK;
}

/* Gives the expanders beside the replay the events that they missed, as after a moment was restored. */
static enum tt_status catch_up(const struct replay *replay, const struct event_walk *walk, struct tt_error *err)
{
    struct event_source *from = walk->from;
    struct ttcap_cursor *cursor = NULL;
    struct word_origin origin;
    struct ttcap_event event;
    if (!from->has_origins || from->origins_at > walk->at) {
        word_origins_close(from->origins);
        from->origins = NULL;
        TRY(word_origins_open(&from->origins, replay->capture, err));
        from->has_origins = true;
        from->origins_at = walk->first;
    }
    enum tt_status status = TT_OK;
    if (from->origins && from->origins_at < walk->at)
        status = ttcap_events_open(&cursor, replay->capture, from->origins_at, walk->at, err);
    for (; !status && from->origins && from->origins_at < walk->at; from->origins_at++) {
        status = ttcap_events_next(cursor, &event, err);
        if (!status)
            status = word_origins_next(from->origins, &event, &origin, err);
    }
    ttcap_events_close(cursor);
    return status;
}

/* In steps only while somebody listens. */
static enum tt_status follow_origins(const struct replay *replay, const struct event_walk *walk,
                                     const struct ttcap_event *event, bool is_seen, struct tt_error *err)
{
    struct event_source *from = walk->from;
    if (!walk->has_origins || (walk->is_stepped && !replay->listener->next))
        return TT_OK;
    if (!from->has_origins || from->origins_at != walk->at)
        TRY(catch_up(replay, walk, err));
    from->origins_at = event->seq + 1;
    return from->origins ? report_word(replay, from->origins, event, is_seen, err) : TT_OK;
}

/* ---- open ---- */

/* The event behind which the replay begins: at the start, or at a frame. */
static int64_t begin_events(const struct replay *replay, uint32_t *next)
{
    *next = replay->is_resumed ? replay->resumed_next : 1;
    if (!replay->is_resumed)
        return ttcap_checkpoint(replay->capture, 0)->after_event;
    REPLAY_REPORT(replay, resumed, *next);
    return replay->resumed_at;
}

/* Pushes and reads do nothing in this order: a listener that only wants the outcome need not get them. */
static bool looks_at_events(const struct replay *replay, const struct event_walk *walk)
{
    const struct replay_options *options = replay->options;
    return walk->is_stepped || options->first || options->edit || options->set_count || options->fills_frames ||
           replay->heard.happened || replay->heard.came_from;
}

static const uint32_t silent_kinds = UINT32_C(1) << TTCAP_PUSH | UINT32_C(1) << TTCAP_SEMR;

static enum tt_status open_cursor(const struct replay *replay, const struct event_walk *walk, struct tt_error *err)
{
    struct event_source *from = walk->from;
    ttcap_events_close(from->cursor);
    from->cursor = NULL;
    TRY(ttcap_events_open(&from->cursor, replay->capture, walk->at, walk->last, err));
    from->at = walk->at;
    if (walk->is_plain && !walk->streams)
        ttcap_events_choose(from->cursor, TTCAP_ANY_THREAD, ~silent_kinds);
    return TT_OK;
}

enum tt_status event_walk_open(struct event_walk *walk, struct replay *replay, struct event_source *from,
                               struct tt_error *err)
{
    const struct replay_options *options = replay->options;
    walk->from = from;
    walk->streams = replay->is_resumed ? NULL : replay->streams;
    walk->last = options->last < replay->info->event_count ? options->last : replay->info->event_count;
    if (options->until < replay->info->event_count && replay_is_cut(replay, walk->last))
        walk->last = options->until;
    const int64_t before = begin_events(replay, &walk->next);
    walk->at = (uint64_t)(before + 1);
    walk->first = (uint64_t)(ttcap_checkpoint(replay->capture, 0)->after_event + 1);
    TRY(replay_hold_due(replay, &walk->next, before, &walk->due, err));
    if (!replay->is_resumed)
        replay_edit_behind(replay, before, options->first == 0);
    walk->is_plain = !looks_at_events(replay, walk);
    walk->has_origins = replay->heard.came_from;
    walk->is_on = replay->listener->is_on;
    return open_cursor(replay, walk, err);
}

void event_source_close(struct event_source *from)
{
    ttcap_events_close(from->cursor);
    word_origins_close(from->origins);
}

/* ---- events ---- */

/* Counts the events that were passed over, and compares the checkpoints among them. */
static enum tt_status pass_events(struct replay *replay, struct event_walk *walk, uint64_t to, struct tt_error *err)
{
    replay->summary->events += to - walk->at;
    walk->at = to;
    return (int64_t)to > walk->due ? replay_hold_due(replay, &walk->next, (int64_t)to - 1, &walk->due, err) : TT_OK;
}

/* Runs an event that a listener may want. */
static enum tt_status replay_run_seen(struct replay *replay, struct event_walk *walk, const struct ttcap_event *event,
                                      struct tt_error *err)
{
    const bool is_seen = event->seq >= replay->options->first, is_news = is_seen != walk->is_on;
    if (is_news) {
        replay_listener_set_on(replay->listener, is_seen);
        unknown_set_next(replay->unknown, &replay->listener->probe);
        walk->is_on = is_seen;
    }
    replay_next_event(replay, event, is_seen);
    const enum tt_status status = follow_origins(replay, walk, event, is_seen, err);
    if (is_news)
        replay_set_probe(replay);
    return status;
}

/* Behind an event at which a checkpoint is due, or progress to be reported. */
static enum tt_status __attribute__((noinline))
look_up_from(struct replay *replay, struct event_walk *walk, uint64_t seq, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    if ((int64_t)seq >= walk->due)
        status = replay_hold_due(replay, &walk->next, (int64_t)seq, &walk->due, err);
    if (replay->options->fills_frames)
        replay_frames_save(replay, (int64_t)seq, walk->next);
    if (seq >= walk->progress) {
        REPLAY_REPORT(replay, progress, seq, walk->last);
        walk->progress = seq - seq % PROGRESS_EVERY + PROGRESS_EVERY;
    }
    return status;
}

static inline enum tt_status run_one(struct replay *replay, struct event_walk *walk, const struct ttcap_event *event,
                                     struct tt_error *err)
{
    const uint64_t seq = event->seq;
    enum tt_status status = TT_OK;
    if (walk->is_plain)
        replay_event(replay, event, true);
    else
        status = replay_run_seen(replay, walk, event, err);
    walk->at = seq + 1;
    if (status || replay_is_stopped(replay))
        return status ? status : TT_END;
    if ((int64_t)seq < walk->due && seq < walk->progress && walk->is_plain) /* then no frames are filled */
        return TT_OK;
    return look_up_from(replay, walk, seq, err);
}

/* TT_END: that was the last, or the replay is to end. */
static inline enum tt_status take_next(struct replay *replay, struct event_walk *walk, const struct ttcap_event **event,
                                       struct tt_error *err)
{
    const enum tt_status status = cursor_next(walk->from->cursor, event, err);
    if (status) {
        if (status == TT_END && walk->at < walk->last)
            TRY(pass_events(replay, walk, walk->last, err));
        return status;
    }
    if (walk->streams && streams_want((*event)->kind))
        TRY(streams_take(walk->streams, *event, err));
    if (walk->is_plain && silent_kinds >> (*event)->kind & 1)
        return TT_OK;
    if ((*event)->seq > walk->at)
        TRY(pass_events(replay, walk, (*event)->seq, err));
    return run_one(replay, walk, *event, err);
}

enum tt_status replay_run_events(struct replay *replay, struct tt_error *err)
{
    struct event_source from = {0};
    struct event_walk walk = {0};
    const struct ttcap_event *event;
    enum tt_status status = event_walk_open(&walk, replay, &from, err);
    while (!status)
        status = take_next(replay, &walk, &event, err);
    event_source_close(&from);
    if (walk.streams)
        streams_reach(walk.streams, walk.at);
    REPLAY_REPORT(replay, progress, walk.last, walk.last);
    if (status != TT_END)
        return status;
    replay_report_ran(replay);
    return TT_OK;
}

enum tt_status event_walk_go(struct event_walk *walk, struct replay *replay, struct steps_done *done,
                             struct tt_error *err)
{
    const struct ttcap_event *event = NULL;
    if (walk->end)
        return TT_END;
    if (walk->from->at != walk->at)
        TRY(open_cursor(replay, walk, err));
    const enum tt_status status = take_next(replay, walk, &event, err);
    walk->from->at = walk->at;
    if (status && status != TT_END)
        return status;
    walk->end = status == TT_OK ? STEPS_GOES_ON : event ? STEPS_STOPS : STEPS_OVER;
    if (!event)
        return TT_END;
    *done = (struct steps_done){
        .actor = event->thread < 0 ? STEPS_OUTSIDE : STEPS_PIPE,
        .number = event->thread < 0 ? 0 : (unsigned)event->thread,
        .has_word = event->kind == TTCAP_EXEC,
        .word = event->kind == TTCAP_EXEC ? event->value : 0,
        .seq = event->seq,
        .has_pc = event->has_pc,
        .core = event->core,
        .pc = event->pc,
    };
    return TT_OK;
}
