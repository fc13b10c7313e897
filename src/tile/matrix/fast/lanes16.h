/* SPDX-License-Identifier: Apache-2.0 */
/* Eight lanes of 16 bits in portable C, which any compiler makes vectors of. What the language has no word for, though
 * every x86-64 does it in one step, is asked of SSE2 where there is one. */
#pragma once

#include "isa/chip.h"

#include <string.h>

/* A file that defines LANES_WITHOUT_SSE2 takes the other machines' forms, for a test. */
#if defined(__SSE2__) && !defined(LANES_WITHOUT_SSE2)
#include <emmintrin.h>
#define LANES_HAVE_SSE2
#endif

enum { HALF_COLUMNS = 8, ROW_HALVES = DST_COLUMNS / HALF_COLUMNS };

typedef int16_t lanes __attribute__((vector_size(2 * HALF_COLUMNS)));
typedef uint16_t unsigned_lanes __attribute__((vector_size(2 * HALF_COLUMNS)));

/* As many lanes of 32 bits, by halves. */
typedef int32_t words __attribute__((vector_size(2 * HALF_COLUMNS)));
typedef uint32_t unsigned_words __attribute__((vector_size(2 * HALF_COLUMNS)));
struct lanes_32 {
    words of[2];
};

#if !defined(LANES_HAVE_SSE2)
typedef int32_t lanes_of_32 __attribute__((vector_size(4 * HALF_COLUMNS)));
typedef uint32_t unsigned_lanes_of_32 __attribute__((vector_size(4 * HALF_COLUMNS)));

static inline struct lanes_32 lanes_parted(const lanes_of_32 *v)
{
    struct lanes_32 out;
    memcpy(&out, v, sizeof out);
    return out;
}
#endif

static inline lanes lanes_load(const void *from)
{
    lanes out;
    memcpy(&out, from, sizeof out);
    return out;
}

static inline void lanes_store(void *to, lanes v)
{
    memcpy(to, &v, sizeof v);
}

static inline lanes lanes_of(int32_t value)
{
    return (lanes){0} + (int16_t)value;
}

static inline lanes lanes_choose(lanes mask, lanes yes, lanes no)
{
    return (yes & mask) | (no & ~mask);
}

/* Zeros come in from above. */
static inline lanes lanes_down(lanes v, unsigned places)
{
    return (lanes)((unsigned_lanes)v >> (unsigned short)places);
}

static inline lanes lanes_up(lanes v, unsigned places)
{
    return (lanes)((unsigned_lanes)v << (unsigned short)places);
}

/* v or, where sign has all ones, -v. */
static inline lanes lanes_turned(lanes v, lanes sign)
{
    return (v ^ sign) - sign;
}

static inline lanes lanes_max(lanes a, lanes b)
{
#if defined(LANES_HAVE_SSE2)
    return (lanes)_mm_max_epi16((__m128i)a, (__m128i)b);
#else
    return lanes_choose(a > b, a, b);
#endif
}

static inline lanes lanes_min(lanes a, lanes b)
{
#if defined(LANES_HAVE_SSE2)
    return (lanes)_mm_min_epi16((__m128i)a, (__m128i)b);
#else
    return lanes_choose(a < b, a, b);
#endif
}

/* The upper 16 bits of signed products. */
static inline lanes lanes_upper_product(lanes a, lanes b)
{
#if defined(LANES_HAVE_SSE2)
    return (lanes)_mm_mulhi_epi16((__m128i)a, (__m128i)b);
#else
    return __builtin_convertvector(
        __builtin_convertvector(a, lanes_of_32) * __builtin_convertvector(b, lanes_of_32) >> 16, lanes);
#endif
}

