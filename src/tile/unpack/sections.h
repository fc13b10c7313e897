/* SPDX-License-Identifier: Apache-2.0 */
/* Which register fields configure which unpacker: U-2.1 to U-2.9. A field that a chip does not have reads
 * 0. */
#pragma once

#include "unpack_regs.h"

enum { UNPACK_OFFSETS = 4 };

struct unpack_section {
    enum unpack_reg descriptor[4], out_format, throttle, haloize, tileize, row_update, to_dst;
    enum unpack_reg upsample_rate, overrides_format, interleaves;
    enum unpack_reg forces_exponent, limit, fifo_size;
    enum unpack_reg limit_1, fifo_size_1, has_ring_1; /* of context 1 */
    enum unpack_reg own_throttle, fp8_4_bit_exponent;
    enum unpack_reg shift[3], offset[UNPACK_OFFSETS];
    enum unpack_reg is_uncompressed[8], to_dst_context[8], base[8], in_format_context[8], out_format_context[8];
    enum unpack_reg output_base, output_y, output_z, output_w;
    enum unpack_reg forced_exponent, is_unsigned, clear_value, popped_stream;
};

extern const struct unpack_section unpack_sections[2];
