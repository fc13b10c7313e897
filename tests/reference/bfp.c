/* SPDX-License-Identifier: Apache-2.0 */
/* Block floats by value: P-7, U-6.2 and U-6.3. Written from the facts. */
#include "reference/bfp.h"

/* How many of 1, 2, 3 … are at most number / 2^(distance+1), counting from a half up: k - 1/2 <= number /
 * 2^(distance+1). */
static uint32_t halves_counted_up(uint32_t number, uint32_t distance)
{
    uint32_t count = 0;
    for (uint64_t k = 1; k <= 128; k++) {
        unsigned __int128 limit = (unsigned __int128)(2 * k - 1) << (distance < 64 ? distance : 64);
        count += limit <= number;
    }
    return count;
}

uint32_t ref_bfp_group(const struct ref_bfp_datum floats[16], uint32_t datums[16], int width)
{
    uint32_t shared = 0;
    for (int i = 0; i < 16; i++) {
        if (floats[i].exponent > shared) {
            shared = floats[i].exponent;
        }
    }
    for (int i = 0; i < 16; i++) {
        uint32_t number = floats[i].mantissa + (floats[i].exponent ? 128 : 0);
        uint32_t magnitude = halves_counted_up(number, shared - floats[i].exponent);
        if (magnitude == 128) {
            magnitude = 127;
        }
        for (int w = 8; w > width; w--) {
            magnitude /= 2;
        }
        datums[i] = magnitude;
        if (magnitude != 0 && floats[i].sign) {
            datums[i] += 1u << (width - 1);
        }
    }
    return shared;
}

/* magnitude / 2^(width-2) as 1.mantissa, seven bits of it, times 2^-halvings. */
static uint32_t normal_form(uint32_t magnitude, int width, int *halvings)
{
    uint32_t one = 128, scaled = magnitude;
    for (int w = width; w < 9; w++) {
        scaled *= 2; /* from steps of 2^-(width-2) to steps of 2^-7 */
    }
    *halvings = 0;
    while (scaled < one) {
        scaled *= 2;
        ++*halvings;
    }
    return scaled - one;
}

uint32_t ref_bfp_to_bf16(uint32_t datum, uint32_t shared, int width)
{
    uint32_t half = 1u << (width - 1);
    uint32_t sign = datum / half, magnitude = datum % half;
    if (magnitude == 0) {
        return sign ? 0xFF80 : 0;
    }
    int halvings;
    uint32_t mantissa = normal_form(magnitude, width, &halvings);
    int exponent = (int)shared - halvings;
    if (exponent < 0) {
        exponent += 256;
    }
    return sign * 0x8000 + (uint32_t)exponent * 128 + mantissa;
}

uint32_t ref_bfp_to_fp16(uint32_t datum, uint32_t shared, int width, bool *undefined)
{
    uint32_t half = 1u << (width - 1);
    uint32_t sign = datum / half, magnitude = datum % half;
    *undefined = false;
    if (magnitude == 0) {
        return sign ? 0xFC00 : 0;
    }
    int halvings;
    uint32_t mantissa = normal_form(magnitude, width, &halvings);
    int exponent = (int)shared - halvings;
    *undefined = exponent < 0 || exponent > 31;
    return sign * 0x8000 + (uint32_t)((exponent + 256) % 32) * 1024 + mantissa * 8;
}
