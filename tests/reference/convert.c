/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions by value: P-4, P-6, U-6. Written from the facts. */
#include "reference/convert.h"

static const struct ref_shape fp32 = {8, 23}, bf16 = {8, 7}, fp16 = {5, 10}, e5m7 = {5, 7}, e5m6 = {5, 6},
                              e5m2 = {5, 2}, e4m3 = {4, 3};

enum { FP16_ALL_ONES = 0x7FFF };

static struct ref_value power_of_two(int exponent)
{
    return (struct ref_value){1, exponent};
}

uint32_t ref_fp32_narrow(uint32_t v, int mantissa_bits, enum ref_round how)
{
    struct ref_shape shape = {8, mantissa_bits};
    uint32_t sign = v / 0x80000000, magnitude = v % 0x80000000;
    uint32_t infinity = 255u << mantissa_bits;
    uint32_t rounded = infinity;
    if (magnitude < 0x7F800000) {
        rounded = ref_round(ref_value_of(magnitude, fp32), shape, infinity, how);
    }
    bool is_denormal = ref_compare(ref_value_of(rounded, shape), power_of_two(-126)) < 0;
    return is_denormal ? 0 : rounded + (sign << (8 + mantissa_bits));
}

uint32_t ref_bf16_flush(uint32_t u)
{
    uint32_t sign = u / 0x8000, magnitude = u % 0x8000;
    bool is_nan = magnitude > 0x7F80;
    bool is_denormal = ref_compare(ref_value_of(magnitude, bf16), power_of_two(-126)) < 0;
    if (is_denormal) {
        return 0;
    }
    return (is_nan ? 0x7F80 : magnitude) + sign * 0x8000;
}

uint32_t ref_bf16_to_e8m6(uint32_t u)
{
    uint32_t flushed = ref_bf16_flush(u);
    struct ref_shape e8m6 = {8, 6};
    uint32_t magnitude = ref_round(ref_value_of(flushed % 0x8000, bf16), e8m6, 255u << 6, REF_NEAREST_AWAY);
    return magnitude * 2 + flushed / 0x8000 * 0x8000;
}

uint32_t ref_fp16_to_e5m6(uint32_t u)
{
    uint32_t magnitude = ref_round(ref_value_of(u % 0x8000, fp16), e5m6, 0x7FF, REF_NEAREST_AWAY);
    if (ref_compare(ref_value_of(magnitude, e5m6), power_of_two(-14)) < 0) {
        return 0;
    }
    return magnitude * 16 + u / 0x8000 * 0x8000;
}

static uint32_t divided(uint32_t magnitude, unsigned shift, uint32_t most)
{
    uint64_t divisor = UINT64_C(1) << shift;
    uint64_t quotient = magnitude / divisor;
    if (magnitude % divisor * 2 >= divisor && divisor > 1) {
        quotient++;
    }
    return quotient > most ? most : (uint32_t)quotient;
}

uint32_t ref_int32_to_int8(uint32_t v, unsigned shift)
{
    return divided(v % 0x80000000, shift, 127) + v / 0x80000000 * 128;
}

uint32_t ref_int32_to_uint8(uint32_t v, unsigned shift)
{
    return v >= 0x80000000 ? 0 : divided(v % 0x80000000, shift, 255);
}

uint32_t ref_wide_to_fp16(uint32_t sign, uint32_t magnitude, int mantissa_bits)
{
    struct ref_shape wide = {8, mantissa_bits};
    struct ref_value value = ref_value_of(magnitude, wide);
    uint32_t result;
    if (ref_compare(value, power_of_two(-15)) < 0) {
        result = 0;
    } else if (ref_compare(value, power_of_two(-14)) < 0) {
        /* The octave that FP16 has no exponent for: the number is doubled into the next and the code for that
         * octave's leading one taken away again. */
        value.exponent2++;
        result = ref_round(value, fp16, FP16_ALL_ONES, REF_DOWN) - 1024;
    } else {
        result = ref_round(value, fp16, FP16_ALL_ONES, REF_DOWN);
    }
    return result + sign * 0x8000;
}

uint32_t ref_fp16_to_fp32(uint32_t h)
{
    uint32_t sign = h / 0x8000, magnitude = h % 0x8000;
    bool is_denormal = magnitude < 1024;
    uint32_t result =
        is_denormal ? magnitude * 8192 : ref_round(ref_value_of(magnitude, fp16), fp32, 0x7F800000, REF_DOWN);
    return result + sign * 0x80000000;
}

uint32_t ref_fp16_to_bf16(uint32_t h)
{
    uint32_t sign = h / 0x8000, magnitude = h % 0x8000;
    if (magnitude < 1024) {
        return 0;
    }
    return ref_round(ref_value_of(magnitude, fp16), bf16, 0x7F80, REF_DOWN) + sign * 0x8000;
}

uint32_t ref_fp32_to_bf16_cut(uint32_t v)
{
    uint32_t sign = v / 0x80000000, magnitude = v % 0x80000000;
    if (ref_compare(ref_value_of(magnitude, fp32), power_of_two(-126)) < 0) {
        return 0;
    }
    return ref_round(ref_value_of(magnitude, fp32), bf16, 0x7FFF, REF_DOWN) + sign * 0x8000;
}

uint32_t ref_fp16_to_e4m3(uint32_t h)
{
    uint32_t sign = h / 0x8000;
    struct ref_value value = ref_value_of(h % 0x8000, fp16);
    if (ref_compare(value, power_of_two(-6)) < 0) {
        return sign * 0x80;
    }
    return ref_round(value, e4m3, 0x7F, REF_DOWN) + sign * 0x80;
}

uint32_t ref_fp16_to_e5m2(uint32_t h)
{
    return ref_round(ref_value_of(h % 0x8000, fp16), e5m2, 0x7F, REF_DOWN) + h / 0x8000 * 0x80;
}

uint32_t ref_fp16_to_e5m7(uint32_t h)
{
    return ref_round(ref_value_of(h % 0x8000, fp16), e5m7, 0xFFF, REF_DOWN) * 8 + h / 0x8000 * 0x8000;
}

uint32_t ref_e4m3_to_fp16(uint32_t b)
{
    uint32_t sign = b / 0x80, magnitude = b % 0x80;
    uint32_t result;
    if (magnitude < 8) {
        result = magnitude * 128; /* its denormals are not made into what they are worth */
    } else {
        result = ref_round(ref_value_of(magnitude, e4m3), fp16, FP16_ALL_ONES, REF_DOWN);
    }
    return result + (magnitude == 0x7F ? 127 : 0) + sign * 0x8000;
}
