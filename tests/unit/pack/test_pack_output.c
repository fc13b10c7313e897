/* SPDX-License-Identifier: Apache-2.0 */
/* Where bytes go and when: blocks of 16, padding, offsets, rings, headers, zeros behind rows, accumulation. */
#include "base/little.h"
#include "isa/variants.h"
#include "unit/pack/pack_tile.h"
#include "unit/suite.h"

#include "l1_findings.h"
#include "pack_findings.h"

static void fill_dst(struct tile *tile)
{
    for (unsigned row = 0; row < 64; row++) {
        for (unsigned column = 0; column < 16; column++)
            put_bf16(tile, row, column, 0x3F80 + row * 16 + column);
    }
}

static struct tile *filled(enum tt_chip chip)
{
    struct tile *tile = pack_tile_new(chip);
    fill_dst(tile);
    return tile;
}

static void write_through(struct tile *tile)
{
    struct variant_set variants = {0};
    ck_assert_int_eq(variant_parse(&variants, "pack.l1.write_through=on"), 0);
    tile_set_variants(tile, &variants);
}

START_TEST(output__half_a_block_waits_for_the_next_pacr)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    pack_adc(tile)->ch[1].x = 3; /* four datums of two bytes */
    run_word(tile, pacr_row(tile, 0));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0);
    ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], OUT_ADDR + 8);
    run_word(tile, pacr_row(tile, 0));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x3F80);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 14), 0x3F83);
    tile_free(tile);
}
END_TEST

START_TEST(output__write_through_stores_at_once)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    write_through(tile);
    pack_adc(tile)->ch[1].x = 3;
    run_word(tile, pacr_row(tile, 0));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 6), 0x3F83);
    tile_free(tile);
}
END_TEST

START_TEST(output__both_ways_of_storing_agree_when_the_tile_is_closed)
{
    for (int columns = 1; columns <= 16; columns++) {
        struct tile *held = filled(TT_BLACKHOLE), *through = filled(TT_BLACKHOLE);
        write_through(through);
        for (int i = 0; i < 5; i++) {
            pack_adc(held)->ch[1].x = pack_adc(through)->ch[1].x = (uint32_t)columns - 1;
            run_word(held, pacr_row(held, i == 4));
            run_word(through, pacr_row(through, i == 4));
        }
        ck_assert_mem_eq(tile_state(held)->l1, tile_state(through)->l1, 0x30000);
        tile_free(held);
        tile_free(through);
    }
}
END_TEST

START_TEST(output__last_pads_with_zeros_and_leaves_what_is_behind)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    memset(&tile_state(tile)->l1[OUT_ADDR], 0xCD, 32);
    pack_adc(tile)->ch[1].x = 2;
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 4), 0x3F82);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 6), 0);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 16), 0xCDCD);
    ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], OUT_ADDR + 6);
    tile_free(tile);
}
END_TEST

START_TEST(output__flush_reads_nothing_and_steps_the_counters)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    set_field(tile, "ADDR_MOD_PACK_SEC0_YsrcIncr", 4);
    pack_adc(tile)->ch[1].x = 3;
    run_word(tile, pacr_row(tile, 0));
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"flush", 1}));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 6), 0x3F83);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 8), 0);
    ck_assert_uint_eq(pack_adc(tile)->ch[0].y, 8);
    ck_assert_uint_eq(tile_state(tile)->small.packer.in_tile, 0);
    tile_free(tile);
}
END_TEST

START_TEST(output__header_and_offset_move_the_start)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    set_field(tile, "THCON_SEC0_REG1_Sub_l1_tile_header_size", 1);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR - 16), 0x3F80); /* nothing added */
    set_field(tile, "THCON_SEC0_REG1_Sub_l1_tile_header_size", 0);
    set_field(tile, "THCON_SEC0_REG1_Add_l1_dest_addr_offset", 1);
    pack_set_l1_offset(tile, 0, 0x40);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 0x400), 0x3F80);
    tile_free(tile);
}
END_TEST

