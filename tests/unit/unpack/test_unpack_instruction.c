/* SPDX-License-Identifier: Apache-2.0 */
/* UNPACR, UNPACR_NOP and SETDVALID beside the datums: who waits, banks, counters, contexts, forms and findings. */
#include "base/little.h"
#include "unit/unpack/unpack_bed.h"

#include "tile/unpack/unpack.h"
#include "unit/stores.h"
#include "unit/suite.h"

#include "l1_findings.h"
#include "unpack_findings.h"

#define UNPACR(tile, ...) WORD(tile_chip(tile), "UNPACR", {"last", 1}, {"ovrd_thread_id", 1}, __VA_ARGS__)

static struct small_state *small_of(struct tile *tile)
{
    return &tile_state(tile)->small;
}

/* low_bits: Blackhole's fields, or Wormhole's code and its options. */
static uint32_t nop_word(unsigned unpacker, uint32_t low_bits)
{
    return 0x43000000u | unpacker << 23 | low_bits;
}

/* Runs a word and returns the last finding; FINDINGS_MAX for none. */
static finding_id finding_of(struct tile *tile, uint32_t word)
{
    struct listener listener;
    listener_attach(&listener, tile);
    run_word(tile, word);
    tile_set_probe(tile, NULL);
    return listener.findings ? listener.last_finding : FINDINGS_MAX;
}

START_TEST(unpacr__waits_for_its_bank_and_changes_nothing)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    small_of(tile)->src_bank.unp_a = 1;
    small_of(tile)->src_valid.a[1] = 1;
    tile_state(tile)->l1[IN_ADDR] = 1;
    struct tile_state *before = malloc(sizeof *before);
    ck_assert_ptr_nonnull(before);
    *before = *tile_state(tile);
    ck_assert_int_eq(tile_exec(tile, 0, UNPACR(tile, {"set_dat_valid", 1}, {"addr_mode", 0xFF}), 0), TILE_WAITS);
    ck_assert(!memcmp(before, tile_state(tile), sizeof *before));
    small_of(tile)->src_valid.a[1] = 0;
    small_of(tile)->src_valid.a[0] = 1; /* the other bank may be matrix's */
    run_word(tile, UNPACR(tile, {"set_dat_valid", 1}));
    free(before);
    tile_free(tile);
}
END_TEST

START_TEST(unpacr__waits_for_srca_also_when_dst_is_the_target)
{
    struct tile *tile = unpack_tile_new(TT_WORMHOLE_B0);
    set_section(tile, 0, "REG2_Unpack_if_sel_cntx0", 1);
    small_of(tile)->src_valid.a[0] = 1;
    ck_assert_int_eq(tile_exec(tile, 0, unpacr(tile, 0), 0), TILE_WAITS);
    tile_free(tile);
}
END_TEST

START_TEST(unpacr__hands_the_bank_over_and_turns_to_the_other)
{
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct tile *tile = unpack_tile_new((enum tt_chip)chip);
        set_formats(tile, 1, 6, 6);
        small_of(tile)->unp_row[1][0] = 32;
        run_word(tile, UNPACR(tile, {"set_dat_valid", 1}, {"unpack_block_selection", 1}));
        ck_assert_uint_eq(small_of(tile)->src_valid.b[0], 1);
        ck_assert_uint_eq(small_of(tile)->src_valid.a[0], 0);
        ck_assert_uint_eq(small_of(tile)->src_bank.unp_b, 1);
        ck_assert_uint_eq(small_of(tile)->src_bank.math_b, 0);
        ck_assert_uint_eq(small_of(tile)->unp_row[1][0], 0);
        ck_assert_uint_eq(small_of(tile)->src_format.b[0], chip == TT_BLACKHOLE ? 6 : 0);
        tile_free(tile);
    }
}
END_TEST

START_TEST(unpacr__the_row_moves_on_by_16_and_its_base)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    set_section(tile, 0, "REG2_Unpack_Src_Reg_Set_Upd", 1);
    set_field(tile, "SRCA_SET_Base", 1);
    run_word(tile, unpacr(tile, 0));
    ck_assert_uint_eq(small_of(tile)->unp_row[0][0], 32);
    run_word(tile, unpacr(tile, 0));
    ck_assert_uint_eq(small_of(tile)->unp_row[0][0], 0); /* six bits */
    run_word(tile, UNPACR(tile, {"set_dat_valid", 1}));
    ck_assert_uint_eq(small_of(tile)->unp_row[0][0], 16);
    tile_free(tile);
}
END_TEST

