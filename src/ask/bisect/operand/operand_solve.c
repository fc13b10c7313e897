/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/bisect/operand/operand_solve.h"

enum { BITS_MAX = 32 };

/* A basis over GF(2): differences of the result, each with another leading bit, and which bits of the operand, turned
 * over, make it. */
struct basis {
    uint32_t turned[BITS_MAX], by[BITS_MAX]; /* by the leading bit; turned 0: none */
};

/* `turns` reduced by the basis: 0 where the basis makes it. *by: bits of the operand that make the missing bits. */
static uint32_t operand_solve_reduce(const struct basis *basis, uint32_t turns, uint32_t *by)
{
    for (unsigned bit = BITS_MAX; bit-- > 0;) {
        if (!(turns >> bit & 1) || !basis->turned[bit])
            continue;
        turns ^= basis->turned[bit];
        *by ^= basis->by[bit];
    }
    return turns;
}

static void operand_solve_add(struct basis *basis, uint32_t turns, uint32_t by)
{
    turns = operand_solve_reduce(basis, turns, &by);
    for (unsigned bit = BITS_MAX; turns && bit-- > 0;) {
        if (!(turns >> bit & 1))
            continue;
        basis->turned[bit] = turns;
        basis->by[bit] = by;
        return;
    }
}

/* False: it is over. */
static bool operand_solve_try_bits(const struct operand_wanted *wanted, void *user,
                                   bool (*try)(void *user, uint32_t value, uint32_t *became))
{
    struct basis basis = {.turned = {0}};
    uint32_t became, by = 0;
    for (unsigned bit = 0; bit < wanted->bits; bit++) {
        if (!try(user, wanted->recorded ^ UINT32_C(1) << bit, &became))
            return false;
        operand_solve_add(&basis, became ^ wanted->replayed, UINT32_C(1) << bit);
    }
    if (operand_solve_reduce(&basis, wanted->held ^ wanted->replayed, &by) != 0 || !(by & (by - 1)))
        return true;
    return try(user, wanted->recorded ^ by, &became);
}

static int64_t operand_solve_rank_of(uint32_t value, unsigned bits)
{
    const uint32_t sign = UINT32_C(1) << (bits - 1), magnitude = value & (sign - 1);
    return value & sign ? -(int64_t)magnitude : magnitude;
}

static uint32_t of_rank(int64_t rank, unsigned bits)
{
    return rank < 0 ? (uint32_t)-rank | UINT32_C(1) << (bits - 1) : (uint32_t)rank;
}

void operand_solve(const struct operand_wanted *wanted, void *user,
                   bool (*try)(void *user, uint32_t value, uint32_t *became))
{
    /* Up to the largest exponent, beyond which there are infinities. */
    const int64_t most = wanted->bits > 8 ? INT64_C(0x7F7F) << (wanted->bits - 16) : INT64_C(0x7F);
    int64_t low = -most, high = most;
    uint32_t became;
    if (!operand_solve_try_bits(wanted, user, try) || wanted->bits < 8 || wanted->bits % 8)
        return;
    if (!try(user, of_rank(low, wanted->bits), &became))
        return;
    const int64_t at_low = operand_solve_rank_of(became, wanted->out_bits),
                  goal = operand_solve_rank_of(wanted->held, wanted->out_bits);
    if (!try(user, of_rank(high, wanted->bits), &became))
        return;
    const int64_t at_high = operand_solve_rank_of(became, wanted->out_bits);
    const bool rises = at_high > at_low;
    if (at_low == at_high || (goal < at_low) == (goal < at_high))
        return;
    while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        if (!try(user, of_rank(middle, wanted->bits), &became))
            return;
        const int64_t is = operand_solve_rank_of(became, wanted->out_bits);
        if (is == goal)
            return; /* that value is right, and another is not */
        if ((is < goal) == rises)
            low = middle;
        else
            high = middle;
    }
}
