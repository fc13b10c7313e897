/* SPDX-License-Identifier: Apache-2.0 */
/* The datum of a format nearest to a value: how a reference of values becomes bits. It rounds to nearest, ties to even,
 * whatever an instruction would do; For docs/how-to/expect.md. */
#pragma once

#include "numeric/bfp.h"
#include "numeric/format.h"

/* From the bits of IEEE 754 with so many bits of exponent and mantissa: 5 and 10, 8 and 23, 11 and 52. */
struct value_parts value_of_ieee(uint64_t bits, unsigned exponent_bits, unsigned mantissa_bits);
struct value_parts value_of_integer(uint64_t magnitude, bool is_negative);

/* The nearest datum; a number that is too large becomes infinity. False: the format has none, because it is not a
 * number, or an integer beyond an integer format. Not for block formats. */
bool nearest_datum(enum format format, const struct value_parts *value, uint32_t *bits);

/* Whether a block format has it: any number, and minus infinity. */
bool is_of_block(const struct value_parts *value);

/* The nearest block, whose shared exponent is the least that its largest magnitude fits: a magnitude that would round
 * to one more than the largest becomes the largest, as in the packer (P-7.4), and the sign of a zero is dropped: that
 * pattern is minus infinity (F-2.5). False: a value is none of a block's. */
bool nearest_block(enum format format, const struct value_parts values[BFP_GROUP], uint32_t datums[BFP_GROUP],
                   uint32_t *shared);