START_TEST(unpacr__implied_format_is_the_one_used_or_the_registers)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    set_section(tile, 0, "REG2_Ovrd_data_format", 1);
    set_section(tile, 0, "REG7_Unpack_data_format_cntx0", 1);
    set_section(tile, 0, "REG7_Unpack_out_data_format_cntx0", 1);
    run_word(tile, UNPACR(tile, {"set_dat_valid", 1}));
    ck_assert_uint_eq(small_of(tile)->src_format.a[0], 1);
    struct variant_set variants = {{0}};
    ck_assert_int_eq(variant_parse(&variants, "implied_from_reg2"), 0);
    tile_set_variants(tile, &variants);
    run_word(tile, UNPACR(tile, {"set_dat_valid", 1}));
    ck_assert_uint_eq(small_of(tile)->src_format.a[1], 5);
    tile_free(tile);
}
END_TEST

/* The newest pages: Z and W have 13 bits, and the input sees eight of them. */
START_TEST(unpacr__input_sees_eight_bits_of_wide_counters)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    struct variant_set variants = {{0}};
    ck_assert_int_eq(variant_parse(&variants, "adc_zw13"), 0);
    tile_set_variants(tile, &variants);
    unpack_adc(tile, 0)->ch[0].z = unpack_adc(tile, 0)->ch[0].w = 0x100;
    unpack_adc(tile, 0)->ch[1].z = 0xFF;
    tile_state(tile)->l1[IN_ADDR] = 1;
    run_word(tile, UNPACR(tile, {"addr_mode", 1 << 4}));
    ck_assert_uint_eq(tile_state(tile)->srca[0][0][0], 1u << 11);
    ck_assert_uint_eq(unpack_adc(tile, 0)->ch[1].z, 0x100);
    tile_free(tile);
}
END_TEST

START_TEST(unpacr__counters_grow_once_a_set)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    const uint32_t mode = 1 | 2 << 2 | 3 << 4 | 1 << 6; /* Z and Y of channel 0, Z and Y of channel 1 */
    small_of(tile)->adc[2].unp0.ch[0].z = 0xFF;
    unpack_adc(tile, 0)->ch[0].y_cr = 9;
    run_word(tile, UNPACR(tile, {"addr_mode", mode}, {"addr_cnt_context_id", 2}));
    ck_assert_uint_eq(small_of(tile)->adc[2].unp0.ch[0].z, 0); /* eight bits */
    ck_assert_uint_eq(small_of(tile)->adc[2].unp0.ch[0].y, 2);
    ck_assert_uint_eq(small_of(tile)->adc[0].unp0.ch[1].z, 3);
    ck_assert_uint_eq(small_of(tile)->adc[0].unp0.ch[1].y, 1);
    ck_assert_uint_eq(small_of(tile)->adc[0].unp0.ch[0].y_cr, 9);
    ck_assert_uint_eq(small_of(tile)->adc[1].unp0.ch[0].y, 0);
    ck_assert_uint_eq(small_of(tile)->adc[0].unp1.ch[0].y, 0);
    run_word(tile, UNPACR(tile, {"addr_mode", mode}));
    ck_assert_uint_eq(small_of(tile)->adc[0].unp0.ch[0].y, 4);
    tile_free(tile);
}
END_TEST

START_TEST(unpacr__x_and_y_come_from_the_set_named_z_and_w_from_the_threads_own)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    set_descriptor(tile, 0, 1, 4 | 2u << 16); /* four rows, two planes */
    set_section(tile, 0, "REG5_Tile_x_dim_cntx0", 16);
    small_of(tile)->adc[1].unp0.ch[0].x = 3;
    small_of(tile)->adc[1].unp0.ch[0].y = 2;
    small_of(tile)->adc[1].unp0.ch[0].z = 1; /* not looked at */
    small_of(tile)->adc[1].unp0.ch[1].x = 3;
    unpack_adc(tile, 0)->ch[0].z = 1;
    const uint32_t datum = (1 * 4 + 2) * 16 + 3;
    tile_state(tile)->l1[IN_ADDR + 2 * datum] = 0x55;
    run_word(tile, UNPACR(tile, {"addr_cnt_context_id", 1}));
    ck_assert_uint_eq(tile_state(tile)->srca[0][0][0], 0x55u << 11);
    tile_free(tile);
}
END_TEST

