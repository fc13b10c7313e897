/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulating where the machine has AVX2: terms and Dst aligned, summed, normalised, stored (M36 to M41).
 * Steps as in arithmetic.c, which it is tested equal to.
 *
 * Terms are signed, and an arithmetic shift rounds them half up (M38). One addend of 12 bits into a 16-bit Dst is done
 * in lanes of 16 bits, in units of 2^-10. What M39 drops lies below these units, and rounding once to units gives the
 * same as rounding twice, since a number that is shifted by 14 or more is zero either way. All else takes lanes of 32
 * bits. */
#include "tile/matrix/fast/quick_avx2.h"

#if defined(__x86_64__)

#define ALWAYS_INLINE AVX2 static inline __attribute__((always_inline))

/* The exponent of a cell of Dst. */
ALWAYS_INLINE __m256i exponents_of(enum quick_kind kind, __m256i cells)
{
    return _mm256_and_si256(cells, _mm256_set1_epi16(kind == QUICK_FP16 ? 0x1F : 0xFF));
}

/* 16-bit cells of Dst in units, signed, at exponents so far above their own (M36, M38, M39). */
ALWAYS_INLINE __m256i align_dst(enum quick_kind kind, __m256i cells, __m256i exponent, __m256i apart)
{
    const __m256i fraction = _mm256_set1_epi16(kind == QUICK_FP16 ? 0x7FE : 0x7F0);
    const __m256i doubled =
        _mm256_or_si256(_mm256_and_si256(_mm256_srli_epi16(cells, 4), fraction), _mm256_set1_epi16(0x800));
    const __m256i counts = _mm256_cmpgt_epi16(exponent, _mm256_setzero_si256());
    return _mm256_sign_epi16(quick_shift(_mm256_and_si256(doubled, counts), apart), cells);
}

/* 16-bit cells of numbers (M40, M41). normal: the magnitude with its leading one at bit 14, or 0. less_one: its
 * exponent, less one, which the leading one adds; not below -12. sign: in bit 15. */
ALWAYS_INLINE __m256i cells_of(enum quick_kind kind, __m256i normal, __m256i less_one, __m256i sign)
{
    enum { LIFT = 16 /* of exponents, so that unsigned numbers hold those below 0 */ };
    const int bits = kind == QUICK_FP16 ? 10 : 7, dropped = 14 - bits; /* of the mantissa */
    const __m256i most = _mm256_set1_epi16(kind == QUICK_FP16 ? 40 : 400), lift = _mm256_set1_epi16(LIFT);
    const __m256i half = _mm256_set1_epi16((int16_t)(1 << (dropped - 1)));
    const __m256i largest = _mm256_set1_epi16(kind == QUICK_FP16 ? 0x7FFF : 0x7F80);
    const __m256i exponent = _mm256_add_epi16(_mm256_min_epi16(less_one, most), lift);
    __m256i word =
        _mm256_add_epi16(_mm256_slli_epi16(exponent, bits), _mm256_srli_epi16(_mm256_add_epi16(normal, half), dropped));
    word = _mm256_min_epu16(_mm256_subs_epu16(word, _mm256_slli_epi16(lift, bits)), largest);
    word = _mm256_sign_epi16(word, normal); /* as it is, or 0 where there is nothing */
    const __m256i counts = _mm256_cmpgt_epi16(word, _mm256_set1_epi16((int16_t)((1 << bits) - 1)));
    const __m256i mantissa = _mm256_slli_epi16(word, 15 - bits),
                  fraction = _mm256_set1_epi16(kind == QUICK_FP16 ? 0x7FE0 : 0x7F00);
    __m256i cells = _mm256_or_si256(_mm256_and_si256(mantissa, fraction), _mm256_srli_epi16(word, bits));
    cells = _mm256_or_si256(cells, _mm256_and_si256(sign, _mm256_set1_epi16(INT16_MIN)));
    return _mm256_and_si256(cells, counts);
}

ALWAYS_INLINE void store_row(uint16_t *to, __m256i lanes)
{
    _mm256_storeu_si256((void *)to, quick_turn(lanes));
}

/* ---- one addend, 16-bit Dst ---- */

ALWAYS_INLINE void one_term(struct quick_work *work, const struct quick_terms *x, enum quick_kind kind, bool overwrites)
{
    const __m256i powers = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32,
                                            64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    for (uint32_t row = 0; row < work->rows; row++) {
        __m256i total = x->units[row], exponent = x->exponents[row];
        if (!overwrites) {
            const __m256i cells = quick_turn(avx2_load(work->high[row])), of_dst = exponents_of(kind, cells);
            const __m256i common = _mm256_max_epi16(exponent, of_dst);
            total = quick_shift(_mm256_add_epi16(total, total), _mm256_sub_epi16(common, exponent));
            total = _mm256_add_epi16(total, align_dst(kind, cells, of_dst, _mm256_sub_epi16(common, of_dst)));
            exponent = common;
        }
        const __m256i sum = _mm256_abs_epi16(total), places = avx2_places_to_bit_14(sum);
        const __m256i normal = _mm256_mullo_epi16(sum, quick_by_table(powers, places));
        const __m256i less_one = _mm256_sub_epi16(_mm256_add_epi16(exponent, _mm256_set1_epi16(3)),
                                                  _mm256_and_si256(places, _mm256_set1_epi16(0xFF)));
        store_row(work->high[row], cells_of(kind, normal, less_one, total));
    }
}

