/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over values of 16 bits, which most intermediate formats are: half the work of 32. They give what the functions
 * of numeric/ give, datum by datum; tests/unit/pack/test_pack_narrow.c holds them to it. */
#pragma once

#include "tile/pack/pack_internal.h"

struct narrow_loops {
    narrow_read *bf16_cells, *fp16_cells, *plain_cells; /* numeric/cells.h */
    narrow_convert *bf16_flush, *fp16_flush, *bf16_to_e8m6;
    narrow_cut *fp32_to_bf16, *fp32_to_e8m6, *upper_half;
    /* Signed: values up to the threshold (0 to 0x7FFF) to 0; values to the range of 0 to the threshold. */
    void (*zero_up_to)(uint16_t *halves, uint32_t count, int16_t threshold);
    void (*clamp)(uint16_t *halves, uint32_t count, int16_t threshold);
    /* The largest of the values, each ANDed with mask (bit 15 clear). */
    uint32_t (*largest)(const uint16_t *halves, uint32_t count, uint32_t mask);
    /* numeric/bfp.h: groups of 16 BF16 values to datums of the width, and their exponents. */
    void (*assemble)(uint16_t *halves, uint32_t groups, unsigned width, uint8_t *exponents);
    narrow_store *store_8, *store_4, *store_2;
    /* Two of 32 bits, which gain as much: cells of FP32, and the largest as above. */
    void (*fp32_cells)(const uint16_t *high, const uint16_t *low, uint32_t count, uint32_t *values);
    uint32_t (*largest_32)(const uint32_t *values, uint32_t count, uint32_t mask);
};

extern const struct narrow_loops narrow_loops;
