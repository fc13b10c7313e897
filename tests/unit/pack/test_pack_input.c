/* SPDX-License-Identifier: Apache-2.0 */
/* Which datums a PACR takes: interfaces, counters of other threads, zeros, L1, contexts; and PACR_SETREG. */
#include "base/little.h"
#include "unit/pack/pack_tile.h"
#include "unit/suite.h"

#include "pack_findings.h"

/* Every row holds its own number. */
static struct tile *numbered(enum tt_chip chip)
{
    struct tile *tile = pack_tile_new(chip);
    for (unsigned row = 0; row < DST_ROWS; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            put_bf16(tile, row, column, 0x4000 + row);
    }
    return tile;
}

static void check_rows(struct tile *tile, const unsigned *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 32 * i), 0x4000 + rows[i]);
    ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], OUT_ADDR + 32 * count);
}

START_TEST(interfaces__each_takes_its_row_without_gaps)
{
    static const struct {
        uint32_t mask, start, strided;
        unsigned count, rows[4];
    } cases[] = {
        {0, 8, 0, 4, {8, 9, 10, 11}},
        {5, 8, 0, 2, {8, 10}},
        {10, 8, 0, 2, {9, 11}},
        {1, 9, 0, 1, {9}},
        {8, 4, 0, 1, {7}},
        {15, 0, 1, 4, {0, 8, 16, 24}}, /* strided, no remap */
        {3, 6, 0, 2, {6, 7}},
        {0, 1022, 0, 4, {1022, 1023, 0, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tile *tile = numbered(TT_BLACKHOLE);
        pack_adc(tile)->ch[0].y = cases[i].start;
        run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", cases[i].mask},
                            {"dst_access_mode", cases[i].strided}, {"last", 1}));
        check_rows(tile, cases[i].rows, cases[i].count);
        tile_free(tile);
    }
}
END_TEST

START_TEST(interfaces__that_leave_their_group_raise_a_finding)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    struct listener listener;
    listener_attach(&listener, tile);
    pack_adc(tile)->ch[0].y = 8;
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    ck_assert_uint_eq(listener.findings, 0);
    pack_adc(tile)->ch[0].y = 9;
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    ck_assert_uint_eq(listener.findings, 1);
    ck_assert_uint_eq(listener.last_finding, FINDING_PACK_INTERFACE_ROWS_LEAVE_GROUP);
    tile_free(tile);
}
END_TEST

START_TEST(columns__beyond_the_row_are_cut)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    pack_adc(tile)->ch[1].x = 40;
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], OUT_ADDR + 32);
    pack_adc(tile)->ch[0].x = 5;
    pack_adc(tile)->ch[1].x = 4; /* end before start */
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], OUT_ADDR);
    tile_free(tile);
}
END_TEST

START_TEST(wormhole__more_than_a_block_and_a_wrap)
{
    struct tile *tile = numbered(TT_WORMHOLE_B0);
    pack_adc(tile)->ch[0].y = 1000;
    pack_adc(tile)->ch[1].x = 16 * 40 - 1; /* 40 rows: 24 to the end of Dst, 16 from its start */
    run_word(tile, pacr_row(tile, 1));
    for (unsigned i = 0; i < 40; i++)
        ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 32 * i), 0x4000 + (1000 + i) % DST_ROWS);
    ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], OUT_ADDR + 32 * 40);
    tile_free(tile);
}
END_TEST

START_TEST(override__takes_and_steps_another_threads_counters)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    set_field(tile, "ADDR_MOD_PACK_SEC0_YsrcIncr", 4);
    struct adc_unit *other = &tile_state(tile)->small.adc[2].pack;
    other->ch[0].y = 12;
    other->ch[1].x = 15;
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 1}, {"ovrd_thread_id", 1}, {"addr_cnt_context", 2},
                        {"last", 1}));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x4000 + 12);
    ck_assert_uint_eq(other->ch[0].y, 16);
    ck_assert_uint_eq(pack_adc(tile)->ch[0].y, 0);
    tile_free(tile);
}
END_TEST

