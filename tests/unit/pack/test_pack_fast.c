/* SPDX-License-Identifier: Apache-2.0 */
/* The packer does the same whoever listens, and accumulates by its fast path as by its datasheet: random settings,
 * PACRs and contents of Dst, on both chips. */
#include "numeric/cells.h"
#include "unit/pack/pack_tile.h"
#include "unit/suite.h"
#include "unit/tile/fast_bed.h"

#include <stdio.h>

enum { SETTINGS = 14, PACRS_A_SETTING = 7, FAR_SETTINGS = 10, FILLED = 8192 };

struct pack_case {
    const char *name;
    uint32_t in, out, reads_32b, round_10b;
    bool accumulates;
};

static const struct pack_case cases[] = {
    {"BF16", FORMAT_BF16, FORMAT_BF16, 0, 0, false},
    {"BF16 to E8M6 to BF16", FORMAT_BFP8, FORMAT_BF16, 0, 0, false},
    {"FP16", FORMAT_FP16, FORMAT_FP16, 0, 0, false},
    {"FP32 to BF16", FORMAT_BF16, FORMAT_BF16, 1, 0, false},
    {"FP32 to E8M6 to BF16", FORMAT_BFP8, FORMAT_BF16, 1, 0, false},
    {"FP32", FORMAT_FP32, FORMAT_FP32, 1, 0, false},
    {"INT32", FORMAT_INT32, FORMAT_INT32, 1, 0, false},
    {"BF16 to BFP8", FORMAT_BF16, FORMAT_BFP8, 0, 0, false},
    {"E8M6 to BFP8", FORMAT_BFP8, FORMAT_BFP8, 0, 0, false},
    {"BF16 to BFP4", FORMAT_BF16, FORMAT_BFP4, 0, 0, false},
    {"BF16 to BFP2", FORMAT_BF16, FORMAT_BFP2, 0, 0, false},
    {"FP32 to BFP8", FORMAT_BF16, FORMAT_BFP8, 1, 0, false},
    {"FP32 to E8M6 to BFP4", FORMAT_BFP8, FORMAT_BFP4, 1, 0, false},
    {"BF16 to FP32", FORMAT_BF16, FORMAT_FP32, 0, 0, false},
    {"BF16 to FP16", FORMAT_BF16, FORMAT_FP16, 0, 0, false},
    {"BF16 to BFP8a", FORMAT_BF16, FORMAT_BFP8A, 0, 0, false},
    {"BF16 to TF32", FORMAT_TF32, FORMAT_TF32, 0, 0, false},
    {"FP16 to BF16", FORMAT_FP16, FORMAT_BF16, 0, 0, false},
    {"FP16 to FP8", FORMAT_FP16, FORMAT_FP8_E5M2, 0, 0, false},
    {"FP16 to E5M6 to BFP4a", FORMAT_BFP8A, FORMAT_BFP4A, 0, 0, false},
    {"INT16", FORMAT_INT16, FORMAT_INT16, 0, 0, false},
    {"FP32 to TF32", FORMAT_TF32, FORMAT_TF32, 1, 0, false},
    {"FP32 to TF32 to FP16", FORMAT_FP16, FORMAT_FP16, 1, 1, false},
    {"FP32 to TF32 to BF16", FORMAT_BF16, FORMAT_BF16, 1, 1, false},
    {"INT32 to INT8", FORMAT_INT8, FORMAT_INT8, 1, 0, false},
    {"FP32, accumulated", FORMAT_FP32, FORMAT_FP32, 1, 0, true},
    {"BF16, accumulated", FORMAT_BF16, FORMAT_BF16, 0, 0, true},
    {"FP16, accumulated", FORMAT_FP16, FORMAT_FP16, 0, 0, true},
    {"INT32, accumulated", FORMAT_INT32, FORMAT_INT32, 1, 0, true},
    {"FP16 to FP32", FORMAT_FP16, FORMAT_FP32, 0, 0, false},
    {"E5M6 to BFP8", FORMAT_BFP8A, FORMAT_BFP8, 0, 0, false},
    {"E5M6 to BF16", FORMAT_BFP8A, FORMAT_BF16, 0, 0, false},
    {"FP32 to FP16", FORMAT_FP32, FORMAT_FP16, 1, 0, false},
    {"FP32 to BF16, late", FORMAT_FP32, FORMAT_BF16, 1, 0, false},
    {"FP32 to BFP8, late", FORMAT_FP32, FORMAT_BFP8, 1, 0, false},
    {"FP32 to BFP2, late", FORMAT_FP32, FORMAT_BFP2, 1, 0, false},
    {"INT16 of 32-bit Dst", FORMAT_INT16, FORMAT_INT16, 1, 0, false},
    {"BF16 to FP8", FORMAT_BF16, FORMAT_FP8_E5M2, 0, 0, false},
    {"no row of the table", FORMAT_BFP2, FORMAT_BFP2, 1, 0, false},
};

