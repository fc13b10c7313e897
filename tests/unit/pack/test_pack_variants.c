/* SPDX-License-Identifier: Apache-2.0 */
/* Each variant changes what its row says, and nothing where it is not chosen: one datum, or one address. */
#include "base/little.h"
#include "isa/variants.h"
#include "unit/pack/pack_tile.h"
#include "unit/suite.h"

#include <stdio.h>

struct setting {
    const char *name;
    uint32_t value;
};

enum { FIELDS_MAX = 8 };

/* The first of 16 datums is `bits`, the others are 1.0; looked at are `width` bytes at `offset` of the output. */
struct datum_case {
    const char *variant;
    bool is_32b; /* bits is an FP32 pattern in 32-bit Dst, else BF16 */
    uint32_t bits;
    uint32_t in, out;
    struct setting fields[FIELDS_MAX];
    uint32_t offset, width, device, reading;
    const char *why;
};

static const struct datum_case datum_cases[] = {
    {"flush_2m127", false, 0x0040, 5, 5, {{0}}, 0, 2, 0, 0x0040, "half the smallest normal"},
    {"flush_before_round", true, 0x007F8000, 5, 5, {{0}}, 0, 2, 0x0080, 0, "a denormal that rounds up"},
    {"bf16_trunc", true, 0x3F808000, 5, 5, {{0}}, 0, 2, 0x3F81, 0x3F80, "a tie"},
    {"bf16_rne", true, 0x3F808000, 5, 5, {{0}}, 0, 2, 0x3F81, 0x3F80, "a tie above an even one"},
    {"relu3_full",
     true,
     0x3F800001,
     0,
     0,
     {{"STACC_RELU_ApplyRelu", 3}, {"STACC_RELU_ReluThreshold", 0x3F80}},
     0,
     4,
     0x3F800001,
     0x3F800000,
     "just above the threshold"},
    {"relu_ieee", true, 0xFFC00000, 0, 0, {{"STACC_RELU_ApplyRelu", 1}}, 0, 4, 0, 0xFFC00000, "a negative NaN"},
    {"relu_thr_fp16",
     true,
     0x3F000000,
     1,
     1,
     {{"PCK_DEST_RD_CTRL_Round_10b_mant", 1}, {"STACC_RELU_ApplyRelu", 2}, {"STACC_RELU_ReluThreshold", 0x3C00}},
     0,
     2,
     0x3800,
     0,
     "0.5 against 2^-7 or 1.0"},
    {"threshold_after_narrow",
     true,
     0x3F800000,
     1,
     1,
     {{"PCK_DEST_RD_CTRL_Round_10b_mant", 1},
      {"THCON_SEC0_REG1_Exp_threshold_en", 1},
      {"THCON_SEC0_REG1_Exp_threshold", 20}},
     0,
     2,
     0x3C00,
     0,
     "exponent 127 or 15 against 20"},
    {"neginf_fc00",
     true,
     0x3F800000,
     1,
     1,
     {{"PCK_DEST_RD_CTRL_Round_10b_mant", 0},
      {"PCK_DEST_RD_CTRL_Read_32b_data", 0},
      {"PCK_EDGE_MODE_mode", 1},
      {"PCK_EDGE_OFFSET_SEC0_mask", 0xFFFE}},
     0,
     2,
     0xFFFF,
     0xFC00,
     "a masked datum of FP16"},
    {"fp16_sat_7bff", false, 0x7F00, 5, 1, {{0}}, 0, 2, 0x7FFF, 0x7BFF, "too large"},
    {"fp16_flush_e0", false, 0x3801, 5, 1, {{0}}, 0, 2, 0x0008, 0, "exponent 112"},
    {"fp32_bf16_keep_sign", true, 0x80000001, 0, 5, {{0}}, 0, 2, 0, 0x8000, "a negative denormal"},
    {"fp8_flush_denormals",
     false,
     0x000C,
     1,
     10,
     {{"PCK_DEST_RD_CTRL_Read_int8", 1}},
     0,
     1,
     0x03,
     0,
     "an FP16 denormal, read raw"},
    {"bfp_truncate", false, 0x3F81, 5, 6, {{0}}, 16, 1, 65, 64, "half of the last place"},
    {"bfp_rne", false, 0x3F81, 5, 6, {{0}}, 16, 1, 65, 64, "half, above an even one"},
    {"bfp_seed_mask", false, 0x3F80, 5, 6, {{0}}, 16, 1, 64, 0, "only the leading one"},
    {"bfp4_round_direct", false, 0x3F98, 5, 7, {{0}}, 16, 1, 0x44, 0x45, "4.75 in the last place"},
    {"bfp_carry_bumps_exp", false, 0x3FFF, 5, 6, {{0}}, 0, 1, 127, 128, "the exponent, when 255 rounds up"},
    {"bfp_keep_sign", false, 0xB380, 5, 6, {{0}}, 16, 1, 0, 0x80, "a negative too small for the group"},
    {"dst32_lo_first", true, 0x3F801234, 0, 0, {{0}}, 0, 4, 0x3F801234, 0x1A12007F, "the halves"},
};