START_TEST(override__set_3_is_set_0)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    tile_state(tile)->small.adc[1].pack.ch[0].y = 12;
    pack_adc(tile)->ch[0].y = 4;
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 1}, {"ovrd_thread_id", 1}, {"addr_cnt_context", 3},
                        {"last", 1}));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x4000 + 4);
    tile_free(tile);
}
END_TEST

START_TEST(override__wormhole_packers_name_their_set)
{
    struct tile *tile = numbered(TT_WORMHOLE_B0);
    set_field(tile, "THCON_SEC0_REG1_Addr_cnt_context", 1);
    tile_state(tile)->small.adc[1].pack.ch[0].y = 20;
    tile_state(tile)->small.adc[1].pack.ch[1].x = 15;
    run_word(tile, WORD(TT_WORMHOLE_B0, "PACR", {"packer_mask", 1}, {"ovrd_thread_id", 1}, {"last", 1}));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x4000 + 20);
    tile_free(tile);
}
END_TEST

START_TEST(counters__carry_clear_and_width)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    struct adc_channel *at = &pack_adc(tile)->ch[1];
    set_field(tile, "ADDR_MOD_PACK_SEC1_YdstIncr", 15);
    set_field(tile, "ADDR_MOD_PACK_SEC1_YdstCR", 1);
    set_field(tile, "ADDR_MOD_PACK_SEC1_ZdstIncr", 1);
    at->y = 3;
    at->y_cr = 0x1FF8;
    at->z = 0xFF;
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"addr_mode", 1}, {"read_intf_sel", 1}));
    ck_assert_uint_eq(at->y, 7);
    ck_assert_uint_eq(at->y_cr, 7);
    ck_assert_uint_eq(at->z, 0);
    set_field(tile, "ADDR_MOD_PACK_SEC1_YdstClear", 1); /* wins over the carry */
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"addr_mode", 1}, {"read_intf_sel", 1}));
    ck_assert_uint_eq(at->y, 0);
    ck_assert_uint_eq(at->y_cr, 0);
    set_field(tile, "ADDR_MOD_PACK_SEC1_ZdstClear", 1);
    at->z = at->z_cr = 3;
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"addr_mode", 1}, {"read_intf_sel", 1}));
    ck_assert_uint_eq(at->z, 0);
    ck_assert_uint_eq(at->z_cr, 0);
    tile_free(tile);
}
END_TEST

START_TEST(zero_write__counts_as_the_mask_says_or_by_x_alone)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    memset(&tile_state(tile)->l1[OUT_ADDR], 0xCD, 256);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 3}, {"zero_write", 1}, {"last", 1}));
    ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], OUT_ADDR + 64);
    ck_assert_uint_eq(tile_state(tile)->small.packer.tpg[0][1], 2);
    ck_assert_uint_eq(l1_u32(tile, OUT_ADDR + 60), 0);
    ck_assert_uint_eq(l1_u32(tile, OUT_ADDR + 64), 0xCDCDCDCD);
    pack_adc(tile)->ch[1].x = 31;
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"zero_write", 1}, {"last", 1}));
    ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], OUT_ADDR + 64);
    tile_free(tile);
}
END_TEST

START_TEST(l1_source__reads_bytes_and_skips_the_front_of_the_pipeline)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    set_field(tile, "THCON_SEC0_REG1_Source_interface_selection", 1);
    set_field(tile, "THCON_SEC0_REG1_L1_source_addr", 1); /* 0x40000 */
    set_field(tile, "STACC_RELU_ApplyRelu", 1);
    pack_adc(tile)->ch[0].y = 2; /* 64 bytes on */
    for (unsigned i = 0; i < 16; i++)
        store_u16(&tile_state(tile)->l1[0x40040 + 2 * i], (uint16_t)(0xBF80 + i));
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0xBF80); /* no ReLU */
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 30), 0xBF8F);
    tile_free(tile);
}
END_TEST

