/* SPDX-License-Identifier: Apache-2.0 */
/* Values of stages that follow from those of other stages: what is stored is how they differ from that, mostly nothing.
 * Between the operands of the matrix unit and what it stores in Dst that is all. A wrong foretelling costs room, no
 * value: it knows nothing of other readings, of zeros that count, or of Dst before the group.
 * docs/formats/results.md#foretold */
#pragma once

#include "base/names.h"
#include "base/status.h"
#include "numeric/format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FORETOLD_SIDE = 16, FORETOLD_FACE = FORETOLD_SIDE * FORETOLD_SIDE, FORETOLD_CELLS = 1024 * FORETOLD_SIDE };

/* Of the phase, and how much lower than the high slices such a one stands. */
enum { FORETOLD_A_LOW = 1, FORETOLD_B_LOW = 2 };
static inline int32_t foretold_lower(uint32_t phase)
{
    enum { A_LOW_BY = 5, B_LOW_BY = 7 };
    return (phase & FORETOLD_A_LOW ? A_LOW_BY : 0) + (phase & FORETOLD_B_LOW ? B_LOW_BY : 0);
}

/* How much higher exponents of five bits stand in a pattern of FP32, by the format of what is stored. */
static inline int32_t foretold_rebias(uint8_t stored)
{
    return stored == FORMAT_FP16 ? 127 - 15 : 0;
}

/* Stages of the matrix unit, by number. */
enum {
    FORETOLD_OPERAND_A,
    FORETOLD_OPERAND_B,
    FORETOLD_PHASE,
    FORETOLD_PRODUCT,
    FORETOLD_EXPONENT,
    FORETOLD_GROUP_SUM,
    FORETOLD_ALIGNED,
    FORETOLD_SUM,
    FORETOLD_STORED,
    FORETOLD_STAGES
};

static inline bool is_foretold(enum tt_unit unit, unsigned stage)
{
    return unit == TT_UNIT_MATRIX && stage >= FORETOLD_PRODUCT && stage <= FORETOLD_SUM;
}

/* The stages that it is foretold from, a bit each. */
static inline uint32_t foretold_needs(unsigned stage)
{
    const uint32_t operands = 1u << FORETOLD_OPERAND_A | 1u << FORETOLD_OPERAND_B | 1u << FORETOLD_PHASE;
    if (stage == FORETOLD_SUM)
        return 1u << FORETOLD_STORED;
    return stage == FORETOLD_GROUP_SUM || stage == FORETOLD_ALIGNED ? operands | 1u << FORETOLD_STORED : operands;
}

/* A stage of a group: its values one behind the other, and how many each instruction has. */
struct foretold_stage {
    const void *values;
    unsigned width; /* bytes of a value, a number of the host's */
    uint8_t format;
    const uint32_t *counts;
};

struct foretold_term {
    uint32_t sign, mantissa; /* the binary point stands at bit 23 */
    int32_t exponent;
};

struct foretold_from {
    struct foretold_stage stages[FORETOLD_STAGES]; /* those that it needs */
    const uint16_t *cells;                         /* of Dst, that what was stored went to; null: not known */
    const uint32_t *held;                          /* words of FP32 that Dst held of each; null: see cells */
    size_t insns;
    /* Null, or room for two terms of each element, which the sums of groups leave for what is aligned. */
    struct foretold_term *terms;
    bool has_terms;
};

/* The word of FP32 that Dst's bits stand for. */
uint32_t foretold_word(uint8_t format, uint32_t bits);

/* Puts into `into` what a stage is foretold as, of `counts` values for each instruction; every exponent is moved by
 * `moved`, which is the same of products, of their sums, and of those aligned. TT_UNSUPPORTED: nothing is foretold of
 * such formats or numbers of values; TT_NO_MEMORY. */
enum tt_status foretell(unsigned stage, const struct foretold_from *from, const uint32_t *counts, int32_t moved,
                        uint32_t *into);

/* By how much exponents are moved, by the first value that shows it; 0: none does. Status as of foretell. */
enum { FORETOLD_MOVED_MAX = 1 << 12 };
enum tt_status foretold_moved(unsigned stage, const struct foretold_from *from, const struct foretold_stage *actual,
                              int32_t *moved);

/* How `count` numbers differ from the foretold words, as an image: each bit by bit, at their width, packed to the front
 * of `words`. The same turns such an image into that of the numbers again. */
void foretold_turn(const uint8_t *image, unsigned width, size_t count, uint32_t *words);
