/* SPDX-License-Identifier: Apache-2.0 */
/* A packer a datum at a time, from P-5, P-6, P-7, P-8 and P-9, for BF16 out of 16-bit Dst. Slow and obvious; it shares
 * nothing with src/tile. It says what bytes the three streams of one data tile hold, and the sideband. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { REF_PACK_BYTES = 16384 };

enum ref_pack_out { REF_PACK_BF16, REF_PACK_FP32, REF_PACK_FP16, REF_PACK_BFP8, REF_PACK_BFP4, REF_PACK_BFP2 };

struct ref_pack_settings {
    enum ref_pack_out out;
    int relu; /* 0 to 3 */
    uint16_t relu_threshold;
    int exponent_threshold;   /* 0: off */
    unsigned downsample_mask; /* 0: all */
    bool counts_within_rows;  /* downsampling begins at 0 with every row (Blackhole) */
    bool masks_edges, edge_is_minus_infinity;
    uint16_t column_masks[4];
    int row_mapping[16];
    int plane_rows;
    bool compresses;
    bool counts_exponents;
};

struct ref_pack_bytes {
    int count;
    uint8_t bytes[REF_PACK_BYTES];
};

struct ref_pack {
    struct ref_pack_settings set;
    struct ref_pack_bytes row_starts, exponents, data;
    int x, y; /* tile position */
    int histogram[32], maximum;
    bool row_is_open, row_is_zero;
    int rows, retained;
    uint32_t zero_flags;
    int datums; /* that stay: what follows is of each */
    uint16_t values[REF_PACK_BYTES];
    uint8_t zeros_behind[REF_PACK_BYTES];
};

/* One PACR: `rows` rows of `columns` datums each, from `first_column` of Dst on; BF16 patterns. */
void ref_pack_pacr(struct ref_pack *ref, const uint16_t *datums, int rows, int first_column, int columns, bool concat,
                   bool last);
/* After the last: fills the three streams. */
void ref_pack_finish(struct ref_pack *ref);
