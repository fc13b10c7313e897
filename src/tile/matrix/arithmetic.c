/* SPDX-License-Identifier: Apache-2.0 */
/* The exact arithmetic of floating numbers, one element at a time (M25 to M41). */
#include "tile/matrix/arithmetic.h"

#include "numeric/cells.h"

enum { SHIFT_MAX = 31, LOW_BITS = 13, LOW_MASK = 0x1FFF, LOW_HALF = 0x1000 };

/* ---- sums of two operands ---- */

/* Natural order: sign 18, exponent 17:10, mantissa 9:0, so that magnitudes compare. */
static uint32_t natural(uint32_t cell)
{
    return src_to_tf32(cell);
}

static bool is_zero_addend(bool keeps_zeros, uint32_t cell)
{
    return src_exponent(cell) == 0 && !keeps_zeros;
}

/* zero: that of an exact zero. */
static uint32_t significand(uint32_t word, uint32_t zero)
{
    return word ? SRC_HIDDEN_BIT | (word & 0x3FF) : zero;
}

/* ELWSUB turns SrcB's sign before anything else (M32). */
struct matrix_term matrix_sum_term(const struct matrix_math *math, uint32_t a, uint32_t b, bool subtracts)
{
    enum { MAGNITUDE = 0x3FFFF, TOO_FAR = 12, REBIAS = 112, ZERO_EXPONENT = 97 };
    uint32_t larger = is_zero_addend(false, a) ? 0 : natural(a);
    b ^= subtracts ? SRC_MINUS_ZERO : 0;
    uint32_t smaller = is_zero_addend(math->keeps_srcb_zeros, b) ? 0 : natural(b);
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
    const uint32_t large = significand(larger, 0);
    uint32_t small = significand(smaller, is_swapped ? 0 : zero);
    if (apart >= TOO_FAR)
        small = 0;
    else if (apart > 0)
        small = (small + (math->set->align_rounding == ROUND_AS_DEVICE ? 1u << (apart - 1) : 0)) >> apart;
    /* Minus zero against zero is below zero: it stays so, modulo 2^32 (M33). */
    const uint32_t sum = larger >> 18 == smaller >> 18 ? large + small : large - small;
    struct matrix_term term = {larger >> 18, (int32_t)exponent, sum << PRODUCT_SHIFT};
    if (math->is_wide && !math->has_8bit_exponent)
        term.exponent = exponent ? (int32_t)exponent + REBIAS : ZERO_EXPONENT;
    term.exponent -= (math->phase & A_LOW_SLICE ? 5 : 0) + (math->phase & B_LOW_SLICE ? 7 : 0); /* M35, a guess */
    return term;
}

/* ---- accumulate ---- */

static uint32_t half_of(const struct matrix_math *math, uint32_t shift)
{
    return math->set->align_rounding == ROUND_AS_DEVICE ? 1u << (shift - 1) : 0;
}

/* Terms round half up as signed values, Dst half away from zero: only a term's sign counts (M38). */
static void align_one(const struct matrix_math *math, struct matrix_term *term, int32_t exponent, uint32_t borrow)
{
    const int32_t shift = exponent - term->exponent;
    if (shift <= 0)
        return;
    const bool rounds = math->set->align_rounding == ROUND_AS_DEVICE;
    term->exponent = exponent;
    if (shift >= SHIFT_MAX)
        term->mantissa = 0;
    else
        term->mantissa = (term->mantissa + half_of(math, (uint32_t)shift) - (rounds ? borrow : 0)) >> shift;
}

static void drop_low_bits(const struct matrix_math *math, struct matrix_term *term, uint32_t borrow)
{
    if (math->set->align_rounding == ROUND_AS_DEVICE)
        term->mantissa += LOW_HALF - borrow;
    term->mantissa &= ~(uint32_t)LOW_MASK;
}

