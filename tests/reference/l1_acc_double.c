/* SPDX-License-Identifier: Apache-2.0 */
/* P-10.3 and P-10.4 as they are worded. Host floats are for tests only. */
#include "reference/l1_acc_double.h"

#include <float.h>
#include <string.h>

static double bf16_operand(uint32_t u)
{
    uint64_t exponent = u >> 7 & 0xFF, mantissa = u & 0x7F;
    uint64_t bits = (uint64_t)(u >> 15) << 63;
    if (exponent == 255 && mantissa == 0) {
        bits |= UINT64_C(0x7FF) << 52;
    } else if (exponent != 0) {
        bits |= (exponent + 1023 - 127) << 52 | mantissa << 45;
    }
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint32_t letter_acc_bf16(uint32_t d, uint32_t x)
{
    if ((d == 0x7F80 && x == 0xFF80) || (d == 0xFF80 && x == 0x7F80)) {
        return 0x7FC0;
    }
    double in_l1 = bf16_operand(d);
    if ((d & 0x7FFF) > 0x7F80) {
        in_l1 = d & 0x8000 ? -DBL_MAX : DBL_MAX;
    }
    volatile double sum = in_l1 + bf16_operand(x);
    double value = sum;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t sign = (uint32_t)(bits >> 63) << 15;
    int exponent = (int)(bits >> 52 & 0x7FF) - 1023 + 127;
    if (exponent <= 0) {
        return sign;
    }
    if (exponent >= 255) {
        return sign | 0x7F80;
    }
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    uint64_t high = mantissa >> 45, rest = mantissa & ((UINT64_C(1) << 45) - 1);
    uint64_t half = UINT64_C(1) << 44;
    high += rest > half || (rest == half && (high & 1));
    return sign | (uint32_t)(((uint64_t)exponent << 7) + high);
}

static float fp16_operand(uint32_t h)
{
    uint32_t bits = h >> 15 << 31;
    if (h >> 10 & 31) {
        bits |= ((h >> 10 & 31) + 112) << 23 | (h & 0x3FF) << 13;
    }
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint32_t letter_acc_fp16(uint32_t d, uint32_t x)
{
    volatile float sum = fp16_operand(d) + fp16_operand(x);
    float value = sum;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t sign = bits >> 31 << 15;
    if ((bits & 0x7FFFFFFF) == 0) {
        return sign | ((d >> 10 & 31) >= 30 ? 0x7FFF : 0);
    }
    int exponent = (int)(bits >> 23 & 0xFF) - 112;
    if (exponent <= 0) {
        return exponent == 0 ? sign : sign | 0x7FFF;
    }
    uint32_t high = bits >> 13 & 0x3FF, rest = bits & 0x1FFF;
    high += rest > 0x1000 || (rest == 0x1000 && (high & 1));
    uint32_t magnitude = ((uint32_t)exponent << 10) + high;
    return sign | (magnitude > 0x7FFF ? 0x7FFF : magnitude);
}
