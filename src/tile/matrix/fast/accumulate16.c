/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulating in portable C: terms and Dst aligned, summed, normalised, stored (M36 to M41). Steps as in
 * arithmetic.c, which it is tested equal to. Terms are signed, and an arithmetic shift rounds them half up (M38). Here
 * a 16-bit Dst, in lanes of 16 bits and units of 2^-10; quick_avx2_dst.c says why that is enough. */
#include "tile/fast/built_twice.h"
#include "tile/matrix/fast/accumulate.h"

static inline bool is_fp16(enum quick_kind kind)
{
    return kind == QUICK_FP16;
}

ALWAYS_INLINE struct row powers_to(const struct row *common, const struct row *exponents)
{
    struct row apart, powers;
    for (unsigned half = 0; half < ROW_HALVES; half++)
        apart.of[half] = common->of[half] - exponents->of[half];
    lanes_powers(apart.of, powers.of);
    return powers;
}

/* 16-bit cells of Dst in units, signed. */
ALWAYS_INLINE lanes align_dst(enum quick_kind kind, lanes cells, lanes exponent, lanes power)
{
    const lanes fraction = lanes_down(cells, 5) & (int16_t)(is_fp16(kind) ? 0x3FF : 0x3F8);
    const lanes number = (fraction | SRC_HIDDEN_BIT) & (exponent > 0);
    return lanes_turned(quick_shifted(number, power), cells >> 15);
}

/* 16-bit cells of numbers (M40, M41). normal: the magnitude with its leading one at bit 14, or 0. less_one: its
 * exponent, less one, which the leading one adds; not below -12. sign: in bit 15. */
ALWAYS_INLINE lanes cells_of(enum quick_kind kind, lanes normal, lanes less_one, lanes sign)
{
    enum { LIFT = 16 /* of exponents, so that unsigned numbers hold those below 0 */ };
    const unsigned bits = is_fp16(kind) ? 10 : 7, dropped = 14 - bits; /* of the mantissa */
    const lanes exponent = lanes_min(less_one, lanes_of(is_fp16(kind) ? 40 : 400)) + LIFT;
    const lanes rounded = lanes_down(normal + (int16_t)(1 << (dropped - 1)), dropped);
    lanes word = exponent * (int16_t)(1 << bits) + rounded;
    word = lanes_less(word, lanes_of(LIFT << bits));
    word -= lanes_less(word, lanes_of(is_fp16(kind) ? 0x7FFF : 0x7F80)); /* no more than that */
    const lanes counts = (word > (int16_t)((1 << bits) - 1)) & (normal > 0);
    const lanes mantissa = word * (int16_t)(1 << (15 - bits)) & (int16_t)(is_fp16(kind) ? 0x7FE0 : 0x7F00);
    return (mantissa | lanes_down(word, bits) | (sign & INT16_MIN)) & counts;
}

/* Sums in units: magnitudes and signs, as sixteen bits hold them. */
ALWAYS_INLINE lanes cells_of_sums(enum quick_kind kind, lanes magnitude, lanes exponent, lanes sign)
{
    lanes places;
    const lanes normal = lanes_down(lanes_normalised(magnitude, &places), 1);
    return cells_of(kind, normal, exponent + 4 - places, sign);
}

/* Elements: one addend of 12 bits. */
ALWAYS_INLINE void one_term(enum quick_kind kind, bool overwrites, struct quick_work *work,
                            const struct quick_addends *x)
{
    for (uint32_t row = 0; row < work->rows; row++) {
        struct row total = load_row(&x->units[row * DST_COLUMNS]), common = load_row(&x->exponents[row * DST_COLUMNS]);
        if (!overwrites) {
            const struct row cells = load_row(work->high[row]), of_term = common;
            struct row of_dst;
            for (unsigned half = 0; half < ROW_HALVES; half++) {
                of_dst.of[half] = exponents_of(kind, cells.of[half]);
                common.of[half] = lanes_max(of_term.of[half], of_dst.of[half]);
            }
            const struct row for_term = powers_to(&common, &of_term), for_dst = powers_to(&common, &of_dst);
            for (unsigned half = 0; half < ROW_HALVES; half++)
                total.of[half] = quick_shifted(total.of[half], for_term.of[half]) +
                                 align_dst(kind, cells.of[half], of_dst.of[half], for_dst.of[half]);
        }
        for (unsigned half = 0; half < ROW_HALVES; half++) {
            const lanes sum = total.of[half], sign = sum >> 15;
            lanes_store(&work->high[row][half * HALF_COLUMNS],
                        cells_of_sums(kind, lanes_turned(sum, sign), common.of[half], sign));
        }
    }
}

