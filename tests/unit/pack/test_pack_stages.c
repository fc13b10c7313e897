/* SPDX-License-Identifier: Apache-2.0 */
/* Stages and forms that the pipeline's reference does not have: statistics of other formats, stochastic rounding,
 * descaling, face sets, transposed positions, integers, small floats and the A block formats. */
#include "unit/pack/pack_tile.h"
#include "unit/suite.h"

#include "pack_findings.h"

static void put_32(struct tile *tile, unsigned column, uint32_t bits)
{
    tile_state(tile)->dst[0][column] = (uint16_t)dst16_from_bf16(bits >> 16);
    tile_state(tile)->dst[8][column] = (uint16_t)bits;
}

START_TEST(histogram__saturates_and_is_cleared)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    uint32_t bins[4];
    set_field(tile, "ENABLE_ACC_STATS_Enable", 1);
    for (int i = 0; i < 20; i++)
        run_word(tile, pacr_row(tile, 1));
    pack_histogram(tile, 0, 0, bins);
    ck_assert_uint_eq(bins[0], 255);
    ck_assert_uint_eq(pack_histogram_maximum(tile, 0), 0);
    put_bf16(tile, 0, 3, 0x3F80);
    set_field(tile, "ENABLE_ACC_STATS_Enable", 0);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(pack_histogram_maximum(tile, 0), 127); /* updated either way */
    run_word(tile, WORD(TT_BLACKHOLE, "CLREXPHIST", {NULL, 0}));
    pack_histogram(tile, 0, 0, bins);
    ck_assert_uint_eq(bins[0] | pack_histogram_maximum(tile, 0), 0);
    tile_free(tile);
}
END_TEST

START_TEST(histogram__any_thread_may_ask)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    uint32_t bins[4];
    const struct reg_field *field = reg_field_get(TT_BLACKHOLE, reg_find(TT_BLACKHOLE, "ENABLE_ACC_STATS_Enable"));
    tile_state(tile)->thread_cfg[2][field->word] = 1;
    tile_state_changed(tile);
    put_bf16(tile, 0, 0, 0x4000); /* exponent 128 counts in bin 0 */
    run_word(tile, pacr_row(tile, 1));
    pack_histogram(tile, 0, 0, bins);
    ck_assert_uint_eq(bins[0], 16);
    tile_free(tile);
}
END_TEST

START_TEST(threshold__in_five_exponent_bits)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    set_formats(tile, FORMAT_FP16, FORMAT_FP16);
    set_field(tile, "THCON_SEC0_REG1_Exp_threshold_en", 1);
    set_field(tile, "THCON_SEC0_REG1_Exp_threshold", 15);
    tile_state(tile)->dst[0][0] = (uint16_t)dst16_from_fp16(0x3C00);
    tile_state(tile)->dst[0][1] = (uint16_t)dst16_from_fp16(0x3BFF);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u32(tile, OUT_ADDR), 0x00003C00);
    tile_free(tile);
}
END_TEST

START_TEST(threshold__leaves_integers_alone)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    set_formats(tile, FORMAT_INT16, FORMAT_INT16);
    set_field(tile, "THCON_SEC0_REG1_Exp_threshold_en", 1);
    set_field(tile, "THCON_SEC0_REG1_Exp_threshold", 255);
    tile_state(tile)->dst[0][0] = 7;
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 7);
    tile_free(tile);
}
END_TEST

static void stochastic_sums(uint32_t bits, uint32_t sums[2])
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    set_field(tile, "PCK_DEST_RD_CTRL_Read_32b_data", 1);
    set_field(tile, "ALU_ROUNDING_MODE_Gasket_srnd_en", 1);
    for (unsigned column = 0; column < 16; column++)
        put_32(tile, column, bits);
    for (int i = 0; i < 64; i++) {
        run_word(tile, pacr_row(tile, 1));
        for (uint32_t d = 0; d < 16; d++)
            sums[l1_u16(tile, OUT_ADDR + 2 * d) - 0x3F80]++;
    }
    tile_free(tile);
}

