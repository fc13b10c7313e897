/* SPDX-License-Identifier: Apache-2.0 */
/* Compares two ends as if one were a recording: differences are handled as those of a replay. */
#include "ask/diff/against.h"

#include "ask/diff/diff_internal.h"
#include "base/memory.h"
#include "isa/chip.h"
#include "isa/spaces.h"

#include <string.h>

enum { FACE = 256, RUN_MAX = 4096, RUN_GAP = 4 };

unsigned against_distance_class(uint64_t ulps)
{
    unsigned class = 0;
    if (ulps == UINT64_MAX)
        return AGAINST_DISTANCES - 1;
    while (ulps >> class && class < AGAINST_DISTANCES - 2)
        class ++;
    return class;
}

static struct against_tile *against_tile_of(struct against *against, const struct diff_item *item)
{
    for (size_t i = against->tile_count; i-- > 0;)
        if (against->tiles[i].tile == item->tile && against->tiles[i].packer == item->instance)
            return &against->tiles[i];
    if (mem_grow(&against->tiles, &against->tile_capacity, against->tile_count + 1, sizeof *against->tiles))
        return NULL;
    against->tiles[against->tile_count] = (struct against_tile){.tile = item->tile, .packer = item->instance};
    return &against->tiles[against->tile_count++];
}

static enum tt_status take_item(void *user, const struct diff_item *item)
{
    struct against *against = user;
    if (item->part != DIFF_DATUM && item->part != DIFF_SHARED_EXPONENT)
        return TT_OK;
    struct against_tile *tile = against_tile_of(against, item);
    if (!tile)
        return TT_NO_MEMORY;
    if (item->part == DIFF_SHARED_EXPONENT) {
        tile->exponents++;
        return TT_OK;
    }
    const uint32_t face = item->datum / FACE;
    tile->datums++;
    against->datums++;
    against->distances[against_distance_class(item->ulps)]++;
    against->faces[face < AGAINST_FACES ? face : AGAINST_FACES]++;
    against->rows[item->datum % FACE / AGAINST_SIDE]++;
    against->columns[item->datum % AGAINST_SIDE]++;
    if (item->ulps != UINT64_MAX && item->ulps > tile->farthest)
        tile->farthest = item->ulps;
    if (item->ulps != UINT64_MAX && item->ulps > against->farthest)
        against->farthest = item->ulps;
    return TT_OK;
}

/* The two ends as a source of mismatches. */
struct ends {
    const struct end_state *other;
    struct end_state own;
};

/* A space of both: the bytes that both know, and those of them that differ. */
struct space_diff {
    uint32_t size;
    const uint8_t *held, *replayed;
    uint8_t *known, *differs; /* of pages that both have touched; else zero */
    bool page_differs[END_PAGES_MAX];
};

/* A byte that either run does not know for sure is undecided. */
static uint32_t hide_undecided(struct space_diff *diff, const struct ends *ends, int which, uint32_t lo, uint32_t hi)
{
    const uint8_t *other = ends->other->undecided[which], *own = ends->own.undecided[which];
    uint32_t count = 0;
    for (uint32_t i = lo; (own || other) && i < hi; i++) {
        if (!diff->known[i] || !((own && own[i]) || (other && other[i])))
            continue;
        diff->known[i] = diff->differs[i] = 0;
        count++;
    }
    return count;
}

/* A page, in plain loops over it, which become lanes. */
static void compare_page(struct space_diff *diff, const struct ends *ends, int which, uint32_t lo, uint32_t hi,
                         struct replay_comparison *sum)
{
    const uint8_t *other = ends->other->known[which], *own = ends->own.known[which];
    uint8_t *restrict known = diff->known, *restrict differs = diff->differs;
    uint32_t differing_bytes = 0;
    for (uint32_t i = lo; i < hi; i++) {
        known[i] = other[i] & own[i];
        differs[i] = ((diff->held[i] ^ diff->replayed[i]) & known[i]) != 0;
    }
    uint32_t known_bytes = hide_undecided(diff, ends, which, lo, hi);
    sum->tainted_bytes += known_bytes;
    for (uint32_t i = lo; i < hi; i++) {
        known_bytes += known[i] != 0;
        differing_bytes += differs[i];
    }
    diff->page_differs[lo / END_PAGE] = differing_bytes > 0;
    sum->known_bytes += known_bytes;
    sum->differing_bytes += differing_bytes;
}