static void put_datum(struct tile *tile, const struct datum_case *c)
{
    uint16_t(*dst)[DST_COLUMNS] = tile_state(tile)->dst;
    for (unsigned i = 0; i < DST_COLUMNS; i++) {
        const uint32_t bits = i ? (c->is_32b ? 0x3F800000u : 0x3F80u) : c->bits;
        dst[0][i] = (uint16_t)dst16_from_bf16(c->is_32b ? bits >> 16 : bits);
        dst[8][i] = (uint16_t)bits;
    }
    if (c->in == FORMAT_FP16 && !c->is_32b)
        dst[0][0] = (uint16_t)dst16_from_fp16(c->bits << 6); /* FP16 pattern 0x0300 */
}

static struct tile *set_up(const struct datum_case *c, bool is_reading)
{
    struct tile *tile = pack_tile_new(TT_BLACKHOLE);
    struct variant_set variants = {0};
    if (is_reading)
        ck_assert_msg(variant_parse(&variants, c->variant) == 0, "no variant %s", c->variant);
    tile_set_variants(tile, &variants);
    set_formats(tile, c->in, c->out);
    set_field(tile, "PCK_DEST_RD_CTRL_Read_32b_data", c->is_32b);
    set_field(tile, "THCON_SEC0_REG1_Exp_section_size", 1);
    for (int i = 0; i < FIELDS_MAX && c->fields[i].name; i++)
        set_field(tile, c->fields[i].name, c->fields[i].value);
    if (c->out == FORMAT_FP8_E5M2) /* its exponent stream has a place and no bytes */
        set_field(tile, "THCON_SEC0_REG1_Exp_section_size", 0);
    put_datum(tile, c);
    return tile;
}

static uint32_t packed(const struct datum_case *c, bool is_reading)
{
    struct tile *tile = set_up(c, is_reading);
    run_word(tile, pacr_row(tile, 1));
    const uint32_t mask = c->width == 4 ? UINT32_MAX : (1u << (8 * c->width)) - 1;
    const uint32_t value = l1_u32(tile, OUT_ADDR + c->offset) & mask;
    tile_free(tile);
    return value;
}

START_TEST(variants__change_a_datum)
{
    for (size_t i = 0; i < sizeof datum_cases / sizeof *datum_cases; i++) {
        const struct datum_case *c = &datum_cases[i];
        const uint32_t device = packed(c, false), reading = packed(c, true);
        ck_assert_msg(device == c->device, "%s, %s: device %X, expected %X", c->variant, c->why, device, c->device);
        ck_assert_msg(reading == c->reading, "%s, %s: %X, expected %X", c->variant, c->why, reading, c->reading);
    }
}
END_TEST

/* What may change besides a datum. */
struct outcome {
    uint32_t data_addr[4], tpg[3], z, first[2];
};

typedef void scenario(struct tile *tile);

static void scenario_absolute(struct tile *tile)
{
    put_bf16(tile, 8, 0, 0x4000);
    put_bf16(tile, 9, 0, 0x4040);
    pack_adc(tile)->ch[0].y = 9;
    run_word(tile, pacr_row(tile, 1));
}

static void scenario_mask_zero(struct tile *tile)
{
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"last", 1}));
}

static void scenario_two_packers(struct tile *tile)
{
    run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"read_intf_sel", 3}, {"last", 1}));
}

static void scenario_first_column(struct tile *tile)
{
    set_field(tile, "THCON_SEC0_REG1_Downsample_mask", 1);
    pack_adc(tile)->ch[0].x = 1;
    run_word(tile, pacr_row(tile, 1));
}

static void scenario_half_rows(struct tile *tile)
{
    pack_adc(tile)->ch[1].x = 7;
    run_word(tile, pacr_row(tile, 1));
}

static void scenario_two_tiles(struct tile *tile)
{
    run_word(tile, pacr_row(tile, 1));
    run_word(tile, pacr_row(tile, 1));
}

static void scenario_no_row_starts(struct tile *tile)
{
    set_field(tile, "THCON_SEC0_REG1_Disable_zero_compress", 0);
    run_word(tile, pacr_row(tile, 1));
}

static void scenario_long_run(struct tile *tile)
{
    set_field(tile, "THCON_SEC0_REG1_Disable_zero_compress", 0);
    set_field(tile, "THCON_SEC0_REG1_Row_start_section_size", 1);
    for (int i = 0; i < 8; i++)
        run_word(tile, WORD(TT_BLACKHOLE, "PACR", {"concat", i < 7}, {"last", i == 7}));
}