/* P-4.9: how wide a datum is in L1 comes from In, what it means from the intermediate format. */
START_TEST(l1_source__widths)
{
    static const struct {
        uint32_t in, intermediate, is_32b, is_raw, out, l1, held;
    } cases[] = {
        {FORMAT_FP32, FORMAT_FP32, 1, 0, FORMAT_FP32, 0x3F812345, 0x3F812345},
        {FORMAT_FP32, FORMAT_FP32, 0, 0, FORMAT_FP32, 0x3F812345, 0x3F812345}, /* Dst's width does not count (P-4.9x) */
        {FORMAT_FP32, FORMAT_FP32, 0, 0, FORMAT_BF16, 0x3F812345, 0x3F81},
        {FORMAT_BF16, FORMAT_BF16, 1, 0, FORMAT_FP32, 0x3F81, 0x3F810000},
        {FORMAT_INT32, FORMAT_INT16, 0, 0, FORMAT_INT16, 0x12345678, 0x1234},
        {FORMAT_INT16, FORMAT_INT32, 1, 0, FORMAT_INT32, 0x1234, 0x12340000},
        {FORMAT_INT16, FORMAT_INT8, 0, 1, FORMAT_INT8, 0x1234, 0x12},
        {FORMAT_INT8, FORMAT_INT32, 1, 0, FORMAT_INT32, 0x12, 0x12000000},
        {FORMAT_INT8, FORMAT_INT16, 0, 0, FORMAT_INT16, 0x12, 0x1200},
        {FORMAT_INT8, FORMAT_INT8, 0, 1, FORMAT_INT8, 0x92, 0x92},
        {FORMAT_BFP8, FORMAT_BF16, 0, 0, FORMAT_BF16, 0xC1, 0x8041},
        {FORMAT_BFP8A, FORMAT_BFP8A, 0, 1, FORMAT_FP16, 0xC1, 0x8208},
        {FORMAT_BFP4, FORMAT_BF16, 0, 0, FORMAT_BF16, 0x55C1, 0x8041}, /* a byte each, as all codes 10 and 11 */
        {FORMAT_BFP2, FORMAT_BF16, 0, 0, FORMAT_BF16, 0x55C1, 0x8041},
        {FORMAT_FP8_E5M2, FORMAT_FP8_E5M2, 0, 1, FORMAT_FP16, 0x3D, 0x3D00},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tile *tile = pack_tile_new(TT_BLACKHOLE);
        set_formats(tile, cases[i].in, cases[i].out);
        set_field(tile, "ALU_FORMAT_SPEC_REG2_Dstacc", cases[i].intermediate);
        set_field(tile, "PCK_DEST_RD_CTRL_Read_32b_data", cases[i].is_32b);
        set_field(tile, "PCK_DEST_RD_CTRL_Read_int8", cases[i].is_raw);
        set_field(tile, "THCON_SEC0_REG1_Source_interface_selection", 1);
        set_field(tile, "THCON_SEC0_REG1_L1_source_addr", 1);
        store_u32(&tile_state(tile)->l1[1 << 18], cases[i].l1);
        pack_adc(tile)->ch[1].x = 0;
        run_word(tile, pacr_row(tile, 1));
        ck_assert_msg(l1_u32(tile, OUT_ADDR) == cases[i].held, "case %zu: %X, expected %X", i, l1_u32(tile, OUT_ADDR),
                      cases[i].held);
        tile_free(tile);
    }
}
END_TEST

START_TEST(contexts__choose_a_section_and_count)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    set_field(tile, "THCON_SEC0_REG8_L1_Dest_addr", 0x3000 - 1);
    set_field(tile, "THCON_SEC0_REG8_In_data_format", FORMAT_BF16);
    set_field(tile, "THCON_SEC0_REG8_Out_data_format", FORMAT_BF16);
    set_field(tile, "THCON_SEC0_REG8_Disable_zero_compress", 1);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 1}, {"cfg_context", 1}, {"last", 1}));
    ck_assert_uint_eq(l1_u16(tile, 0x30000), 0x4000);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 1}, {"ctxt_ctrl", 1}, {"last", 1}));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x4000); /* the counter began at 0 */
    ck_assert_uint_eq(tile_state(tile)->pack.context, 1);
    pack_adc(tile)->ch[0].y = 3;
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 1}, {"ctxt_ctrl", 3}, {"last", 1}));
    ck_assert_uint_eq(l1_u16(tile, 0x30000), 0x4003);
    ck_assert_uint_eq(tile_state(tile)->pack.context, 2);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"ctxt_ctrl", 2}));
    ck_assert_uint_eq(tile_state(tile)->pack.context, 0);
    tile_free(tile);
}
END_TEST

