/* SPDX-License-Identifier: Apache-2.0 */
#include "results/events_internal.h"

enum { HELD_BYTES = 32 << 20, HELD_LEAST = 4, HELD_STAGED = 4 };
enum { BACK_LEAST = 8, BACK_NEAR = 4 };

struct events *events_open(const struct played *played)
{
    struct events *events = mem_calloc(1, sizeof *events);
    if (events)
        events->played = *played;
    return events;
}

void events_close(struct events *events)
{
    if (!events)
        return;
    player_close(events->player);
    for (size_t i = 0; i < events->count; i++)
        window_free(events->held[i]);
    mem_free(events->held);
    events_forget_survey(events);
    events_forget_written(events);
    mem_free(events);
}

uint64_t events_number(uint64_t seq)
{
    return seq / WINDOW_EVENTS;
}

void events_release(const struct window *window)
{
    if (window)
        ((struct window *)(uintptr_t)window)->users--;
}

/* ---- which are held ---- */

/* The one that nobody uses and that was not used for longest, of all or of those with stages; events->count: none. */
static size_t events_oldest(const struct events *events, bool with_stages)
{
    size_t oldest = events->count;
    for (size_t i = 0; i < events->count; i++)
        if (!events->held[i]->users && (events->held[i]->has_stages || !with_stages) &&
            (oldest == events->count || events->held[i]->last_use < events->held[oldest]->last_use))
            oldest = i;
    return oldest;
}

/* Drops windows until the rest is little enough. Those with stages are large, and mostly asked once: what was not
 * written for long is slower to write than what is in a cache. */
static void events_make_room(struct events *events)
{
    size_t staged = 0;
    for (size_t i = 0; i < events->count; i++)
        staged += events->held[i]->has_stages;
    while ((staged > HELD_STAGED || events->bytes > HELD_BYTES) && events->count > HELD_LEAST) {
        const size_t oldest = events_oldest(events, staged > HELD_STAGED);
        if (oldest == events->count)
            return;
        staged -= events->held[oldest]->has_stages;
        events->bytes -= window_bytes(events->held[oldest]);
        window_free(events->held[oldest]);
        events->held[oldest] = events->held[--events->count];
    }
}

static struct window *events_held(const struct events *events, bool with_stages, uint64_t number)
{
    for (size_t i = events->count; i-- > 0;)
        if (events->held[i]->from <= number && number <= events->held[i]->number &&
            (events->held[i]->has_stages || !with_stages))
            return events->held[i];
    return NULL;
}

/* Takes the window, or frees it for one that is there. */
static enum tt_status events_hold(struct events *events, struct window **window, struct tt_error *err)
{
    struct window *there = events_held(events, (*window)->has_stages, (*window)->number);
    if (!there && mem_grow(&events->held, &events->capacity, events->count + 1, sizeof(struct window *))) {
        window_free(*window);
        return tt_fail(err, TT_NO_MEMORY, "no memory for the events of a run");
    }
    if (there) {
        window_free(*window);
        *window = there;
    } else {
        events->bytes += window_bytes(*window);
        events->held[events->count++] = *window;
    }
    (*window)->last_use = ++events->uses;
    (*window)->users++;
    events_make_room(events);
    return TT_OK;
}

/* ---- the replay ---- */

enum tt_status events_open_player(struct events *events, struct tt_error *err)
{
    return events->player ? TT_OK : player_open(&events->player, &events->played, err);
}

/* The next window of the replay at hand, held and in use; null: it is over. */
static enum tt_status events_advance(struct events *events, struct window **window, struct tt_error *err)
{
    enum tt_status status = player_next(events->player, window, err);
    if (status == TT_END) {
        events->has_end = true;
        events->end = player_at(events->player);
        *window = NULL;
        return TT_OK;
    }
    TRY(status);
    status = (*window)->is_short ? tt_fail(err, TT_NO_MEMORY, "no memory for the events of a run")
                                 : player_prove(events->player, (*window)->number, err);
    if (status)
        window_free(*window);
    return status ? status : events_hold(events, window, err);
}

/* Where to begin, so that the window is among those that are heard. A caller that asks for one shortly before the last
 * goes backwards: ever more of those before it come along. Stages cost too much to be heard for nothing. */
static uint64_t events_begin_at(struct events *events, enum events_wanted wanted, uint64_t number)
{
    const bool is_back = events->last > number && events->last - number <= BACK_NEAR && wanted == EVENTS_PLAIN;
    const uint64_t room = events->count ? HELD_BYTES / 2 * events->count / (events->bytes + 1) : BACK_LEAST;
    events->back = !is_back ? 0 : events->back ? 2 * events->back : BACK_LEAST;
    if (events->back > room)
        events->back = room;
    return number - (events->back < number ? events->back : number);
}

enum tt_status events_window(struct events *events, enum events_wanted wanted, uint64_t number,
                             const struct window **out, struct tt_error *err)
{
    const bool with_stages = wanted == EVENTS_STAGES;
    *out = NULL;
    if (events->has_end && number >= events->end)
        return TT_OK;
    struct window *window = events_held(events, with_stages, number);
    if (window) {
        window->last_use = ++events->uses;
        window->users++;
        events->last = number;
        *out = window;
        return TT_OK;
    }
    enum tt_status status = TT_OK;
    TRY(events_open_player(events, err));
    TRY(player_prove(events->player, number, err));
    if (!player_goes_on(events->player, number, with_stages))
        status = player_go(events->player, events_begin_at(events, wanted, number), with_stages, err);
    events->last = number;
    while (!status) {
        status = events_advance(events, &window, err);
        if (status || !window || window->number >= number)
            break;
        events_release(window);
    }
    *out = status ? NULL : window;
    return status;
}

enum tt_status events_walk(struct events *events, enum events_wanted wanted, uint64_t first, uint64_t last,
                           events_take *take, void *user, struct tt_error *err)
{
    const struct window *window;
    for (uint64_t number = events_number(first); number <= events_number(last);) {
        TRY(events_window(events, wanted, number, &window, err));
        if (!window)
            break;
        number = window->number + 1;
        const enum tt_status status = take(user, window);
        events_release(window);
        if (status)
            return walk_ended(status);
    }
    return TT_OK;
}