/* Where context 3 of unpacker 0 begins. */
static void set_up_context_3(struct tile *tile)
{
    set_section(tile, 0, "REG3_Base_cntx3_address", IN_ADDR / 16 - 1 + 0x10);
    set_section(tile, 0, "REG7_Offset_cntx3_address", 0x10);
    set_section(tile, 0, "REG2_Disable_zero_compress_cntx3", 1);
    set_section(tile, 0, "REG5_Tile_x_dim_cntx3", 256);
    set_section(tile, 0, "REG5_Dest_cntx3_address", 64);
    tile_state(tile)->l1[IN_ADDR + 0x200] = 0x7F;
}

START_TEST(context__from_the_word_from_the_counter_and_the_offset)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    set_up_context_3(tile);
    run_word(tile, UNPACR(tile, {"cfg_context_id", 3}));
    ck_assert_uint_eq(tile_state(tile)->srca[0][0][0], 0x7Fu << 11);
    tile_state(tile)->srca[0][0][0] = 0;
    set_field(tile, "UNPACK_MISC_CFG_CfgContextOffset_0", 10); /* with 1 it is 11, and 3 of that are left */
    small_of(tile)->unp_context[0][0] = 1;
    set_section(tile, 0, "REG2_Context_count", 2);
    run_word(tile, UNPACR(tile, {"auto_inc_context_id", 1}));
    ck_assert_uint_eq(tile_state(tile)->srca[0][0][0], 0x7Fu << 11);
    ck_assert_uint_eq(small_of(tile)->unp_context[0][0], 0); /* 3 + 1 of four */
    tile_free(tile);
}
END_TEST

START_TEST(context__the_counter_wraps_where_the_limit_says)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    set_section(tile, 0, "REG2_Context_count_non_log2_en", 1);
    set_section(tile, 0, "REG2_Context_count_non_log2", 3);
    static const uint32_t wanted[] = {1, 2, 0, 1};
    for (unsigned i = 0; i < 4; i++) {
        run_word(tile, UNPACR(tile, {"cfg_context_cnt_inc", 1}));
        ck_assert_uint_eq(small_of(tile)->unp_context[0][0], wanted[i]);
    }
    ck_assert_uint_eq(tile_state(tile)->srca[0][0][0], 0);
    run_word(tile, UNPACR(tile, {"search_cache_flush", 1}));
    ck_assert_uint_eq(small_of(tile)->unp_context[0][0], 1);
    tile_free(tile);
}
END_TEST

START_TEST(context__the_counter_may_continue_without_the_offset)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    struct variant_set variants = {{0}};
    ck_assert_int_eq(variant_parse(&variants, "ctr_without_offset"), 0);
    tile_set_variants(tile, &variants);
    set_up_context_3(tile);
    set_section(tile, 0, "REG2_Context_count", 3);
    set_field(tile, "UNPACK_MISC_CFG_CfgContextOffset_0", 3);
    run_word(tile, UNPACR(tile, {"auto_inc_context_id", 1}));
    ck_assert_uint_eq(small_of(tile)->unp_context[0][0], 1);
    tile_free(tile);
}
END_TEST

START_TEST(context__without_several_the_descriptor_and_the_threads_counters_count)
{
    struct tile *tile = unpack_tile_new(TT_WORMHOLE_B0);
    set_section(tile, 0, "REG5_Dest_cntx0_address", 0xFFFF); /* not looked at */
    set_unp(tile, 0, "ADDR_CTRL_XY_REG_1_Ystride", 32);
    unpack_adc(tile, 0)->ch[1].y = 4;
    tile_state(tile)->l1[IN_ADDR] = 1;
    run_word(tile, WORD(TT_WORMHOLE_B0, "UNPACR", {"last", 1}, {"addr_cnt_context_id", 2}));
    ck_assert_uint_eq(tile_state(tile)->srca[0][0][0], 1u << 11);
    tile_free(tile);
}
END_TEST

START_TEST(unpacr__srcb_bcast_copies_the_first_row_into_eight)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    unpack_adc(tile, 1)->ch[1].x = 15;
    tile_state(tile)->l1[IN_ADDR + 2] = 3;
    run_word(tile, UNPACR(tile, {"srcb_bcast", 1}, {"unpack_block_selection", 1}));
    for (unsigned row = 0; row < 10; row++)
        ck_assert_uint_eq(tile_state(tile)->srcb[0][row][1], row < 9 ? 3u << 11 : 0);
    tile_free(tile);
}
END_TEST

