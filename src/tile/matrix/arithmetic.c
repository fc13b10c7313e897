/* SPDX-License-Identifier: Apache-2.0 */
/* The exact arithmetic of floating numbers, one element at a time (M25 to M41). */
#include "tile/matrix/arithmetic.h"

#include "numeric/cells.h"

/* A shift to the right by 1 to 31, rounded. */
static uint32_t arithmetic_round_off(const struct matrix_math *math, uint32_t value, uint32_t shift)
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
    sum = shift < 0 ? arithmetic_round_off(math, sum, (uint32_t)-shift) : sum << shift;
    sum <<= dropped;
    exponent += sum & CARRY ? 1 : 0;
    return encode(math, sign, exponent, sum & (MANTISSA_ONE - 1));
}

/* ---- Dst ---- */

uint32_t matrix_word_to_dst(const struct matrix_math *math, uint32_t word)
{
    if (math->is_wide)
        return dst32_from_fp32(word);
    if (math->has_8bit_exponent)
        return dst16_from_bf16(word >> 16);
    return dst16_from_fp16((word >> 31) << 15 | (word >> FP16_LOW_BITS & 0x7FFF));
}