struct how {
    const struct pack_case *what;
    uint32_t seed;
    uint32_t far;   /* not 0: a packer in a data tile whose streams go on there */
    uint32_t alone; /* one of these stages, and no other that need not be */
};

enum { DRAWN, EDGE_MASK, RELU_TO_ZERO, RELU_BY_MINIMUM, RELU_BY_MAXIMUM, DESCALE, DESCALE_BY_FILTER, UNSIGNED, STAGES };

/* Four rows and more are zero here and there, for the zero flag. */
static void fill_dst(struct tile *tile, uint32_t seed, uint32_t *random)
{
    struct tile_state *state = tile_state(tile);
    bool is_zero = false;
    for (int r = 0; r < DST_ROWS; r++) {
        is_zero = r % 4 ? is_zero : fast_below(random, 4) == 0;
        for (int c = 0; c < DST_COLUMNS; c++)
            state->dst[r][c] = (uint16_t)(is_zero ? 0 : fast_seldom(random, 8, fast_random(random), 0));
        state->dst_valid[r] = (uint8_t)(seed % 4 ? 1 : fast_below(random, 8) != 0);
    }
}

static void set_stages(struct tile *tile, uint32_t *random)
{
    set_field(tile, "PCK_DEST_RD_CTRL_Read_int8", fast_seldom(random, 16, 0, 1));
    set_field(tile, "PCK_DEST_RD_CTRL_Read_unsigned", fast_seldom(random, 8, 0, 1));
    set_field(tile, "ALU_ROUNDING_MODE_Gasket_srnd_en", fast_seldom(random, 16, 0, 1));
    set_field(tile, "ALU_ROUNDING_MODE_Packer_srnd_en", fast_seldom(random, 16, 0, 1));
    set_field(tile, "PCK_EDGE_OFFSET_SEC0_mask", fast_seldom(random, 4, 0xFFFF, fast_below(random, 1 << 16)));
    set_field(tile, "TILE_ROW_SET_MAPPING_0_row_set_mapping_0", fast_below(random, 4));
    set_field(tile, "STACC_RELU_ApplyRelu", fast_seldom(random, 4, 0, fast_below(random, 4)));
    set_field(tile, "STACC_RELU_ReluThreshold", fast_below(random, 1 << 15));
    set_field(tile, "ENABLE_ACC_STATS_Enable", fast_seldom(random, 8, 0, 1));
    set_field(tile, "THCON_SEC0_REG1_Exp_threshold_en", fast_seldom(random, 8, 0, 1));
    set_field(tile, "THCON_SEC0_REG1_Exp_threshold", fast_below(random, 256));
    set_field(tile, "THCON_SEC0_REG1_Downsample_mask", fast_seldom(random, 8, 0, fast_below(random, 1 << 16)));
    set_field(tile, "THCON_SEC0_REG1_Disable_zero_compress", fast_seldom(random, 8, 1, 0));
    set_field(tile, "THCON_SEC0_REG1_Disable_pack_zero_flags", fast_below(random, 2));
    set_field(tile, "THCON_SEC0_REG1_Pack_L1_Acc", fast_seldom(random, 8, 0, 1));
    set_field(tile, "INT_DESCALE_Enable", fast_below(random, 2));
    set_field(tile, "INT_DESCALE_Mode", fast_seldom(random, 8, 0, 1));
    set_field(tile, "INT_DESCALE_VALUES_SEC0_Value", fast_random(random));
}

