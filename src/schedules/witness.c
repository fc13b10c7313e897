/* SPDX-License-Identifier: Apache-2.0 */
/* What came first is delayed: the last pair's word alone, or all of them, by twice as much until it shows; then as few,
 * and as little, as still do. */
#include "schedules/witness.h"

enum { ROUNDS_MOST = 1 << 14 };

struct search_of_delays {
    struct witness *witness;
    witness_try *attempt;
    void *user;
    struct tt_error *err;
    bool differs; /* the last attempt */
};

static enum tt_status witness_attempt(struct search_of_delays *search)
{
    return search->attempt(search->user, search->witness->delays, search->witness->count, &search->differs,
                           search->err);
}

static void witness_begin(struct witness *witness, const struct replay_move *moves, size_t count, uint64_t rounds)
{
    witness->count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct replay_move *move = &moves[i];
        if (move->thread >= THREADS) /* what no thread does comes when its turn has come */
            continue;
        witness->words[witness->count] = move->is_core ? 0 : move->word;
        witness->delays[witness->count++] =
            (struct replay_delay){move->thread, move->is_core, true, move->event, move->nth, 0, rounds};
    }
}

static enum tt_status witness_grow(struct search_of_delays *search, const struct replay_move *moves, size_t count)
{
    enum tt_status status = TT_OK;
    search->differs = false;
    for (uint64_t rounds = 1; rounds <= ROUNDS_MOST && !search->differs && !status; rounds *= 2) {
        witness_begin(search->witness, moves, count, rounds);
        if (search->witness->count == 0)
            return TT_OK;
        status = witness_attempt(search);
    }
    return status;
}

/* Leaves out what is not needed. */
static enum tt_status witness_drop(struct search_of_delays *search)
{
    struct witness *witness = search->witness;
    enum tt_status status = TT_OK;
    for (size_t i = witness->count; i-- > 0 && witness->count > 1 && !status;) {
        const struct witness all = *witness;
        for (size_t k = i + 1; k < all.count; k++) {
            witness->delays[k - 1] = all.delays[k];
            witness->words[k - 1] = all.words[k];
        }
        witness->count--;
        status = witness_attempt(search);
        if (!search->differs)
            *witness = all;
    }
    return status;
}

/* By halves. */
static enum tt_status witness_shorten(struct search_of_delays *search, struct replay_delay *delay)
{
    uint64_t same = 0, other = delay->rounds;
    enum tt_status status = TT_OK;
    while (other - same > 1 && !status) {
        delay->rounds = same + (other - same) / 2;
        status = witness_attempt(search);
        *(search->differs ? &other : &same) = delay->rounds;
    }
    delay->rounds = other;
    return status;
}

enum tt_status witness_find(struct witness *witness, const struct replay_move *moves, size_t count,
                            witness_try *attempt, void *user, struct tt_error *err)
{
    struct search_of_delays search = {witness, attempt, user, err, false};
    enum tt_status status = TT_OK;
    *witness = (struct witness){0};
    if (count)
        status = witness_grow(&search, &moves[count - 1], 1);
    if (!status && !search.differs && count > 1 && count <= WITNESS_MOST)
        status = witness_grow(&search, moves, count);
    if (!search.differs)
        witness->count = 0;
    if (!status)
        status = witness_drop(&search);
    for (size_t i = 0; i < witness->count && !status; i++)
        status = witness_shorten(&search, &witness->delays[i]);
    return status;
}
