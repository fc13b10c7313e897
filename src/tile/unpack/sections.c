/* SPDX-License-Identifier: Apache-2.0 */
/* The register fields of each unpacker, by name. U-2.1 to U-2.9 */
#include "tile/unpack/sections.h"

/* clang-format off */
#define EIGHT(PREFIX, SUFFIX) {PREFIX##0##SUFFIX, PREFIX##1##SUFFIX, PREFIX##2##SUFFIX, PREFIX##3##SUFFIX, \
                               PREFIX##4##SUFFIX, PREFIX##5##SUFFIX, PREFIX##6##SUFFIX, PREFIX##7##SUFFIX}
#define SECTION(SEC, UNP, SRC, NUMBER) { \
    .descriptor             = {UNPACK_REG_THCON_##SEC##_REG0_TileDescriptor, \
                               UNPACK_REG_THCON_##SEC##_REG0_TileDescriptor_63_32, \
                               UNPACK_REG_THCON_##SEC##_REG0_TileDescriptor_95_64, \
                               UNPACK_REG_THCON_##SEC##_REG0_TileDescriptor_127_96}, \
    .out_format             = UNPACK_REG_THCON_##SEC##_REG2_Out_data_format, \
    .throttle               = UNPACK_REG_THCON_##SEC##_REG2_Throttle_mode, \
    .haloize                = UNPACK_REG_THCON_##SEC##_REG2_Haloize_mode, \
    .tileize                = UNPACK_REG_THCON_##SEC##_REG2_Tileize_mode, \
    .row_update             = UNPACK_REG_THCON_##SEC##_REG2_Unpack_Src_Reg_Set_Upd, \
    .to_dst                 = UNPACK_REG_THCON_##SEC##_REG2_Unpack_If_Sel, \
    .upsample_rate          = UNPACK_REG_THCON_##SEC##_REG2_Upsample_rate, \
    .overrides_format       = UNPACK_REG_THCON_##SEC##_REG2_Ovrd_data_format, \
    .interleaves            = UNPACK_REG_THCON_##SEC##_REG2_Upsample_and_interleave, \
    .forces_exponent        = UNPACK_REG_THCON_##SEC##_REG2_Force_shared_exp, \
    .limit                  = UNPACK_REG_THCON_##SEC##_REG2_Unpack_limit_address, \
    .fifo_size              = UNPACK_REG_THCON_##SEC##_REG2_Unpack_fifo_size, \
    .limit_1                = UNPACK_REG_THCON_##SEC##_REG10_Unpack_limit_address, \
    .fifo_size_1            = UNPACK_REG_THCON_##SEC##_REG10_Unpack_fifo_size, \
    .has_ring_1             = UNPACK_REG_THCON_##SEC##_REG10_Unpack_limit_address_en, \
    .own_throttle           = UNPACK_REG_THCON_##SEC##_REG1_ovrd_default_throttle_mode, \
    .fp8_4_bit_exponent     = UNPACK_REG_THCON_##SEC##_REG1_Unp_LF8_4b_exp, \
    .shift                  = {UNPACK_REG_THCON_##SEC##_REG2_Shift_amount_cntx0, \
                               UNPACK_REG_THCON_##SEC##_REG2_Shift_amount_cntx1, \
                               UNPACK_REG_THCON_##SEC##_REG2_Shift_amount_cntx2}, \
    .offset                 = {UNPACK_REG_THCON_##SEC##_REG7_Offset_address, UNPACK_REG_THCON_##SEC##_REG7_Offset_cntx1_address, \
                               UNPACK_REG_THCON_##SEC##_REG7_Offset_cntx2_address, \
                               UNPACK_REG_THCON_##SEC##_REG7_Offset_cntx3_address}, \
    .is_uncompressed        = EIGHT(UNPACK_REG_THCON_##SEC##_REG2_Disable_zero_compress_cntx,), \
    .to_dst_context         = EIGHT(UNPACK_REG_THCON_##SEC##_REG2_Unpack_if_sel_cntx,), \
    .base                   = {UNPACK_REG_THCON_##SEC##_REG3_Base_address, UNPACK_REG_THCON_##SEC##_REG3_Base_cntx1_address, \
                               UNPACK_REG_THCON_##SEC##_REG3_Base_cntx2_address, UNPACK_REG_THCON_##SEC##_REG3_Base_cntx3_address, \
                               UNPACK_REG_THCON_##SEC##_REG4_Base_cntx4_address, UNPACK_REG_THCON_##SEC##_REG4_Base_cntx5_address, \
                               UNPACK_REG_THCON_##SEC##_REG4_Base_cntx6_address, UNPACK_REG_THCON_##SEC##_REG4_Base_cntx7_address}, \
    .in_format_context      = EIGHT(UNPACK_REG_THCON_##SEC##_REG7_Unpack_data_format_cntx,), \
    .out_format_context     = EIGHT(UNPACK_REG_THCON_##SEC##_REG7_Unpack_out_data_format_cntx,), \
    .output_base            = UNPACK_REG_##UNP##_ADDR_BASE_REG_1_Base, \
    .output_y               = UNPACK_REG_##UNP##_ADDR_CTRL_XY_REG_1_Ystride, \
    .output_z               = UNPACK_REG_##UNP##_ADDR_CTRL_ZW_REG_1_Zstride, \
    .output_w               = UNPACK_REG_##UNP##_ADDR_CTRL_ZW_REG_1_Wstride, \
    .forced_exponent        = UNPACK_REG_##UNP##_FORCED_SHARED_EXP_shared_exp, \
    .is_unsigned            = UNPACK_REG_ALU_FORMAT_SPEC_REG0_##SRC##Unsigned, \
    .clear_value            = UNPACK_REG_##UNP##_NOP_REG_CLR_VAL_nop_reg_clr_val, \
    .popped_stream          = UNPACK_REG_NOC_OVERLAY_MSG_CLEAR_StreamId_##NUMBER, \
}

const struct unpack_section unpack_sections[2] = {SECTION(SEC0, UNP0, SrcA, 0), SECTION(SEC1, UNP1, SrcB, 1)};
/* clang-format on */
