/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulation in L1 over a block at once: datums read in one loop, added in another (P-10). Floats are added as
 * numeric/l1_acc.c adds two, in steps of 32 bits without branches, of which a compiler makes vectors. */
#include "tile/pack/fast/pack_fast.h"

#include "base/guard/built_wide.h"
#include "numeric/l1_acc.h"

enum { LEADING_ONE = 30, OPERAND_ONE = 29, FARTHEST = 31, AT_ONCE = 16 };

/* The parts of a float; constants where these are passed on. */
struct shape {
    unsigned mantissa_bits, sign_bit;
};

/* An exact sum, rounded to nearest even as if exponents had no end. */
struct sum {
    uint32_t magnitude;     /* rounded */
    int32_t exponent;       /* before it was rounded */
    uint32_t sign, is_zero; /* is_zero: all ones */
};

/* Of conditions masks: vectors have no branches. */
static inline uint32_t sums_mask_if(uint32_t condition)
{
    return 0u - condition;
}

static inline uint32_t sums_choose(uint32_t mask, uint32_t yes, uint32_t no)
{
    return (yes & mask) | (no & ~mask);
}

static inline uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* With denormals as zeros of their sign. */
static inline uint32_t sums_flushed(uint32_t bits, struct shape shape)
{
    const uint32_t magnitude = bits & ((1u << shape.sign_bit) - 1);
    return magnitude & sums_mask_if(magnitude >> shape.mantissa_bits != 0);
}

/* The leading one at bit 29: six bits and more below the last that counts, and room for the carry. */
static inline uint32_t sums_significand(uint32_t magnitude, struct shape shape)
{
    const uint32_t one = 1u << shape.mantissa_bits;
    return (((magnitude & (one - 1)) | one) << (OPERAND_ONE - shape.mantissa_bits)) & sums_mask_if(magnitude != 0);
}

/* Lost bits stay visible in the lowest bit. */
static inline uint32_t shift_jam(uint32_t value, uint32_t places)
{
    const uint32_t near = least_of(places, FARTHEST), shifted = value >> near;
    return shifted | (uint32_t)(shifted << near != value);
}

/* How far a value below 2^31 goes up so that its leading one is at bit 30; a step of it, and all, for vectors have no
 * count of leading zeros. */
static inline uint32_t places_by(uint32_t *value, uint32_t by)
{
    const uint32_t is_low = sums_mask_if(*value >> (LEADING_ONE + 1 - by) == 0);
    *value = sums_choose(is_low, *value << by, *value);
    return by & is_low;
}

static inline uint32_t normalise(uint32_t *value)
{
    uint32_t places = places_by(value, 16);
    places += places_by(value, 8);
    places += places_by(value, 4);
    places += places_by(value, 2);
    return places + places_by(value, 1);
}

static inline struct sum sums_add(uint32_t d, uint32_t x, struct shape shape)
{
    const uint32_t from_d = sums_flushed(d, shape), from_x = sums_flushed(x, shape), sign_bit = 1u << shape.sign_bit;
    const unsigned drop = LEADING_ONE - shape.mantissa_bits;
    const uint32_t small = least_of(from_d, from_x), large = from_d + from_x - small;
    const uint32_t exponent = large >> shape.mantissa_bits, apart = exponent - (small >> shape.mantissa_bits);
    const uint32_t moved = shift_jam(sums_significand(small, shape), apart),
                   subtracts = sums_mask_if(((d ^ x) & sign_bit) != 0);
    const uint32_t total = sums_significand(large, shape) + (moved ^ subtracts) - subtracts,
                   is_zero = sums_mask_if(total == 0);
    uint32_t normal = total;
    const uint32_t places = normalise(&normal);
    const uint32_t rounded = (normal + ((1u << (drop - 1)) - 1) + (normal >> drop & 1)) >> drop;
    const uint32_t less_one = exponent - places; /* the leading one adds one to the exponent */
    const uint32_t owner = sums_choose(sums_mask_if(from_x > from_d), x, d);
    return (struct sum){.magnitude = rounded + (less_one << shape.mantissa_bits),
                        .exponent = (int32_t)less_one + 1,
                        .sign = sums_choose(is_zero, d & x, owner) & sign_bit,
                        .is_zero = is_zero};
}

/* Too small is a zero of its sign, too large is infinite. */
static inline uint32_t sums_finish(struct sum sum, uint32_t infinity)
{
    return sum.sign | (least_of(sum.magnitude, infinity) & sums_mask_if(sum.exponent > 0) & ~sum.is_zero);
}

/* P-10.4: no infinity; the quirk of what is too small, and of an exact zero. */
static inline uint32_t finish_fp16(struct sum sum, uint32_t d)
{
    const uint32_t largest = 0x7FFF, when_small = sums_mask_if(sum.exponent < 0) & largest;
    const uint32_t when_zero = sums_mask_if((d & 0x7C00) > 29u << 10) & largest;
    const uint32_t number = sums_choose(sums_mask_if(sum.exponent > 0), least_of(sum.magnitude, largest), when_small);
    return sum.sign | sums_choose(sum.is_zero, when_zero, number);
}

static void one_by_one(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values,
                       pack_accumulate *function)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = function(held[i], values[i]);
}

/* Of formats with an infinity: datums that are one, or no number, are left to the function, with their neighbours. */
static inline void sums(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values,
                        pack_accumulate *function, struct shape shape, uint32_t infinity)
{
    const uint32_t magnitudes = (1u << shape.sign_bit) - 1;
    uint32_t i = 0;
    for (; i + AT_ONCE <= count; i += AT_ONCE) {
        uint32_t specials = 0;
        for (uint32_t k = i; k < i + AT_ONCE; k++)
            specials |= ((held[k] & magnitudes) >= infinity) | ((values[k] & magnitudes) >= infinity);
        if (specials) {
            one_by_one(&held[i], AT_ONCE, &values[i], function);
            continue;
        }
        for (uint32_t k = i; k < i + AT_ONCE; k++)
            values[k] = sums_finish(sums_add(held[k], values[k], shape), infinity);
    }
    one_by_one(&held[i], count - i, &values[i], function);
}

BUILT_WIDE static void sums_fp32(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values)
{
    sums(held, count, values, l1_acc_fp32, (struct shape){23, 31}, 0x7F800000);
}

BUILT_WIDE static void sums_bf16(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values)
{
    sums(held, count, values, l1_acc_bf16, (struct shape){7, 15}, 0x7F80);
}

BUILT_WIDE static void sums_fp16(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = finish_fp16(sums_add(held[i], values[i], (struct shape){10, 15}), held[i]);
}

pack_sum *pack_fast_sum_of(pack_accumulate *function)
{
    if (function == l1_acc_fp32 || function == l1_acc_tf32)
        return sums_fp32;
    if (function == l1_acc_bf16)
        return sums_bf16;
    return function == l1_acc_fp16 ? sums_fp16 : NULL;
}
