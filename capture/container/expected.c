/* SPDX-License-Identifier: Apache-2.0 */
/* References among a capture's checkpoints. */
#include "capture/expected.h"

#include "capture/container/reader.h"

/* ---- the list of checkpoints ---- */

/* The first of those that have no place yet. */
static struct ttcap_reference *first_left(struct ttcap_reference *references, size_t count)
{
    struct ttcap_reference *first = NULL;
    for (size_t i = 0; i < count; i++)
        if (!references[i].checkpoint && (!first || references[i].after < first->after))
            first = &references[i];
    return first;
}

/* Puts a checkpoint at the end of the new list. own: its number in the capture; null: a reference. */
static void expected_append(struct ttcap *capture, struct ttcap_checkpoint *list, uint32_t at, const uint32_t *own,
                            struct ttcap_reference *reference)
{
    const int64_t last = (int64_t)capture->info.event_count - 1;
    capture->expected.own[at] = own ? *own : EXPECTED_NOT_OWN;
    capture->expected.references[at] = reference;
    if (own) {
        list[at] = capture->checkpoints[*own];
        return;
    }
    reference->checkpoint = at;
    list[at].id = reference->id;
    list[at].after_event = reference->after < last ? reference->after : last;
    if (list[at].after_event < list[at - 1].after_event)
        list[at].after_event = list[at - 1].after_event;
}

enum tt_status ttcap_expect(struct ttcap *capture, struct ttcap_reference *references, size_t count,
                            struct tt_error *err)
{
    const uint32_t has = capture->info.checkpoint_count;
    const size_t most = has + count;
    assert(!capture->expected.own);
    REFUSE_IF(has == 0, err, "the capture has no snapshot to start from");
    struct ttcap_checkpoint *list = mem_calloc(most, sizeof *list);
    capture->expected.own = mem_calloc(most, sizeof *capture->expected.own);
    capture->expected.references = mem_calloc(most, sizeof *capture->expected.references);
    if (!list || !capture->expected.own || !capture->expected.references) {
        mem_free(list);
        expected_forget(capture);
        return tt_fail(err, TT_NO_MEMORY, "no memory for the checkpoints");
    }
    for (size_t i = 0; i < count; i++)
        references[i].checkpoint = 0;
    uint32_t at = 0;
    for (uint32_t own = 0; own < has || first_left(references, count);) {
        struct ttcap_reference *next = first_left(references, count);
        if (own && !next)
            break;
        const bool is_own = own < has && (!own || capture->checkpoints[own].after_event <= next->after);
        expected_append(capture, list, at++, is_own ? &own : NULL, next);
        own += is_own;
    }
    mem_free(capture->checkpoints);
    capture->checkpoints = list;
    capture->info.checkpoint_count = at;
    return TT_OK;
}

void expected_forget(struct ttcap *capture)
{
    mem_free(capture->expected.own);
    mem_free(capture->expected.references);
    capture->expected.own = NULL;
    capture->expected.references = NULL;
}

/* ---- their bytes ---- */

const struct ttcap_reference *expected_of(const struct ttcap *capture, uint32_t checkpoint)
{
    const bool is_reference = capture->expected.own && capture->expected.own[checkpoint] == EXPECTED_NOT_OWN;
    return is_reference ? capture->expected.references[checkpoint] : NULL;
}

bool ttcap_is_reference(const struct ttcap *capture, uint32_t checkpoint)
{
    return expected_of(capture, checkpoint) != NULL;
}

/* The bytes [*lo, *hi) that both ranges have; none: *hi is not above *lo. */
static void expected_overlap(const struct ttcap_range *one, const struct ttcap_range *other, uint32_t *lo, uint32_t *hi)
{
    const uint32_t end = one->lo + one->count, other_end = other->lo + other->count;
    *lo = one->lo > other->lo ? one->lo : other->lo;
    *hi = one->space != other->space ? 0 : end < other_end ? end : other_end;
}

static void hide(const struct ttcap_reference *reference, const struct ttcap_range *from, uint8_t *bytes,
                 uint8_t *known)
{
    for (size_t i = 0; i < reference->count; i++) {
        const struct ttcap_range *range = &reference->ranges[i];
        uint32_t lo, hi;
        expected_overlap(range, from, &lo, &hi);
        for (uint32_t addr = lo; addr < hi; addr++) {
            known[addr - from->lo] &= (uint8_t)~range->known[addr - range->lo];
            bytes[addr - from->lo] &= known[addr - from->lo];
        }
    }
}

void expected_hide(const struct ttcap *capture, const struct ttcap_range *from, uint8_t *bytes, uint8_t *known)
{
    for (uint32_t at = 0; capture->expected.own && at < capture->info.checkpoint_count; at++)
        if (expected_of(capture, at))
            hide(expected_of(capture, at), from, bytes, known);
}

bool expected_hides(const struct ttcap *capture, enum tt_space space, uint32_t lo, uint32_t count)
{
    const struct ttcap_range from = {space, lo, count, NULL, NULL};
    for (uint32_t at = 0; capture->expected.own && at < capture->info.checkpoint_count; at++) {
        const struct ttcap_reference *reference = expected_of(capture, at);
        for (size_t i = 0; reference && i < reference->count; i++) {
            uint32_t first, end;
            expected_overlap(&reference->ranges[i], &from, &first, &end);
            if (first < end)
                return true;
        }
    }
    return false;
}

void expected_read(const struct ttcap_reference *reference, const struct ttcap_range *from, uint8_t *bytes,
                   uint8_t *known)
{
    memset(bytes, 0, from->count);
    memset(known, 0, from->count);
    for (size_t i = 0; i < reference->count; i++) {
        const struct ttcap_range *range = &reference->ranges[i];
        uint32_t lo, hi;
        expected_overlap(range, from, &lo, &hi);
        for (uint32_t addr = lo; addr < hi; addr++) {
            known[addr - from->lo] = range->known[addr - range->lo];
            bytes[addr - from->lo] = range->bytes[addr - range->lo] & range->known[addr - range->lo];
        }
    }
}

enum tt_status expected_next_known(const struct ttcap_reference *reference, enum tt_space space, uint32_t *lo,
                                   uint32_t *hi)
{
    for (size_t i = 0; i < reference->count; i++) {
        const struct ttcap_range *range = &reference->ranges[i];
        if (range->space != space || range->lo + range->count <= *lo)
            continue;
        *lo = *lo > range->lo ? *lo : range->lo;
        *hi = range->lo + range->count;
        return TT_OK;
    }
    return TT_END;
}
