/* SPDX-License-Identifier: Apache-2.0 */
/* The two templates of the macro-op expander (F9, F10). docs/semantics/frontend.md */
#include "tile/frontend/macro_op.h"

#include "isa/isa.h"

#include "insn_ids.h"

/* Template 1: what the nine words mean. */
enum { OUTER, INNER, START, END0, END1, OP0, OP1, LAST_LAST, LAST_INNER };

/* Template 0: bit 0 of FLAGS adds B to both sides, bit 1 A1 to A3 to the unmasked one. */
enum { FLAGS = 1, B, A0, A1, A2, A3, SKIP_A, SKIP_B };
enum { FLAG_B = 1, FLAG_A123 = 2 };

enum { COUNT_MASK = 0x7F, PLACES_OF_MASK = 5, MISCOUNT = 128 };

/* NOP alone: DMANOP and SFPNOP are words like any other (F10). */
static bool is_nop(const struct macro_op *macro_op, uint32_t word)
{
    return isa_id(macro_op->chip, word) == INSN_NOP;
}

static void start_loop(struct macro_op *macro_op)
{
    const uint32_t *words = macro_op->words;
    macro_op->iterations = words[OUTER] & COUNT_MASK;
    macro_op->inner = words[INNER] & COUNT_MASK;
    macro_op->op = words[OP0];
    macro_op->flip = 0;
    if (!is_nop(macro_op, words[OP1])) {
        macro_op->flip = words[OP0] ^ words[OP1];
        macro_op->inner *= 2;
    }
    /* The hardware's behaviour: with nothing but end words, one outer iteration becomes 129. */
    if (macro_op->iterations == 1 && macro_op->inner == 0 && is_nop(macro_op, words[START]) &&
        !is_nop(macro_op, words[END0]))
        macro_op->iterations += MISCOUNT;
}

void macro_op_start(struct macro_op *macro_op, enum tt_chip chip, const uint32_t words[MACRO_OP_WORDS], bool is_loop,
                    uint32_t count, uint32_t zmask)
{
    *macro_op = (struct macro_op){.chip = chip, .is_loop = is_loop, .mask = zmask, .iterations = count + 1};
    memcpy(macro_op->words, words, sizeof macro_op->words);
    if (is_loop)
        start_loop(macro_op);
}

/* The word at a place of a template 0 iteration, or false where this configuration has none there. */
static bool mask_word(const struct macro_op *macro_op, uint32_t place, uint32_t *word)
{
    const uint32_t *words = macro_op->words;
    const uint32_t flags = words[FLAGS];
    if (macro_op->mask & 1) {
        *word = words[SKIP_A + (place != 0)];
        return place == 0 || (place == 1 && (flags & FLAG_B));
    }
    if (place == 0) {
        *word = words[A0];
        return true;
    }
    if (place < PLACES_OF_MASK - 1) {
        *word = words[A0 + place];
        return flags & FLAG_A123;
    }
    *word = words[B];
    return flags & FLAG_B;
}

/* The loop's word `at`; the last one of an outer iteration is replaced, and the turn goes on all the same. */
static uint32_t inner_word(struct macro_op *macro_op, uint32_t at)
{
    uint32_t word = macro_op->op;
    if (at + 1 == macro_op->inner)
        word = macro_op->words[macro_op->iteration + 1 == macro_op->iterations ? LAST_LAST : LAST_INNER];
    macro_op->op ^= macro_op->flip;
    return word;
}

/* Likewise of a template 1 iteration: start, the inner loop, two end words. */
static bool loop_word(struct macro_op *macro_op, uint32_t place, uint32_t *word)
{
    const uint32_t *words = macro_op->words;
    if (place == 0) {
        *word = words[START];
        return !is_nop(macro_op, *word);
    }
    if (place <= macro_op->inner) {
        *word = inner_word(macro_op, place - 1);
        return true;
    }
    *word = words[place == macro_op->inner + 1 ? END0 : END1];
    return !is_nop(macro_op, words[END0]) && !is_nop(macro_op, *word);
}

bool macro_op_next(struct macro_op *macro_op, uint32_t *word)
{
    while (!macro_op_is_idle(macro_op)) {
        const uint32_t places = macro_op->is_loop ? macro_op->inner + 3 : PLACES_OF_MASK;
        const uint32_t place = macro_op->place;
        const bool has_word = macro_op->is_loop ? loop_word(macro_op, place, word) : mask_word(macro_op, place, word);
        macro_op->place++;
        if (macro_op->place == places) {
            macro_op->place = 0;
            macro_op->iteration++;
            macro_op->mask >>= 1;
        }
        if (has_word)
            return true;
    }
    return false;
}
