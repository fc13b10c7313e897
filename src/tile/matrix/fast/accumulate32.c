/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulating in portable C into a 32-bit Dst, in units of 2^-23 (M36 to M41), half a row at once. */
#include "tile/fast/built_twice.h"
#include "tile/matrix/fast/accumulate.h"

#include "numeric/cells.h"

enum { NEAR = 14 /* so many places a power of two is there for */, SHIFT_MAX = 31 };

/* Sums in units of 2^-23. */
struct sums {
    struct lanes_32 of[ROW_HALVES];
};

/* A row of Dst taken apart: the upper and the lower 16 bits of mantissas. */
struct mantissas {
    struct row upper, lower, exponents, signs;
};

ALWAYS_INLINE struct mantissas take_apart(const uint16_t *high, const uint16_t *low)
{
    const struct row cells = load_row(high);
    struct mantissas out = {.lower = load_row(low)};
    for (unsigned half = 0; half < ROW_HALVES; half++) {
        out.exponents.of[half] = exponents_of(QUICK_WIDE, cells.of[half]);
        const lanes counts = out.exponents.of[half] > 0;
        out.upper.of[half] = ((lanes_down(cells.of[half], 8) & 0x7F) | 0x80) & counts;
        out.lower.of[half] &= counts;
        out.signs.of[half] = cells.of[half] >> 15;
    }
    return out;
}

ALWAYS_INLINE struct row distances(const struct row *common, const struct row *exponents)
{
    struct row out;
    for (unsigned half = 0; half < ROW_HALVES; half++)
        out.of[half] = lanes_min(common->of[half] - exponents->of[half], lanes_of(SHIFT_MAX));
    return out;
}

/* ---- aligned ---- */

/* Whether a number other than 0 goes farther than powers of two reach. */
ALWAYS_INLINE bool is_any_far(const struct row *apart, const struct row *numbers)
{
    lanes far = {0};
    for (unsigned half = 0; half < ROW_HALVES; half++)
        far |= (apart->of[half] > NEAR) & (numbers->of[half] != 0);
    return lanes_any(far);
}

/* M38. Adds terms of a row, in units 2^-10. */
ALWAYS_INLINE void add_near_terms(const struct row *units, const struct row *apart, struct sums *sums)
{
    struct row powers;
    lanes_powers(apart->of, powers.of);
    for (unsigned half = 0; half < ROW_HALVES; half++) {
        const struct lanes_32 twice = lanes_products(units->of[half], powers.of[half]);
        for (unsigned i = 0; i < 2; i++)
            sums->of[half].of[i] += (twice.of[i] + 1) >> 1;
    }
}

/* Terms that go farther than NEAR are as many units of 2^-24 as are left of them; two places are the product's own. */
static __attribute__((noinline)) void add_far_terms(const struct row *units, const struct row *apart, struct sums *sums)
{
    struct row near, rest, powers;
    for (unsigned half = 0; half < ROW_HALVES; half++) {
        near.of[half] = units->of[half] & (apart->of[half] <= NEAR);
        rest.of[half] = lanes_max(apart->of[half] - (NEAR + 2), lanes_of(0));
    }
    add_near_terms(&near, apart, sums);
    lanes_powers(rest.of, powers.of);
    for (unsigned half = 0; half < ROW_HALVES; half++) {
        const lanes twice = lanes_choose(apart->of[half] == NEAR + 1, units->of[half] >> 1,
                                         lanes_upper_product(units->of[half], powers.of[half]));
        const struct lanes_32 far = lanes_widened(((twice + 1) >> 1) & (apart->of[half] > NEAR));
        for (unsigned i = 0; i < 2; i++)
            sums->of[half].of[i] += far.of[i];
    }
}

ALWAYS_INLINE void add_terms(const struct row *units, const struct row *apart, struct sums *sums)
{
    if (is_any_far(apart, units))
        add_far_terms(units, apart, sums);
    else
        add_near_terms(units, apart, sums);
}

/* Adds what Dst holds. The upper bits of a mantissa stay whole, so that the lower ones alone are rounded. */
ALWAYS_INLINE void add_near_dst(const struct mantissas *dst, const struct row *apart, struct sums *sums)
{
    struct row powers;
    lanes_powers(apart->of, powers.of);
    for (unsigned half = 0; half < ROW_HALVES; half++) {
        const struct lanes_32 upper = lanes_products(dst->upper.of[half] * 4, powers.of[half]);
        const struct lanes_32 lower = lanes_unsigned_products(dst->lower.of[half], powers.of[half]);
        const struct lanes_32 sign = lanes_widened(dst->signs.of[half]);
        for (unsigned i = 0; i < 2; i++) {
            const words aligned = upper.of[i] + ((lower.of[i] + (1 << 13)) >> 14);
            sums->of[half].of[i] += (aligned ^ sign.of[i]) - sign.of[i];
        }
    }
}

static __attribute__((noinline)) void add_far_dst(const struct mantissas *dst, const struct row *apart,
                                                  struct sums *sums)
{
    uint16_t upper[DST_COLUMNS], lower[DST_COLUMNS];
    int16_t signs[DST_COLUMNS], places[DST_COLUMNS];
    int32_t totals[DST_COLUMNS];
    memcpy(upper, &dst->upper, sizeof upper);
    memcpy(lower, &dst->lower, sizeof lower);
    memcpy(signs, &dst->signs, sizeof signs);
    memcpy(places, apart, sizeof places);
    memcpy(totals, sums, sizeof totals);
    for (unsigned column = 0; column < DST_COLUMNS; column++) {
        const uint32_t twice = ((uint32_t)upper[column] << 16 | lower[column]) * 2;
        const int32_t aligned = (int32_t)(((twice >> places[column]) + 1) >> 1);
        totals[column] += (aligned ^ signs[column]) - signs[column];
    }
    memcpy(sums, totals, sizeof totals);
}

