/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of a replay at work, and the memory of one that is used again. */
#include "order/frames.h"

#include "order/engine.h"
#include "order/moment.h"

enum { FRAMES_MAX = 48, FRAMES_BYTES = 128 << 20, AT_START = -2 };

struct frame {
    int64_t at;    /* behind this event and the checkpoint there; AT_START: nothing was set or run */
    uint32_t next; /* checkpoint */
    struct moment *moment;
    bool dst_is_handed_over;
    origin_set undecided_by, decided_by;
    uint64_t findings;
    bool has_finding;
    struct verdict_place first;
    struct replay_summary summary;
};

struct replay_frames {
    struct replay_options made_by;
    struct replay_machine machine;
    struct moments *moments; /* of the machine */
    struct frame items[FRAMES_MAX];
    unsigned count;
    uint64_t step; /* events from one to the next */
    bool is_used;  /* by a replay at work */
};

struct replay_frames *replay_frames_new(void)
{
    return mem_calloc(1, sizeof(struct replay_frames));
}

static void frames_clear(struct replay_frames *frames)
{
    for (unsigned i = 0; i < frames->count; i++)
        moment_free(frames->moments, frames->items[i].moment);
    moments_free(frames->moments);
    replay_machine_free(&frames->machine);
    *frames = (struct replay_frames){.is_used = frames->is_used};
}

void replay_frames_free(struct replay_frames *frames)
{
    if (!frames)
        return;
    frames_clear(frames);
    mem_free(frames);
}

/* ---- which one ---- */

/* From the first event on, all units; but for executed order at the start alone. */
static bool frames_are_possible(const struct replay *replay)
{
    const struct replay_options *options = replay->options;
    return options->frames && replay->runs_all && options->first == 0 &&
           !options->staged_count && !options->is_strict && !options->fast_left_out && !options->hazards_without;
}

static bool frames_start_alike(const struct replay_options *a, const struct replay_options *b)
{
    return a->assumed == b->assumed && a->assumed_zero == b->assumed_zero && a->assumes_all == b->assumes_all;
}

static bool frames_go_on_alike(const struct replay_options *a, const struct replay_options *b)
{
    return memcmp(&a->variants, &b->variants, sizeof a->variants) == 0 && a->sets == b->sets &&
           a->set_count == b->set_count && (a->follows_undefined == b->follows_undefined || b->is_screened) &&
           a->takes_all == b->takes_all && a->tolerance == b->tolerance && !b->watched_count;
}

static int64_t frames_first_of(const struct replay_edit *edit)
{
    if (!edit)
        return INT64_MAX;
    return edit->other >= 0 && edit->other < edit->event ? edit->other : edit->event;
}

/* The first event at which an operand, or an edit that the maker of the frames did not have, changes anything. */
static int64_t frames_first_changed(const struct replay_options *made_by, const struct replay_options *options)
{
    const int64_t one = options->edit == made_by->edit ? INT64_MAX : frames_first_of(options->edit);
    const int64_t other = frames_first_of(options->other_edit);
    int64_t first = one < other ? one : other;
    for (size_t i = 0; i < options->operand_count; i++)
        first = (int64_t)options->operand[i].event < first ? (int64_t)options->operand[i].event : first;
    return first;
}

static const struct frame *frames_find(const struct replay *replay)
{
    const struct replay_options *options = replay->options;
    const struct replay_frames *frames = options->frames;
    const bool goes_on = REPLAY_HAS(replay, resumed) && frames_go_on_alike(&frames->made_by, options);
    const int64_t before = frames_first_changed(&frames->made_by, options);
    const struct frame *found = NULL;
    for (unsigned i = 0; i < frames->count; i++) {
        const struct frame *frame = &frames->items[i];
        if (frame->at == AT_START ||
            (goes_on && frame->at < before && (uint64_t)frame->at < options->last && frame->at >= 0))
            found = frame;
    }
    return found;
}

bool replay_frames_begin(struct replay *replay)
{
    struct replay_frames *frames = replay->options->frames;
    if (!frames_are_possible(replay) || frames->is_used)
        return false;
    if (replay->options->fills_frames) {
        frames_clear(frames);
        frames->made_by = *replay->options;
        frames->step = replay->info->event_count / (FRAMES_MAX - 2) + 1;
        return false;
    }
    if (!frames->count || !frames_start_alike(&frames->made_by, replay->options))
        return false;
    frames->is_used = true;
    replay->machine = frames->machine;
    return true;
}

void replay_frames_end(struct replay *replay)
{
    struct replay_frames *frames = replay->options->frames;
    if (replay->is_on_frames) {
        frames->is_used = false;
    } else if (frames && frames->count && !frames->machine.tile && replay->options->fills_frames &&
               frames_are_possible(replay) && !frames->is_used) {
        frames->machine = replay->machine;
    } else {
        replay_machine_free(&replay->machine);
    }
}

/* ---- save, and go back ---- */

static bool frames_save(const struct replay *replay, struct replay_frames *frames, int64_t at, uint32_t next)
{
    struct frame *frame = &frames->items[frames->count++];
    *frame = (struct frame){.at = at,
                            .next = next,
                            .dst_is_handed_over = replay->dst_is_handed_over,
                            .undecided_by = replay->undecided_by,
                            .decided_by = replay->decided_by,
                            .findings = replay->listener->findings,
                            .has_finding = replay->listener->has_finding,
                            .first = replay->listener->first,
                            .summary = *replay->summary};
    if (!frames->moments && (frames->moments = moments_new(replay->machine.tile)))
        moments_add_unknown(frames->moments, replay->machine.unknown);
    return frames->moments && moment_save(frames->moments, &frame->moment);
}

/* Drops every second frame, and doubles the distance of later ones; the first stays. */
static void frames_thin_out(struct replay_frames *frames)
{
    unsigned left = 1;
    for (unsigned i = 1; i < frames->count; i++) {
        if (i % 2)
            moment_free(frames->moments, frames->items[i].moment);
        else
            frames->items[left++] = frames->items[i];
    }
    frames->count = left;
    frames->step *= 2;
}

/* Without memory there are fewer frames, and replays take longer. */
void replay_frames_save(struct replay *replay, int64_t at, uint32_t next)
{
    struct replay_frames *frames = replay->options->frames;
    if (!replay->options->fills_frames || !frames_are_possible(replay) || frames->is_used ||
        frames->count == FRAMES_MAX)
        return;
    if (frames->count ? at < frames->items[frames->count - 1].at + (int64_t)frames->step : at != AT_START)
        return; /* each replay that goes back finds a frame: the start at least */
    if (!frames_save(replay, frames, at, next))
        frames->count--;
    while (frames->count > 1 && moments_bytes(frames->moments) > FRAMES_BYTES)
        frames_thin_out(frames);
}

void replay_frames_save_start(struct replay *replay)
{
    replay_frames_save(replay, AT_START, 0);
}

bool replay_frames_resume(struct replay *replay, int64_t *at, uint32_t *next)
{
    const struct frame *frame = frames_find(replay);
    moment_restore(replay->options->frames->moments, frame->moment);
    *replay->summary = frame->summary;
    replay->dst_is_handed_over = frame->dst_is_handed_over;
    replay->undecided_by = frame->undecided_by;
    replay->decided_by = frame->decided_by;
    replay->listener->findings = frame->findings;
    replay->listener->has_finding = frame->has_finding;
    replay->listener->first = frame->first;
    *at = frame->at;
    *next = frame->next;
    return frame->at != AT_START;
}
