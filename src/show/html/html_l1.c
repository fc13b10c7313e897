/* SPDX-License-Identifier: Apache-2.0 */
/* L1 by regions: its readers and writers, and how many of its bytes differ. */
#include "show/html/html_internal.h"

#include "isa/spaces.h"

/* Accesses to a stretch of GRANULE bytes; a bit a unit. */
struct granule {
    uint16_t readers, writers;
    uint32_t differing, undecided; /* bytes, over all checkpoints */
    uint64_t first, last;          /* writes */
};

enum { GRANULE = 16, FARTHEST = 1 << 16 };

struct surveyor {
    struct granule *granules;
    uint32_t count;
};

static enum tt_status html_l1_take_access(void *user, const struct results_access_row *row)
{
    struct surveyor *surveyor = user;
    const uint16_t unit = (uint16_t)(1u << row->of.unit);
    if (row->of.space != TT_SPACE_L1 || row->of.hi <= row->of.lo)
        return TT_OK;
    for (uint32_t i = row->of.lo / GRANULE; i <= (row->of.hi - 1) / GRANULE && i < surveyor->count; i++) {
        struct granule *granule = &surveyor->granules[i];
        if (!row->of.is_write) {
            granule->readers |= unit;
            continue;
        }
        if (!granule->writers)
            granule->first = row->seq;
        granule->writers |= unit;
        granule->last = row->seq;
    }
    return TT_OK;
}

static enum tt_status html_l1_take_mismatch(void *user, const struct replay_mismatch *row)
{
    struct surveyor *surveyor = user;
    for (uint32_t addr = row->lo; row->space == TT_SPACE_L1 && addr < row->hi; addr++) {
        const uint32_t i = addr - row->lo;
        if (addr / GRANULE >= surveyor->count || !((row->held[i] ^ row->replayed[i]) & row->known[i]))
            continue;
        if (row->is_tainted)
            surveyor->granules[addr / GRANULE].undecided++;
        else
            surveyor->granules[addr / GRANULE].differing++;
    }
    return TT_OK;
}

static bool html_l1_is_used(const struct granule *granule)
{
    return granule->readers || granule->writers || granule->differing || granule->undecided;
}

/* The region that begins at or behind *at, which is then behind it. Neighbours are one if like, or no farther apart
 * than `gap` granules. False: none is left. */
static bool next_region(const struct surveyor *surveyor, uint32_t gap, uint32_t *at, uint32_t *from,
                        struct granule *region)
{
    uint32_t i = *at;
    while (i < surveyor->count && !html_l1_is_used(&surveyor->granules[i]))
        i++;
    if (i == surveyor->count)
        return false;
    *from = i;
    *region = (struct granule){.readers = surveyor->granules[i].readers, .writers = surveyor->granules[i].writers};
    for (uint32_t end = i; i < surveyor->count && i <= end + gap; i++) {
        const struct granule *granule = &surveyor->granules[i];
        if (!html_l1_is_used(granule))
            continue;
        if (!gap && (granule->readers != region->readers || granule->writers != region->writers))
            break;
        if (granule->writers && (!region->last || granule->first < region->first))
            region->first = granule->first;
        if (granule->writers && granule->last > region->last)
            region->last = granule->last;
        region->readers |= granule->readers;
        region->writers |= granule->writers;
        region->differing += granule->differing;
        region->undecided += granule->undecided;
        end = i + 1;
        *at = end;
    }
    return true;
}

/* The least gap at which regions are few enough. */
static uint32_t find_gap(const struct surveyor *surveyor)
{
    uint32_t gap = 0;
    for (; gap < FARTHEST; gap = gap ? gap * 4 : 1) {
        struct granule region;
        uint32_t count = 0;
        for (uint32_t at = 0, from; count <= HTML_REGIONS && next_region(surveyor, gap, &at, &from, &region);)
            count++;
        if (count <= HTML_REGIONS)
            break;
    }
    return gap;
}

/* Each a list: first and last byte, units that read and wrote as bits, first and last event that wrote (one more; 0:
 * no instruction), bytes that differ and that are undecided. */
static void put_regions(struct html *html, const struct surveyor *surveyor)
{
    const uint32_t gap = find_gap(surveyor);
    struct report *out = &html->report;
    struct granule region;
    report_list(out, "regions");
    for (uint32_t at = 0, from; next_region(surveyor, gap, &at, &from, &region);) {
        const bool is_written = region.writers != 0;
        report_list_line(out, NULL);
        report_say(out, SAY(NULL, from * GRANULE), SAY(NULL, at * GRANULE), SAY(NULL, region.readers + 0u),
                   SAY(NULL, region.writers + 0u), SAY(NULL, is_written ? region.first + 1 : 0),
                   SAY(NULL, is_written ? region.last + 1 : 0), SAY(NULL, region.differing),
                   SAY(NULL, region.undecided));
        report_close(out);
    }
    report_close(out);
}

enum tt_status html_put_l1(struct html *html)
{
    const struct results_run_row *run = results_run(html->results);
    const uint32_t bytes = space_bytes(run->chip, TT_SPACE_L1);
    struct granule *granules OWNED(mem_free_at) = mem_calloc(bytes / GRANULE, sizeof *granules);
    struct surveyor surveyor = {.count = bytes / GRANULE, .granules = granules};
    NEED(granules, html->err, "no memory for the page");
    TRY(results_each_access(html->results, 0, INT64_MAX, html_l1_take_access, &surveyor, html->err));
    TRY(results_each_mismatch(html->results, html_l1_take_mismatch, &surveyor, html->err));
    report_object(&html->report, "l1");
    report_say(&html->report, SAY("bytes", bytes));
    put_regions(html, &surveyor);
    report_close(&html->report);
    return TT_OK;
}