static void scenario_row_starts(struct tile *tile)
{
    set_field(tile, "THCON_SEC0_REG1_Disable_zero_compress", 0);
    set_field(tile, "THCON_SEC0_REG1_Row_start_section_size", 1);
    put_bf16(tile, 0, 1, 0x3F80);
    run_word(tile, pacr_row(tile, 1));
}

static void scenario_l1_source(struct tile *tile)
{
    set_field(tile, "THCON_SEC0_REG1_Source_interface_selection", 1);
    set_field(tile, "THCON_SEC0_REG1_L1_source_addr", 1);
    tile_state(tile)->l1[1 << 18] = 18;
    tile_state(tile)->l1[1 << 13] = 13;
    run_word(tile, pacr_row(tile, 1));
}

static void scenario_far_y(struct tile *tile)
{
    set_field(tile, "PCK0_ADDR_CTRL_XY_REG_1_Ystride", 8512);
    pack_adc(tile)->ch[1].y = 31;
    run_word(tile, pacr_row(tile, 1));
}

static void scenario_channel_1(struct tile *tile)
{
    set_field(tile, "PCK0_ADDR_CTRL_ZW_REG_1_Zstride", 0x200);
    pack_adc(tile)->ch[1].z = 2;
    run_word(tile, pacr_row(tile, 1));
}

static void scenario_offset(struct tile *tile)
{
    set_field(tile, "THCON_SEC0_REG1_Add_l1_dest_addr_offset", 1);
    scenario_two_tiles(tile);
}

static void scenario_accumulate(struct tile *tile, uint32_t held, uint32_t arriving)
{
    set_formats(tile, FORMAT_FP16, FORMAT_FP16);
    set_field(tile, "THCON_SEC0_REG1_Pack_L1_Acc", 1);
    store_u16(&tile_state(tile)->l1[OUT_ADDR], (uint16_t)held);
    tile_state(tile)->dst[0][0] = (uint16_t)dst16_from_fp16(arriving);
    run_word(tile, pacr_row(tile, 1));
}

static void scenario_tiny_sum(struct tile *tile)
{
    scenario_accumulate(tile, 0x0600, 0x8480);
}

static void scenario_plain_sum(struct tile *tile)
{
    scenario_accumulate(tile, 0x3C00, 0x3C00);
}

static void scenario_wide_z(struct tile *tile)
{
    set_field(tile, "ADDR_MOD_PACK_SEC0_ZsrcIncr", 1);
    pack_adc(tile)->ch[0].z = 0xFF;
    run_word(tile, pacr_row(tile, 1));
}

static void scenario_join(struct tile *tile)
{
    set_field(tile, "THCON_SEC0_REG8_L1_Dest_addr", 0x3000);
    run_word(tile, pacr_row(tile, 0));
    run_word(tile, WORD(TT_WORMHOLE_B0, "PACR", {"packer_mask", 3}));
}

static void scenario_open_block(struct tile *tile)
{
    put_bf16(tile, 0, 0, 0x3F80);
    pack_adc(tile)->ch[1].x = 2;
    run_word(tile, pacr_row(tile, 0));
}

static const struct {
    const char *variant;
    enum tt_chip chip;
    scenario *run;
} address_cases[] = {
    {"intf_absolute", TT_BLACKHOLE, scenario_absolute},
    {"bh_intf0_is_one", TT_BLACKHOLE, scenario_mask_zero},
    {"bh_four_packers", TT_BLACKHOLE, scenario_two_packers},
    {"downsample_abs_column", TT_BLACKHOLE, scenario_first_column},
    {"tpg_per_interface", TT_BLACKHOLE, scenario_half_rows},
    {"tpg_keep_across_tiles", TT_BLACKHOLE, scenario_two_tiles},
    {"compress_needs_rsi", TT_BLACKHOLE, scenario_no_row_starts},
    {"compress_long_run_restart", TT_BLACKHOLE, scenario_long_run},
    {"rsi_bytes", TT_BLACKHOLE, scenario_row_starts},
    {"l1src_shift13", TT_BLACKHOLE, scenario_l1_source},
    {"yzw_mask_bh", TT_BLACKHOLE, scenario_channel_1},
    {"pack_y_unbounded", TT_BLACKHOLE, scenario_far_y},
    {"add_acc_tile_size", TT_BLACKHOLE, scenario_offset},
    {"l1acc_ieee", TT_BLACKHOLE, scenario_tiny_sum},
    {"l1acc_fp16_clean", TT_BLACKHOLE, scenario_tiny_sum},
    {"l1acc_off", TT_BLACKHOLE, scenario_plain_sum},
    {"adc_zw13", TT_BLACKHOLE, scenario_wide_z},
    {"wh_one_tile_flag", TT_WORMHOLE_B0, scenario_join},
    {"write_through", TT_BLACKHOLE, scenario_open_block},
};