START_TEST(unpacr__beyond_l1_reads_zeros)
{
    struct tile *tile = unpack_tile_new(TT_WORMHOLE_B0);
    set_section(tile, 0, "REG3_Base_address", chip_get(TT_WORMHOLE_B0)->l1_bytes / 16 - 2);
    tile_state(tile)->l1[chip_get(TT_WORMHOLE_B0)->l1_bytes - 2] = 1;
    for (unsigned i = 0; i < SRC_COLUMNS; i++)
        tile_state(tile)->srca[0][1][i] = 9;
    ck_assert_int_eq(finding_of(tile, unpacr(tile, 0)), FINDING_L1_OUT_OF_RANGE);
    ck_assert_uint_eq(tile_state(tile)->srca[0][0][7], 1u << 11);
    ck_assert_uint_eq(tile_state(tile)->srca[0][1][0], 0);
    tile_free(tile);
}
END_TEST

/* ---- findings ---- */

START_TEST(finding__settings_and_the_page_that_speaks_of_them)
{
    static const struct {
        const char *name;
        uint32_t value;
        finding_id id;
    } cases[] = {
        {"THCON_SEC0_REG2_Disable_zero_compress_cntx0", 0, FINDING_UNPACK_COMPRESSED_NOT_RECORDED},
        {"THCON_SEC0_REG2_Upsample_rate", 1, FINDING_UNPACK_UPSAMPLING_NOT_RECORDED},
        {"THCON_SEC0_REG2_Shift_amount_cntx0", 1, FINDING_UNPACK_COLUMN_SHIFT_NOT_RECORDED},
        {"THCON_SEC0_REG2_Unpack_fifo_size", 1, FINDING_UNPACK_RING_NOT_RECORDED},
        {"THCON_SEC0_REG2_Out_data_format", 6, FINDING_UNPACK_FORMATS_NOT_RECORDED},
        {"THCON_SEC0_REG2_Unpack_if_sel_cntx0", 1, FINDING_UNPACK_DST_OVERRIDE},
        {"SRCA_SET_SetOvrdWithAddr", 0, FINDING_UNPACK_SRCA_ROW},
        {"SRCA_SET_Base", 1, FINDING_UNPACK_ROW_UPDATE_NOT_RECORDED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tile *tile = unpack_tile_new(TT_WORMHOLE_B0);
        unpack_adc(tile, 0)->ch[1].x = 15;
        if (cases[i].id == FINDING_UNPACK_SRCA_ROW)
            set_section(tile, 0, "REG5_Dest_cntx0_address", 64 + 256);
        set_field(tile, cases[i].name, cases[i].value);
        ck_assert_msg(finding_of(tile, unpacr(tile, 0)) == cases[i].id, "%s", cases[i].name);
        tile_free(tile);
    }
}
END_TEST

START_TEST(finding__none_for_what_recordings_show)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    ck_assert_int_eq(finding_of(tile, unpacr(tile, 0)), FINDINGS_MAX);
    ck_assert_int_eq(finding_of(tile, unpacr(tile, 1)), FINDINGS_MAX);
    tile_free(tile);
}
END_TEST

START_TEST(finding__a_range_that_ends_before_it_starts_unpacks_nothing)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    unpack_adc(tile, 0)->ch[0].x = 5;
    unpack_adc(tile, 0)->ch[1].x = 2;
    tile_state(tile)->l1[IN_ADDR + 10] = 1;
    ck_assert_int_eq(finding_of(tile, unpacr(tile, 0)), FINDING_UNPACK_X_RANGE);
    ck_assert_uint_eq(tile_state(tile)->srca[0][0][0], 0);
    tile_free(tile);
}
END_TEST

/* ---- UNPACR_NOP ---- */

/* Every cell of a bank. */
static void assert_bank(uint32_t bank[SRC_ROWS][SRC_COLUMNS], uint32_t value)
{
    for (unsigned row = 0; row < SRC_ROWS; row++)
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            ck_assert_uint_eq(bank[row][column], value);
}

