/* SPDX-License-Identifier: Apache-2.0 */
/* The last writer of each byte of a range. */
#include "ask/diff/diff_internal.h"

struct search {
    struct differ *differ;
    uint32_t lo, hi, missing;
};

static bool claims_any(const struct search *search, const struct results_access_row *row)
{
    uint32_t from = row->of.lo > search->lo ? row->of.lo : search->lo;
    uint32_t to = row->of.hi < search->hi ? row->of.hi : search->hi;
    for (uint32_t addr = from; addr < to; addr++)
        if (!search->differ->owner_of[addr - search->lo])
            return true;
    return false;
}

/* Writes are walked newest first, so that the first that covers a byte is its owner. */
static enum tt_status claim(void *user, const struct results_access_row *row)
{
    struct search *search = user;
    struct differ *differ = search->differ;
    if (!claims_any(search, row))
        return TT_OK;
    const struct results_access_row writer = {row->seq, probe_access_bare(&row->of)};
    NEED(MEM_PUSH(differ->owners, differ->owner_count, differ->owner_capacity, writer), differ->err,
         "no memory for the writers of %u bytes", search->hi - search->lo);
    uint32_t from = row->of.lo > search->lo ? row->of.lo : search->lo;
    uint32_t to = row->of.hi < search->hi ? row->of.hi : search->hi;
    for (uint32_t addr = from; addr < to; addr++) {
        uint32_t *owner = &differ->owner_of[addr - search->lo];
        if (*owner)
            continue;
        *owner = (uint32_t)differ->owner_count;
        search->missing--;
    }
    return search->missing ? TT_OK : TT_END;
}

/* Values of a stage are written nowhere. */
static enum tt_status find_makers(struct differ *differ, uint32_t lo, uint32_t hi)
{
    for (uint32_t at = lo; at < hi; at += 4) {
        struct results_access_row owner = {0};
        if (!differ->source->maker(differ->source->user, at, &owner))
            continue;
        NEED(MEM_PUSH(differ->owners, differ->owner_count, differ->owner_capacity, owner), differ->err,
             "no memory for the instructions of %u bytes", hi - lo);
        for (uint32_t byte = at; byte < at + 4 && byte < hi; byte++)
            differ->owner_of[byte - lo] = (uint32_t)differ->owner_count;
    }
    return TT_OK;
}

enum tt_status owners_find(struct differ *differ, enum tt_space space, uint32_t lo, uint32_t hi, int64_t seq)
{
    if (mem_grow(&differ->owner_of, &differ->owner_of_capacity, hi - lo, sizeof *differ->owner_of))
        return tt_fail(differ->err, TT_NO_MEMORY, "no memory for %u bytes", hi - lo);
    memset(differ->owner_of, 0, (hi - lo) * sizeof *differ->owner_of);
    differ->owner_count = 0;
    if (space == TT_SPACE_STAGE)
        return find_makers(differ, lo, hi);
    if (seq < 0)
        return TT_OK;
    struct search search = {differ, lo, hi, hi - lo};
    return results_writers(differ->results, space, lo, hi, (uint64_t)seq, claim, &search, differ->err);
}

const struct results_access_row *owner_at(const struct differ *differ, uint32_t i)
{
    uint32_t owner = differ->owner_of[i];
    return owner ? &differ->owners[owner - 1] : NULL;
}