ALWAYS_INLINE void add_dst(const struct mantissas *dst, const struct row *apart, struct sums *sums)
{
    if (is_any_far(apart, &dst->upper))
        add_far_dst(dst, apart, sums);
    else
        add_near_dst(dst, apart, sums);
}

/* ---- stored ---- */

/* Magnitudes below 2^30 with their leading one at bit 30, and the places that each went up; 0 stays. */
ALWAYS_INLINE struct lanes_32 normalised(struct lanes_32 magnitudes, lanes *places)
{
    const struct lanes_32 above = {{magnitudes.of[0] >> 16, magnitudes.of[1] >> 16}};
    const lanes upper = lanes_packed(above), lower = lanes_narrowed(magnitudes), is_low = upper == 0;
    lanes up;
    const lanes leading = lanes_normalised(lanes_choose(is_low, lower, upper), &up);
    *places = up + (is_low & 16) - 1;
    lanes factor = lanes_of(1);
    for (unsigned bit = 1; bit < 16; bit *= 2)
        factor *= 1 + (((up & (int16_t)bit) != 0) & (int16_t)((1 << bit) - 1));
    const struct lanes_32 rest = lanes_unsigned_products(lower & ~is_low, factor);
    struct lanes_32 out = lanes_raised(leading);
    for (unsigned i = 0; i < 2; i++)
        out.of[i] = (words)((unsigned_words)(out.of[i] | rest.of[i]) >> 1);
    return out;
}

/* M40, M41: sums of half a row. */
ALWAYS_INLINE void put_sums(struct lanes_32 total, lanes exponent, bool has_fault, uint16_t *high, uint16_t *low)
{
    enum { WRONG_SHIFT = 27, FAR_ABOVE = 300, FAR_BELOW = -2, INFINITE = 0x7F800000, BITS = 23 };
    struct lanes_32 sign, magnitude, is_wrong, upper, words_of_sums;
    for (unsigned i = 0; i < 2; i++) {
        sign.of[i] = total.of[i] >> 31;
        magnitude.of[i] = (total.of[i] ^ sign.of[i]) - sign.of[i];
        is_wrong.of[i] = total.of[i] == -1;
    }
    lanes places;
    const struct lanes_32 normal = normalised(magnitude, &places);
    lanes less_one = exponent + 6 - places; /* the leading one adds it */
    if (has_fault)
        less_one += lanes_packed(is_wrong) & WRONG_SHIFT;
    less_one = lanes_max(lanes_min(less_one, lanes_of(FAR_ABOVE)), lanes_of(FAR_BELOW));
    const struct lanes_32 exponents = lanes_raised((less_one - 254) * (int16_t)(1 << (BITS - 16)));
    for (unsigned i = 0; i < 2; i++) {
        const words rounded = (normal.of[i] + 0x40) >> 7;
        const words above = (words)((unsigned_words)exponents.of[i] + (unsigned_words)(rounded - MANTISSA_ONE));
        const words number = (above & (above >> 31)) + INFINITE; /* no more than that */
        words_of_sums.of[i] = number & (number >= MANTISSA_ONE) & (rounded != 0);
        upper.of[i] = words_of_sums.of[i] >> 16;
    }
    const lanes word = lanes_packed(upper), minus = lanes_packed(sign) & INT16_MIN & (word > 0);
    lanes_store(high, (lanes_up(word, 8) & 0x7F00) | lanes_down(word, 7) | minus);
    lanes_store(low, lanes_narrowed(words_of_sums));
}

/* y may be null. */
ALWAYS_INLINE void wide(bool overwrites, struct quick_work *work, const struct quick_addends *x,
                        const struct quick_addends *y)
{
    for (uint32_t row = 0; row < work->rows; row++) {
        const uint32_t at = row * DST_COLUMNS;
        const struct row units = load_row(&x->units[at]), exponents = load_row(&x->exponents[at]);
        struct row common = exponents;
        struct sums sums = {0};
        struct mantissas dst;
        if (!overwrites)
            dst = take_apart(work->high[row], work->low[row]);
        for (unsigned half = 0; half < ROW_HALVES; half++) {
            if (y)
                common.of[half] = lanes_max(common.of[half], lanes_load(&y->exponents[at + half * HALF_COLUMNS]));
            if (!overwrites)
                common.of[half] = lanes_max(common.of[half], dst.exponents.of[half]);
        }
        struct row apart = distances(&common, &exponents);
        add_terms(&units, &apart, &sums);
        if (y) {
            const struct row others = load_row(&y->units[at]), of_others = load_row(&y->exponents[at]);
            apart = distances(&common, &of_others);
            add_terms(&others, &apart, &sums);
        }
        if (!overwrites) {
            apart = distances(&common, &dst.exponents);
            add_dst(&dst, &apart, &sums);
        }
        for (unsigned half = 0; half < ROW_HALVES; half++)
            put_sums(sums.of[half], common.of[half], work->math->set->has_fault, &work->high[row][half * HALF_COLUMNS],
                     &work->low[row][half * HALF_COLUMNS]);
    }
}

/* Each case a loop of its own. */
BUILT_TWICE void quick_accumulate_wide(struct quick_work *work, const struct quick_addends *x,
                                       const struct quick_addends *y)
{
    if (y)
        wide(false, work, x, y);
    else if (work->overwrites)
        wide(true, work, x, NULL);
    else
        wide(false, work, x, NULL);
}