START_TEST(stochastic__rounds_up_as_often_as_it_should_and_the_same_each_time)
{
    uint32_t first[2] = {0}, second[2] = {0};
    stochastic_sums(0x3F804000, first); /* a quarter of the last place */
    stochastic_sums(0x3F804000, second);
    ck_assert_uint_eq(first[0] + first[1], 1024);
    ck_assert_uint_ge(first[1], 200);
    ck_assert_uint_le(first[1], 312);
    ck_assert_uint_eq(first[1], second[1]);
}
END_TEST

START_TEST(stochastic__block_datums_stay_within_one)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    set_formats(tile, FORMAT_BF16, FORMAT_BFP8);
    set_field(tile, "THCON_SEC0_REG1_Exp_section_size", 1);
    set_field(tile, "ALU_ROUNDING_MODE_Packer_srnd_en", 1);
    for (unsigned column = 0; column < 16; column++)
        put_bf16(tile, 0, column, 0x3F80); /* exact, and sometimes raised: so the model has it */
    bool seen[2] = {false, false};
    for (int i = 0; i < 16; i++) {
        run_word(tile, pacr_row(tile, 1));
        for (int d = 0; d < 16; d++) {
            const uint8_t datum = tile_state(tile)->l1[OUT_ADDR + 16 + d];
            ck_assert(datum == 64 || datum == 65);
            seen[datum - 64] = true;
        }
    }
    ck_assert(seen[0] && seen[1]);
    tile_free(tile);
}
END_TEST

/* Each group of sixteen draws once, however many of them an instruction packs. */
START_TEST(stochastic__block_datums_draw_by_the_group)
{
    uint32_t drawn[2][LANES];
    for (unsigned is_whole = 0; is_whole < 2; is_whole++) {
        struct tile *tile = pack_tile_new(TT_BLACKHOLE);
        set_formats(tile, FORMAT_BF16, FORMAT_BFP8);
        set_field(tile, "ALU_ROUNDING_MODE_Packer_srnd_en", 1);
        pack_adc(tile)->ch[1].x = is_whole ? 31 : 15;
        for (unsigned i = is_whole; i < 2; i++)
            run_word(tile, pacr_row(tile, 1));
        memcpy(drawn[is_whole], tile_state(tile)->small.prng, sizeof drawn[is_whole]);
        tile_free(tile);
    }
    ck_assert_mem_eq(drawn[0], drawn[1], sizeof drawn[0]);
}
END_TEST

START_TEST(descale__one_value_or_one_a_plane)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    set_formats(tile, FORMAT_INT8, FORMAT_INT8);
    set_field(tile, "PCK_DEST_RD_CTRL_Read_32b_data", 1);
    set_field(tile, "INT_DESCALE_Enable", 1);
    set_field(tile, "INT_DESCALE_VALUES_SEC0_Value", 0x00000203);
    put_32(tile, 0, 20);         /* 2.5: away from zero */
    put_32(tile, 1, 0x80000014); /* -20 */
    put_32(tile, 2, 100000);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(l1_u32(tile, OUT_ADDR), 0x007F8303);
    set_field(tile, "INT_DESCALE_Mode", 1);
    set_field(tile, "PACK_COUNTERS_SEC0_pack_reads_per_xy_plane", 1);
    run_word(tile, pacr_row(tile, 0)); /* plane 0: by 8 */
    run_word(tile, pacr_row(tile, 1)); /* plane 1: by 4 */
    ck_assert_uint_eq(tile_state(tile)->l1[OUT_ADDR], 3);
    ck_assert_uint_eq(tile_state(tile)->l1[OUT_ADDR + 16], 5);
    tile_free(tile);
}
END_TEST