/* ---- lanes of 32 bits, two registers a row ---- */

/* Lanes of 32 bits out of two of 16: columns 0 to 7, or 8 to 15. */
ALWAYS_INLINE __m256i half_of(__m256i lower, __m256i upper, unsigned half)
{
    return half ? _mm256_unpackhi_epi16(lower, upper) : _mm256_unpacklo_epi16(lower, upper);
}

ALWAYS_INLINE __m256i halved(__m256i doubled)
{
    return _mm256_srai_epi32(_mm256_sub_epi32(doubled, _mm256_set1_epi32(-1)), 1);
}

/* Half of a row's terms at the common exponent, in units 2^-23 (M38): shifted to one place below, then rounded. */
ALWAYS_INLINE __m256i align_term(__m256i units, __m256i apart, unsigned half)
{
    enum { BELOW = 16 - PRODUCT_SHIFT - 1 };
    const __m256i zero = _mm256_setzero_si256(), distance = _mm256_add_epi16(apart, _mm256_set1_epi16(BELOW));
    return halved(_mm256_srav_epi32(half_of(zero, units, half), half_of(distance, zero, half)));
}

/* Magnitudes with their leading ones at bit 30. */
ALWAYS_INLINE __m256i normalise(__m256i total, __m256i *places)
{
    const __m256i sum = _mm256_abs_epi32(total);
    *places = avx2_places_to_bit_30(sum);
    return _mm256_sllv_epi32(sum, *places);
}

/* Products into a 16-bit Dst. */
ALWAYS_INLINE void two_terms(struct quick_work *work, const struct quick_terms *x, const struct quick_terms *y,
                             enum quick_kind kind)
{
    const __m256i half_unit = avx2_constant(1 << (PRODUCT_SHIFT - 1));
    for (uint32_t row = 0; row < work->rows; row++) {
        const __m256i cells = quick_turn(avx2_load(work->high[row])), of_dst = exponents_of(kind, cells);
        const __m256i common = _mm256_max_epi16(_mm256_max_epi16(x->exponents[row], y->exponents[row]), of_dst);
        const __m256i dst = align_dst(kind, cells, of_dst, _mm256_sub_epi16(common, of_dst));
        const __m256i x_apart = _mm256_sub_epi16(common, x->exponents[row]);
        const __m256i y_apart = _mm256_sub_epi16(common, y->exponents[row]);
        __m256i total[2], places[2], normal[2];
        for (unsigned half = 0; half < 2; half++) {
            const __m256i first = _mm256_add_epi32(align_term(x->units[row], x_apart, half), half_unit);
            const __m256i second = _mm256_add_epi32(align_term(y->units[row], y_apart, half), half_unit);
            const __m256i held = _mm256_srai_epi32(half_of(_mm256_setzero_si256(), dst, half), 16);
            total[half] = _mm256_add_epi32(_mm256_srai_epi32(first, PRODUCT_SHIFT),
                                           _mm256_srai_epi32(second, PRODUCT_SHIFT)); /* M39 */
            total[half] = _mm256_add_epi32(total[half], held);
            normal[half] = _mm256_srli_epi32(normalise(total[half], &places[half]), 16);
        }
        const __m256i less_one =
            _mm256_sub_epi16(_mm256_add_epi16(common, _mm256_set1_epi16(19)), _mm256_packs_epi32(places[0], places[1]));
        store_row(work->high[row], cells_of(kind, _mm256_packus_epi32(normal[0], normal[1]), less_one,
                                            _mm256_packs_epi32(total[0], total[1])));
    }
}

/* FP32 patterns without their signs, 0 for nothing (M40). */
ALWAYS_INLINE __m256i words_of(__m256i total, __m256i exponent, bool has_fault)
{
    __m256i places;
    const __m256i normal = normalise(total, &places);
    __m256i less_one = _mm256_sub_epi32(_mm256_add_epi32(exponent, avx2_constant(6)), places);
    if (has_fault) {
        const __m256i is_wrong = _mm256_cmpeq_epi32(total, _mm256_set1_epi32(-1));
        less_one = _mm256_add_epi32(less_one, _mm256_and_si256(is_wrong, avx2_constant(27)));
    }
    __m256i word = _mm256_srli_epi32(_mm256_add_epi32(normal, avx2_constant(0x40)), 7);
    word = _mm256_add_epi32(word, _mm256_slli_epi32(less_one, 23));
    word = _mm256_min_epu32(word, avx2_constant(0x7F800000));
    const __m256i counts = _mm256_and_si256(_mm256_cmpgt_epi32(word, avx2_constant(MANTISSA_ONE - 1)),
                                            _mm256_cmpgt_epi32(less_one, _mm256_set1_epi32(-2)));
    return _mm256_sign_epi32(_mm256_and_si256(word, counts), normal);
}

