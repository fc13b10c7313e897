/* SPDX-License-Identifier: Apache-2.0 */
/* Which windows may write where, so that the others need not be computed. */
#include "results/events_internal.h"

#include "base/search.h"

enum { WORD_BITS = 64, PLACES = sizeof((struct events_written){0}.bits) * 8 };
enum { L1_PLACES = PLACES / 4 * 3, OTHER_PLACES = (PLACES - L1_PLACES) / TT_SPACE_COUNT };

/* The unit of a search in a space: a word, a row of datums, a register; as a power of two bytes. */
static const uint8_t granule_shift[TT_SPACE_COUNT] = {
    [TT_SPACE_L1] = 6,        [TT_SPACE_CFG] = 2,  [TT_SPACE_THREAD_CFG] = 1, [TT_SPACE_GPR] = 2,  [TT_SPACE_DST] = 5,
    [TT_SPACE_DST_VALID] = 2, [TT_SPACE_SRCA] = 6, [TT_SPACE_SRCB] = 6,       [TT_SPACE_LREG] = 7, [TT_SPACE_STATE] = 2,
};

/* The bit of a granule, which others may have, too: L1 comes first, and is the largest. Neighbours have neighbours. */
static uint32_t written_bit(enum tt_space space, uint32_t granule)
{
    const uint32_t first = space == TT_SPACE_L1 ? 0 : L1_PLACES + (uint32_t)space * OTHER_PLACES;
    return (first + granule) % PLACES;
}

/* Sets the bits of bytes [lo, hi) of a space, or says whether one of them is set. */
static bool written_bits(struct events_written *written, enum tt_space space, uint32_t lo, uint32_t hi, bool sets)
{
    const uint32_t last = (hi - 1) >> granule_shift[space];
    bool is_set = false;
    for (uint32_t granule = lo >> granule_shift[space], left = PLACES; granule <= last && left; granule++, left--) {
        const uint32_t bit = written_bit(space, granule);
        uint64_t *word = &written->bits[bit / WORD_BITS];
        is_set |= *word >> bit % WORD_BITS & 1;
        *word |= (uint64_t)sets << bit % WORD_BITS;
    }
    return is_set;
}

void events_forget_written(struct events *events)
{
    mem_free(events->written);
    events->written = NULL;
    events->written_count = events->written_capacity = 0;
    events->has_all_written = false;
}

/* The first that is not before a window. */
static size_t written_first(const struct events *events, uint64_t number)
{
    return SEARCH_FIRST(events->written, events->written_count, item->number < number);
}

struct written_marker {
    struct events *events;
    bool is_short; /* of memory */
};

static void marker_take(void *user, uint64_t number, enum tt_space space, uint32_t lo, uint32_t hi)
{
    struct written_marker *marker = user;
    struct events *events = marker->events;
    if (!events->written_count || events->written[events->written_count - 1].number != number) {
        marker->is_short |= !MEM_PUSH(events->written, events->written_count, events->written_capacity,
                                      (struct events_written){.number = number});
        if (marker->is_short)
            return;
    }
    (void)written_bits(&events->written[events->written_count - 1], space, lo, hi, true);
}

/* Goes through the run and notes which window writes where. */
static enum tt_status events_note_writes(struct events *events, struct tt_error *err)
{
    struct written_marker marker = {.events = events};
    TRY(events_open_player(events, err));
    events_forget_written(events);
    enum tt_status status = player_mark(events->player, marker_take, &marker, err);
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
    TRY(events->has_all_written ? TT_OK : events_note_writes(events, err));
    size_t at = written_first(events, is_before ? *number + 1 : *number);
    while (hi > lo && (is_before ? at > 0 : at < events->written_count)) {
        struct events_written *written = &events->written[is_before ? --at : at++];
        if (written_bits(written, space, lo, hi, false)) {
            *number = written->number;
            return TT_OK;
        }
    }
    return TT_END;
}

/* ---- bytes that are looked for ---- */

struct events_search {
    enum tt_space space;
    uint32_t lo, hi;
    uint64_t bits[PLACES / WORD_BITS]; /* of places with any such byte */
    uint32_t left[PLACES];             /* their number in each */
    bool is_found[];
};

static uint32_t search_place(const struct events_search *search, uint32_t at)
{
    return written_bit(search->space, at >> granule_shift[search->space]);
}

enum tt_status events_search_new(struct events_search **out, enum tt_space space, uint32_t lo, uint32_t hi,
                                 struct tt_error *err)
{
    struct events_search *search = *out = mem_calloc(1, sizeof *search + (hi - lo));
    NEED(search, err, "no memory for %u bytes", (unsigned)(hi - lo));
    search->space = space;
    search->lo = lo;
    search->hi = hi;
    for (uint32_t at = lo, end; at < hi; at = end) {
        const uint32_t place = search_place(search, at), next = (at >> granule_shift[space]) + 1;
        end = next << granule_shift[space] < hi ? next << granule_shift[space] : hi;
        search->left[place] += end - at;
        search->bits[place / WORD_BITS] |= UINT64_C(1) << place % WORD_BITS;
    }
    return TT_OK;
}

void events_search_free(struct events_search *search)
{
    mem_free(search);
}

bool events_looks_for(const struct events_search *search, uint32_t at)
{
    return at >= search->lo && at < search->hi && !search->is_found[at - search->lo];
}

void events_found(struct events_search *search, uint32_t at)
{
    const uint32_t place = search_place(search, at);
    search->is_found[at - search->lo] = true;
    if (!--search->left[place])
        search->bits[place / WORD_BITS] &= ~(UINT64_C(1) << place % WORD_BITS);
}

enum tt_status events_search_back(struct events *events, const struct events_search *search, uint64_t *number,
                                  struct tt_error *err)
{
    TRY(events->has_all_written ? TT_OK : events_note_writes(events, err));
    for (size_t at = written_first(events, *number + 1); at-- > 0;) {
        const struct events_written *written = &events->written[at];
        if (!ANY(i, PLACES / WORD_BITS, written->bits[i] & search->bits[i]))
            continue;
        *number = written->number;
        return TT_OK;
    }
    return TT_END;
}
