/* SPDX-License-Identifier: Apache-2.0 */
/* The macro-op expander's work on one MOP, word by word (F8 to F12). */
#pragma once

#include "base/names.h"
#include "base/usual.h"

enum { MACRO_OP_WORDS = 9 };

/* The expansion of a MOP. The configuration is taken when the MOP arrives; what is written to it later is not seen.
 * All zero is an expander with nothing to do. */
struct macro_op {
    enum tt_chip chip;
    uint32_t words[MACRO_OP_WORDS];
    bool is_loop;              /* template 1, else 0 */
    uint32_t mask;             /* template 0: bit a iteration, this one's lowest */
    uint32_t iterations;       /* template 0: how many; template 1: outer ones */
    uint32_t inner;            /* template 1: words of the inner loop */
    uint32_t flip;             /* template 1: op0 exclusive or op1, where they take turns */
    uint32_t op;               /* template 1: the loop word due, carried over outer iterations */
    uint32_t iteration, place; /* where it stands; place within an iteration */
};

/* zmask: both halves. count: iterations less one, of template 0. */
void macro_op_start(struct macro_op *macro_op, enum tt_chip chip, const uint32_t words[MACRO_OP_WORDS], bool is_loop,
                    uint32_t count, uint32_t zmask);

/* The next word, or false once there is none. */
bool macro_op_next(struct macro_op *macro_op, uint32_t *word);

static inline bool macro_op_is_idle(const struct macro_op *macro_op)
{
    return macro_op->iteration >= macro_op->iterations;
}
