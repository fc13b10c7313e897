/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of a replay at work, and the memory of one that is used again. */
#include "order/frames.h"

#include "base/memory.h"
#include "order/engine.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum { FRAMES_MAX = 48, FRAMES_BYTES = 128 << 20, PAGE_BYTES = 4096, PAGES = L1_BYTES_MAX / PAGE_BYTES, AT_START = -2 };
enum { REST_AT = offsetof(struct tile_state, cfg), REST_BYTES = sizeof(struct tile_state) - REST_AT };

static_assert(offsetof(struct tile_state, l1) == 0 && L1_BYTES_MAX % PAGE_BYTES == 0, "L1 comes first, in whole pages");

struct frame {
    int64_t at;     /* behind this event and the checkpoint there; AT_START: nothing was set or run */
    uint32_t next;  /* checkpoint */
    uint8_t *rest;  /* of the tile but L1 */
    uint8_t *pages; /* pages of L1 that differ from the start, one behind the other */
    size_t bytes;   /* that it takes */
    bool has_page[PAGES];
    struct unknown_copy *unknown;
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
    uint8_t *first_l1;
    struct frame items[FRAMES_MAX];
    unsigned count;
    size_t bytes;  /* of all */
    uint64_t step; /* events from one to the next */
    bool is_used;  /* by a replay at work */
};

struct replay_frames *replay_frames_new(void)
{
    return mem_calloc(1, sizeof(struct replay_frames));
}

static void clear_frame(struct frame *frame)
{
    mem_free(frame->rest);
    mem_free(frame->pages);
    unknown_copy_free(frame->unknown);
    *frame = (struct frame){0};
}

static void clear(struct replay_frames *frames)
{
    for (unsigned i = 0; i < frames->count; i++)
        clear_frame(&frames->items[i]);
    mem_free(frames->first_l1);
    replay_machine_free(&frames->machine);
    *frames = (struct replay_frames){.is_used = frames->is_used};
}

void replay_frames_free(struct replay_frames *frames)
{
    if (!frames)
        return;
    clear(frames);
    mem_free(frames);
}

/* ---- which one ---- */

/* Executed order from the first event on, all units. */
static bool can_have_frames(const struct replay *replay)
{
    const struct replay_options *options = replay->options;
    return options->frames && options->order == REPLAY_EXECUTED && replay->runs_all && options->first == 0 &&
           !options->is_strict && !options->by_datasheets;
}

static bool starts_alike(const struct replay_options *a, const struct replay_options *b)
{
    return a->assumed == b->assumed && a->assumed_zero == b->assumed_zero && a->assumes_all == b->assumes_all;
}

static bool goes_on_alike(const struct replay_options *a, const struct replay_options *b)
{
    return memcmp(&a->variants, &b->variants, sizeof a->variants) == 0 && a->sets == b->sets &&
           a->set_count == b->set_count && a->follows_undefined == b->follows_undefined &&
           a->takes_all == b->takes_all && a->tolerance == b->tolerance && !b->watched_count;
}

/* The first event at which an edit or an operand changes anything. */
static int64_t first_changed(const struct replay_options *options)
{
    const struct replay_edit *edit = options->edit;
    int64_t first = INT64_MAX;
    if (edit)
        first = edit->kind == REPLAY_EDIT_SWAP && edit->other < edit->event ? edit->other : edit->event;
    for (size_t i = 0; i < options->operand_count; i++)
        first = (int64_t)options->operand[i].event < first ? (int64_t)options->operand[i].event : first;
    return first;
}

static const struct frame *find_frame(const struct replay *replay)
{
    const struct replay_options *options = replay->options;
    const struct replay_frames *frames = options->frames;
    const bool goes_on = replay->observer && replay->observer->resumed && goes_on_alike(&frames->made_by, options);
    const int64_t before = first_changed(options);
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
    if (!can_have_frames(replay) || frames->is_used)
        return false;
    if (replay->options->fills_frames) {
        clear(frames);
        frames->made_by = *replay->options;
        frames->step = replay->info->event_count / (FRAMES_MAX - 2) + 1;
        return false;
    }
    if (!frames->count || !starts_alike(&frames->made_by, replay->options))
        return false;
    frames->is_used = true;
    replay->machine = frames->machine;
    return true;
}