static struct outcome outcome_of(enum tt_chip chip, scenario *run, const char *variant)
{
    struct tile *tile = pack_tile_new(chip);
    struct variant_set variants = {0};
    if (variant)
        ck_assert_msg(variant_parse(&variants, variant) == 0, "no variant %s", variant);
    tile_set_variants(tile, &variants);
    run(tile);
    struct outcome out = {.z = pack_adc(tile)->ch[0].z, .first = {l1_u32(tile, OUT_ADDR), l1_u32(tile, OUT_ADDR + 16)}};
    const struct small_state *small = &tile_state(tile)->small;
    memcpy(out.data_addr, small->packer.data_addr, sizeof out.data_addr);
    memcpy(out.tpg, small->packer.tpg[0], sizeof out.tpg);
    tile_free(tile);
    return out;
}

START_TEST(variants__change_addresses_and_counts)
{
    for (size_t i = 0; i < sizeof address_cases / sizeof *address_cases; i++) {
        const struct outcome device = outcome_of(address_cases[i].chip, address_cases[i].run, NULL);
        const struct outcome reading =
            outcome_of(address_cases[i].chip, address_cases[i].run, address_cases[i].variant);
        ck_assert_msg(memcmp(&device, &reading, sizeof device) != 0, "%s changes nothing", address_cases[i].variant);
    }
}
END_TEST

/* C-50, P-9.1x: the fields of packer 1 are Wormhole's second section. */
static uint32_t address_of_joiner(const char *variant)
{
    struct tile *tile = pack_tile_new(TT_WORMHOLE_B0);
    struct variant_set variants = {0};
    ck_assert_int_eq(variant_parse(&variants, variant), 0);
    tile_set_variants(tile, &variants);
    set_field(tile, "THCON_SEC0_REG8_Disable_zero_compress", 1);
    set_field(tile, "THCON_SEC0_REG8_L1_Dest_addr", 0x3000);
    run_word(tile, WORD(TT_WORMHOLE_B0, "PACR", {"packer_mask", 2}, {"last", 1}));
    set_field(tile, "THCON_SEC0_REG8_L1_Dest_addr", 0x3100);
    run_word(tile, WORD(TT_WORMHOLE_B0, "PACR", {"packer_mask", 1}));
    run_word(tile, WORD(TT_WORMHOLE_B0, "PACR", {"packer_mask", 3}));
    const uint32_t addr = tile_state(tile)->small.packer.data_addr[1];
    tile_free(tile);
    return addr;
}

START_TEST(variants__a_packer_that_joins)
{
    enum { TILE = 0x3000 * 16 + 16, DATUMS = 16 * 4 };
    ck_assert_uint_eq(address_of_joiner("pack.l1.tile_flag=device"), 0x3100 * 16 + 16 + DATUMS);
    ck_assert_uint_eq(address_of_joiner("pack.l1.tile_flag=one_for_all"), TILE + 2 * DATUMS);
}
END_TEST

static bool is_tried(const char *key, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct variant_set a = {0}, b = {0};
        (void)variant_parse(&a, key);
        if (variant_parse(&b, names[i]) == 0 && memcmp(&a, &b, sizeof a) == 0)
            return true;
    }
    return false;
}

/* A choice that a packer has and no case above tries is a test that is missing. */
START_TEST(variants__are_all_tried)
{
    const char *names[64];
    size_t count = 0;
    for (size_t i = 0; i < sizeof datum_cases / sizeof *datum_cases; i++)
        names[count++] = datum_cases[i].variant;
    for (size_t i = 0; i < sizeof address_cases / sizeof *address_cases; i++)
        names[count++] = address_cases[i].variant;
    for (int id = 0; id < VARIANT_COUNT; id++) {
        const struct variant_info *info = variant_get((enum variant_id)id);
        if (strncmp(info->key, "pack.", 5) != 0)
            continue;
        for (unsigned c = 1; c < info->choice_count; c++) {
            char text[96];
            (void)snprintf(text, sizeof text, "%s=%s", info->key, info->choices[c]);
            ck_assert_msg(is_tried(text, names, count), "no case for %s", text);
        }
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_variants");
    TCase *t = tcase_create("variants");
    tcase_set_timeout(t, 30);
    tcase_add_test(t, variants__change_a_datum);
    tcase_add_test(t, variants__change_addresses_and_counts);
    tcase_add_test(t, variants__a_packer_that_joins);
    tcase_add_test(t, variants__are_all_tried);
    suite_add_tcase(s, t);
    return s;
}