static void set_one_stage(struct tile *tile, uint32_t stage, uint32_t *random)
{
    set_field(tile, "THCON_SEC0_REG1_Disable_zero_compress", 1);
    set_field(tile, "PCK_EDGE_OFFSET_SEC0_mask", stage == EDGE_MASK ? fast_below(random, 1 << 16) : 0xFFFF);
    for (unsigned y = 0; y < 16 && stage == EDGE_MASK; y++) {
        char name[64];
        (void)snprintf(name, sizeof name, "TILE_ROW_SET_MAPPING_0_row_set_mapping_%u", y);
        set_field(tile, name, fast_below(random, 4));
    }
    if (stage >= RELU_TO_ZERO && stage <= RELU_BY_MAXIMUM) {
        const uint32_t threshold = fast_below(random, 1 << 15);
        set_field(tile, "STACC_RELU_ApplyRelu", stage - RELU_TO_ZERO + 1);
        set_field(tile, "STACC_RELU_ReluThreshold", threshold);
        for (int i = 0; i < DST_ROWS * DST_COLUMNS; i += 1 + (int)fast_below(random, 8)) /* what is near it */
            (&tile_state(tile)->dst[0][0])[i] =
                (uint16_t)fast_seldom(random, 2, dst16_from_bf16(threshold), fast_below(random, 0x4000));
    }
    if (stage >= DESCALE) {
        set_field(tile, "INT_DESCALE_Enable", 1);
        set_field(tile, "INT_DESCALE_Mode", stage == DESCALE_BY_FILTER);
        set_field(tile, "INT_DESCALE_VALUES_SEC0_Value", fast_random(random));
        set_field(tile, "PCK_DEST_RD_CTRL_Read_unsigned", stage == UNSIGNED);
    }
}

static void set_addresses(struct tile *tile, uint32_t *random)
{
    set_field(tile, "THCON_SEC0_REG1_Exp_section_size", fast_below(random, 5));
    set_field(tile, "THCON_SEC0_REG1_L1_Dest_addr",
              fast_seldom(random, 16, OUT_ADDR / 16 - 1, fast_below(random, 1 << 17)));
    set_field(tile, "PCK0_ADDR_CTRL_XY_REG_0_Ystride", 8u << fast_below(random, 4));
    set_field(tile, "PACK_COUNTERS_SEC0_pack_reads_per_xy_plane", fast_seldom(random, 4, 16, fast_below(random, 20)));
    set_field(tile, "DEST_TARGET_REG_CFG_PACK_SEC0_Offset", 4 * fast_below(random, 128));
    set_field(tile, "ADDR_MOD_PACK_SEC0_YsrcIncr", fast_seldom(random, 4, 4, fast_below(random, 16)));
    set_field(tile, "ADDR_MOD_PACK_SEC1_YsrcClear", 1);
    set_field(tile, "ADDR_MOD_PACK_SEC1_ZsrcIncr", 1);
    pack_adc(tile)->ch[0].x = fast_seldom(random, 8, 0, fast_below(random, 16));
    pack_adc(tile)->ch[1].x =
        fast_seldom(random, 8, tile_chip(tile) == TT_BLACKHOLE ? 15 : 255, fast_below(random, 300));
}