START_TEST(edge_mask__face_set_chooses_the_rows_by_plane)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    for (unsigned row = 0; row < 2; row++)
        put_bf16(tile, row, 0, 0x3F80);
    set_field(tile, "PACK_COUNTERS_SEC0_pack_reads_per_xy_plane", 1);
    set_field(tile, "PCK_EDGE_TILE_FACE_SET_SELECT_enable", 1);
    set_field(tile, "TILE_FACE_SET_MAPPING_0_face_set_mapping_1", 3); /* plane 1: row set 3 */
    set_field(tile, "TILE_ROW_SET_MAPPING_3_row_set_mapping_0", 1);   /* its row 0: mask 1, which is 0 */
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 3}, {"last", 1}));
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x3F80);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 32), 0);
    tile_free(tile);
}
END_TEST

START_TEST(position__transposed_steps_planes_first)
{
    struct tile *tile = pack_tile_new(TT_WORMHOLE_B0);
    set_field(tile, "PACK_COUNTERS_SEC0_pack_reads_per_xy_plane", 2);
    set_field(tile, "PACK_COUNTERS_SEC0_pack_yz_transposed", 1);
    pack_adc(tile)->ch[1].x = 47;
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_eq(tile_state(tile)->small.packer.tpg[0][1], 1);
    ck_assert_uint_eq(tile_state(tile)->small.packer.tpg[0][2], 1);
    tile_free(tile);
}
END_TEST

START_TEST(formats__that_no_recording_shows)
{
    static const struct {
        uint32_t in, out, is_raw, bits; /* bits in 16-bit Dst, IEEE order of In */
        uint32_t offset, held, mask;
        const char *why;
    } cases[] = {
        {FORMAT_FP16, FORMAT_FP8_E5M2, 0, 0x3DFF, 0, 0x3D, 0xFF, "E5M2 is the upper byte"},
        {FORMAT_BF16, FORMAT_FP8_E5M2, 0, 0x3FC0, 0, 0x3E, 0xFF, "by way of FP16"},
        {FORMAT_BF16, FORMAT_TF32, 0, 0x3FC0, 0, 0x3FC00000, UINT32_MAX, "TF32 in its container"},
        {FORMAT_TF32, FORMAT_TF32, 0, 0x3FC0, 0, 0x3FC00000, UINT32_MAX, "TF32 out of BF16 cells"},
        {FORMAT_TF32, FORMAT_FP16, 0, 0x3FC0, 0, 0x3E00, 0xFFFF, "TF32 to FP16"},
        {FORMAT_TF32, FORMAT_BF16, 0, 0x3FC1, 0, 0x3FC1, 0xFFFF, "TF32 to BF16"},
        {FORMAT_FP16, FORMAT_BFP8A, 0, 0x3C00, 0, 15, 0xFF, "an A block has 5 exponent bits"},
        {FORMAT_FP16, FORMAT_BFP8A, 0, 0x3C00, 16, 64, 0xFF, "and its datum"},
        {FORMAT_BF16, FORMAT_BFP4A, 0, 0x3F80, 16, 4, 0xF, "out of 8 exponent bits"},
        {FORMAT_BFP8A, FORMAT_BFP2A, 1, 0x3C00, 16, 1, 0x3, "E5M7 raw"},
        {FORMAT_BFP8, FORMAT_BF16, 1, 0x3F81, 0, 0x3F81, 0xFFFF, "raw keeps bit 0"},
        {FORMAT_BF16, FORMAT_BF16, 1, 0x0001, 0, 0x0001, 0xFFFF, "raw keeps a denormal"},
        {FORMAT_INT8, FORMAT_INT8, 1, 0x8000, 0, 0x80, 0xFF, "only the sign"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tile *tile = pack_tile_new(TT_BLACKHOLE);
        const bool is_fp16 = cases[i].in == FORMAT_FP16 || cases[i].in == FORMAT_BFP8A;
        set_formats(tile, cases[i].in, cases[i].out);
        set_field(tile, "PCK_DEST_RD_CTRL_Read_int8", cases[i].is_raw);
        set_field(tile, "THCON_SEC0_REG1_Exp_section_size", cases[i].offset ? 1 : 0);
        tile_state(tile)->dst[0][0] =
            (uint16_t)(is_fp16 ? dst16_from_fp16(cases[i].bits) : dst16_from_bf16(cases[i].bits));
        if (cases[i].held == 15) /* the exponent itself: give it a place */
            set_field(tile, "THCON_SEC0_REG1_Exp_section_size", 1);
        run_word(tile, pacr_row(tile, 1));
        const uint32_t replayed = l1_u32(tile, OUT_ADDR + cases[i].offset) & cases[i].mask;
        ck_assert_msg(replayed == cases[i].held, "%s: %X, expected %X", cases[i].why, replayed, cases[i].held);
        tile_free(tile);
    }
}
END_TEST

/* SL-097 */
START_TEST(formats__uint8_comes_back_from_16_bits)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    struct listener listener;
    set_formats(tile, FORMAT_INT8, FORMAT_INT8);
    set_field(tile, "PCK_DEST_RD_CTRL_Read_int8", 1);
    set_field(tile, "PCK_DEST_RD_CTRL_Read_unsigned", 1);
    listener_attach(&listener, tile);
    for (unsigned value = 0; value < 256; value++) {
        tile_state(tile)->dst[0][0] = (uint16_t)(value ? value << 5 | 16 : 0);
        run_word(tile, pacr_row(tile, 1));
        ck_assert_uint_eq(l1_u32(tile, OUT_ADDR) & 0xFF, value);
    }
    ck_assert(!listener.has_finding[FINDING_PACK_EARLY_PAIR_UNDEFINED]);
    tile_free(tile);
}
END_TEST