START_TEST(nop__clears_the_unpackers_bank_to_a_value)
{
    static const struct {
        enum tt_chip chip;
        unsigned unpacker;
        uint32_t low_bits, value;
    } cases[] = {
        {TT_BLACKHOLE, 0, 1, 0},
        {TT_BLACKHOLE, 0, 1 | 1 << 2, 0x7FFFF},
        {TT_BLACKHOLE, 1, 1 | 1 << 2, 0x7FFFF},
        {TT_BLACKHOLE, 0, 1 | 2 << 2, 0x0000F},
        {TT_BLACKHOLE, 0, 1 | 2 << 2 | 1 << 6, 0x0007F},
        {TT_BLACKHOLE, 1, 1 | 2 << 2 | 2 << 6, 0x00110},
        {TT_BLACKHOLE, 0, 1 | 3 << 2, 0x12345},
        {TT_WORMHOLE_B0, 0, 1, 0},
        {TT_WORMHOLE_B0, 0, 5, 0x7FFFF},
        {TT_WORMHOLE_B0, 1, 5, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tile *tile = unpack_tile_new(cases[i].chip);
        if (cases[i].chip == TT_BLACKHOLE)
            set_unp(tile, 0, "NOP_REG_CLR_VAL_nop_reg_clr_val", 0xFFF92345);
        struct tile_state *state = tile_state(tile);
        memset(state->srca, 0x11, sizeof state->srca);
        memset(state->srcb, 0x11, sizeof state->srcb);
        small_of(tile)->src_bank.unp_a = small_of(tile)->src_bank.unp_b = 1;
        run_word(tile, nop_word(cases[i].unpacker, cases[i].low_bits));
        assert_bank(cases[i].unpacker ? state->srcb[1] : state->srca[1], cases[i].value);
        assert_bank(cases[i].unpacker ? state->srcb[0] : state->srca[0], 0x11111111);
        assert_bank(cases[i].unpacker ? state->srca[1] : state->srcb[1], 0x11111111);
        ck_assert_uint_eq(small_of(tile)->src_bank.unp_a, 1);
        tile_free(tile);
    }
}
END_TEST

START_TEST(nop__clears_both_banks_where_asked)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    struct tile_state *state = tile_state(tile);
    memset(state->srca, 0x11, sizeof state->srca);
    memset(state->srcb, 0x11, sizeof state->srcb);
    run_word(tile, nop_word(1, 1 | 1 << 4));
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        assert_bank(state->srcb[bank], 0);
        assert_bank(state->srca[bank], 0x11111111);
    }
    tile_free(tile);
}
END_TEST

START_TEST(nop__waits_for_matrixs_bank_or_its_own)
{
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct tile *tile = unpack_tile_new((enum tt_chip)chip);
        const uint32_t own = chip == TT_BLACKHOLE ? 1 << 5 : 1 << 4;
        small_of(tile)->src_bank.math_a = 1;
        small_of(tile)->src_valid.a[1] = 1;
        ck_assert_int_eq(tile_exec(tile, 0, nop_word(0, 1), 0), TILE_WAITS);
        ck_assert_int_eq(tile_exec(tile, 0, nop_word(0, 1 | own), 0), TILE_DONE);
        small_of(tile)->src_valid.a[0] = 1;
        small_of(tile)->src_valid.a[1] = 0;
        ck_assert_int_eq(tile_exec(tile, 0, nop_word(0, 1), 0), TILE_DONE);
        ck_assert_int_eq(tile_exec(tile, 0, nop_word(0, 1 | own), 0), TILE_WAITS);
        tile_free(tile);
    }
}
END_TEST

START_TEST(nop__hands_over_after_a_clear_or_alone)
{
    static const struct {
        enum tt_chip chip;
        uint32_t low_bits;
    } cases[] = {{TT_BLACKHOLE, 1 | 1 << 8}, {TT_BLACKHOLE, 2 | 3 << 6}, {TT_WORMHOLE_B0, 7}, {TT_WORMHOLE_B0, 1 | 64}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tile *tile = unpack_tile_new(cases[i].chip);
        run_word(tile, nop_word(1, cases[i].low_bits));
        ck_assert_uint_eq(small_of(tile)->src_valid.b[0], 1);
        ck_assert_uint_eq(small_of(tile)->src_bank.unp_b, 1);
        ck_assert_uint_eq(small_of(tile)->src_format.b[0], cases[i].chip == TT_BLACKHOLE ? 5 : 0);
        ck_assert_uint_eq(small_of(tile)->src_valid.a[0], 0);
        tile_free(tile);
    }
}
END_TEST

