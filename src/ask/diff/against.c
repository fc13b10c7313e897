/* SPDX-License-Identifier: Apache-2.0 */
/* Compares two ends as if one were a recording: differences are handled as those of a replay. */
#include "ask/diff/against.h"

#include "ask/diff/diff_internal.h"
#include "isa/chip.h"
#include "isa/spaces.h"

enum { FACE = 256 };

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

struct against_report {
    struct diff_source_sink *sink;
    enum tt_status status;
};

static void against_on_mismatch(void *user, const struct replay_mismatch *mismatch)
{
    struct against_report *report = user;
    if (!report->status)
        report->status = report->sink->mismatch(report->sink->user, mismatch);
}

/* The bits of a byte that both know; a byte that either run does not know for sure is undecided. Returns how many are.
 */
static uint32_t known_to_both(const struct ends *ends, int which, uint32_t lo, uint32_t count, uint8_t *known)
{
    const uint8_t *others = ends->other->undecided[which], *own = ends->own.undecided[which];
    uint32_t undecided = 0;
    for (uint32_t i = 0; i < count; i++)
        known[i] = ends->other->known[which][lo + i] & ends->own.known[which][lo + i];
    for (uint32_t i = 0; (own || others) && i < count; i++) {
        if (!known[i] || !((own && own[lo + i]) || (others && others[lo + i])))
            continue;
        known[i] = 0;
        undecided++;
    }
    return undecided;
}

static bool against_is_touched(const struct ends *ends, int which, uint32_t at)
{
    return ends->own.is_touched[which][at / END_PAGE] && ends->other->is_touched[which][at / END_PAGE];
}

static enum tt_status report_space(struct ends *ends, int which, struct diff_source_sink *sink, struct tt_error *err)
{
    const enum tt_space space = end_state_space(which);
    const uint32_t size = space_bytes(ends->own.chip, space);
    struct replay_comparison sum = {.space = space};
    struct against_report report = {sink, TT_OK};
    const struct mismatch_sink mismatches = {&report, against_on_mismatch, NULL};
    uint8_t *known = mem_alloc(size);
    NEED(known, err, "no memory for a space");
    for (uint32_t lo = 0, hi; lo < size; lo = hi) {
        for (hi = lo; hi < size && against_is_touched(ends, which, hi);)
            hi = hi + END_PAGE < size ? hi + END_PAGE : size;
        const uint32_t undecided = known_to_both(ends, which, lo, hi - lo, known);
        sum.known_bytes += undecided;
        sum.tainted_bytes += undecided;
        stretch_compare(&(struct stretch){.space = space,
                                          .lo = lo,
                                          .count = hi - lo,
                                          .held = ends->other->bytes[which] + lo,
                                          .replayed = ends->own.bytes[which] + lo,
                                          .known = known},
                        &sum, &mismatches);
        hi += hi == lo ? END_PAGE : 0;
    }
    mem_free(known);
    return report.status || !sum.known_bytes ? report.status : sink->comparison(sink->user, &sum);
}

static enum tt_status report_all(void *user, struct diff_source_sink *sink, struct tt_error *err)
{
    for (int i = 0; i < END_SPACES; i++)
        TRY(report_space(user, i, sink, err));
    return TT_OK;
}

enum tt_status against_make(struct against *against, struct results *results, const struct end_state *other,
                            size_t limit, struct tt_error *err)
{
    struct ends ends = {.other = other};
    const struct diff_visitor visitor = {against, take_item};
    const struct diff_source source = {&ends, report_all, NULL, other->is_run ? &other->facts : NULL};
    const enum tt_chip chip = results_run(results)->chip;
    *against = (struct against){0};
    REFUSE_IF(other->chip != chip, err, "one is of %s, the other of %s", chip_get(chip)->name,
              chip_get(other->chip)->name);
    enum tt_status status = end_state_of_results(&ends.own, results, err);
    status = status ?: diff_make_from(&against->diff, results, &source, limit, &visitor, err);
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