static void set_up(struct tile *tile, const void *user)
{
    const struct how *how = user;
    uint32_t random = how->seed;
    pack_tile_set(tile);
    for (uint32_t i = 0; how->what->accumulates && i < FILLED; i++)
        tile_state(tile)->l1[OUT_ADDR + i] = (uint8_t)fast_random(&random);
    fill_dst(tile, how->seed, &random);
    set_formats(tile, how->what->in, how->what->out);
    set_field(tile, "PCK_DEST_RD_CTRL_Read_32b_data", how->what->reads_32b);
    set_field(tile, "PCK_DEST_RD_CTRL_Round_10b_mant", how->what->round_10b);
    set_addresses(tile, &random);
    if (how->alone)
        set_one_stage(tile, how->alone, &random);
    else if (how->seed & 1)
        set_stages(tile, &random);
    if (how->what->accumulates)
        set_field(tile, "THCON_SEC0_REG1_Pack_L1_Acc", 1);
    if (tile_chip(tile) == TT_BLACKHOLE) {
        set_field(tile, "DEST_ACCESS_CFG_remap_addrs", fast_below(&random, 2));
        tile_state(tile)->registers.debug[DEBUG_OFFSET_FEATURE_DISABLE / 4] =
            fast_seldom(&random, 4, 0, DEBUG_NARROW_IS_UPPER);
        set_field(tile, "DEST_ACCESS_CFG_swizzle_32b", fast_below(&random, 2));
        set_field(tile, "THCON_SEC0_REG1_Pac_LF8_4b_exp", fast_below(&random, 2));
        set_field(tile, "PACK_COUNTERS_SEC0_auto_ctxt_inc_xys_cnt", fast_seldom(&random, 4, 0, fast_below(&random, 4)));
    }
    if (!how->far)
        return;
    struct packer *packer = &tile_state(tile)->pack.packer[0];
    packer->is_in_tile = true;
    packer->data = (struct pack_stream){.is_placed = true, .addr = how->far};
    packer->exponents = packer->data;
}

/* All of them, the first few, or any. */
static uint32_t draw_interfaces(uint32_t *random)
{
    const uint32_t any = fast_seldom(random, 2, (2u << fast_below(random, 4)) - 1, fast_below(random, 16));
    return fast_seldom(random, 3, fast_below(random, 2) * 15, any);
}

static uint32_t draw_pacr(enum tt_chip chip, uint32_t *random)
{
    if (chip == TT_BLACKHOLE)
        return WORD(chip, "PACR", {"read_intf_sel", draw_interfaces(random)}, {"last", fast_seldom(random, 8, 0, 1)},
                    {"flush", fast_seldom(random, 32, 0, 1)}, {"concat", fast_seldom(random, 4, 0, 1)},
                    {"zero_write", fast_seldom(random, 32, 0, 1)}, {"addr_mode", fast_below(random, 3)},
                    {"dst_access_mode", fast_seldom(random, 16, 0, 1)},
                    {"row_pad_zero", fast_seldom(random, 16, 0, fast_below(random, 8))},
                    {"ctxt_ctrl", fast_seldom(random, 32, 0, 1)});
    return WORD(chip, "PACR", {"packer_mask", fast_seldom(random, 4, 1, fast_below(random, 16))},
                {"last", fast_seldom(random, 4, 0, 1)}, {"flush", fast_seldom(random, 32, 0, 1)},
                {"concat", fast_seldom(random, 4, 0, 1)}, {"zero_write", fast_seldom(random, 32, 0, 1)},
                {"addr_mode", fast_below(random, 3)});
}

static void run_setting(struct fast_bed *bed, const struct variant_set *variants, const struct how *how)
{
    uint32_t random = how->seed ^ 0x5A5A5A5A;
    fast_bed_begin(bed, variants, set_up, how);
    for (unsigned i = 0; i < PACRS_A_SETTING; i++)
        fast_bed_run(bed, 0, draw_pacr(bed->chip, &random), how->what->name);
    fast_bed_end(bed, how->what->name);
}

