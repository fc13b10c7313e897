/* SPDX-License-Identifier: Apache-2.0 */
/* The program is right but for a wait: what the device held is the end of another order that it allows. The orders are
 * those of the judge (schedules); the wait is one with which that order cannot happen. */
#include "ask/bisect/explain_internal.h"

#include "ask/bisect/words/word_stores.h"

enum { ORDERS_SHARE = 16 /* of the budget */ };

/* Whether the tile has what was held wherever rounds end otherwise. */
static bool orders_is_held(void *user, const struct tile *tile)
{
    const struct difference *base = ((const struct search *)user)->base;
    bool is_held = true;
    for (size_t i = 0; i < base->count && is_held; i++) {
        const struct differing_byte *byte = &base->bytes[i];
        uint8_t has;
        tile_load(tile, (enum tt_space)byte->space, byte->addr, 1, &has);
        is_held = !((has ^ byte->held) & byte->known);
    }
    return is_held;
}

static bool orders_is_late(void *user)
{
    return explain_is_spent(user);
}

/* With the wait behind `behind` the same delays end as rounds do. */
static enum tt_status orders_try_wait(struct search *search, struct bisect_order *order, uint32_t wait, bool *forbids)
{
    const struct replay_edit edit = {.kind = REPLAY_EDIT_INSERT,
                                     .event = order->behind,
                                     .other = -1,
                                     .thread = (uint8_t)order->later.thread,
                                     .word = wait};
    struct replay_options replay = search->options->replay;
    replay.edit = &edit;
    replay.delays = order->delays;
    replay.delay_count = order->delay_count;
    const enum tt_status status = difference_run(&search->other, search->capture, &replay, NULL, search->err);
    search->result->replays++;
    *forbids = !status && !search->other.summary.is_deadlocked && search->other.total == search->base->total &&
               difference_score(search->base, &search->other).explained == 0;
    return status;
}

/* The place before the word that came too soon, and the wait that would have stopped it there. */
static enum tt_status orders_find_wait(struct search *search, struct bisect_order *order)
{
    struct word_list list = {0};
    enum tt_status status = word_list_read(&list, search->capture, search->options->replay.order, search->err);
    if (!status)
        word_stores_add_waits(&list);
    order->behind = -1;
    for (size_t i = 0; i < list.count && !status; i++)
        if (list.items[i].thread == order->later.thread && list.items[i].seq < order->later.event)
            order->behind = (int64_t)list.items[i].seq;
    for (unsigned i = 0; i < list.made_count && !status && !order->has_wait && !explain_is_spent(search); i++) {
        order->wait = list.made[i];
        status = orders_try_wait(search, order, order->wait, &order->has_wait);
    }
    word_list_clear(&list);
    return status;
}

static enum tt_status orders_take(struct search *search, const struct schedules_result *found,
                                  const struct replay_options *replay)
{
    struct bisect_order *order = &search->result->other_order;
    struct bisect_explanation explanation = {.changes = {{.kind = BISECT_ORDER, .order = order}}, .count = 1};
    const unsigned before = search->result->explanation_count;
    enum tt_status status = TT_OK;
    *order = (struct bisect_order){.is_unit = found->is_delayed,
                                   .delayed = found->delayed,
                                   .earlier = found->earlier,
                                   .later = found->later,
                                   .delay_count = found->is_delayed ? 0 : found->witness.count};
    memcpy(order->delays, found->witness.delays, sizeof order->delays);
    if (found->is_delayed)
        status = delayed_learn(search->capture, replay, &found->delayed, &search->patch, search->err);
    order->patch = found->is_delayed ? &search->patch.patch : NULL;
    if (!status && (order->patch || order->delay_count))
        status = explain_try(search, &explanation);
    if (status || search->result->explanation_count == before || order->is_unit || order->later.thread >= THREADS)
        return status;
    return orders_find_wait(search, order);
}

enum tt_status orders_try(struct search *search)
{
    const struct schedules_options how = {.budget = explain_share(search->options, ORDERS_SHARE) + 1,
                                          .user = search,
                                          .is_late = orders_is_late,
                                          .is_sought = orders_is_held};
    struct replay_options replay = search->options->replay;
    struct schedules_result found;
    replay.takes_all = false; /* nothing is taken from what was held */
    replay.frames = NULL;
    const enum tt_status status = schedules_run(search->capture, &replay, &how, &found, search->err);
    search->result->replays += found.tried;
    search->is_cut |= !found.is_whole;
    if (status == TT_UNSUPPORTED) /* a word that no order can run */
        return TT_OK;
    return status || !found.has_difference ? status : orders_take(search, &found, &replay);
}
