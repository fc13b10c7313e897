/* SPDX-License-Identifier: Apache-2.0 */
/* Which register fields configure which section: P-2.3. A section is a packer on Wormhole, a context on
 * Blackhole. A field that a chip does not have reads 0. */
#pragma once

#include "pack_regs.h"

enum { PACK_ADDR_MODS = 4 };

struct pack_section {
    enum pack_reg row_start_size, exponent_size, l1_dest_addr;
    enum pack_reg disable_zero_compress, add_l1_offset, disable_zero_flags, addr_cnt_context;
    enum pack_reg in_format, out_format, disable_exponent_assembler, auto_last_interface, enable_fifo, sub_header_size;
    enum pack_reg source_interface, add_header_size, y_start_offset, l1_source_addr;
    enum pack_reg downsample_mask, l1_acc, threshold_enable, threshold;
    enum pack_reg limit, fifo_size;
    enum pack_reg reads_per_plane, yz_transposed, auto_context_planes, concat_mask, dst_offset;
};

/* By channel: 0 source, 1 destination. */
struct pack_addr_mod_ids {
    enum pack_reg y_incr[2], y_carry[2], y_clear[2], z_incr[2], z_clear[2];
};

extern const struct pack_section pack_sections[4];
extern const struct pack_addr_mod_ids pack_addr_mod_sections[PACK_ADDR_MODS];
