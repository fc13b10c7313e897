/* SPDX-License-Identifier: Apache-2.0 */
/* Which windows write where, so that the others need not be computed. */
#include "results/events_internal.h"

#include "base/memory.h"
#include "base/search.h"

#include <string.h>

enum { WORD_BITS = 64 };

/* What is looked for in a space: a word, a row of datums, a register; as a power of two bytes. */
static const uint8_t granule_shift[TT_SPACE_COUNT] = {
    [TT_SPACE_L1] = 6,        [TT_SPACE_CFG] = 2,  [TT_SPACE_THREAD_CFG] = 1, [TT_SPACE_GPR] = 2,  [TT_SPACE_DST] = 5,
    [TT_SPACE_DST_VALID] = 2, [TT_SPACE_SRCA] = 6, [TT_SPACE_SRCB] = 6,       [TT_SPACE_LREG] = 7, [TT_SPACE_STATE] = 2,
};

/* Which granules are written, a bit for each. */
struct granules {
    uint64_t bits[TT_SPACE_COUNT * WRITTEN_PLACES / WORD_BITS];
};

/* Bytes [lo, hi) of a space, as the first and the last of their granules. */
struct granule_range {
    uint32_t first, last;
};

static uint32_t written_granule(enum tt_space space, uint32_t at)
{
    const uint32_t place = at >> granule_shift[space];
    return (uint32_t)space * WRITTEN_PLACES + (place < WRITTEN_PLACES ? place : WRITTEN_PLACES - 1);
}

static void written_take(struct granules *granules, enum tt_space space, uint32_t lo, uint32_t hi)
{
    const uint32_t last = written_granule(space, hi - 1);
    for (uint32_t granule = written_granule(space, lo); granule <= last; granule++)
        granules->bits[granule / WORD_BITS] |= UINT64_C(1) << granule % WORD_BITS;
}

/* Puts them behind the others, as those of a window. */
static bool written_put(struct events *events, uint64_t number, const struct granules *granules)
{
    const size_t words = sizeof granules->bits / sizeof granules->bits[0];
    struct events_written made = {.number = number};
    size_t count = 0;
    for (size_t i = 0; i < words; i++)
        count += (size_t)__builtin_popcountll(granules->bits[i]);
    made.granules = mem_alloc((count + 1) * sizeof *made.granules);
    if (!made.granules ||
        mem_grow(&events->written, &events->written_capacity, events->written_count + 1, sizeof *events->written)) {
        mem_free(made.granules);
        return false;
    }
    for (size_t i = 0; i < words; i++)
        for (uint64_t bits = granules->bits[i]; bits; bits &= bits - 1)
            made.granules[made.count++] = (uint32_t)(i * WORD_BITS) + (uint32_t)__builtin_ctzll(bits);
    events->written[events->written_count++] = made;
    return true;
}

void events_forget_written(struct events *events)
{
    for (size_t i = 0; i < events->written_count; i++)
        mem_free(events->written[i].granules);
    mem_free(events->written);
    events->written = NULL;
    events->written_count = events->written_capacity = 0;
    events->has_all_written = false;
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

struct written_marker {
    struct events *events;
    struct granules granules; /* of window `number` */
    uint64_t number;
    bool has_any, is_short; /* of memory */
};

static void marker_put(struct written_marker *marker)
{
    if (!marker->has_any)
        return;
    marker->is_short |= !written_put(marker->events, marker->number, &marker->granules);
    marker->has_any = false;
    memset(&marker->granules, 0, sizeof marker->granules);
}

static void marker_take(void *user, uint64_t number, enum tt_space space, uint32_t lo, uint32_t hi)
{
    struct written_marker *marker = user;
    if (marker->number != number)
        marker_put(marker);
    marker->number = number;
    marker->has_any = true;
    written_take(&marker->granules, space, lo, hi);
}

enum tt_status events_note_writes(struct events *events, struct tt_error *err)
{
    struct written_marker marker = {.events = events};
    events_forget_written(events);
    enum tt_status status = player_mark(events->player, marker_take, &marker, err);
    marker_put(&marker);
    if (!status && marker.is_short)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the events of a run");
    if (status)
        events_forget_written(events);
    events->has_all_written = !status;
    return status;
}

enum tt_status events_written(struct events *events, enum tt_space space, uint32_t lo, uint32_t hi, bool is_before,
                              uint64_t *number, struct tt_error *err)
{
    const struct granule_range range = {written_granule(space, lo), written_granule(space, hi > lo ? hi - 1 : lo)};
    const enum tt_status status = events->has_all_written ? TT_OK : events_note_writes(events, err);
    if (status)
        return status;
    size_t at = written_first(events, is_before ? *number + 1 : *number);
    while (hi > lo && (is_before ? at > 0 : at < events->written_count)) {
        const struct events_written *written = &events->written[is_before ? --at : at++];
        if (written_has(written, &range)) {
            *number = written->number;
            return TT_OK;
        }
    }
    return TT_END;
}
