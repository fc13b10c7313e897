/* SPDX-License-Identifier: Apache-2.0 */
/* Single values of the vector unit: V20 to V46. Written from the facts. */
#include "reference/vector_values.h"

#include <math.h>

#include "reference/value.h"

static const struct ref_shape fp32 = {8, 23}, fp16 = {5, 10};

/* From Dst's order of bits to a number's, and back: M7. Positions count from the left. */
static const int from_fp16_cell[16] = {15, 4, 3, 2, 1, 0, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5};
static const int to_fp16_cell[16] = {15, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 14, 13, 12, 11, 10};
static const int from_bf16_cell[16] = {15, 7, 6, 5, 4, 3, 2, 1, 0, 14, 13, 12, 11, 10, 9, 8};
static const int to_bf16_cell[16] = {15, 6, 5, 4, 3, 2, 1, 0, 14, 13, 12, 11, 10, 9, 8, 7};

/* FP16 widened; what has exponent 0 keeps its bits at the mantissa's upper end. */
static uint32_t fp16_to_fp32(uint32_t h)
{
    uint32_t sign = h / 0x8000, magnitude = h % 0x8000;
    uint32_t wide =
        magnitude < 1024 ? magnitude * 8192 : ref_round(ref_value_of(magnitude, fp16), fp32, 0x7F800000, REF_DOWN);
    return sign * 0x80000000u + wide;
}

uint32_t ref_vector_load16(int mode, uint32_t cell)
{
    if (mode == 1) {
        return fp16_to_fp32(ref_permute(cell, from_fp16_cell, 16));
    }
    return ref_permute(cell, from_bf16_cell, 16) * 0x10000;
}

uint32_t ref_vector_store16(int mode, uint32_t value)
{
    uint32_t sign = value / 0x80000000u, magnitude = value % 0x80000000u;
    if (mode == 2) {
        uint32_t cut = magnitude < 0x800000 ? 0 : magnitude / 0x10000;
        return ref_permute(sign * 0x8000 + cut, to_bf16_cell, 16);
    }
    uint32_t narrow;
    if (magnitude < (112u + 1) * 0x800000) {
        narrow = 0;
    } else if (magnitude >= (112u + 32) * 0x800000) {
        narrow = 0x7FFF;
    } else {
        narrow = ref_round(ref_value_of(magnitude, fp32), fp16, 0x7FFF, REF_DOWN);
    }
    return ref_permute(sign * 0x8000 + narrow, to_fp16_cell, 16);
}

uint32_t ref_vector_coefficient8(uint32_t x)
{
    if (x == 255) {
        return 0;
    }
    /* (16 + mantissa) / 16 * 2^-exponent */
    struct ref_value value = {16 + x % 16, -4 - (int)(x / 16 % 8)};
    return x / 128 * 0x80000000u + ref_round(value, fp32, 0x7F800000, REF_DOWN);
}

uint32_t ref_vector_coefficient16(uint32_t x)
{
    uint32_t exponent = x / 1024 % 32, sign = x / 0x8000;
    if (exponent == 31) {
        return sign * 0x80000000u + x % 1024 * 8192;
    }
    /* Exponent 0 is one more octave here, not denormals. */
    struct ref_value value = {1024 + x % 1024, (int)exponent - 15 - 10};
    return sign * 0x80000000u + ref_round(value, fp32, 0x7F800000, REF_DOWN);
}

uint32_t ref_vector_reciprocal(uint32_t u)
{
    if (u < 0x00800000) {
        return 0x7F800000;
    }
    if (u >= 0x7E800000) {
        return 0;
    }
    double i = u / 0x10000 % 128;
    double t = floor(128.0 * (2.0 / (1.0 + (i + 0.5) / 128.0) - 1.0) + 0.5);
    return (253 - u / 0x800000) * 0x800000 + (uint32_t)t * 0x10000;
}

uint32_t ref_vector_exponential(uint32_t u)
{
    if (u < 0x00800000) {
        return 0x3F800000;
    }
    if (u < 0x3C800000) {
        return 0x3F810000 + u % 0x10000;
    }
    if (u >= 0x40000000) {
        return 0x40800000 + u % 0x10000;
    }
    struct ref_value v = ref_value_of(u / 0x10000 * 0x10000, fp32);
    double e = exp(ldexp((double)v.significand, v.exponent2));
    struct ref_value result = {(uint64_t)ldexp(e, 40), -40};
    return ref_round(result, (struct ref_shape){8, 7}, 0x7F80, REF_DOWN) * 0x10000 + u % 0x10000;
}

uint32_t ref_vector_cast(uint32_t x)
{
    struct ref_value value = {x % 0x80000000u, 0};
    return x / 0x80000000u * 0x80000000u + ref_round(value, fp32, 0x7F800000, REF_NEAREST_EVEN);
}

static uint32_t to_integer(uint32_t magnitude, uint32_t most)
{
    struct ref_value value = ref_value_of(magnitude, fp32);
    struct ref_value half = {1, -1};
    if (magnitude < 0x800000 || ref_compare(value, half) < 0) {
        return 0;
    }
    uint32_t below = 0, above = most + 1; /* the largest n with n - 1/2 <= value */
    while (above - below > 1) {
        uint32_t n = below + (above - below) / 2;
        struct ref_value limit = {2 * (uint64_t)n - 1, -1};
        if (ref_compare(limit, value) <= 0) {
            below = n;
        } else {
            above = n;
        }
    }
    return below;
}

uint32_t ref_vector_round(int form, uint32_t x)
{
    uint32_t sign = x / 0x80000000u, magnitude = x % 0x80000000u;
    if (form < 2) {
        struct ref_shape shape = {8, form == 0 ? 10 : 7};
        uint32_t steps = form == 0 ? 8192 : 65536;
        if (magnitude < 0x800000) {
            return 0;
        }
        if (magnitude >= 0x7F800000) {
            return sign * 0x80000000u + 0x7F800000;
        }
        return sign * 0x80000000u +
               ref_round(ref_value_of(magnitude, fp32), shape, 255u << shape.mantissa_bits, REF_NEAREST_AWAY) * steps;
    }
    uint32_t most = form == 2 ? 255 : form == 3 ? 127 : form == 6 ? 65535 : 32767;
    bool is_signed = form == 3 || form == 7;
    uint32_t integer = magnitude >= 0x7F800000 ? most : to_integer(magnitude, most);
    return integer + (is_signed && integer ? sign * 0x80000000u : 0);
}
