/* SPDX-License-Identifier: Apache-2.0 */
/* The register fields of each pack section, by name. P-2.3, P-2.5, P-2.6 */
#include "tile/pack/sections.h"

/* clang-format off */
#define SECTION(REG, RING, N) { \
    .row_start_size             = PACK_REG_THCON_##REG##_Row_start_section_size, \
    .exponent_size              = PACK_REG_THCON_##REG##_Exp_section_size, \
    .l1_dest_addr               = PACK_REG_THCON_##REG##_L1_Dest_addr, \
    .disable_zero_compress      = PACK_REG_THCON_##REG##_Disable_zero_compress, \
    .add_l1_offset              = PACK_REG_THCON_##REG##_Add_l1_dest_addr_offset, \
    .disable_zero_flags         = PACK_REG_THCON_##REG##_Disable_pack_zero_flags, \
    .addr_cnt_context           = PACK_REG_THCON_##REG##_Addr_cnt_context, \
    .in_format                  = PACK_REG_THCON_##REG##_In_data_format, \
    .out_format                 = PACK_REG_THCON_##REG##_Out_data_format, \
    .disable_exponent_assembler = PACK_REG_THCON_##REG##_Dis_shared_exp_assembler, \
    .auto_last_interface        = PACK_REG_THCON_##REG##_Auto_set_last_pacr_intf_sel, \
    .enable_fifo                = PACK_REG_THCON_##REG##_Enable_out_fifo, \
    .sub_header_size            = PACK_REG_THCON_##REG##_Sub_l1_tile_header_size, \
    .source_interface           = PACK_REG_THCON_##REG##_Source_interface_selection, \
    .add_header_size            = PACK_REG_THCON_##REG##_Add_tile_header_size, \
    .y_start_offset             = PACK_REG_THCON_##REG##_pack_dis_y_pos_start_offset, \
    .l1_source_addr             = PACK_REG_THCON_##REG##_L1_source_addr, \
    .downsample_mask            = PACK_REG_THCON_##REG##_Downsample_mask, \
    .l1_acc                     = PACK_REG_THCON_##REG##_Pack_L1_Acc, \
    .threshold_enable           = PACK_REG_THCON_##REG##_Exp_threshold_en, \
    .threshold                  = PACK_REG_THCON_##REG##_Exp_threshold, \
    .limit                      = PACK_REG_THCON_##RING##_limit_address, \
    .fifo_size                  = PACK_REG_THCON_##RING##_fifo_size, \
    .reads_per_plane            = PACK_REG_PACK_COUNTERS_SEC##N##_pack_reads_per_xy_plane, \
    .yz_transposed              = PACK_REG_PACK_COUNTERS_SEC##N##_pack_yz_transposed, \
    .auto_context_planes        = PACK_REG_PACK_COUNTERS_SEC##N##_auto_ctxt_inc_xys_cnt, \
    .concat_mask                = PACK_REG_PACK_CONCAT_MASK_SEC##N##_pack_concat_mask, \
    .dst_offset                 = PACK_REG_DEST_TARGET_REG_CFG_PACK_SEC##N##_Offset, \
}

const struct pack_section pack_sections[4] = {
    SECTION(SEC0_REG1, SEC0_REG9_Pack_0_2, 0),
    SECTION(SEC0_REG8, SEC0_REG9_Pack_1_3, 1),
    SECTION(SEC1_REG1, SEC1_REG9_Pack_0_2, 2),
    SECTION(SEC1_REG8, SEC1_REG9_Pack_1_3, 3),
};

#define ADDR_MOD(N) { \
    .y_incr  = {PACK_REG_ADDR_MOD_PACK_SEC##N##_YsrcIncr,  PACK_REG_ADDR_MOD_PACK_SEC##N##_YdstIncr}, \
    .y_carry = {PACK_REG_ADDR_MOD_PACK_SEC##N##_YsrcCR,    PACK_REG_ADDR_MOD_PACK_SEC##N##_YdstCR}, \
    .y_clear = {PACK_REG_ADDR_MOD_PACK_SEC##N##_YsrcClear, PACK_REG_ADDR_MOD_PACK_SEC##N##_YdstClear}, \
    .z_incr  = {PACK_REG_ADDR_MOD_PACK_SEC##N##_ZsrcIncr,  PACK_REG_ADDR_MOD_PACK_SEC##N##_ZdstIncr}, \
    .z_clear = {PACK_REG_ADDR_MOD_PACK_SEC##N##_ZsrcClear, PACK_REG_ADDR_MOD_PACK_SEC##N##_ZdstClear}, \
}

const struct pack_addr_mod_ids pack_addr_mod_sections[PACK_ADDR_MODS] = {ADDR_MOD(0), ADDR_MOD(1), ADDR_MOD(2),
                                                                         ADDR_MOD(3)};
/* clang-format on */