static void compare_pages(struct space_diff *diff, const struct ends *ends, int which, struct replay_comparison *sum)
{
    for (uint32_t page = 0; page * END_PAGE < diff->size; page++) {
        const uint32_t lo = page * END_PAGE, hi = diff->size - lo < END_PAGE ? diff->size : lo + END_PAGE;
        if (ends->own.is_touched[which][page] && ends->other->is_touched[which][page])
            compare_page(diff, ends, which, lo, hi, sum);
    }
    sum->equal_bytes = sum->known_bytes - sum->differing_bytes - sum->tainted_bytes;
}

/* Where the run of differing bytes that starts at `from` ends: short gaps belong to it, so that a datum stays whole. */
static uint32_t run_end(const uint8_t *differs, uint32_t from, uint32_t size)
{
    uint32_t end = from + 1;
    for (uint32_t i = end; i < size && i < end + RUN_GAP && i - from < RUN_MAX; i++)
        if (differs[i])
            end = i + 1;
    end += (4 - end % 4) % 4;
    return end < size ? end : size;
}

static enum tt_status report_runs(const struct space_diff *diff, enum tt_space space, struct diff_source_sink *sink)
{
    enum tt_status status = TT_OK;
    for (uint32_t lo = 0; lo < diff->size && !status;) {
        if (!diff->page_differs[lo / END_PAGE]) {
            lo += END_PAGE - lo % END_PAGE;
            continue;
        }
        if (!diff->differs[lo]) {
            lo++;
            continue;
        }
        const uint32_t from = lo - lo % 4, end = run_end(diff->differs, lo, diff->size);
        const struct replay_mismatch row = {.space = space,
                                            .lo = from,
                                            .hi = end,
                                            .held = diff->held + from,
                                            .replayed = diff->replayed + from,
                                            .known = diff->known + from};
        status = sink->mismatch(sink->user, &row);
        lo = end;
    }
    return status;
}

static enum tt_status report_space(struct ends *ends, int which, struct diff_source_sink *sink, struct tt_error *err)
{
    const enum tt_space space = end_state_space(which);
    struct replay_comparison sum = {.space = space};
    struct space_diff diff = {.size = space_bytes(ends->own.chip, space),
                              .held = ends->other->bytes[which],
                              .replayed = ends->own.bytes[which]};
    diff.known = mem_calloc(2, diff.size);
    if (!diff.known)
        return tt_fail(err, TT_NO_MEMORY, "no memory for a space");
    diff.differs = diff.known + diff.size;
    compare_pages(&diff, ends, which, &sum);
    enum tt_status status = sum.known_bytes ? sink->comparison(sink->user, &sum) : TT_OK;
    if (!status)
        status = report_runs(&diff, space, sink);
    mem_free(diff.known);
    return status;
}

static enum tt_status report_all(void *user, struct diff_source_sink *sink, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (int i = 0; i < END_SPACES && !status; i++)
        status = report_space(user, i, sink, err);
    return status;
}

enum tt_status against_make(struct against *against, struct results *results, const struct end_state *other,
                            size_t limit, struct tt_error *err)
{
    struct ends ends = {.other = other};
    const struct diff_visitor visitor = {against, take_item};
    const struct diff_source source = {&ends, report_all, NULL, other->is_run ? &other->facts : NULL};
    const enum tt_chip chip = results_run(results)->chip;
    *against = (struct against){0};
    if (other->chip != chip)
        return tt_fail(err, TT_BAD_INPUT, "one is of %s, the other of %s", chip_get(chip)->name,
                       chip_get(other->chip)->name);
    enum tt_status status = end_state_of_results(&ends.own, results, err);
    if (!status)
        status = diff_make_from(&against->diff, results, &source, limit, &visitor, err);
    if (status == TT_NO_MEMORY)
        (void)tt_fail(err, TT_NO_MEMORY, "no memory for the differences");
    end_state_clear(&ends.own);
    return status;
}

void against_clear(struct against *against)
{
    diff_clear(&against->diff);
    mem_free(against->tiles);
    *against = (struct against){0};
}