/* One in four as captures of a simulator are read. */
START_TEST(pack_fast__is_as_the_datasheet)
{
    const enum tt_chip chip = _i % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE;
    const struct pack_case *what = &cases[_i / 2];
    const struct variant_set device = {{0}};
    struct variant_set written_through = {{0}};
    struct fast_bed bed;
    written_through.choice[VARIANT_PACK_L1_WRITE_THROUGH] = 1;
    fast_bed_make(&bed, chip);
    for (uint32_t i = 0; i < SETTINGS; i += FAST_BED_ONE_IN) {
        const struct how how = {.what = what, .seed = 0x9E3779B9u * (SETTINGS * (uint32_t)_i + i + 1)};
        run_setting(&bed, i % 4 == 3 ? &written_through : &device, &how);
    }
    if (chip == TT_BLACKHOLE && what->accumulates && what->in != FORMAT_INT32)
        fast_bed_has_taken(&bed, FAST_PACK_SUMS, what->name);
    fast_bed_free(&bed);
}
END_TEST

START_TEST(pack_fast__knows_of_other_readings)
{
    struct fast_bed bed;
    fast_bed_make(&bed, TT_BLACKHOLE);
    for (uint32_t id = 0; id < VARIANT_COUNT; id++) {
        const struct variant_info *variant = variant_get((enum variant_id)id);
        if (strncmp(variant->key, "pack.", 5) != 0 && strncmp(variant->key, "dst.", 4) != 0)
            continue;
        for (uint8_t choice = 1; choice < variant->choice_count; choice++) {
            struct variant_set variants = {{0}};
            variants.choice[id] = choice;
            for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i += FAST_BED_ONE_IN + (id + i) % 4) {
                const struct how how = {.what = &cases[i], .seed = 0x9E3779B9u * (id * 32 + i + 1)};
                run_setting(&bed, &variants, &how);
            }
        }
    }
    fast_bed_free(&bed);
}
END_TEST

/* As the device has it, and under two readings that no loop knows: ReLU compares numbers, and each interface has a row
 * of the position. */
START_TEST(pack_fast__knows_each_stage)
{
    const uint32_t stage = (uint32_t)_i;
    struct variant_set readings[4] = {{{0}}};
    struct fast_bed bed;
    readings[1].choice[VARIANT_PACK_RELU_SPECIAL] = 1;
    readings[2].choice[VARIANT_PACK_TPG_STEP] = 1;
    fast_bed_make(&bed, TT_BLACKHOLE);
    for (uint32_t i = stage % FAST_BED_ONE_IN; i < sizeof cases / sizeof *cases; i += FAST_BED_ONE_IN) {
        const bool is_integer = cases[i].in == FORMAT_INT8;
        for (uint32_t k = 0; k < 4 && (is_integer || stage < DESCALE); k++) {
            const struct how how = {.what = &cases[i], .seed = 0x9E3779B9u * (4 * i + k + 1), .alone = stage};
            run_setting(&bed, &readings[k], &how);
        }
    }
    fast_bed_free(&bed);
}
END_TEST

/* Addresses at which a sum with what is to be written wraps round: found by fuzz_tile_step. */
START_TEST(pack_fast__writes_nothing_behind_the_last_address)
{
    static const uint32_t far[] = {0xFFFFFFF0, 0xFFFFFF80, 0xFFFFFF40, 0xFFFFFFFF, 0x7FFFFFF0};
    struct fast_bed bed;
    fast_bed_make(&bed, TT_BLACKHOLE);
    for (uint32_t i = 0; i < FAR_SETTINGS; i++) {
        for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
            const struct pack_case *what = &cases[(i * 5 + k) % (sizeof cases / sizeof *cases)];
            run_setting(&bed, NULL, &(struct how){.what = what, .seed = 0x9E3779B9u * (i + 1), .far = far[k]});
        }
    }
    fast_bed_free(&bed);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_fast");
    TCase *t = tcase_create("pack_fast");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, pack_fast__is_as_the_datasheet, 0, 2 * (int)(sizeof cases / sizeof *cases));
    tcase_add_loop_test(t, pack_fast__knows_each_stage, EDGE_MASK, STAGES);
    tcase_add_test(t, pack_fast__knows_of_other_readings);
    tcase_add_test(t, pack_fast__writes_nothing_behind_the_last_address);
    suite_add_tcase(s, t);
    return s;
}