/* M41, a row: the upper halves with bits in the order of cells, the lower ones as they are. */
ALWAYS_INLINE void store_words(uint16_t *high, uint16_t *low, const __m256i words[2], __m256i sign)
{
    const __m256i zero = _mm256_setzero_si256();
    const __m256i upper = _mm256_packus_epi32(_mm256_srli_epi32(words[0], 16), _mm256_srli_epi32(words[1], 16));
    const __m256i lower =
        _mm256_packus_epi32(_mm256_blend_epi16(words[0], zero, 0xAA), _mm256_blend_epi16(words[1], zero, 0xAA));
    const __m256i mantissa = _mm256_and_si256(_mm256_slli_epi16(upper, 8), _mm256_set1_epi16(0x7F00));
    const __m256i minus =
        _mm256_and_si256(_mm256_and_si256(sign, _mm256_set1_epi16(INT16_MIN)), _mm256_cmpgt_epi16(upper, zero));
    store_row(high, _mm256_or_si256(_mm256_or_si256(mantissa, _mm256_srli_epi16(upper, 7)), minus));
    store_row(low, lower);
}

/* 32-bit Dst; y may be null. */
ALWAYS_INLINE void wide(struct quick_work *work, const struct quick_terms *x, const struct quick_terms *y,
                        bool overwrites, bool has_fault)
{
    const __m256i zero = _mm256_setzero_si256(), most = _mm256_set1_epi16(400); /* far above what Dst holds */
    for (uint32_t row = 0; row < work->rows; row++) {
        __m256i cells = zero, low = zero, of_dst = zero, upper = zero, common = x->exponents[row];
        if (y)
            common = _mm256_max_epi16(common, y->exponents[row]);
        if (!overwrites) {
            cells = quick_turn(avx2_load(work->high[row]));
            of_dst = exponents_of(QUICK_WIDE, cells);
            const __m256i counts = _mm256_cmpgt_epi16(of_dst, zero);
            const __m256i fraction = _mm256_and_si256(_mm256_srli_epi16(cells, 8), _mm256_set1_epi16(0x7F));
            upper = _mm256_and_si256(_mm256_or_si256(fraction, _mm256_set1_epi16(0x80)), counts);
            low = _mm256_and_si256(quick_turn(avx2_load(work->low[row])), counts);
            common = _mm256_max_epi16(common, of_dst);
        }
        const __m256i x_apart = _mm256_sub_epi16(common, x->exponents[row]), apart = _mm256_sub_epi16(common, of_dst);
        const __m256i exponent = _mm256_min_epi16(common, most);
        __m256i total[2], words[2];
        for (unsigned half = 0; half < 2; half++) {
            total[half] = align_term(x->units[row], x_apart, half);
            if (y)
                total[half] = _mm256_add_epi32(
                    total[half], align_term(y->units[row], _mm256_sub_epi16(common, y->exponents[row]), half));
            if (!overwrites) {
                const __m256i held = half_of(low, upper, half);
                const __m256i aligned =
                    halved(_mm256_srlv_epi32(_mm256_add_epi32(held, held), half_of(apart, zero, half)));
                total[half] = _mm256_add_epi32(total[half], _mm256_sign_epi32(aligned, half_of(zero, cells, half)));
            }
            words[half] = words_of(total[half], half_of(exponent, zero, half), has_fault);
        }
        store_words(work->high[row], work->low[row], words, _mm256_packs_epi32(total[0], total[1]));
    }
}

/* ---- each case a loop of its own ---- */

AVX2 static void accumulate_wide(struct quick_work *work, const struct quick_terms *x, const struct quick_terms *y)
{
    const bool has_fault = work->math->set->has_fault;
    if (y)
        wide(work, x, y, false, has_fault);
    else if (work->overwrites)
        wide(work, x, NULL, true, has_fault);
    else
        wide(work, x, NULL, false, has_fault);
}

ALWAYS_INLINE void narrow(struct quick_work *work, const struct quick_terms *x, const struct quick_terms *y,
                          enum quick_kind kind)
{
    if (y)
        two_terms(work, x, y, kind);
    else if (work->overwrites)
        one_term(work, x, kind, true);
    else
        one_term(work, x, kind, false);
}

AVX2 void quick_accumulate_avx2(struct quick_work *work, const struct quick_terms *x, const struct quick_terms *y)
{
    switch (quick_kind_of(work->math)) {
    case QUICK_WIDE:
        accumulate_wide(work, x, y);
        return;
    case QUICK_BF16:
        narrow(work, x, y, QUICK_BF16);
        return;
    case QUICK_FP16:
        narrow(work, x, y, QUICK_FP16);
        return;
    }
}

#endif
