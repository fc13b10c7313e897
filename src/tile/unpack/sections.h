/* SPDX-License-Identifier: Apache-2.0 */
/* Which register fields configure which unpacker: unpack.md U-2.1 to U-2.9. A field that a chip does not have reads
 * 0. */
#pragma once

#include "isa/registers.h"

enum { UNPACK_OFFSETS = 4 };

struct unpack_section {
    enum reg_id descriptor, out_format, throttle, haloize, tileize, row_update, to_dst;
    enum reg_id upsample_rate, overrides_format, interleaves;
    enum reg_id forces_exponent, limit, fifo_size;
    enum reg_id limit_1, fifo_size_1, has_ring_1; /* of context 1 */
    enum reg_id own_throttle, fp8_4_bit_exponent;
    enum reg_id shift[4], dest[4], x_dim[4], offset[UNPACK_OFFSETS];
    enum reg_id is_uncompressed[8], to_dst_context[8], base[8], in_format_context[8], out_format_context[8];
    enum reg_id output_base, output_y, output_z, output_w;
    enum reg_id forced_exponent, adds_counters, is_unsigned, clear_value;
};

extern const struct unpack_section unpack_sections[2];