START_TEST(nop__code_7_is_a_stream_pop_on_blackhole_or_hands_over)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    ck_assert_int_eq(finding_of(tile, nop_word(0, 7)), FINDING_UNPACK_STREAM_POP);
    ck_assert_uint_eq(small_of(tile)->src_valid.a[0], 0);
    struct variant_set variants = {{0}};
    ck_assert_int_eq(variant_parse(&variants, "bh_nop7_setvalid"), 0);
    tile_set_variants(tile, &variants);
    run_word(tile, nop_word(0, 7));
    ck_assert_uint_eq(small_of(tile)->src_valid.a[0], 1);
    tile_free(tile);
}
END_TEST

START_TEST(nop__forms_without_state)
{
    static const struct {
        enum tt_chip chip;
        uint32_t low_bits;
        finding_id id;
    } cases[] = {
        {TT_BLACKHOLE, 0, FINDING_UNPACK_STREAM_POP},         {TT_BLACKHOLE, 2, FINDING_UNPACK_NOP_NOT_RECORDED},
        {TT_BLACKHOLE, 3, FINDING_UNPACK_STREAM_POP},         {TT_WORMHOLE_B0, 0, FINDING_UNPACK_STREAM_POP},
        {TT_WORMHOLE_B0, 2, FINDING_UNPACK_NOP_NOT_RECORDED}, {TT_WORMHOLE_B0, 3, FINDING_UNPACK_STREAM_POP},
        {TT_WORMHOLE_B0, 6, FINDING_UNPACK_NOP_UNDEFINED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct tile *tile = unpack_tile_new(cases[i].chip);
        struct tile_state *before = malloc(sizeof *before);
        ck_assert_ptr_nonnull(before);
        *before = *tile_state(tile);
        ck_assert_int_eq(finding_of(tile, nop_word(0, cases[i].low_bits)), cases[i].id);
        ck_assert(!memcmp(before, tile_state(tile), sizeof *before));
        free(before);
        tile_free(tile);
    }
}
END_TEST

static char last_words[256];

static void hear_words(void *user, const struct probe_finding *finding)
{
    (void)user;
    (void)snprintf(last_words, sizeof last_words, "%s", finding->detail);
}

/* U-8.6: code 3 with a count has the stream in bits 21:16; else the thread's configuration has it. */
START_TEST(nop__a_stream_pop_names_its_stream)
{
    static const struct probe probe = {.wants = PROBE_FINDING, .finding = hear_words};
    static const struct {
        uint32_t low_bits;
        const char *said;
    } cases[] = {
        {3 | 1 << 4 | 21 << 16, "stream 21: it has no message here"},
        {3 | 21 << 16, "stream 9: it has no message here"}, /* no count */
        {1 << 4 | 21 << 16, "stream 9: it has no message here"},
    };
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct tile *tile = unpack_tile_new((enum tt_chip)chip);
        set_field(tile, "NOC_OVERLAY_MSG_CLEAR_StreamId_0", 9);
        tile_set_probe(tile, &probe);
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            run_word(tile, nop_word(0, cases[i].low_bits));
            ck_assert_str_eq(last_words, cases[i].said);
        }
        tile_free(tile);
    }
}
END_TEST

/* Base 2Ch, in bits 17:8 of CLK_GATE_EN; stores to XMOV_L1_BASE_ADDR show. */
START_TEST(nop__writes_a_register_and_accumulates)
{
    struct tile *tile = unpack_tile_new(TT_WORMHOLE_B0);
    tile_state(tile)->tdma.nop_bases = 0x2C / 4 << 8;
    const uint32_t *stored = &tile_state(tile)->tdma.move_bases[TDMA_USER_T0];
    const uint32_t page = 0x11u << 16;
    run_word(tile, nop_word(0, 4 | page | 5 << 4));
    ck_assert_uint_eq(*stored, 5);
    run_word(tile, nop_word(0, 4 | page | 1 << 3 | 3 << 4));
    run_word(tile, nop_word(0, 4 | page | 1 << 3 | 4 << 4));
    ck_assert_uint_eq(*stored, 7);
    run_word(tile, nop_word(0, 4 | page | 1 << 3));
    ck_assert_uint_eq(*stored, 7); /* cleared without a store */
    run_word(tile, nop_word(0, 4 | page | 1 << 3 | 1 << 4));
    ck_assert_uint_eq(*stored, 1);
    tile_free(tile);
}
END_TEST

