/* SPDX-License-Identifier: Apache-2.0 */
/* The register fields of each unpacker, by name. unpack.md U-2.1 to U-2.9 */
#include "tile/unpack/sections.h"

/* clang-format off */
#define FOUR(PREFIX, SUFFIX) {PREFIX##0##SUFFIX, PREFIX##1##SUFFIX, PREFIX##2##SUFFIX, PREFIX##3##SUFFIX}
#define EIGHT(PREFIX, SUFFIX) {PREFIX##0##SUFFIX, PREFIX##1##SUFFIX, PREFIX##2##SUFFIX, PREFIX##3##SUFFIX, \
                               PREFIX##4##SUFFIX, PREFIX##5##SUFFIX, PREFIX##6##SUFFIX, PREFIX##7##SUFFIX}
#define SECTION(SEC, UNP, SRC) { \
    .descriptor             = REG_THCON_##SEC##_REG0_TileDescriptor, \
    .out_format             = REG_THCON_##SEC##_REG2_Out_data_format, \
    .throttle               = REG_THCON_##SEC##_REG2_Throttle_mode, \
    .haloize                = REG_THCON_##SEC##_REG2_Haloize_mode, \
    .tileize                = REG_THCON_##SEC##_REG2_Tileize_mode, \
    .row_update             = REG_THCON_##SEC##_REG2_Unpack_Src_Reg_Set_Upd, \
    .to_dst                 = REG_THCON_##SEC##_REG2_Unpack_If_Sel, \
    .upsample_rate          = REG_THCON_##SEC##_REG2_Upsample_rate, \
    .overrides_format       = REG_THCON_##SEC##_REG2_Ovrd_data_format, \
    .interleaves            = REG_THCON_##SEC##_REG2_Upsample_and_interleave, \
    .forces_exponent        = REG_THCON_##SEC##_REG2_Force_shared_exp, \
    .limit                  = REG_THCON_##SEC##_REG2_Unpack_limit_address, \
    .fifo_size              = REG_THCON_##SEC##_REG2_Unpack_fifo_size, \
    .limit_1                = REG_THCON_##SEC##_REG10_Unpack_limit_address, \
    .fifo_size_1            = REG_THCON_##SEC##_REG10_Unpack_fifo_size, \
    .has_ring_1             = REG_THCON_##SEC##_REG10_Unpack_limit_address_en, \
    .own_throttle           = REG_THCON_##SEC##_REG1_ovrd_default_throttle_mode, \
    .fp8_4_bit_exponent     = REG_THCON_##SEC##_REG1_Unp_LF8_4b_exp, \
    .shift                  = FOUR(REG_THCON_##SEC##_REG2_Shift_amount_cntx,), \
    .dest                   = FOUR(REG_THCON_##SEC##_REG5_Dest_cntx, _address), \
    .x_dim                  = FOUR(REG_THCON_##SEC##_REG5_Tile_x_dim_cntx,), \
    .offset                 = {REG_THCON_##SEC##_REG7_Offset_address, REG_THCON_##SEC##_REG7_Offset_cntx1_address, \
                               REG_THCON_##SEC##_REG7_Offset_cntx2_address, \
                               REG_THCON_##SEC##_REG7_Offset_cntx3_address}, \
    .is_uncompressed        = EIGHT(REG_THCON_##SEC##_REG2_Disable_zero_compress_cntx,), \
    .to_dst_context         = EIGHT(REG_THCON_##SEC##_REG2_Unpack_if_sel_cntx,), \
    .base                   = {REG_THCON_##SEC##_REG3_Base_address, REG_THCON_##SEC##_REG3_Base_cntx1_address, \
                               REG_THCON_##SEC##_REG3_Base_cntx2_address, REG_THCON_##SEC##_REG3_Base_cntx3_address, \
                               REG_THCON_##SEC##_REG4_Base_cntx4_address, REG_THCON_##SEC##_REG4_Base_cntx5_address, \
                               REG_THCON_##SEC##_REG4_Base_cntx6_address, REG_THCON_##SEC##_REG4_Base_cntx7_address}, \
    .in_format_context      = EIGHT(REG_THCON_##SEC##_REG7_Unpack_data_format_cntx,), \
    .out_format_context     = EIGHT(REG_THCON_##SEC##_REG7_Unpack_out_data_format_cntx,), \
    .output_base            = REG_##UNP##_ADDR_BASE_REG_1_Base, \
    .output_y               = REG_##UNP##_ADDR_CTRL_XY_REG_1_Ystride, \
    .output_z               = REG_##UNP##_ADDR_CTRL_ZW_REG_1_Zstride, \
    .output_w               = REG_##UNP##_ADDR_CTRL_ZW_REG_1_Wstride, \
    .forced_exponent        = REG_##UNP##_FORCED_SHARED_EXP_shared_exp, \
    .adds_counters          = REG_##UNP##_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr, \
    .is_unsigned            = REG_ALU_FORMAT_SPEC_REG0_##SRC##Unsigned, \
    .clear_value            = REG_##UNP##_NOP_REG_CLR_VAL_nop_reg_clr_val, \
}

const struct unpack_section unpack_sections[2] = {SECTION(SEC0, UNP0, SrcA), SECTION(SEC1, UNP1, SrcB)};
/* clang-format on */