struct matrix_aligned matrix_align(const struct matrix_math *math, const struct matrix_term terms[2], uint32_t dst)
{
    const int32_t exponent = (int32_t)(dst >> 23 & 0xFF);
    const uint32_t mantissa = exponent ? MANTISSA_ONE | (dst & 0x7FFFFF) : 0;
    struct matrix_aligned out = {exponent, {terms[0], terms[1]}, {dst >> 31, exponent, mantissa}};
    for (unsigned i = 0; i < 2; i++)
        out.exponent = terms[i].exponent > out.exponent ? terms[i].exponent : out.exponent;
    if (out.exponent <= 0)
        return out;
    align_one(math, &out.dst, out.exponent, 0);
    for (unsigned i = 0; i < 2; i++)
        align_one(math, &out.terms[i], out.exponent, out.terms[i].sign);
    if (math->is_wide)
        return out;
    drop_low_bits(math, &out.dst, 0);
    for (unsigned i = 0; i < 2; i++)
        drop_low_bits(math, &out.terms[i], out.terms[i].sign);
    return out;
}

/* A shift to the right by 1 to 31, rounded. */
static uint32_t round_off(const struct matrix_math *math, uint32_t value, uint32_t shift)
{
    const uint32_t half = 1u << (shift - 1);
    switch (math->set->final_rounding) {
    case ROUND_AS_DEVICE:
        return (value + half) >> shift;
    case ROUND_EVEN:
        return (value + half - 1 + (value >> shift & 1)) >> shift;
    case ROUND_TRUNCATE:
        break;
    }
    return value >> shift;
}

static uint32_t encode(const struct matrix_math *math, uint32_t sign, int32_t exponent, uint32_t mantissa)
{
    enum { TOO_LARGE = 255, TOO_LARGE_FP16 = 32, FP16_LARGEST = 31 << 23 | 0x3FF << 13, INFINITY_BITS = 255 << 23 };
    if (exponent <= 0)
        return 0;
    if (math->is_wide || math->has_8bit_exponent)
        return sign << 31 | (exponent >= TOO_LARGE ? (uint32_t)INFINITY_BITS : (uint32_t)exponent << 23 | mantissa);
    return sign << 31 | (exponent >= TOO_LARGE_FP16 ? (uint32_t)FP16_LARGEST : (uint32_t)exponent << 23 | mantissa);
}

uint32_t matrix_sum(const struct matrix_math *math, const struct matrix_aligned *aligned)
{
    enum { WRONG_SHIFT = 27, CARRY = 2 * MANTISSA_ONE };
    if (aligned->exponent <= 0)
        return 0;
    uint32_t sign = aligned->dst.sign;
    uint32_t sum = aligned->dst.mantissa;
    for (unsigned i = 0; i < 2; i++)
        sum = aligned->terms[i].sign == sign ? sum + aligned->terms[i].mantissa : sum - aligned->terms[i].mantissa;
    if (sum >> 31) {
        sum = -sum;
        sign ^= 1;
    }
    if (sum == 0)
        return 0;
    int32_t shift = __builtin_clz(sum) - 8;
    if (math->set->has_fault && sign && sum == 1)
        shift -= WRONG_SHIFT;
    int32_t exponent = aligned->exponent - shift;
    const int32_t dropped = math->is_wide ? 0 : math->has_8bit_exponent ? 16 : 13;
    shift -= dropped;
    sum = shift < 0 ? round_off(math, sum, (uint32_t)-shift) : sum << shift;
    sum <<= dropped;
    exponent += sum & CARRY ? 1 : 0;
    return encode(math, sign, exponent, sum & (MANTISSA_ONE - 1));
}

/* ---- Dst ---- */

uint32_t matrix_dst_to_word(const struct matrix_math *math, uint32_t cells)
{
    if (math->is_wide)
        return dst32_to_fp32(cells);
    if (math->has_8bit_exponent)
        return dst16_to_bf16(cells) << 16;
    const uint32_t half = dst16_to_fp16(cells);
    return (half >> 15) << 31 | (half & 0x7FFF) << LOW_BITS;
}

uint32_t matrix_word_to_dst(const struct matrix_math *math, uint32_t word)
{
    if (math->is_wide)
        return dst32_from_fp32(word);
    if (math->has_8bit_exponent)
        return dst16_from_bf16(word >> 16);
    return dst16_from_fp16((word >> 31) << 15 | (word >> LOW_BITS & 0x7FFF));
}
