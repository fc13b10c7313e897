/* SPDX-License-Identifier: Apache-2.0 */
/* The exact arithmetic of floating numbers, one element at a time: sums of two operands, and addends brought to the
 * exponent of Dst (M32 to M39). In a header because an instruction has 128 of each, and those who know how it rounds
 * have no need to ask. */
#pragma once

#include "tile/matrix/arithmetic.h"

enum { ALIGN_SHIFT_MAX = 31, ALIGN_LOW_MASK = 0x1FFF, ALIGN_LOW_HALF = 0x1000 };

/* ---- sums of two operands ---- */

/* Natural order: sign 18, exponent 17:10, mantissa 9:0, so that magnitudes compare. */
static inline uint32_t matrix_natural(uint32_t cell)
{
    return src_to_tf32(cell);
}

static inline bool matrix_is_zero_addend(bool keeps_zeros, uint32_t cell)
{
    return src_exponent(cell) == 0 && !keeps_zeros;
}

/* zero: that of an exact zero. */
static inline uint32_t matrix_significand(uint32_t word, uint32_t zero)
{
    return word ? SRC_HIDDEN_BIT | (word & 0x3FF) : zero;
}

/* M32, M33, M35: an ELWADD's or ELWSUB's (subtracts) only term. The latter turns SrcB's sign before anything else
 * (M32). */
static inline struct matrix_term matrix_sum_term(const struct matrix_math *math, uint32_t a, uint32_t b, bool subtracts)
{
    enum { MAGNITUDE = 0x3FFFF, TOO_FAR = 12, REBIAS = 112, ZERO_EXPONENT = 97 };
    uint32_t larger = matrix_is_zero_addend(false, a) ? 0 : matrix_natural(a);
    b ^= subtracts ? SRC_MINUS_ZERO : 0;
    uint32_t smaller = matrix_is_zero_addend(math->keeps_srcb_zeros, b) ? 0 : matrix_natural(b);
    /* SrcB's, the smaller one or equal. Measured for ELWADD alone. */
    const uint32_t zero = math->has_srcb_zero_unit && !subtracts ? SRC_HIDDEN_BIT : 0;
    const bool is_swapped = (larger & MAGNITUDE) < (smaller & MAGNITUDE);
    if (is_swapped) {
        const uint32_t swapped = larger;
        larger = smaller;
        smaller = swapped;
    }
    const uint32_t exponent = larger >> 10 & 0xFF;
    const uint32_t apart = exponent - (smaller >> 10 & 0xFF);
    const uint32_t large = matrix_significand(larger, 0);
    uint32_t small = matrix_significand(smaller, is_swapped ? 0 : zero);
    if (apart >= TOO_FAR)
        small = 0;
    else if (apart > 0)
        small = (small + (math->set->align_rounding == ROUND_AS_DEVICE ? 1u << (apart - 1) : 0)) >> apart;
    /* Minus zero against zero is below zero: it stays so, modulo 2^32 (M33). */
    const uint32_t sum = larger >> 18 == smaller >> 18 ? large + small : large - small;
    struct matrix_term term = {larger >> 18, (int32_t)exponent, sum << PRODUCT_SHIFT};
    if (math->is_wide && !math->has_8bit_exponent)
        term.exponent = exponent ? (int32_t)exponent + REBIAS : ZERO_EXPONENT;
    term.exponent -= matrix_phase_lower(math->phase); /* M35, a guess */
    return term;
}

/* ---- accumulate ---- */

static inline uint32_t matrix_half_of(const struct matrix_math *math, uint32_t shift)
{
    return math->set->align_rounding == ROUND_AS_DEVICE ? 1u << (shift - 1) : 0;
}

/* Terms round half up as signed values, Dst half away from zero: only a term's sign counts (M38). */
static inline void matrix_align_one(const struct matrix_math *math, struct matrix_term *term, int32_t exponent,
                                    uint32_t borrow)
{
    const int32_t shift = exponent - term->exponent;
    if (shift <= 0)
        return;
    const bool rounds = math->set->align_rounding == ROUND_AS_DEVICE;
    term->exponent = exponent;
    if (shift >= ALIGN_SHIFT_MAX)
        term->mantissa = 0;
    else
        term->mantissa = (term->mantissa + matrix_half_of(math, (uint32_t)shift) - (rounds ? borrow : 0)) >> shift;
}

static inline void matrix_drop_low_bits(const struct matrix_math *math, struct matrix_term *term, uint32_t borrow)
{
    if (math->set->align_rounding == ROUND_AS_DEVICE)
        term->mantissa += ALIGN_LOW_HALF - borrow;
    term->mantissa &= ~(uint32_t)ALIGN_LOW_MASK;
}

/* M36 to M39. dst is an FP32 pattern. */
static inline struct matrix_aligned matrix_align(const struct matrix_math *math, const struct matrix_term terms[2],
                                                 uint32_t dst)
{
    const int32_t exponent = (int32_t)(dst >> 23 & 0xFF);
    const uint32_t mantissa = exponent ? MANTISSA_ONE | (dst & 0x7FFFFF) : 0;
    struct matrix_aligned out = {exponent, {terms[0], terms[1]}, {dst >> 31, exponent, mantissa}};
    for (unsigned i = 0; i < 2; i++)
        out.exponent = terms[i].exponent > out.exponent ? terms[i].exponent : out.exponent;
    if (out.exponent <= 0)
        return out;
    matrix_align_one(math, &out.dst, out.exponent, 0);
    for (unsigned i = 0; i < 2; i++)
        matrix_align_one(math, &out.terms[i], out.exponent, out.terms[i].sign);
    if (math->is_wide)
        return out;
    matrix_drop_low_bits(math, &out.dst, 0);
    for (unsigned i = 0; i < 2; i++)
        matrix_drop_low_bits(math, &out.terms[i], out.terms[i].sign);
    return out;
}
