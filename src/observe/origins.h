/* SPDX-License-Identifier: Apache-2.0 */
/* Names for what is unknown: each input that a recording does not hold is a bit of a set; and which of them are
 * assumed. docs/semantics/replay.md, "Where it comes from". */
#pragma once

#include "isa/chip.h"
#include "verdict/verdict.h"

/* In shadows only: an input that nothing has read yet, so that it has no bit of its own. */
enum { ORIGIN_UNREAD = ORIGIN_BITS - 1 };

/* An input: of L1 a run that the recording does not hold, of configuration a word, else a register, a group of the
 * small state, or the whole space. */
struct origin {
    enum tt_space space;
    uint32_t lo, hi;           /* bytes of the space */
    uint32_t mask;             /* of configuration: bits of the word that were read; else UINT32_MAX */
    uint32_t read_lo, read_hi; /* the parts of it that were looked at */
    bool is_rest;              /* all of the space that has no bit of its own: the table was full */
};

struct origins {
    enum tt_chip chip;
    struct origin items[ORIGINS_MAX];
    unsigned count;
    uint32_t assumed_spaces; /* bit a enum tt_space */
    origin_set assumed;      /* origins of these */
};

/* The bit of the input that [lo, hi) belongs to, entered if it is new. run: the unknown bytes around it, for L1. */
struct origin_place {
    enum tt_space space;
    uint32_t lo, hi, mask, run_lo, run_hi;
};
unsigned origin_of(struct origins *origins, const struct origin_place *place);

/* Bit a enum tt_space: of which spaces the set is; of ORIGIN_LOST none. */
uint32_t origin_spaces(const struct origins *origins, origin_set set);

/* "cfg STACC_RELU_ApplyRelu", "l1 0x14000-0x14010", "dst", "state rwc". Returns text. */
enum { ORIGIN_TEXT_MAX = 160 };
char *origin_name(enum tt_chip chip, const struct origin *origin, char text[static ORIGIN_TEXT_MAX]);
