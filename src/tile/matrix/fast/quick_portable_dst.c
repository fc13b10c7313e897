/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulating in portable C: terms and Dst aligned, summed, normalised, stored (M36 to M41). Steps as in
 * arithmetic.c, which it is tested equal to; each is done over all elements and without branches on data, so that any
 * compiler makes vectors of all but the shifts by distances. Terms are signed, and an arithmetic shift rounds them half
 * up (M38). */
#include "tile/matrix/fast/quick_portable.h"

#include "numeric/cells.h"

#include <string.h>

enum { SHIFT_MAX = 31 };

/* Sums at their common exponents, in units 2^-23, and the cells of Dst. */
struct sums {
    uint32_t count;
    int32_t total[QUICK_ELEMENTS_MAX], exponent[QUICK_ELEMENTS_MAX];
    uint16_t high[QUICK_ELEMENTS_MAX], low[QUICK_ELEMENTS_MAX];
};

static inline int32_t larger_of(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline uint32_t mask_if(uint32_t condition)
{
    return 0u - condition;
}

/* No cell is below 0, and 31 places leave nothing of any number here. */
static inline int32_t distance(int32_t from, int32_t to)
{
    return to - from < SHIFT_MAX ? to - from : SHIFT_MAX;
}

static inline int32_t exponent_of(enum quick_kind kind, uint32_t cell)
{
    return (int32_t)(cell & (kind == QUICK_FP16 ? 0x1F : 0xFF));
}

/* Twice the mantissa, so that half up is one more before the last place goes. */
static inline uint32_t twice_mantissa(enum quick_kind kind, uint32_t high, uint32_t low)
{
    const uint32_t fraction = (high & (kind == QUICK_FP16 ? 0x7FE0u : 0x7F00u)) << 8;
    const uint32_t mantissa = MANTISSA_ONE | fraction | (kind == QUICK_WIDE ? low : 0);
    return 2 * mantissa & mask_if(exponent_of(kind, high) != 0);
}

static inline int32_t dropped_low_bits(enum quick_kind kind, int32_t value)
{
    return kind == QUICK_WIDE ? value : (value + 0x1000) & ~0x1FFF; /* M39; half up, for terms are signed */
}

static inline void add_dst(enum quick_kind kind, struct sums *sums)
{
    uint32_t twice[QUICK_ELEMENTS_MAX];
    int32_t places[QUICK_ELEMENTS_MAX];
    for (uint32_t i = 0; i < sums->count; i++) {
        twice[i] = twice_mantissa(kind, sums->high[i], kind == QUICK_WIDE ? sums->low[i] : 0);
        places[i] = distance(exponent_of(kind, sums->high[i]), sums->exponent[i]);
    }
    for (uint32_t i = 0; i < sums->count; i++)
        twice[i] >>= places[i];
    for (uint32_t i = 0; i < sums->count; i++) {
        const int32_t minus = -(int32_t)(sums->high[i] >> 15);
        const int32_t aligned = dropped_low_bits(kind, (int32_t)((twice[i] + 1) >> 1));
        sums->total[i] += (aligned ^ minus) - minus;
    }
}

static inline void add_term(enum quick_kind kind, const struct quick_addends *x, struct sums *sums)
{
    int32_t twice[QUICK_ELEMENTS_MAX], places[QUICK_ELEMENTS_MAX];
    for (uint32_t i = 0; i < sums->count; i++) {
        twice[i] = x->units[i] * (2 << PRODUCT_SHIFT);
        places[i] = distance(x->exponents[i], sums->exponent[i]);
    }
    for (uint32_t i = 0; i < sums->count; i++)
        twice[i] >>= places[i];
    for (uint32_t i = 0; i < sums->count; i++)
        sums->total[i] += dropped_low_bits(kind, (twice[i] + 1) >> 1);
}

/* y: null for none. */
static inline void add_up(enum quick_kind kind, bool overwrites, const struct quick_addends *x,
                          const struct quick_addends *y, struct sums *sums)
{
    for (uint32_t i = 0; i < sums->count; i++) {
        int32_t exponent = x->exponents[i];
        if (y)
            exponent = larger_of(exponent, y->exponents[i]);
        if (!overwrites)
            exponent = larger_of(exponent, exponent_of(kind, sums->high[i]));
        sums->exponent[i] = exponent;
        sums->total[i] = 0;
    }
    if (!overwrites)
        add_dst(kind, sums);
    add_term(kind, x, sums);
    if (y)
        add_term(kind, y, sums);
}

/* M40, M41 */
static inline void normalise(enum quick_kind kind, bool has_fault, struct sums *sums)
{
    enum { WRONG_SHIFT = 27, FAR_ABOVE = 300 };
    const int bits = kind == QUICK_WIDE ? 23 : kind == QUICK_BF16 ? 7 : 10; /* of a mantissa */
    const uint32_t largest = kind == QUICK_WIDE ? 0x7F800000 : kind == QUICK_BF16 ? 0x7F80 : 0x7FFF;
    uint32_t normal[QUICK_ELEMENTS_MAX]; /* the leading one at bit 30 */
    int32_t places[QUICK_ELEMENTS_MAX];
    for (uint32_t i = 0; i < sums->count; i++)
        normal[i] = (uint32_t)larger_of(sums->total[i], -sums->total[i]);
    for (uint32_t i = 0; i < sums->count; i++) {
        places[i] = __builtin_clz(normal[i] | 1) - 1;
        normal[i] <<= places[i];
    }
    for (uint32_t i = 0; i < sums->count; i++) {
        int32_t less_one = sums->exponent[i] + 6 - places[i]; /* the leading one adds it */
        if (has_fault)
            less_one += WRONG_SHIFT & -(int32_t)(sums->total[i] == -1);
        less_one = less_one < FAR_ABOVE ? less_one : FAR_ABOVE;
        uint32_t word = ((uint32_t)less_one << bits) + ((normal[i] + (1u << (29 - bits))) >> (30 - bits));
        word = word < largest ? word : largest;
        word &= mask_if((word >> bits != 0) & (less_one > -2) & (normal[i] != 0));
        const uint32_t upper = kind == QUICK_WIDE ? word >> 16 : word;
        const uint32_t cell = kind == QUICK_FP16 ? dst16_from_fp16(upper) : dst16_from_bf16(upper);
        const uint32_t minus = (uint32_t)sums->total[i] >> 31 << 15 & mask_if(word != 0);
        sums->high[i] = (uint16_t)(cell | minus);
        if (kind == QUICK_WIDE)
            sums->low[i] = (uint16_t)word;
    }
}

static inline __attribute__((always_inline)) void accumulate_kind(enum quick_kind kind, struct quick_work *work,
                                                                  const struct quick_addends *x,
                                                                  const struct quick_addends *y)
{
    enum { ROW_BYTES = DST_COLUMNS * sizeof(uint16_t) };
    const bool overwrites = work->overwrites && !y;
    struct sums sums;
    sums.count = work->rows * DST_COLUMNS;
    for (uint32_t row = 0; row < work->rows && !overwrites; row++) {
        memcpy(&sums.high[row * DST_COLUMNS], work->high[row], ROW_BYTES);
        if (kind == QUICK_WIDE)
            memcpy(&sums.low[row * DST_COLUMNS], work->low[row], ROW_BYTES);
    }
    if (overwrites)
        add_up(kind, true, x, NULL, &sums);
    else
        add_up(kind, false, x, y, &sums);
    normalise(kind, kind == QUICK_WIDE && work->math->set->has_fault, &sums);
    for (uint32_t row = 0; row < work->rows; row++) {
        memcpy(work->high[row], &sums.high[row * DST_COLUMNS], ROW_BYTES);
        if (kind == QUICK_WIDE)
            memcpy(work->low[row], &sums.low[row * DST_COLUMNS], ROW_BYTES);
    }
}

void quick_accumulate_portable(struct quick_work *work, const struct quick_addends *x, const struct quick_addends *y)
{
    switch (quick_kind_of(work->math)) {
    case QUICK_WIDE:
        accumulate_kind(QUICK_WIDE, work, x, y);
        return;
    case QUICK_BF16:
        accumulate_kind(QUICK_BF16, work, x, y);
        return;
    case QUICK_FP16:
        accumulate_kind(QUICK_FP16, work, x, y);
        return;
    }
}
