/* SPDX-License-Identifier: Apache-2.0 */
/* GMPOOL's maximum (M53). Of 5-bit exponents, integers, scales other than one, and the index of the maximum
 * from the documents alone (M54). */
#include "tile/matrix/gmpool.h"

#include "numeric/cells.h"

enum dst_style { DST_BF16, DST_FP16, DST_TF32, DST_INT32 };

/* A datum as the comparison sees it: a 9-bit exponent, for it is the sum of two, and 10 bits of mantissa. */
struct pooled {
    bool is_negative;
    uint32_t exponent, mantissa;
};

enum { EXPONENT_MASK = 0x1FF, MANTISSA_MASK = 0x3FF, BIAS_FP16 = 15, BIAS = 127 };

static enum dst_style dst_style(const struct gmpool *pool)
{
    const struct matrix_math *math = &pool->math;
    if (math->is_int8)
        return DST_INT32;
    if (pool->keeps_index && math->style == STYLE_TF32)
        return DST_INT32;
    if (math->is_wide && !pool->keeps_index)
        return DST_TF32;
    return math->style == STYLE_FP16 ? DST_FP16 : DST_BF16;
}

/* SrcA's datum scaled by SrcB's exponent. */
static struct pooled gmpool_general_operand(const struct matrix_math *math, uint32_t a, uint32_t b)
{
    if (src_exponent(b) == 0)
        return (struct pooled){true, EXPONENT_MASK, MANTISSA_MASK};
    if (src_exponent(a) == 0)
        return (struct pooled){0};
    struct pooled out = {src_sign(a), 0, src_mantissa(a)};
    if (math->is_int8)
        return out;
    if (math->style == STYLE_FP16)
        out.exponent = (a & 0x1F) + (b & 0x1F);
    else
        out.exponent = ((a & 0xFF) + (b & 0xFF)) & EXPONENT_MASK;
    if (math->style == STYLE_BF16)
        out.mantissa &= ~7u;
    return out;
}

static struct pooled from_dst(enum dst_style style, bool is_wide, uint32_t cells)
{
    const uint32_t high = is_wide ? cells >> 16 : cells;
    const uint32_t word = dst32_to_fp32(cells), half = dst16_to_fp16(high), bf16 = dst16_to_bf16(high);
    switch (style) {
    case DST_INT32:
        return (struct pooled){word >> 31, word >> 10 & EXPONENT_MASK, word & MANTISSA_MASK};
    case DST_TF32:
        return (struct pooled){word >> 31, ((word >> 23 & 0xFF) + BIAS) & EXPONENT_MASK, word >> 13 & MANTISSA_MASK};
    case DST_FP16:
        return (struct pooled){half >> 15, (half >> 10 & 0x1F) + BIAS_FP16, half & MANTISSA_MASK};
    case DST_BF16:
        break;
    }
    return (struct pooled){bf16 >> 15, ((bf16 >> 7 & 0xFF) + BIAS) & EXPONENT_MASK, (bf16 & 0x7F) << 3};
}

/* The pattern in the upper half of a pair, or alone. */
static uint32_t half_of(enum dst_style style, const struct pooled *value)
{
    const uint32_t sign = (uint32_t)value->is_negative << 15;
    if (style == DST_FP16) {
        const uint32_t exponent = (value->exponent - BIAS_FP16) & 0x1F;
        return (value->exponent & 0x3F) == 0 ? 0 : dst16_from_fp16(sign | exponent << 10 | value->mantissa);
    }
    const uint32_t exponent = (value->exponent - BIAS) & 0xFF;
    return value->exponent == 0 ? 0 : dst16_from_bf16(sign | exponent << 7 | value->mantissa >> 3);
}

static uint32_t gmpool_general_to_dst(enum dst_style style, bool is_wide, const struct pooled *value)
{
    enum { INT_MAGNITUDE = 0x1FFF };
    const uint32_t sign = (uint32_t)value->is_negative << 31;
    if (style == DST_INT32)
        return dst32_from_fp32(sign | ((value->exponent << 10 | value->mantissa) & INT_MAGNITUDE));
    if (style == DST_TF32) {
        const uint32_t exponent = (value->exponent - BIAS) & 0xFF;
        return value->exponent == 0 ? 0 : dst32_from_fp32(sign | exponent << 23 | value->mantissa << 13);
    }
    return half_of(style, value) << (is_wide ? 16 : 0);
}

static int32_t key(const struct pooled *value)
{
    const int32_t magnitude = (int32_t)(value->exponent << 10 | value->mantissa);
    return value->is_negative ? -magnitude : magnitude;
}

static void gmpool_general_pool_column(struct gmpool *pool, enum dst_style style, unsigned column)
{
    static const uint8_t order[FACE_ROWS] = {4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15};
    static const uint8_t indices[8] = {0, 3, 6, 1, 4, 7, 2, 5};
    enum { PHASE_STEP = 0x100, PHASE_MASK = 0xF00, INDEX_MASK = 0xFF };
    uint32_t *cells = &pool->dst[0][column];
    const uint32_t phase = (*cells + PHASE_STEP) & PHASE_MASK;
    uint32_t index = *cells & INDEX_MASK;
    struct pooled max = from_dst(style, pool->math.is_wide, *cells);
    for (unsigned i = 0; i < FACE_ROWS; i++) {
        const unsigned row = order[i];
        const struct pooled value = gmpool_general_operand(&pool->math, pool->a[row][column], pool->b[row]);
        if (key(&value) < key(&max))
            continue;
        max = value;
        if (row < sizeof indices) /* of the other eight rows the index is not followed */
            index = ((phase >> 4) + indices[row]) & INDEX_MASK;
    }
    const bool shows_index = pool->keeps_index && pool->math.is_wide;
    const bool is_index_alone = pool->keeps_index && style == DST_INT32;
    *cells = is_index_alone ? 0 : gmpool_general_to_dst(style, pool->math.is_wide, &max);
    if (shows_index)
        *cells |= phase | index;
    for (unsigned row = 1; row < POOL_ROWS; row++)
        pool->dst[row][column] = shows_index ? (pool->dst[row][column] + PHASE_STEP) & PHASE_MASK : 0;
}

void gmpool_general(struct gmpool *pool)
{
    const enum dst_style style = dst_style(pool);
    for (unsigned column = 0; column < DST_COLUMNS; column++)
        gmpool_general_pool_column(pool, style, column);
}