START_TEST(contexts__step_after_planes)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    set_field(tile, "PACK_COUNTERS_SEC0_pack_reads_per_xy_plane", 4);
    set_field(tile, "PACK_COUNTERS_SEC0_auto_ctxt_inc_xys_cnt", 2);
    const uint32_t word = WORD(TT_BLACKHOLE, "PACR", {"ctxt_ctrl", 1});
    run_word(tile, word); /* a plane */
    ck_assert_uint_eq(tile_state(tile)->pack.context, 0);
    run_word(tile, word);
    ck_assert_uint_eq(tile_state(tile)->pack.context, 1);
    tile_free(tile);
}
END_TEST

START_TEST(last_interfaces__are_what_the_plane_has_left)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    set_field(tile, "THCON_SEC0_REG1_Auto_set_last_pacr_intf_sel", 1);
    set_field(tile, "PACK_COUNTERS_SEC0_pack_reads_per_xy_plane", 6);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"last", 0}));
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], OUT_ADDR + 32 * 6);
    tile_free(tile);
}
END_TEST

START_TEST(invalid_rows__read_as_zero)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    tile_state(tile)->dst_valid[1] = 0;
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x4000);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 32), 0);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 64), 0x4002);
    tile_free(tile);
}
END_TEST

START_TEST(resume__goes_on_where_the_recording_was)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    struct small_state *small = &tile_state(tile)->small;
    small->packer.in_tile = 1;
    small->packer.tpg[0][1] = 5;
    small->packer.data_addr[0] = 0x30006;
    small->packer.exp_addr[0] = 0x2F000;
    memcpy(&tile_state(tile)->l1[0x30000], "abcdef", 6);
    tile_packers_resume(tile);
    run_word(tile, pacr_row(tile, 0));
    ck_assert_mem_eq(&tile_state(tile)->l1[0x30000], "abcdef", 6);
    ck_assert_uint_eq(l1_u16(tile, 0x30006), 0x4000);
    ck_assert_uint_eq(small->packer.data_addr[0], 0x30026);
    ck_assert_uint_eq(small->packer.exp_addr[0], 0x2F001);
    ck_assert_uint_eq(small->packer.tpg[0][1], 6);
    tile_free(tile);
}
END_TEST

/* A snapshot inside a data tile has an address for each stream; one that is not placed yet gets its place. */
START_TEST(resume__places_what_has_no_place)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    struct packer *self = &tile_state(tile)->pack.packer[0];
    set_formats(tile, FORMAT_BF16, FORMAT_BFP8);
    set_field(tile, "THCON_SEC0_REG1_Exp_section_size", 1);
    self->is_in_tile = self->data.is_placed = 1;
    self->data.addr = 0x30000;
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(tile_state(tile)->l1[OUT_ADDR], 0x4000 >> 7); /* the shared exponent where the tile begins */
    ck_assert_uint_eq(tile_state(tile)->l1[0x30000], 0x40);         /* the datums where they went on */
    tile_free(tile);
}
END_TEST

START_TEST(setreg__blackhole_loads_halves_and_stores)
{
    struct tile *tile = numbered(TT_BLACKHOLE);
    set_field(tile, "THCON_SEC0_REG10_Packer_Reg_Wr_Addr", 0x1102C);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR_SETREG", {"mode_sel", 1}) | 0x1235u << 3);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR_SETREG", {"mode_sel", 1}) | 0xABCDu << 3 | 1u << 2);
    ck_assert_uint_eq(tile_state(tile)->pack.setreg_data, 0xABCD1235);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR_SETREG", {"flush", 1}, {"push", 1}));
    ck_assert_uint_eq(tile_state(tile)->tdma.move_bases[TDMA_USER_T0], 0xABCD1235);
    set_field(tile, "THCON_SEC0_REG10_Packer_Reg_Wr_Addr", 0xF02C); /* to which 4096 times a number is added */
    run_word(tile, WORD(TT_BLACKHOLE, "PACR_SETREG", {"mode_sel", 1}) | 0x5678u << 3);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR_SETREG", {"flush", 1}, {"push", 1}, {"stream_id", 2}));
    ck_assert_uint_eq(tile_state(tile)->tdma.move_bases[TDMA_USER_T0], 0xABCD5678);
    tile_free(tile);
}
END_TEST

