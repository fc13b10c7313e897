/* SPDX-License-Identifier: Apache-2.0 */
/* Integers as the chips hold them: sign in the top bit, magnitude below, both zeros (F-2.4). */
#pragma once

#include <stdint.h>

/* bits: an integer of `width` bits (2 to 32) in the low bits. */
static inline int64_t sign_magnitude_value(uint32_t bits, unsigned width)
{
    int64_t magnitude = bits & (UINT32_C(0x7FFFFFFF) >> (32 - width));
    return (bits >> (width - 1)) & 1 ? -magnitude : magnitude;
}

/* Saturates to the largest magnitude of `width` bits (2 to 32); zero leaves as +0. */
static inline uint32_t sign_magnitude_saturate(int64_t value, unsigned width)
{
    int64_t most = UINT32_C(0x7FFFFFFF) >> (32 - width);
    int64_t magnitude = value < 0 ? -value : value;
    uint32_t sign = value < 0 ? 1u << (width - 1) : 0;
    return sign | (uint32_t)(magnitude > most ? most : magnitude);
}
