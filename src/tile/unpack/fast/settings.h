/* SPDX-License-Identifier: Apache-2.0 */
/* What the unpackers' fast paths decode of settings, beside what the datasheet needs (struct unpack_settings has one).
 * All zero: none is taken. */
#pragma once

#include <stdint.h>

typedef void unpack_straight_src(const uint8_t *bytes, uint32_t count, uint32_t *cells);
typedef void unpack_straight_blocks(const uint8_t *bytes, const uint8_t *exponents, uint32_t count, uint32_t *cells);
typedef void unpack_straight_dst(const uint8_t *bytes, uint32_t count, uint16_t *high, uint16_t *low);

/* Null: there is no such loop for these settings. */
struct unpack_fast {
    unpack_straight_src *src;
    unpack_straight_blocks *blocks;
    unpack_straight_dst *dst;
};
