/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix unit's arithmetic on one element, step by step: the quick forms are tested against this. M25 to M48 */
#pragma once

#include "numeric/cells.h"
#include "tile/matrix/matrix_internal.h"

/* sign, exponent, and a mantissa whose binary point stands at bit 23 (1.0 is 800000h); never normalised. */
struct matrix_term {
    uint32_t sign;
    int32_t exponent;
    uint32_t mantissa;
};

/* The three addends of an element at their common exponent. */
struct matrix_aligned {
    int32_t exponent;
    struct matrix_term terms[2], dst;
};

enum { MANTISSA_ONE = 0x800000, PRODUCT_SHIFT = 13, GROUP = 8, GROUPS = 2 };
enum { FP16_LOW_BITS = 13 /* of FP32, below a mantissa of FP16 */ };
enum { SRC_HIDDEN_BIT = 0x400, SRC_MINUS_ZERO = 1 << 18 };

static inline uint32_t src_sign(uint32_t cell)
{
    return cell >> 18 & 1;
}

static inline uint32_t src_mantissa(uint32_t cell)
{
    return cell >> 8 & 0x3FF;
}

static inline int32_t src_exponent(uint32_t cell)
{
    return (int32_t)(cell & 0xFF);
}

/* The thread's settings, formats and phase put together; good until its next instruction. Raises the findings of them.
 */
void matrix_resolve_math(const struct tile *tile, unsigned thread, const struct matrix_settings *set);
void matrix_warn_of_math(struct tile *tile, const struct matrix_math *math);
static inline const struct matrix_math *matrix_math_get(struct tile *tile, unsigned thread,
                                                        const struct matrix_settings *set)
{
    const struct matrix_math *math = &tile->matrix_cache->math[thread];
    if (math->phase != matrix_phase(tile, thread, set) || math->srca_format != matrix_srca_format(tile, set) ||
        math->srcb_format != matrix_srcb_format(tile, set))
        matrix_resolve_math(tile, thread, set);
    if (tile->probe->wants)
        matrix_warn_of_math(tile, math);
    return math;
}

/* The products are here because a whole instruction has 2,048 of them. */
enum { A_LOW_SLICE = 1, B_LOW_SLICE = 2 /* of the phase */ };

/* How much lower than the high slices those of a phase stand. */
static inline int32_t matrix_phase_lower(unsigned phase)
{
    return (phase & A_LOW_SLICE ? 5 : 0) + (phase & B_LOW_SLICE ? 7 : 0);
}

static inline bool is_zero_product(const struct matrix_math *math, uint32_t a, uint32_t b)
{
    return src_exponent(a) == 0 || (src_exponent(b) == 0 && !math->keeps_srcb_zeros);
}

/* M25 to M27. Cells are masked. */
static inline struct matrix_term matrix_product(const struct matrix_math *math, uint32_t a, uint32_t b)
{
    if (is_zero_product(math, a, b))
        return (struct matrix_term){0, math->zero_exponent, 0};
    const uint32_t a11 = SRC_HIDDEN_BIT | src_mantissa(a), b11 = SRC_HIDDEN_BIT | src_mantissa(b);
    const uint32_t a5 = math->phase & A_LOW_SLICE ? a11 >> 1 & 0x1F : a11 >> 6;
    const uint32_t b7 = math->phase & B_LOW_SLICE ? (b11 & 0xF) << 3 : b11 >> 4;
    return (struct matrix_term){
        .sign = src_sign(a) ^ src_sign(b),
        .exponent = src_exponent(a) + src_exponent(b) + math->adjustment,
        .mantissa = a5 * b7,
    };
}

/* M28, M29: eight products whose mantissas are still those of matrix_product. */
static inline struct matrix_term matrix_group_sum(const struct matrix_math *math,
                                                  const struct matrix_term products[GROUP])
{
    enum { FARTHEST = 30 };
    const uint32_t unit = math->set->group_rounding == ROUND_AS_DEVICE;
    int32_t largest = products[0].exponent;
    int32_t sum = 0;
    for (unsigned k = 1; k < GROUP; k++)
        largest = products[k].exponent > largest ? products[k].exponent : largest;
    if (largest <= 0)
        return (struct matrix_term){0};
    for (unsigned k = 0; k < GROUP; k++) {
        const int32_t apart = largest - products[k].exponent;
        const int32_t shift = apart < FARTHEST ? apart : FARTHEST;
        const int32_t aligned = (int32_t)(((products[k].mantissa << 1) + (unit << shift)) >> (shift + 1));
        sum += products[k].sign ? -aligned : aligned;
    }
    return (struct matrix_term){sum < 0, largest, (uint32_t)(sum < 0 ? -sum : sum) << PRODUCT_SHIFT};
}

/* M31: an ELWMUL's only term. */
static inline struct matrix_term matrix_product_term(const struct matrix_math *math, struct matrix_term product)
{
    if (product.exponent <= 0)
        return (struct matrix_term){0, math->zero_exponent, 0};
    product.mantissa <<= PRODUCT_SHIFT;
    return product;
}

/* M32 to M39: addends.h. */

/* M40: to an FP32 pattern; of 5-bit exponents the exponent is not rebiased. */
uint32_t matrix_sum(const struct matrix_math *math, const struct matrix_aligned *aligned);

/* M41: cells of Dst (the 32 bits of a pair, or 16) to the pattern that M36 reads, and back. */
static inline uint32_t matrix_dst_to_word(const struct matrix_math *math, uint32_t cells)
{
    if (math->is_wide)
        return dst32_to_fp32(cells);
    if (math->has_8bit_exponent)
        return dst16_to_bf16(cells) << 16;
    const uint32_t half = dst16_to_fp16(cells);
    return (half >> 15) << 31 | (half & 0x7FFF) << FP16_LOW_BITS;
}
uint32_t matrix_word_to_dst(const struct matrix_math *math, uint32_t word);

/* ---- integers ---- */

/* M45: a source integer, not sliced. */
int32_t matrix_int_srca(uint32_t cell);
int32_t matrix_int_srcb(const struct matrix_math *math, uint32_t cell);

/* M46: the slice that a phase multiplies. */
int32_t matrix_int_slice_a(const struct matrix_math *math, int32_t value);
int32_t matrix_int_slice_b(const struct matrix_math *math, int32_t value);

/* M48: a pair of Dst cells plus a sum, saturated. */
uint32_t matrix_int_accumulate(uint32_t cells, int64_t sum);