/* P-9.7x: on Wormhole packer 0's override decides. */
START_TEST(output__row_starts_have_room_where_there_are_any)
{
    for (int i = 0; i < 3; i++) {
        const bool has_override = i == 2;
        struct tile *tile = filled(i ? TT_WORMHOLE_B0 : TT_BLACKHOLE);
        set_field(tile, "THCON_SEC0_REG1_Row_start_section_size", 1);
        set_field(tile, "THCON_SEC0_REG1_Disable_zero_compress", !has_override);
        if (has_override) {
            set_field(tile, "THCON_SEC0_REG1_All_pack_disable_zero_compress_ovrd", 1);
            set_field(tile, "THCON_SEC0_REG1_All_pack_disable_zero_compress", 1);
        }
        run_word(tile, pacr_row(tile, 1));
        ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x3F80);
        tile_free(tile);
    }
}
END_TEST

/* P-8.4: the last datum of a row stays, however the row ends: 1 and a zero, with 14 left out between them. */
START_TEST(output__a_flush_keeps_the_last_zero_of_an_open_row)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    set_field(tile, "THCON_SEC0_REG1_Disable_zero_compress", 0);
    set_field(tile, "THCON_SEC0_REG1_Row_start_section_size", 1);
    for (unsigned column = 0; column < 16; column++)
        put_bf16(tile, 0, column, column ? 0 : 0x3F80);
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 1}, {"concat", 1}));
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 1}, {"flush", 1}, {"last", 1}));
    ck_assert_uint_eq(l1_u32(tile, OUT_ADDR), 2 << 16);
    ck_assert_uint_eq(l1_u32(tile, OUT_ADDR + 16), 0x3F80);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 16 + 64), 0x0E);
    tile_free(tile);
}
END_TEST

START_TEST(output__ring_takes_addresses_back)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    const uint32_t start = OUT_ADDR / 16;
    set_field(tile, "THCON_SEC0_REG9_Pack_0_2_limit_address", (start - 2) / 2); /* limit start - 1: start is past it */
    set_field(tile, "THCON_SEC0_REG9_Pack_0_2_fifo_size", 0x80);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR - 0x1000), 0x3F80);
    set_field(tile, "THCON_SEC0_REG9_Pack_0_2_limit_address", start / 2);
    set_field(tile, "THCON_SEC0_REG1_L1_Dest_addr", start); /* 2 * limit + 1: the last that is within */
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 16), 0x3F80);
    tile_free(tile);
}
END_TEST

START_TEST(output__channel_1_counts_bytes_on_blackhole_and_blocks_on_wormhole)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    set_field(tile, "PCK0_ADDR_CTRL_ZW_REG_1_Zstride", 0x200);
    pack_adc(tile)->ch[1].z = 2;
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 0x400), 0x3F80);
    tile_free(tile);
    tile = filled(TT_WORMHOLE_B0);
    set_field(tile, "PCK0_ADDR_CTRL_ZW_REG_1_Zstride", 0x18);
    pack_adc(tile)->ch[1].z = 2;
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 0x300), 0x3F80);
    tile_free(tile);
}
END_TEST

/* SL-096: Y times Ystride. */
START_TEST(output__channel_1_y_stays_within_a_window_on_blackhole)
{
    static const struct {
        const char *variant;
        uint32_t stride, expected;
    } cases[] = {
        {NULL, 8448, OUT_ADDR + 31 * 8448},
        {NULL, 8512, OUT_ADDR + 31 * 8512 - 0x40000},
        {"pack.l1.y_window=none", 8512, OUT_ADDR + 31 * 8512},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tile *tile = filled(TT_BLACKHOLE);
        struct variant_set variants = {0};
        if (cases[i].variant)
            ck_assert_int_eq(variant_parse(&variants, cases[i].variant), 0);
        tile_set_variants(tile, &variants);
        set_field(tile, "PCK0_ADDR_CTRL_XY_REG_1_Ystride", cases[i].stride);
        pack_adc(tile)->ch[1].y = 31;
        run_word(tile, pacr_row(tile, 0));
        ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], cases[i].expected + 32);
        tile_free(tile);
    }
}
END_TEST

/* P-9.4x */
START_TEST(output__another_counter_past_the_window_is_said)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    struct listener listener;
    listener_attach(&listener, tile);
    set_field(tile, "PCK0_ADDR_CTRL_ZW_REG_1_Zstride", 0x8000);
    pack_adc(tile)->ch[1].z = 8;
    run_word(tile, pacr_row(tile, 1));
    ck_assert(listener.has_finding[FINDING_PACK_WINDOW_GUESSED]);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 0x40000), 0x3F80);
    tile_free(tile);
}
END_TEST

