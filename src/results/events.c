/* SPDX-License-Identifier: Apache-2.0 */
#include "results/events_internal.h"

#include "base/memory.h"

enum { PLAIN_STEP = 1024, STAGES_STEP = 256, HELD_BYTES = 64 << 20, HELD_LEAST = 4 };
/* Who asks for a window that was there before, goes backwards: the ones before it come along. */
enum { BEFORE_SHARE = 12, BEFORE_MOST = 32 };

static const struct {
    unsigned wants;
    uint64_t step;
} levels[EVENTS_LEVELS] = {
    [EVENTS_PLAIN] = {PROBE_ACCESS, PLAIN_STEP},
    [EVENTS_STAGES] = {PROBE_ACCESS | PROBE_STAGE | PROBE_WORDS, STAGES_STEP},
};

struct events *events_open(const struct results_run_row *run, const struct replay_options *options)
{
    struct events *events = mem_calloc(1, sizeof *events);
    for (int i = 0; events && i < EVENTS_LEVELS; i++)
        events->levels[i].played = (struct played){run, options, levels[i].wants, levels[i].step};
    return events;
}

void events_close(struct events *events)
{
    if (!events)
        return;
    for (int i = 0; i < EVENTS_LEVELS; i++) {
        struct events_level_state *level = &events->levels[i];
        player_close(level->player);
        for (size_t k = 0; k < level->count; k++)
            window_free(level->held[k]);
        mem_free(level->held);
    }
    events_forget_survey(events);
    events_forget_written(events);
    mem_free(events);
}

uint64_t events_number(enum events_level level, uint64_t seq)
{
    return seq / levels[level].step;
}

void events_release(const struct window *window)
{
    if (window)
        ((struct window *)(uintptr_t)window)->users--;
}

/* ---- which are held ---- */

/* Drops the ones that were not used for longest, until the rest is little enough. */
static void events_make_room(struct events_level_state *level)
{
    while (level->bytes > HELD_BYTES && level->count > HELD_LEAST) {
        size_t oldest = level->count;
        for (size_t i = 0; i < level->count; i++)
            if (!level->held[i]->users &&
                (oldest == level->count || level->held[i]->last_use < level->held[oldest]->last_use))
                oldest = i;
        if (oldest == level->count)
            return;
        level->bytes -= window_bytes(level->held[oldest]);
        window_free(level->held[oldest]);
        level->held[oldest] = level->held[--level->count];
    }
}

static struct window *events_held(const struct events_level_state *level, uint64_t number)
{
    for (size_t i = 0; i < level->count; i++)
        if (level->held[i]->from <= number && number <= level->held[i]->number)
            return level->held[i];
    return NULL;
}

/* Takes the window, or frees it for one of the same number that is there. */
static enum tt_status events_hold(struct events *events, enum events_level which, struct window **window,
                                  struct tt_error *err)
{
    struct events_level_state *level = &events->levels[which];
    struct window *there = events_held(level, (*window)->number);
    if (!there && mem_grow(&level->held, &level->capacity, level->count + 1, sizeof(struct window *))) {
        window_free(*window);
        return tt_fail(err, TT_NO_MEMORY, "no memory for the events of a run");
    }
    if (there) {
        window_free(*window);
        *window = there;
    } else {
        level->bytes += window_bytes(*window);
        level->held[level->count++] = *window;
    }
    (*window)->last_use = ++events->uses;
    (*window)->users++;
    events_make_room(level);
    return TT_OK;
}

/* ---- the replay ---- */

enum tt_status events_go(struct events_level_state *level, uint64_t number, struct tt_error *err)
{
    const enum tt_status status = level->player ? TT_OK : player_open(&level->player, &level->played, err);
    return status ? status : player_go(level->player, number, err);
}

enum tt_status events_advance(struct events *events, enum events_level which, struct window **window,
                              struct tt_error *err)
{
    struct events_level_state *level = &events->levels[which];
    enum tt_status status = player_next(level->player, window, err);
    if (status == TT_END) {
        level->has_end = true;
        level->end = player_at(level->player);
        *window = NULL;
        return TT_OK;
    }
    if (!status && (*window)->is_short) {
        window_free(*window);
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the events of a run");
    }
    return status ? status : events_hold(events, which, window, err);
}

/* Where to begin, so that the window is among those that are heard. Where it is known which windows write, nobody looks
 * through them. */
static uint64_t events_begin_at(const struct events *events, const struct events_level_state *level, uint64_t number)
{
    const uint64_t share = number / BEFORE_SHARE;
    if (events->has_all_written || !level->player || player_at(level->player) <= number)
        return number;
    return number - (share < BEFORE_MOST ? share : BEFORE_MOST);
}

enum tt_status events_window(struct events *events, enum events_level which, uint64_t number, const struct window **out,
                             struct tt_error *err)
{
    struct events_level_state *level = &events->levels[which];
    *out = NULL;
    if (level->has_end && number >= level->end)
        return TT_OK;
    struct window *window = events_held(level, number);
    if (window) {
        window->last_use = ++events->uses;
        window->users++;
        *out = window;
        return TT_OK;
    }
    enum tt_status status = TT_OK;
    if (!level->player || player_at(level->player) != number)
        status = events_go(level, events_begin_at(events, level, number), err);
    while (!status) {
        status = events_advance(events, which, &window, err);
        if (status || !window || window->number >= number)
            break;
        events_release(window);
    }
    *out = status ? NULL : window;
    return status;
}

enum tt_status events_digest(struct events *events, uint64_t *digest, struct tt_error *err)
{
    struct events_level_state *level = &events->levels[EVENTS_PLAIN];
    enum tt_status status = TT_OK;
    if (!events->has_digest && !level->player)
        status = player_open(&level->player, &level->played, err);
    if (!status && !events->has_digest)
        status = player_digest(level->player, &events->digest, err);
    events->has_digest |= !status;
    *digest = events->digest;
    return status;
}
