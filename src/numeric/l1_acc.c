/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulation in L1 as the devices do it: P-10.2 to P-10.5. */
#include "numeric/l1_acc.h"

#include "numeric/exact_sum.h"
#include "numeric/sign_magnitude.h"

static const struct shape fp32 = {8, 23, 127}, bf16 = {8, 7, 127}, fp16 = {5, 10, 15};

static bool fp32_is_nan(uint32_t v)
{
    return (v & 0x7FFFFFFF) > 0x7F800000;
}

static bool fp32_is_infinite(uint32_t v)
{
    return (v & 0x7FFFFFFF) == 0x7F800000;
}

uint32_t l1_acc_fp32(uint32_t d, uint32_t x)
{
    bool opposite = fp32_is_infinite(d) && x == (d ^ 0x80000000);
    if (fp32_is_nan(d) || fp32_is_nan(x) || opposite) {
        return 0x7FC00000;
    }
    if (fp32_is_infinite(d) || fp32_is_infinite(x)) {
        return fp32_is_infinite(d) ? d : x;
    }
    struct exact sum = exact_add(exact_from(d, fp32, true), exact_from(x, fp32, true));
    uint32_t sign = sum.is_negative ? 0x80000000 : 0;
    if (sum.significand == 0 || exact_exponent(sum, fp32) <= 0) {
        return sign;
    }
    uint32_t magnitude = exact_round(sum, fp32);
    return sign | (magnitude < 0x7F800000 ? magnitude : 0x7F800000);
}

uint32_t l1_acc_tf32(uint32_t d, uint32_t x)
{
    return l1_acc_fp32(d, x);
}

uint32_t l1_acc_bf16(uint32_t d, uint32_t x)
{
    bool d_infinite = (d & 0x7FFF) == 0x7F80, x_infinite = (x & 0x7FFF) == 0x7F80;
    if (d_infinite && x_infinite && d != x) {
        return 0x7FC0;
    }
    if (d_infinite || x_infinite) {
        return d_infinite ? d : x;
    }
    if ((d & 0x7FFF) > 0x7F80) {
        return (d & 0x8000) | 0x7F80; /* as large as it is, no number moves it into range */
    }
    struct exact sum = exact_add(exact_from(d, bf16, true), exact_from(x, bf16, true));
    uint32_t sign = sum.is_negative ? 0x8000 : 0;
    if (sum.significand == 0 || exact_exponent(sum, bf16) <= 0) {
        return sign;
    }
    uint32_t magnitude = exact_round(sum, bf16);
    return sign | (magnitude < 0x7F80 ? magnitude : 0x7F80);
}

/* when_tiny: the magnitude of a sum below the normal numbers; when_cancelled: of an exact zero. */
static uint32_t add_fp16(uint32_t d, uint32_t x, uint32_t when_tiny, uint32_t when_cancelled)
{
    struct exact sum = exact_add(exact_from(d, fp16, true), exact_from(x, fp16, true));
    uint32_t sign = sum.is_negative ? 0x8000 : 0;
    if (sum.significand == 0) {
        return sign | when_cancelled;
    }
    int exponent = exact_exponent(sum, fp16);
    if (exponent <= 0) {
        return sign | (exponent < 0 ? when_tiny : 0);
    }
    uint32_t magnitude = exact_round(sum, fp16);
    return sign | (magnitude < 0x7FFF ? magnitude : 0x7FFF);
}

uint32_t l1_acc_fp16(uint32_t d, uint32_t x)
{
    return add_fp16(d, x, 0x7FFF, (d >> 10 & 0x1F) >= 30 ? 0x7FFF : 0);
}

uint32_t l1_acc_fp16_clean(uint32_t d, uint32_t x)
{
    return add_fp16(d, x, 0, 0);
}

uint32_t l1_acc_int32(uint32_t d, uint32_t x)
{
    return sign_magnitude_saturate(sign_magnitude_value(d, 32) + sign_magnitude_value(x, 32), 32);
}