/* Two registers, lane by lane in turn. */
static inline void lanes_interleave(lanes a, lanes b, lanes out[2])
{
    out[0] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    out[1] = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

/* 32 bits out of their lower and upper halves. */
static inline struct lanes_32 lanes_joined(lanes lower, lanes upper)
{
#if defined(LANES_HAVE_SSE2)
    lanes both[2];
    lanes_interleave(lower, upper, both);
    return (struct lanes_32){{(words)both[0], (words)both[1]}};
#else
    const lanes_of_32 above = __builtin_convertvector(upper, lanes_of_32) & 0xFFFF;
    const lanes_of_32 both =
        (lanes_of_32)((unsigned_lanes_of_32)above << 16) | (__builtin_convertvector(lower, lanes_of_32) & 0xFFFF);
    return lanes_parted(&both);
#endif
}

/* All 32 bits of signed products. */
static inline struct lanes_32 lanes_products(lanes a, lanes b)
{
#if defined(LANES_HAVE_SSE2)
    return lanes_joined(a * b, lanes_upper_product(a, b));
#else
    const lanes_of_32 both = __builtin_convertvector(a, lanes_of_32) * __builtin_convertvector(b, lanes_of_32);
    return lanes_parted(&both);
#endif
}

/* Of unsigned numbers, whose products have 31 bits. */
static inline struct lanes_32 lanes_unsigned_products(lanes a, lanes b)
{
#if defined(LANES_HAVE_SSE2)
    return lanes_joined(a * b, (lanes)_mm_mulhi_epu16((__m128i)a, (__m128i)b));
#else
    const lanes_of_32 x = __builtin_convertvector(a, lanes_of_32) & 0xFFFF;
    const lanes_of_32 both = x * (__builtin_convertvector(b, lanes_of_32) & 0xFFFF);
    return lanes_parted(&both);
#endif
}

/* Of lanes by twos, products added: four lanes of 32 bits. */
static inline words lanes_paired_products(lanes a, lanes b)
{
#if defined(LANES_HAVE_SSE2)
    return (words)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    const struct lanes_32 both = lanes_products(a, b);
    return __builtin_shufflevector(both.of[0], both.of[1], 0, 2, 4, 6) +
           __builtin_shufflevector(both.of[0], both.of[1], 1, 3, 5, 7);
#endif
}

/* Lanes 2n and 2n + 1, four times. */
static inline lanes lanes_pair(lanes v, unsigned n)
{
    const words pairs = (words)v;
    return (lanes)((words){0} + pairs[n]);
}

/* As the upper halves of 32 bits. */
static inline struct lanes_32 lanes_raised(lanes v)
{
    return lanes_joined((lanes){0}, v);
}

/* Whether one of them has a bit. */
static inline bool lanes_any(lanes v)
{
    uint64_t halves[2];
    memcpy(halves, &v, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

/* The same signed numbers in 32 bits. */
static inline struct lanes_32 lanes_widened(lanes v)
{
    return lanes_joined(v, v >> 15);
}

/* The lower 16 bits. */
static inline lanes lanes_narrowed(struct lanes_32 v)
{
#if defined(LANES_HAVE_SSE2)
    const __m128i first = _mm_srai_epi32(_mm_slli_epi32((__m128i)v.of[0], 16), 16);
    const __m128i second = _mm_srai_epi32(_mm_slli_epi32((__m128i)v.of[1], 16), 16);
    return (lanes)_mm_packs_epi32(first, second);
#else
    lanes_of_32 whole;
    memcpy(&whole, &v, sizeof whole);
    return __builtin_convertvector(whole, lanes);
#endif
}

/* Of unsigned numbers, not below 0. */
static inline lanes lanes_less(lanes a, lanes b)
{
#if defined(LANES_HAVE_SSE2)
    return (lanes)_mm_subs_epu16((__m128i)a, (__m128i)b);
#else
    const unsigned_lanes x = (unsigned_lanes)a, y = (unsigned_lanes)b;
    return (a - b) & (lanes)(x > y);
#endif
}

/* 2^(14 - apart) of sixteen lanes that are not negative; from 14 on 1. A product with it, its upper 16 bits, is the
 * number over 2^(apart + 2). */
static inline void lanes_powers(const lanes apart[ROW_HALVES], lanes powers[ROW_HALVES])
{
#if defined(LANES_HAVE_SSE2)
    /* Of bytes, bit by bit of the exponent: at the last a lane has all of the power in one of its bytes. */
    const __m128i near = _mm_packus_epi16((__m128i)apart[0], (__m128i)apart[1]);
    const __m128i exponent = _mm_subs_epu8(_mm_set1_epi8(14), near);
    __m128i v = _mm_add_epi8(_mm_and_si128(exponent, _mm_set1_epi8(1)), _mm_set1_epi8(1));
    const __m128i twos = _mm_set1_epi8(2), fours = _mm_set1_epi8(4);
    const __m128i by_four = _mm_cmpeq_epi8(_mm_and_si128(exponent, twos), twos);
    const __m128i by_sixteen = _mm_cmpeq_epi8(_mm_and_si128(exponent, fours), fours);
    v = _mm_or_si128(_mm_andnot_si128(by_four, v), _mm_and_si128(by_four, _mm_slli_epi16(v, 2)));
    v = _mm_or_si128(_mm_andnot_si128(by_sixteen, v), _mm_and_si128(by_sixteen, _mm_slli_epi16(v, 4)));
    const __m128i is_upper = _mm_cmpgt_epi8(exponent, _mm_set1_epi8(7));
    const __m128i lower = _mm_andnot_si128(is_upper, v), upper = _mm_and_si128(is_upper, v);
    powers[0] = (lanes)_mm_unpacklo_epi8(lower, upper);
    powers[1] = (lanes)_mm_unpackhi_epi8(lower, upper);
#else
    for (unsigned half = 0; half < ROW_HALVES; half++)
        powers[half] = lanes_of(1 << 14) >> lanes_min(apart[half], lanes_of(14));
#endif
}

/* Numbers that 16 bits hold, signed. */
static inline lanes lanes_packed(struct lanes_32 v)
{
#if defined(LANES_HAVE_SSE2)
    return (lanes)_mm_packs_epi32((__m128i)v.of[0], (__m128i)v.of[1]);
#else
    return lanes_narrowed(v);
#endif
}

/* Unsigned numbers with their leading one at bit 15, and the places that each went up. 0 stays; its places are any. */
static inline lanes lanes_normalised(lanes v, lanes *places)
{
    lanes up = {0};
    for (unsigned by = 8; by; by /= 2) {
        const lanes is_low = lanes_down(v, 16 - by) == 0;
        v = lanes_choose(is_low, lanes_up(v, by), v);
        up += is_low & (int16_t)by;
    }
    *places = up;
    return v;
}
