/* SPDX-License-Identifier: Apache-2.0 */
/* Which windows write where: of each that was computed once, so that the others need not be computed again. */
#include "results/events_internal.h"

#include "base/memory.h"
#include "base/search.h"

#include <stdlib.h>
#include <string.h>

enum { SPACE_SHIFT = 27 };

/* What is looked for in a space: a word, a row of datums, a register; as a power of two bytes. */
static const uint8_t granule_shift[TT_SPACE_COUNT] = {
    [TT_SPACE_L1] = 6,        [TT_SPACE_CFG] = 2,  [TT_SPACE_THREAD_CFG] = 1, [TT_SPACE_GPR] = 2,  [TT_SPACE_DST] = 5,
    [TT_SPACE_DST_VALID] = 2, [TT_SPACE_SRCA] = 6, [TT_SPACE_SRCB] = 6,       [TT_SPACE_LREG] = 7, [TT_SPACE_STATE] = 2,
};

struct granules {
    uint32_t *items;
    size_t count, capacity;
};

/* Bytes [lo, hi) of a space, as the first and the last of their granules. */
struct granule_range {
    uint32_t first, last;
};

static uint32_t written_granule(enum tt_space space, uint32_t at)
{
    return (uint32_t)space << SPACE_SHIFT | at >> granule_shift[space];
}

static int by_granule(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

static bool written_take(struct granules *granules, const struct results_access_row *row)
{
    if (!row->is_write || row->hi <= row->lo)
        return true;
    const uint32_t last = written_granule(row->space, row->hi - 1);
    for (uint32_t granule = written_granule(row->space, row->lo); granule <= last; granule++) {
        if (granules->count && granules->items[granules->count - 1] == granule)
            continue;
        if (mem_grow(&granules->items, &granules->capacity, granules->count + 1, sizeof granule))
            return false;
        granules->items[granules->count++] = granule;
    }
    return true;
}

static bool written_collect(struct granules *granules, const struct window *window)
{
    for (size_t i = 0; i < window->access_count; i++)
        if (!written_take(granules, &window->accesses[i]))
            return false;
    if (granules->count)
        qsort(granules->items, granules->count, sizeof *granules->items, by_granule);
    size_t left = 0;
    for (size_t i = 0; i < granules->count; i++)
        if (!left || granules->items[left - 1] != granules->items[i])
            granules->items[left++] = granules->items[i];
    granules->count = left;
    return true;
}

void events_forget_written(struct events *events)
{
    for (size_t i = 0; i < events->written_count; i++)
        mem_free(events->written[i].granules);
    mem_free(events->written);
    events->written = NULL;
    events->written_count = events->written_capacity = 0;
}

static bool is_written_before(const void *item, const void *sought)
{
    const struct events_written *written = item;
    const uint64_t *number = sought;
    return written->number < *number;
}

/* The first that is not before a window. */
static size_t written_first(const struct events *events, uint64_t number)
{
    return search_first(events->written, events->written_count, sizeof *events->written, &number, is_written_before);
}

static bool written_note(struct events *events, const struct window *window)
{
    const size_t at = written_first(events, window->number);
    struct granules granules = {0};
    if (at < events->written_count && events->written[at].number == window->number) {
        if (window->from < events->written[at].from)
            events->written[at].from = window->from;
        return true;
    }
    if (!written_collect(&granules, window) ||
        mem_grow(&events->written, &events->written_capacity, events->written_count + 1, sizeof *events->written)) {
        mem_free(granules.items);
        return false;
    }
    memmove(&events->written[at + 1], &events->written[at], (events->written_count - at) * sizeof *events->written);
    events->written[at] = (struct events_written){window->from, window->number, granules.items, granules.count};
    events->written_count++;
    return true;
}

static bool written_has(const struct events_written *written, const struct granule_range *range)
{
    size_t from = 0, to = written->count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (written->granules[middle] < range->first)
            from = middle + 1;
        else
            to = middle;
    }
    return from < written->count && written->granules[from] <= range->last;
}

/* What is known of a window, which is computed where nothing is; null: the run is over before it. */
static enum tt_status written_at(struct events *events, uint64_t number, const struct events_written **written,
                                 struct tt_error *err)
{
    const struct window *window;
    size_t at = written_first(events, number);
    *written = NULL;
    if (at == events->written_count || events->written[at].from > number) {
        const enum tt_status status = events_window(events, EVENTS_PLAIN, number, &window, err);
        if (status || !window)
            return status;
        const bool is_noted = written_note(events, window);
        events_release(window);
        if (!is_noted)
            return tt_fail(err, TT_NO_MEMORY, "no memory for the events of a run");
        at = written_first(events, number);
    }
    *written = &events->written[at];
    return TT_OK;
}

enum tt_status events_written_before(struct events *events, enum tt_space space, uint32_t lo, uint32_t hi,
                                     uint64_t *number, struct tt_error *err)
{
    const struct granule_range range = {written_granule(space, lo), written_granule(space, hi > lo ? hi - 1 : lo)};
    const struct events_level_state *level = &events->levels[EVENTS_PLAIN];
    const struct events_written *written;
    while (hi > lo) {
        const enum tt_status status = written_at(events, *number, &written, err);
        if (status)
            return status;
        if (written && written->number <= *number && written_has(written, &range)) {
            *number = written->number;
            return TT_OK;
        }
        /* Behind the end of the run: its last window is looked at next. */
        const uint64_t from = written ? written->from : level->end;
        if (from == 0)
            break;
        *number = from - 1;
    }
    return TT_END;
}

enum tt_status events_written_after(struct events *events, enum tt_space space, uint32_t lo, uint32_t hi,
                                    uint64_t *number, struct tt_error *err)
{
    const struct granule_range range = {written_granule(space, lo), written_granule(space, hi > lo ? hi - 1 : lo)};
    const struct events_written *written;
    while (hi > lo) {
        const enum tt_status status = written_at(events, *number, &written, err);
        if (status || !written)
            return status ? status : TT_END;
        *number = written->number;
        if (written_has(written, &range))
            return TT_OK;
        ++*number;
    }
    return TT_END;
}
