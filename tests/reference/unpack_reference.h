/* SPDX-License-Identifier: Apache-2.0 */
/* What one UNPACR writes, datum by datum, from docs/facts/unpack.md alone. Numbers stand in for registers; every
 * address is computed from the start of the tile each time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct ref_unpack {
    bool has_wide_rows, fp8_fills_up; /* what differs between the chips */
    unsigned unpacker;
    const uint8_t *l1;
    uint32_t l1_bytes;

    /* the tile */
    unsigned in, out; /* register codes */
    bool has_e4m3, is_unsigned, is_compressed, forces_exponent, has_no_exponents;
    uint32_t forced_exponent;
    uint32_t base_x16, offset_x16, digest;
    uint32_t x_dim, y_dim, z_dim, w_dim, blobs, blob_starts; /* z_dim, w_dim not 0 */
    uint32_t limit_x16, fifo_x16;

    /* the instruction */
    uint32_t x0, y0, z0, w0, x1;
    bool is_row_search, is_zero;

    /* modes */
    bool is_tilized, is_transposed, interleaves;
    uint32_t shift[4], context, upsample_rate;

    /* the target */
    bool is_dst, has_override;
    uint32_t place;       /* o of U-5.4 */
    uint32_t row_counter; /* SrcRow */
};

/* A cell that is written: of a source register (19 bits), or of Dst (16 bits, or 32 with the upper cell above). */
struct ref_write {
    uint32_t row, column, cell;
};

enum { REF_WRITES_MAX = 1 << 15 };

/* Fills at most REF_WRITES_MAX writes in order, returns how many. */
uint32_t ref_unpack(const struct ref_unpack *u, struct ref_write *writes);

/* Whether the cells of Dst are 32 bits wide. */
bool ref_unpack_is_wide(const struct ref_unpack *u);
