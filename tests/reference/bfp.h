/* SPDX-License-Identifier: Apache-2.0 */
/* Block floats by value: P-7, U-6.2 and U-6.3. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct ref_bfp_datum {
    uint32_t sign, exponent, mantissa; /* of a float with 7 bits of mantissa */
};

/* P-7.2 to P-7.4; fills datums, returns the shared exponent. */
uint32_t ref_bfp_group(const struct ref_bfp_datum floats[16], uint32_t datums[16], int width);

/* U-6.2 (exponents of 8 bits) and U-6.3 (of 5); *undefined as bfp_to_fp16 says. */
uint32_t ref_bfp_to_bf16(uint32_t datum, uint32_t shared, int width);
uint32_t ref_bfp_to_fp16(uint32_t datum, uint32_t shared, int width, bool *undefined);
