/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of differences by part, stage, packer and face, and the first differences in full. */
#include "ask/diff/diff_internal.h"

#include "ask/diff/waivers.h"
#include "ask/run/upstream.h"

static bool is_same_kind(const struct diff_count *count, const struct diff_count *key)
{
    return count->part == key->part && count->has_writer == key->has_writer && count->unit == key->unit &&
           count->instance == key->instance && count->has_face == key->has_face && count->face == key->face &&
           strcmp(count->stage, key->stage) == 0;
}

static enum tt_status count_item(struct differ *differ, const struct diff_item *item)
{
    struct diff *diff = differ->diff;
    struct diff_count key = {.part = item->part,
                             .has_writer = item->has_writer,
                             .unit = item->unit,
                             .instance = item->instance,
                             .has_face = item->part == DIFF_DATUM || item->part == DIFF_SHARED_EXPONENT,
                             .count = 1};
    memcpy(key.stage, item->stage, sizeof key.stage);
    if (key.has_face)
        key.face = item->datum / 256 < DIFF_FACES_MAX ? item->datum / 256 : DIFF_FACES_MAX;
    /* The latest kind is the likeliest. */
    for (size_t i = diff->count_count; i-- > 0;) {
        if (is_same_kind(&diff->counts[i], &key)) {
            diff->counts[i].count++;
            return TT_OK;
        }
    }
    NEED(MEM_PUSH(diff->counts, diff->count_count, diff->count_capacity, key), differ->err, "no memory for the counts");
    return TT_OK;
}

static struct upstream tally_place_of(const struct diff_item *item)
{
    return (struct upstream){item->space, item->has_writer, item->seq};
}

/* Of the first checkpoint that differs, what is upstream of all else. */
static void tally_take_fault(struct differ *differ, const struct diff_item *item)
{
    const struct upstream place = tally_place_of(item), so_far = tally_place_of(&differ->fault);
    const uint64_t at = differ->diff->difference_count - 1;
    if (at && (item->checkpoint != differ->fault.checkpoint || upstream_compare(&place, &so_far) >= 0))
        return;
    differ->fault = *item;
    differ->fault_at = at;
}

void tally_put_fault_first(struct differ *differ)
{
    struct diff *diff = differ->diff;
    const size_t last = diff->item_count - 1;
    if (!diff->item_count)
        return;
    memmove(diff->items + 1, diff->items, (differ->fault_at < last ? differ->fault_at : last) * sizeof *diff->items);
    diff->items[0] = differ->fault;
}

enum tt_status tally_add(struct differ *differ, const struct diff_item *item)
{
    struct diff *diff = differ->diff;
    if (diff->waivers && waivers_cover(diff->waivers, diff, item)) {
        diff->waived_count++;
        return TT_OK;
    }
    diff->difference_count++;
    tally_take_fault(differ, item);
    enum tt_status status = count_item(differ, item);
    if (!status && differ->visitor)
        status = differ->visitor->item(differ->visitor->user, item);
    if (status || diff->item_count >= differ->limit)
        return status;
    NEED(MEM_PUSH(diff->items, diff->item_count, diff->item_capacity, *item), differ->err,
         "no memory for the differences");
    return TT_OK;
}
