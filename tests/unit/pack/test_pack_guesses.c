/* SPDX-License-Identifier: Apache-2.0 */
/* What the packer does by extrapolation or guess is said where it decides, and nowhere else. */
#include "unit/pack/pack_tile.h"
#include "unit/suite.h"

#include "pack_findings.h"

static unsigned said[FINDINGS_MAX];

static void count(void *user, const struct probe_finding *finding)
{
    (void)user;
    said[finding->id]++;
}

static void pack(struct tile *tile)
{
    struct listener listener;
    listener_attach(&listener, tile);
    listener.probe.finding = count;
    memset(said, 0, sizeof said);
    run_word(tile, WORD(tile_chip(tile), "PACR", {"last", 1}));
    tile_set_probe(tile, NULL);
}

/* P-6.11 */
START_TEST(narrowing__of_wide_floats_to_fp8)
{
    struct tile *tile = pack_tile_new((enum tt_chip)_i);
    pack(tile);
    ck_assert_uint_eq(said[FINDING_PACK_NARROWING_EXTRAPOLATED], 0);
    set_formats(tile, FORMAT_BF16, FORMAT_FP8_E5M2);
    pack(tile);
    ck_assert_uint_ge(said[FINDING_PACK_NARROWING_EXTRAPOLATED], 1);
    set_formats(tile, FORMAT_FP16, FORMAT_FP8_E5M2);
    pack(tile);
    ck_assert_uint_eq(said[FINDING_PACK_NARROWING_EXTRAPOLATED], 0);
    tile_free(tile);
}
END_TEST

/* P-6.7x */
START_TEST(zero_sign__of_fp32_as_bf16)
{
    struct tile *tile = pack_tile_new((enum tt_chip)_i);
    set_field(tile, "PCK_DEST_RD_CTRL_Read_32b_data", 1);
    set_formats(tile, FORMAT_FP32, FORMAT_BF16);
    pack(tile);
    ck_assert_uint_ge(said[FINDING_PACK_ZERO_SIGN_GUESSED], 1);
    set_formats(tile, FORMAT_FP32, FORMAT_BFP8);
    pack(tile);
    ck_assert_uint_eq(said[FINDING_PACK_ZERO_SIGN_GUESSED], 0); /* P-6.7: recorded */
    tile_free(tile);
}
END_TEST

/* P-6.10x */
START_TEST(denormals__of_fp16_read_raw)
{
    static const enum format targets[] = {FORMAT_FP8_E5M2, FORMAT_BFP8A};
    for (unsigned i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct tile *tile = pack_tile_new((enum tt_chip)_i);
        set_formats(tile, FORMAT_FP16, targets[i]);
        pack(tile);
        ck_assert_uint_eq(said[FINDING_PACK_FP8_DENORMALS_GUESSED], 0); /* flushed on the way */
        set_field(tile, "PCK_DEST_RD_CTRL_Read_int8", 1);
        pack(tile);
        ck_assert_uint_ge(said[FINDING_PACK_FP8_DENORMALS_GUESSED], 1);
        set_formats(tile, targets[i], targets[i]); /* cut when they are read */
        pack(tile);
        ck_assert_uint_eq(said[FINDING_PACK_FP8_DENORMALS_GUESSED], 0);
        set_formats(tile, FORMAT_FP16, FORMAT_FP16);
        pack(tile);
        ck_assert_uint_eq(said[FINDING_PACK_FP8_DENORMALS_GUESSED], 0);
        tile_free(tile);
    }
}
END_TEST

/* P-5.2 */
START_TEST(edge__minus_infinity_of_five_exponent_bits)
{
    struct tile *tile = pack_tile_new((enum tt_chip)_i);
    set_field(tile, "PCK_EDGE_MODE_mode", 1);
    set_field(tile, "PCK_EDGE_OFFSET_SEC0_mask", 0xFF);
    pack(tile);
    ck_assert_uint_eq(said[FINDING_PACK_EDGE_INFINITY_GUESSED], 0);
    ck_assert_uint_ge(said[FINDING_PACK_EDGE_MASK_NOT_RECORDED], 1);
    set_formats(tile, FORMAT_FP16, FORMAT_FP16);
    pack(tile);
    ck_assert_uint_ge(said[FINDING_PACK_EDGE_INFINITY_GUESSED], 1);
    set_field(tile, "PCK_EDGE_MODE_mode", 0);
    pack(tile);
    ck_assert_uint_eq(said[FINDING_PACK_EDGE_INFINITY_GUESSED], 0);
    tile_free(tile);
}
END_TEST

