/* SPDX-License-Identifier: Apache-2.0 */
/* Which value of an operand gives the wanted result, where it is not known how the result depends on it. */
#pragma once

#include "base/usual.h"

struct operand_wanted {
    uint32_t recorded; /* operand */
    unsigned bits;     /* that it has, at most 32 */
    uint32_t replayed; /* result of it */
    uint32_t held;     /* that is wanted */
    unsigned out_bits; /* of results */
};

/* Tries each bit turned; then, as if each bit of the operand turned bits of the result whatever the others are (moves,
 * and most conversions), the value that follows from that; then, as if the result rose or fell with the operand as
 * signed magnitudes (sums, products), by halves. try: the result of a value; false ends the search. */
void operand_solve(const struct operand_wanted *wanted, void *user,
                   bool (*try)(void *user, uint32_t value, uint32_t *became));
