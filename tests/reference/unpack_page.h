/* SPDX-License-Identifier: Apache-2.0 */
/* A second unpacker, a datum at a time, from the facts of docs/facts/unpack.md and F-1, F-2, F-3 alone. Slow and
 * obvious; it shares nothing with src/. It covers what no recording shows, and says of a case whether the page leaves
 * it undefined.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct page_adc_channel {
    uint32_t x, y, z, w;
};

struct page_adc {
    struct page_adc_channel channel[2];
};

/* The fields of the UNPACR word (U-1.1). */
struct page_word {
    unsigned unpacker, thread, adc_id, context_id;
    unsigned z0_inc, y0_inc, z1_inc, y1_inc;
    bool row_search, auto_context, zeros, flip, multi;
};

/* The configuration of one unpacker (U-2.2 to U-2.9). */
struct page_config {
    unsigned in_format, blobs, xdim, ydim, zdim, wdim, digest;
    uint32_t blobs_start, blobs_start_pair[2];
    bool uncompressed, no_exponents;
    unsigned out_format, context_count, upsample_rate, shift[4], non_log2;
    bool haloize, tilize, set_upd, if_sel, ovrd_format, interleave, force_exponent, non_log2_enabled;
    bool plain[8], to_dst[8];
    unsigned limit, fifo;
    uint32_t base[8], dest[4], tile_x[4], offset[4];
    unsigned in_formats[8], out_formats[8];
    uint32_t y_stride, z_stride, w_stride, base_reg_1;
    unsigned forced_exponent;
    bool add_dest, e4m3, unsigned_bytes;
    unsigned context_offset, src_base; /* thread configuration (U-2.7) */
    bool row_as_is;
    bool remap, swizzle;
};

/* What an instruction reads and changes. Src is the unpacker's current bank. */
struct page_state {
    struct page_adc adc[3];
    unsigned context_counter, src_row; /* of the instruction's thread and unpacker */
    const uint8_t *l1;
    uint32_t l1_bytes;
    uint32_t src[64][16];
    uint16_t dst[1024][16];
    bool dst_valid[1024];
    bool handed_over, wrote_dst;
    unsigned implied_format;
};

/* False: the page leaves this case undefined, or it reads past L1; the state is then of no use. */
bool page_unpack(bool blackhole, const struct page_word *word, const struct page_config *config,
                 struct page_state *state);