START_TEST(setdvalid__hands_over_what_it_names)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    small_of(tile)->src_format.b[0] = 3;
    ck_assert_int_eq(finding_of(tile, WORD(TT_BLACKHOLE, "SETDVALID", {"setvalid", 2})),
                     FINDING_UNPACK_IMPLIED_FORMAT_UNKNOWN);
    ck_assert_uint_eq(small_of(tile)->src_valid.b[0], 1);
    ck_assert_uint_eq(small_of(tile)->src_bank.unp_b, 1);
    ck_assert_uint_eq(small_of(tile)->src_format.b[0], 3);
    ck_assert_uint_eq(small_of(tile)->src_valid.a[0], 0);
    run_word(tile, WORD(TT_BLACKHOLE, "SETDVALID", {"setvalid", 3}));
    ck_assert_int_eq(finding_of(tile, WORD(TT_BLACKHOLE, "SETDVALID", {"setvalid", 2})),
                     FINDING_UNPACK_BANK_ALREADY_VALID);
    tile_free(tile);
}
END_TEST

START_TEST(settings__follow_the_configuration)
{
    struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
    run_word(tile, unpacr(tile, 0));
    tile_state(tile)->l1[0x100] = 1;
    const struct reg_field *base = reg_field_get(TT_BLACKHOLE, reg_find(TT_BLACKHOLE, "THCON_SEC0_REG3_Base_address"));
    stores_cfg(tile, 0, 0, base->word, 0xF);
    run_word(tile, unpacr(tile, 0));
    ck_assert_uint_eq(tile_state(tile)->srca[0][0][0], 1u << 11);
    tile_free(tile);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("unpack_instruction");
    TCase *tests = tcase_create("unpack_instruction");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, unpacr__waits_for_its_bank_and_changes_nothing);
    tcase_add_test(tests, unpacr__waits_for_srca_also_when_dst_is_the_target);
    tcase_add_test(tests, unpacr__hands_the_bank_over_and_turns_to_the_other);
    tcase_add_test(tests, unpacr__the_row_moves_on_by_16_and_its_base);
    tcase_add_test(tests, unpacr__implied_format_is_the_one_used_or_the_registers);
    tcase_add_test(tests, unpacr__input_sees_eight_bits_of_wide_counters);
    tcase_add_test(tests, unpacr__counters_grow_once_a_set);
    tcase_add_test(tests, unpacr__x_and_y_come_from_the_set_named_z_and_w_from_the_threads_own);
    tcase_add_test(tests, context__from_the_word_from_the_counter_and_the_offset);
    tcase_add_test(tests, context__the_counter_wraps_where_the_limit_says);
    tcase_add_test(tests, context__the_counter_may_continue_without_the_offset);
    tcase_add_test(tests, context__without_several_the_descriptor_and_the_threads_counters_count);
    tcase_add_test(tests, unpacr__srcb_bcast_copies_the_first_row_into_eight);
    tcase_add_test(tests, unpacr__beyond_l1_reads_zeros);
    tcase_add_test(tests, finding__settings_and_the_page_that_speaks_of_them);
    tcase_add_test(tests, finding__none_for_what_recordings_show);
    tcase_add_test(tests, finding__a_range_that_ends_before_it_starts_unpacks_nothing);
    tcase_add_test(tests, nop__clears_the_unpackers_bank_to_a_value);
    tcase_add_test(tests, nop__waits_for_matrixs_bank_or_its_own);
    tcase_add_test(tests, nop__hands_over_after_a_clear_or_alone);
    tcase_add_test(tests, nop__code_7_is_a_stream_pop_on_blackhole_or_hands_over);
    tcase_add_test(tests, nop__clears_both_banks_where_asked);
    tcase_add_test(tests, nop__forms_without_state);
    tcase_add_test(tests, nop__a_stream_pop_names_its_stream);
    tcase_add_test(tests, nop__writes_a_register_and_accumulates);
    tcase_add_test(tests, setdvalid__hands_over_what_it_names);
    tcase_add_test(tests, settings__follow_the_configuration);
    suite_add_tcase(suite, tests);
    return suite;
}
