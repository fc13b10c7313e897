/* SPDX-License-Identifier: Apache-2.0 */
/* SFPARECIP (Blackhole): approximate reciprocal, recorded, and exponential, documented (V36). The hardware's tables are
 * computed: the formulas give every entry. */
#include "tile/vector/vector_internal.h"

enum { SIGN = 0x80000000, MAGNITUDE = 0x7FFFFFFF, SMALLEST_NORMAL = 0x00800000, INFINITE = 0x7F800000 };

/* floor(128 * (2 / (1 + (i + 1/2) / 128) - 1) + 1/2) for the upper seven bits of the mantissa. */
static uint32_t reciprocal_mantissa(uint32_t i)
{
    const uint32_t divisor = 257 + 2 * i;
    return (2 * 65536 + divisor) / (2 * divisor) - 128;
}

static uint32_t reciprocal(uint32_t u)
{
    enum { ALMOST_OVERFLOW = 0x7E800000 };
    if (u < SMALLEST_NORMAL)
        return INFINITE;
    if (u >= ALMOST_OVERFLOW)
        return 0;
    return (253 - (u >> 23)) << 23 | reciprocal_mantissa(u >> 16 & 0x7F) << 16;
}

/* e^v in units of 2^-52, for v = significand * 2^(exponent - 134) below 2: the series, whose terms fall off fast. */
static uint64_t exponential_fixed(uint32_t significand, uint32_t exponent)
{
    enum { TERMS = 28 };
    uint64_t term = UINT64_C(1) << 52, sum = term;
    for (uint64_t k = 1; k < TERMS; k++) {
        term = (term * significand >> (134 - exponent)) / k;
        sum += term;
    }
    return sum;
}

/* The upper 16 bits of e^v as FP32, cut. */
static uint32_t exponential_upper(uint32_t u)
{
    const uint64_t fixed = exponential_fixed(0x80 | (u >> 16 & 0x7F), u >> 23);
    uint32_t exponent = 127;
    unsigned shift = 52 - 7;
    while (fixed >> shift >= 256) {
        shift++;
        exponent++;
    }
    return exponent << 7 | ((uint32_t)(fixed >> shift) & 0x7F);
}

static uint32_t exponential(uint32_t u)
{
    enum { SMALL = 0x3C800000, TWO = 0x40000000, FOUR = 0x40800000, ONE = 0x3F800000, JUST_ABOVE_ONE = 0x3F810000 };
    if (u < SMALLEST_NORMAL)
        return ONE;
    if (u < SMALL)
        return JUST_ABOVE_ONE | (u & 0xFFFF);
    if (u < TWO)
        return exponential_upper(u) << 16 | (u & 0xFFFF);
    return FOUR | (u & 0xFFFF);
}

void vector_sfparecip(struct vector_job *job)
{
    enum { RECIPROCAL, RECIPROCAL_OF_MARKED, EXPONENTIAL };
    const uint32_t *x = vector_operand(job, VECTOR_OPERAND_C, job->vc),
                   *b = vector_operand(job, VECTOR_OPERAND_B, job->vb);
    uint32_t result[LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t sign = x[lane] & SIGN, u = x[lane] & MAGNITUDE;
        if (job->mod == RECIPROCAL)
            result[lane] = sign | reciprocal(u);
        else if (job->mod == RECIPROCAL_OF_MARKED)
            result[lane] = b[lane] & SIGN ? reciprocal(u) : x[lane];
        else
            result[lane] = sign | exponential(u);
    }
    vector_result(job, result);
}