/* Sums of 16 bits over 2^apart, in units, rounded twice: to units 2^-23, then to these (M38, M39). Of 14 places and of
 * 15 the first matters, and one more below the half does what it does; from 16 on nothing is left. */
ALWAYS_INLINE struct lanes_32 shifted_sums(lanes units, lanes apart, lanes power)
{
    enum { HALF_AND_ONE = (1 << 13) + 1 };
    units = lanes_choose(apart > 14, units >> 1, units) & (apart < 16);
    struct lanes_32 out = lanes_products(units, power);
    for (unsigned i = 0; i < 2; i++)
        out.of[i] = (out.of[i] + HALF_AND_ONE) >> 14;
    return out;
}

/* Products: two addends of 15 bits, of which the sums' magnitudes have 16. */
ALWAYS_INLINE void two_terms(enum quick_kind kind, struct quick_work *work, const struct quick_addends *x,
                             const struct quick_addends *y)
{
    for (uint32_t row = 0; row < work->rows; row++) {
        const uint32_t at = row * DST_COLUMNS;
        const struct row cells = load_row(work->high[row]);
        const struct row of_x = load_row(&x->exponents[at]), of_y = load_row(&y->exponents[at]);
        struct row of_dst, common;
        for (unsigned half = 0; half < ROW_HALVES; half++) {
            of_dst.of[half] = exponents_of(kind, cells.of[half]);
            common.of[half] = lanes_max(lanes_max(of_x.of[half], of_y.of[half]), of_dst.of[half]);
        }
        const struct row for_x = powers_to(&common, &of_x), for_y = powers_to(&common, &of_y),
                         for_dst = powers_to(&common, &of_dst);
        for (unsigned half = 0; half < ROW_HALVES; half++) {
            const unsigned from = at + half * HALF_COLUMNS;
            const lanes held = align_dst(kind, cells.of[half], of_dst.of[half], for_dst.of[half]);
            const struct lanes_32 first =
                shifted_sums(lanes_load(&x->units[from]), common.of[half] - of_x.of[half], for_x.of[half]);
            const struct lanes_32 second =
                shifted_sums(lanes_load(&y->units[from]), common.of[half] - of_y.of[half], for_y.of[half]);
            struct lanes_32 total = lanes_widened(held), sign;
            for (unsigned i = 0; i < 2; i++) {
                total.of[i] += first.of[i] + second.of[i];
                sign.of[i] = total.of[i] >> 31;
                total.of[i] = (total.of[i] ^ sign.of[i]) - sign.of[i];
            }
            lanes_store(&work->high[row][half * HALF_COLUMNS],
                        cells_of_sums(kind, lanes_narrowed(total), common.of[half], lanes_packed(sign)));
        }
    }
}

ALWAYS_INLINE void narrow(enum quick_kind kind, struct quick_work *work, const struct quick_addends *x,
                          const struct quick_addends *y)
{
    if (y)
        two_terms(kind, work, x, y);
    else if (work->overwrites)
        one_term(kind, true, work, x);
    else
        one_term(kind, false, work, x);
}

BUILT_TWICE void quick_accumulate(struct quick_work *work, const struct quick_addends *x, const struct quick_addends *y)
{
    switch (quick_kind_of(work->math)) {
    case QUICK_WIDE:
        quick_accumulate_wide(work, x, y);
        return;
    case QUICK_BF16:
        narrow(QUICK_BF16, work, x, y);
        return;
    case QUICK_FP16:
        narrow(QUICK_FP16, work, x, y);
        return;
    }
}