START_TEST(setreg__sends_what_waits_and_leaves_the_tile_open)
{
    struct tile *tile = numbered(TT_WORMHOLE_B0);
    pack_adc(tile)->ch[1].x = 2;
    run_word(tile, pacr_row(tile, 0));
    run_word(tile, WORD(TT_WORMHOLE_B0, "PACR_SETREG", {"flush", 1}, {"push", 1}, {"pack_sel", 15}, {"wr_data", 7}));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 4), 0x4000);
    ck_assert_uint_eq(tile_state(tile)->small.packer.in_tile, 1);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 10), 0x4000);
    tile_free(tile);
}
END_TEST

START_TEST(setreg__wormhole_scales_into_the_upper_bits)
{
    struct tile *tile = numbered(TT_WORMHOLE_B0);
    tile_state(tile)->tdma.setreg_bases = 0x2C / 4 << 10; /* base 1 */
    tile_state(tile)->tdma.scalers[1] = 3;                /* BF16 is code 5 */
    run_word(tile, WORD(TT_WORMHOLE_B0, "PACR_SETREG", {"flush", 1}, {"push", 1}, {"pack_sel", 15}, {"wr_data", 7},
                        {"addr_sel", 1}, {"stream_id", 17}));
    ck_assert_uint_eq(tile_state(tile)->tdma.move_bases[TDMA_USER_T0], 7 + (21 << 12)); /* 0xFFB1102C */
    tile_free(tile);
}
END_TEST

START_TEST(setreg__elsewhere_stores_nothing)
{
    struct tile *tile = numbered(TT_WORMHOLE_B0);
    struct listener listener;
    listener_attach(&listener, tile);
    run_word(tile, WORD(TT_WORMHOLE_B0, "PACR_SETREG", {"flush", 1}, {"push", 1}, {"pack_sel", 15}, {"wr_data", 7}));
    ck_assert(listener.has_finding[FINDING_PACK_SETREG_TARGET]);
    tile_free(tile);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_input");
    TCase *t = tcase_create("input");
    tcase_set_timeout(t, 30);
    tcase_add_test(t, interfaces__each_takes_its_row_without_gaps);
    tcase_add_test(t, interfaces__that_leave_their_group_raise_a_finding);
    tcase_add_test(t, columns__beyond_the_row_are_cut);
    tcase_add_test(t, wormhole__more_than_a_block_and_a_wrap);
    tcase_add_test(t, override__takes_and_steps_another_threads_counters);
    tcase_add_test(t, override__wormhole_packers_name_their_set);
    tcase_add_test(t, counters__carry_clear_and_width);
    tcase_add_test(t, zero_write__counts_as_the_mask_says_or_by_x_alone);
    tcase_add_test(t, l1_source__reads_bytes_and_skips_the_front_of_the_pipeline);
    tcase_add_test(t, contexts__choose_a_section_and_count);
    tcase_add_test(t, contexts__step_after_planes);
    tcase_add_test(t, last_interfaces__are_what_the_plane_has_left);
    tcase_add_test(t, invalid_rows__read_as_zero);
    tcase_add_test(t, resume__goes_on_where_the_recording_was);
    tcase_add_test(t, resume__places_what_has_no_place);
    tcase_add_test(t, setreg__blackhole_loads_halves_and_stores);
    tcase_add_test(t, setreg__sends_what_waits_and_leaves_the_tile_open);
    tcase_add_test(t, setreg__wormhole_scales_into_the_upper_bits);
    tcase_add_test(t, setreg__elsewhere_stores_nothing);
    tcase_add_test(t, override__set_3_is_set_0);
    tcase_add_test(t, l1_source__widths);
    suite_add_tcase(s, t);
    return s;
}
