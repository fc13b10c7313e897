/* SPDX-License-Identifier: Apache-2.0 */
/* Values of stages that follow from those of stages before: what is stored is how they differ from that, mostly
 * nothing. The matrix unit's products, and the exponents that they are aligned by. A wrong foretelling costs room, no
 * value: it knows nothing of masked bits or of zeros that count. docs/formats/results.md#foretold */
#pragma once

#include "base/names.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Stages of the matrix unit, by number. */
enum { FORETOLD_OPERAND_A, FORETOLD_OPERAND_B, FORETOLD_PHASE, FORETOLD_PRODUCT, FORETOLD_EXPONENT };

static inline bool is_foretold(enum tt_unit unit, unsigned stage)
{
    return unit == TT_UNIT_MATRIX && (stage == FORETOLD_PRODUCT || stage == FORETOLD_EXPONENT);
}

/* A stage of a group: its values one behind the other, and how many each instruction has. */
struct foretold_stage {
    const void *values;
    unsigned width; /* bytes of a value, a number of the host's */
    uint8_t format;
    const uint32_t *counts;
};

struct foretold_from {
    struct foretold_stage stages[FORETOLD_PRODUCT]; /* both operands and the phase */
    size_t insns;
};

/* Puts into `into` what a stage is foretold as, of `counts` values for each instruction; every exponent is moved by
 * `moved`. TT_UNSUPPORTED: nothing is foretold of such formats or numbers of values; TT_NO_MEMORY. */
enum tt_status foretell(unsigned stage, const struct foretold_from *from, const uint32_t *counts, int32_t moved,
                        uint32_t *into);

/* By how much exponents are moved, by the first value that shows it; 0: none does. Status as of foretell. */
enum { FORETOLD_MOVED_MAX = 1 << 12 };
enum tt_status foretold_moved(unsigned stage, const struct foretold_from *from, const struct foretold_stage *actual,
                              int32_t *moved);

/* How `count` numbers differ from the foretold words, as an image: each bit by bit, at their width, packed to the front
 * of `words`. The same turns such an image into that of the numbers again. */
void foretold_turn(const uint8_t *image, unsigned width, size_t count, uint32_t *words);
