/* SPDX-License-Identifier: Apache-2.0 */
/* The word that came first is delayed: the last pair's word alone, or all of them, by twice as much until it shows;
 * then as few, and as little, as still do. */
#include "schedules/witness.h"

#include "base/search.h"

enum { WITNESS_ROUNDS_MOST = 1 << 14 };

static void witness_begin(struct witness *witness, const struct replay_move *moves, size_t count, uint64_t rounds)
{
    witness->count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct replay_move *move = &moves[i];
        if (move->thread >= THREADS) /* an event of no thread comes when its turn has come */
            continue;
        witness->delays[witness->count++] = (struct replay_delay){
            move->thread, move->is_core, true, move->event, move->nth, 0, rounds, move->is_core ? 0 : move->word};
    }
}

static enum tt_status witness_grow(struct witness *witness, const struct replay_move *moves, size_t count,
                                   const struct witness_test *test, bool *differs, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (uint64_t rounds = 1; rounds <= WITNESS_ROUNDS_MOST && !*differs && !status; rounds *= 2) {
        witness_begin(witness, moves, count, rounds);
        if (witness->count == 0)
            return TT_OK;
        status = test->attempt(test->user, witness->delays, witness->count, differs, err);
    }
    return status;
}

struct reduction {
    const struct witness_test *test;
    const struct replay_delay *all;
    struct replay_delay *some; /* those that are left */
    size_t all_count, count;
};

static void reduction_leave(struct reduction *reduction, const bool *is_left)
{
    reduction->count = 0;
    for (size_t i = 0; i < reduction->all_count; i++)
        if (is_left[i])
            reduction->some[reduction->count++] = reduction->all[i];
}

static enum tt_status reduction_holds(void *user, const bool *is_left, bool *does, struct tt_error *err)
{
    struct reduction *reduction = user;
    const struct witness_test *test = reduction->test;
    reduction_leave(reduction, is_left);
    *does = false;
    return reduction->count ? test->attempt(test->user, reduction->some, reduction->count, does, err) : TT_OK;
}

static bool reduction_is_spent(void *user)
{
    const struct witness_test *test = ((struct reduction *)user)->test;
    return test->is_spent && test->is_spent(test->user);
}

/* By halves. */
static enum tt_status witness_shorten(struct reduction *reduction, struct replay_delay *delay, struct tt_error *err)
{
    const struct witness_test *test = reduction->test;
    uint64_t same = 0, other = delay->rounds;
    enum tt_status status = TT_OK;
    while (other - same > 1 && !status && !reduction_is_spent(reduction)) {
        bool differs;
        delay->rounds = same + (other - same) / 2;
        status = test->attempt(test->user, reduction->some, reduction->count, &differs, err);
        *(differs ? &other : &same) = delay->rounds;
    }
    delay->rounds = other;
    return status;
}

enum tt_status witness_reduce(struct replay_delay *delays, size_t *count, const struct witness_test *test,
                              struct tt_error *err)
{
    struct reduction reduction = {test, delays, mem_calloc(*count + 1, sizeof *delays), *count, 0};
    bool *is_left = mem_alloc(*count + 1);
    enum tt_status status = reduction.some && is_left ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for delays");
    if (!status) {
        memset(is_left, 1, *count);
        status = ddmin(is_left, *count, &(struct ddmin_test){&reduction, reduction_holds, reduction_is_spent}, err);
        reduction_leave(&reduction, is_left);
    }
    for (size_t i = 0; i < reduction.count && !status; i++)
        status = witness_shorten(&reduction, &reduction.some[i], err);
    if (!status) {
        memcpy(delays, reduction.some, reduction.count * sizeof *delays);
        *count = reduction.count;
    }
    mem_free(is_left);
    mem_free(reduction.some);
    return status;
}

enum tt_status witness_find(struct witness *witness, const struct replay_move *moves, size_t count,
                            const struct witness_test *test, struct tt_error *err)
{
    bool differs = false;
    enum tt_status status = TT_OK;
    *witness = (struct witness){0};
    if (count)
        status = witness_grow(witness, &moves[count - 1], 1, test, &differs, err);
    if (!status && !differs && count > 1 && count <= WITNESS_MOST)
        status = witness_grow(witness, moves, count, test, &differs, err);
    if (!differs)
        witness->count = 0;
    return status || !differs ? status : witness_reduce(witness->delays, &witness->count, test, err);
}