START_TEST(output__bit_31_makes_wormhole_packers_relative)
{
    struct tile *tile = filled(TT_WORMHOLE_B0);
    set_field(tile, "THCON_SEC0_REG1_L1_Dest_addr", 0x80000000u | (OUT_ADDR / 16 - 1));
    set_field(tile, "THCON_SEC0_REG8_L1_Dest_addr", 0x40 - 1);
    set_field(tile, "THCON_SEC0_REG8_In_data_format", FORMAT_BF16);
    set_field(tile, "THCON_SEC0_REG8_Out_data_format", FORMAT_BF16);
    set_field(tile, "THCON_SEC0_REG8_Disable_zero_compress", 1);
    set_field(tile, "DEST_TARGET_REG_CFG_PACK_SEC1_Offset", 16);
    run_word(tile, WORD(TT_WORMHOLE_B0, "PACR", {"packer_mask", 3}, {"last", 1}));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x3F80);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 0x400), 0x3F80 + 256);
    tile_free(tile);
}
END_TEST

START_TEST(output__beyond_l1_is_dropped_with_a_finding)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    struct listener listener;
    listener_attach(&listener, tile);
    set_field(tile, "THCON_SEC0_REG1_L1_Dest_addr", 0x1FFF0);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(listener.last_finding, FINDING_L1_OUT_OF_RANGE);
    tile_free(tile);
}
END_TEST

START_TEST(output__a_group_spans_instructions)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    set_formats(tile, FORMAT_BF16, FORMAT_BFP8);
    set_field(tile, "THCON_SEC0_REG1_Exp_section_size", 1);
    pack_adc(tile)->ch[1].x = 9;
    put_bf16(tile, 0, 0, 0x3F80);
    put_bf16(tile, 0, 5, 0x4180); /* 16: the largest of the first 16 datums */
    run_word(tile, pacr_row(tile, 0));
    ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], OUT_ADDR + 16 + 10);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(tile_state(tile)->l1[OUT_ADDR], 0x83);
    ck_assert_uint_eq(tile_state(tile)->l1[OUT_ADDR + 1], 0x7F); /* four datums near 1, and zeros */
    ck_assert_uint_eq(tile_state(tile)->l1[OUT_ADDR + 2], 0);
    ck_assert_uint_eq(tile_state(tile)->l1[OUT_ADDR + 16], 4); /* 1.0 over 16 */
    ck_assert_uint_eq(tile_state(tile)->l1[OUT_ADDR + 16 + 5], 64);
    ck_assert_uint_eq(tile_state(tile)->l1[OUT_ADDR + 16 + 20], 0);
    tile_free(tile);
}
END_TEST

static void pack_padded(struct tile *tile, uint32_t row_pad, uint32_t concat, uint32_t last)
{
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 3}, {"row_pad_zero", row_pad}, {"concat", concat},
                        {"last", last}));
}

START_TEST(row_pad__fills_every_row_or_the_sum)
{
    static const struct {
        uint32_t row_pad, concat, last, bytes; /* of two rows of 5 datums */
    } cases[] = {
        {0, 0, 0, 20}, {1, 0, 0, 64}, {2, 0, 0, 64}, {2, 1, 0, 20}, {3, 0, 0, 20},
        {3, 0, 1, 64}, {5, 0, 0, 32}, {6, 1, 0, 20}, {7, 0, 1, 32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tile *tile = filled(TT_BLACKHOLE);
        pack_adc(tile)->ch[1].x = 4;
        pack_padded(tile, cases[i].row_pad, cases[i].concat, cases[i].last);
        ck_assert_uint_eq(tile_state(tile)->small.packer.data_addr[0], OUT_ADDR + cases[i].bytes);
        tile_free(tile);
    }
}
END_TEST

START_TEST(row_pad__zeros_stand_behind_their_row)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    pack_adc(tile)->ch[1].x = 4;
    pack_padded(tile, 1, 0, 1);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 8), 0x3F84);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 10), 0);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 30), 0);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 32), 0x3F90);
    tile_free(tile);
}
END_TEST