/* P-5.2: all the mantissa bits that the intermediate format has. */
START_TEST(edge__minus_infinity_of_short_mantissas)
{
    static const struct {
        enum format intermediate;
        unsigned is_raw, expected;
    } cases[] = {{FORMAT_FP16, 0, 0xFFFF}, {FORMAT_BFP8A, 1, 0xFFF8}, {FORMAT_BFP8A, 0, 0xFFF0}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tile *tile = pack_tile_new((enum tt_chip)_i);
        set_field(tile, "PCK_EDGE_MODE_mode", 1);
        set_field(tile, "PCK_EDGE_OFFSET_SEC0_mask", 0xFF);
        set_formats(tile, cases[i].intermediate, FORMAT_FP16);
        set_field(tile, "PCK_DEST_RD_CTRL_Read_int8", cases[i].is_raw);
        pack(tile);
        ck_assert_uint_eq(l1_u16(tile, OUT_ADDR + 2 * 8), cases[i].expected);
        tile_free(tile);
    }
}
END_TEST

/* P-5.12, P-5.12x */
START_TEST(threshold__as_documented_and_of_fp16_guessed)
{
    struct tile *tile = pack_tile_new((enum tt_chip)_i);
    set_field(tile, "THCON_SEC0_REG1_Exp_threshold_en", 1);
    pack(tile);
    ck_assert_uint_eq(said[FINDING_PACK_THRESHOLD_NOT_RECORDED], 0); /* nothing lies below 0 */
    set_field(tile, "THCON_SEC0_REG1_Exp_threshold", 100);
    pack(tile);
    ck_assert_uint_ge(said[FINDING_PACK_THRESHOLD_NOT_RECORDED], 1);
    ck_assert_uint_eq(said[FINDING_PACK_THRESHOLD_EXPONENT_GUESSED], 0);
    set_field(tile, "PCK_DEST_RD_CTRL_Read_32b_data", 1);
    set_field(tile, "PCK_DEST_RD_CTRL_Round_10b_mant", 1);
    set_formats(tile, FORMAT_FP16, FORMAT_FP16);
    pack(tile);
    ck_assert_uint_ge(said[FINDING_PACK_THRESHOLD_EXPONENT_GUESSED], 1);
    set_field(tile, "THCON_SEC0_REG1_Exp_threshold_en", 0);
    pack(tile);
    ck_assert_uint_eq(said[FINDING_PACK_THRESHOLD_NOT_RECORDED] + said[FINDING_PACK_THRESHOLD_EXPONENT_GUESSED], 0);
    tile_free(tile);
}
END_TEST

/* P-9.6 */
START_TEST(ring__of_the_output)
{
    struct tile *tile = pack_tile_new((enum tt_chip)_i);
    pack(tile);
    ck_assert_uint_eq(said[FINDING_PACK_RING_NOT_RECORDED], 0);
    set_field(tile, "THCON_SEC0_REG9_Pack_0_2_fifo_size", 4);
    pack(tile);
    ck_assert_uint_ge(said[FINDING_PACK_RING_NOT_RECORDED], 1);
    tile_free(tile);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_guesses");
    TCase *t = tcase_create("guesses");
    tcase_add_loop_test(t, narrowing__of_wide_floats_to_fp8, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, zero_sign__of_fp32_as_bf16, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, denormals__of_fp16_read_raw, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, edge__minus_infinity_of_five_exponent_bits, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, edge__minus_infinity_of_short_mantissas, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, threshold__as_documented_and_of_fp16_guessed, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, ring__of_the_output, 0, TT_CHIP_COUNT);
    suite_add_tcase(s, t);
    return s;
}