void replay_frames_end(struct replay *replay, bool is_borrowed)
{
    struct replay_frames *frames = replay->options->frames;
    if (is_borrowed) {
        frames->is_used = false;
    } else if (frames && frames->count && !frames->machine.tile && replay->options->fills_frames &&
               can_have_frames(replay) && !frames->is_used) {
        frames->machine = replay->machine;
    } else {
        replay_machine_free(&replay->machine);
    }
}

/* ---- save, and go back ---- */

static bool save_pages(const struct replay_frames *frames, struct frame *frame, const uint8_t *l1)
{
    size_t count = 0;
    for (unsigned i = 0; i < PAGES; i++) {
        const size_t lo = i * (size_t)PAGE_BYTES;
        frame->has_page[i] = memcmp(l1 + lo, frames->first_l1 + lo, PAGE_BYTES) != 0;
        count += frame->has_page[i];
    }
    frame->bytes += count * PAGE_BYTES;
    uint8_t *to = frame->pages = mem_alloc((count ? count : 1) * (size_t)PAGE_BYTES);
    for (unsigned i = 0; to && i < PAGES; i++) {
        if (!frame->has_page[i])
            continue;
        memcpy(to, l1 + i * (size_t)PAGE_BYTES, PAGE_BYTES);
        to += PAGE_BYTES;
    }
    return frame->pages != NULL;
}

static bool save(const struct replay *replay, struct replay_frames *frames, int64_t at, uint32_t next)
{
    const struct tile_state *state = tile_state(replay->machine.tile);
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
    if (!frames->first_l1 && (frames->first_l1 = mem_alloc(L1_BYTES_MAX)))
        memcpy(frames->first_l1, state->l1, L1_BYTES_MAX);
    frame->rest = mem_alloc(REST_BYTES);
    frame->unknown = unknown_save(replay->machine.unknown);
    if (!frames->first_l1 || !frame->rest || !frame->unknown || !save_pages(frames, frame, state->l1))
        return false;
    memcpy(frame->rest, (const uint8_t *)state + REST_AT, REST_BYTES);
    frame->bytes += REST_BYTES + unknown_copy_bytes(frame->unknown);
    frames->bytes += frame->bytes;
    return true;
}

/* Drops every second frame, and doubles the distance of later ones; the first stays. */
static void thin_out(struct replay_frames *frames)
{
    unsigned left = 1;
    for (unsigned i = 1; i < frames->count; i++) {
        if (i % 2) {
            frames->bytes -= frames->items[i].bytes;
            clear_frame(&frames->items[i]);
        } else {
            frames->items[left++] = frames->items[i];
        }
    }
    frames->count = left;
    frames->step *= 2;
}

/* Without memory there are fewer frames, and replays take longer. */
void replay_frames_save(struct replay *replay, int64_t at, uint32_t next)
{
    struct replay_frames *frames = replay->options->frames;
    if (!replay->options->fills_frames || !can_have_frames(replay) || frames->is_used || frames->count == FRAMES_MAX)
        return;
    if (frames->count && at < frames->items[frames->count - 1].at + (int64_t)frames->step)
        return;
    if (!save(replay, frames, at, next))
        clear_frame(&frames->items[--frames->count]);
    while (frames->bytes > FRAMES_BYTES && frames->count > 1)
        thin_out(frames);
}

void replay_frames_save_start(struct replay *replay)
{
    replay_frames_save(replay, AT_START, 0);
}

static void put_l1(const struct replay_frames *frames, const struct frame *frame, uint8_t *l1)
{
    const uint8_t *from = frame->pages;
    memcpy(l1, frames->first_l1, L1_BYTES_MAX);
    for (unsigned i = 0; i < PAGES; i++) {
        if (!frame->has_page[i])
            continue;
        memcpy(l1 + i * (size_t)PAGE_BYTES, from, PAGE_BYTES);
        from += PAGE_BYTES;
    }
}

bool replay_frames_resume(struct replay *replay, int64_t *at, uint32_t *next)
{
    const struct replay_frames *frames = replay->options->frames;
    const struct frame *frame = find_frame(replay);
    struct tile_state *state = tile_state(replay->machine.tile);
    put_l1(frames, frame, state->l1);
    memcpy((uint8_t *)state + REST_AT, frame->rest, REST_BYTES);
    tile_state_changed(replay->machine.tile);
    unknown_restore(replay->machine.unknown, frame->unknown);
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