START_TEST(tile_size__counts_blocks_by_thread)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    set_field(tile, "THCON_SEC0_REG1_Add_tile_header_size", 1);
    set_field(tile, "THCON_SEC0_REG1_Enable_out_fifo", 1);
    run_word(tile, pacr_row(tile, 0));
    run_word(tile, pacr_row(tile, 1)); /* 64 bytes */
    run_word(tile, pacr_row(tile, 1)); /* 32 bytes */
    ck_assert_uint_eq(pack_tile_size(tile, 0, 0), (4 + 1 + 2 + 1) << 16 | 2);
    ck_assert_uint_eq(pack_tile_size(tile, 0, 1), 0);
    ck_assert_uint_eq(tile_state(tile)->pack.packer[0].fifo_count, 2);
    uint32_t header[4];
    pack_tile_header(tile, 0, 0, header);
    ck_assert_uint_eq(header[0], 3);
    pack_tile_header(tile, 0, 1, header);
    ck_assert_uint_eq(header[0], 1);
    pack_clear_acc_tile_size(tile, 1, 0);
    ck_assert_uint_eq(pack_tile_size(tile, 0, 0), 2);
    tile_free(tile);
}
END_TEST

START_TEST(accumulate__adds_what_l1_holds_and_pads_with_plain_zeros)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    set_field(tile, "THCON_SEC0_REG1_Pack_L1_Acc", 1);
    for (int i = 0; i < 8; i++)
        store_u16(&tile_state(tile)->l1[OUT_ADDR + 2 * i], 0x3F80);
    put_bf16(tile, 0, 0, 0x3F80);
    pack_adc(tile)->ch[1].x = 2;
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x4000);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 6), 0);
    tile_free(tile);
}
END_TEST

START_TEST(accumulate__undefined_format_stores_plainly)
{
    struct tile *tile = filled(TT_BLACKHOLE);
    struct listener listener;
    set_formats(tile, FORMAT_INT16, FORMAT_INT16);
    set_field(tile, "THCON_SEC0_REG1_Pack_L1_Acc", 1);
    tile_state(tile)->l1[OUT_ADDR] = 9;
    tile_state(tile)->dst[0][0] = 0x1234;
    listener_attach(&listener, tile);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_ge(listener.findings, 1);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x1234);
    tile_free(tile);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_output");
    TCase *t = tcase_create("output");
    tcase_set_timeout(t, 30);
    tcase_add_test(t, output__half_a_block_waits_for_the_next_pacr);
    tcase_add_test(t, output__write_through_stores_at_once);
    tcase_add_test(t, output__both_ways_of_storing_agree_when_the_tile_is_closed);
    tcase_add_test(t, output__last_pads_with_zeros_and_leaves_what_is_behind);
    tcase_add_test(t, output__flush_reads_nothing_and_steps_the_counters);
    tcase_add_test(t, output__header_and_offset_move_the_start);
    tcase_add_test(t, output__row_starts_have_room_where_there_are_any);
    tcase_add_test(t, output__a_flush_keeps_the_last_zero_of_an_open_row);
    tcase_add_test(t, output__ring_takes_addresses_back);
    tcase_add_test(t, output__channel_1_counts_bytes_on_blackhole_and_blocks_on_wormhole);
    tcase_add_test(t, output__channel_1_y_stays_within_a_window_on_blackhole);
    tcase_add_test(t, output__another_counter_past_the_window_is_said);
    tcase_add_test(t, output__bit_31_makes_wormhole_packers_relative);
    tcase_add_test(t, output__beyond_l1_is_dropped_with_a_finding);
    tcase_add_test(t, output__a_group_spans_instructions);
    tcase_add_test(t, row_pad__fills_every_row_or_the_sum);
    tcase_add_test(t, row_pad__zeros_stand_behind_their_row);
    tcase_add_test(t, tile_size__counts_blocks_by_thread);
    tcase_add_test(t, accumulate__adds_what_l1_holds_and_pads_with_plain_zeros);
    tcase_add_test(t, accumulate__undefined_format_stores_plainly);
    suite_add_tcase(s, t);
    return s;
}