START_TEST(formats__undefined_pass_with_a_finding)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    struct listener listener;
    set_formats(tile, FORMAT_INT32, FORMAT_BF16);
    tile_state(tile)->dst[0][0] = 0x1234;
    listener_attach(&listener, tile);
    run_word(tile, pacr_row(tile, 1));
    ck_assert_uint_ge(listener.findings, 2);
    ck_assert_uint_eq(l1_u16(tile, OUT_ADDR), 0x1234);
    tile_free(tile);
}
END_TEST

static void try_formats(struct tile *tile, uint32_t flags)
{
    set_field(tile, "PCK_DEST_RD_CTRL_Read_32b_data", flags & 1);
    set_field(tile, "PCK_DEST_RD_CTRL_Read_int8", flags >> 1 & 1);
    set_field(tile, "PCK_DEST_RD_CTRL_Round_10b_mant", flags >> 2 & 1);
    set_field(tile, "THCON_SEC0_REG1_Pack_L1_Acc", flags >> 3 & 1);
    for (uint32_t pair = 0; pair < 256; pair++) {
        set_formats(tile, pair & 15, pair >> 4);
        run_word(tile, pacr_row(tile, 1));
    }
}

START_TEST(formats__every_code_and_flag_ends)
{
    for (uint32_t flags = 0; flags < 16; flags++) {
        struct tile *tile = pack_tile_new(flags & 1 ? TT_WORMHOLE_B0 : TT_BLACKHOLE);
        try_formats(tile, flags);
        try_formats(tile, flags ^ 1);
        tile_free(tile);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_stages");
    TCase *t = tcase_create("stages");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, histogram__saturates_and_is_cleared);
    tcase_add_test(t, histogram__any_thread_may_ask);
    tcase_add_test(t, threshold__in_five_exponent_bits);
    tcase_add_test(t, threshold__leaves_integers_alone);
    tcase_add_test(t, stochastic__rounds_up_as_often_as_it_should_and_the_same_each_time);
    tcase_add_test(t, stochastic__block_datums_stay_within_one);
    tcase_add_test(t, stochastic__block_datums_draw_by_the_group);
    tcase_add_test(t, descale__one_value_or_one_a_plane);
    tcase_add_test(t, edge_mask__face_set_chooses_the_rows_by_plane);
    tcase_add_test(t, position__transposed_steps_planes_first);
    tcase_add_test(t, formats__that_no_recording_shows);
    tcase_add_test(t, formats__uint8_comes_back_from_16_bits);
    tcase_add_test(t, formats__undefined_pass_with_a_finding);
    tcase_add_test(t, formats__every_code_and_flag_ends);
    suite_add_tcase(s, t);
    return s;
}
