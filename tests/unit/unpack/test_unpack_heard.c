/* SPDX-License-Identifier: Apache-2.0 */
/* The unpackers do the same whoever listens: random settings, UNPACRs and bytes of L1, on both chips, and then whatever
 * may stand in configuration, counters and the word. */
#include "unit/unpack/unpack_bed.h"

#include "numeric/format.h"
#include "unit/suite.h"
#include "unit/tile/fast_bed.h"

enum { SETTINGS = 16, UNPACRS_A_SETTING = 4, ROUNDS = 120 };

struct unpack_case {
    const char *name;
    uint32_t in, out, is_dst;
};

static const struct unpack_case cases[] = {
    {"FP32 to TF32", FORMAT_FP32, FORMAT_TF32, 0},
    {"FP32 to BF16", FORMAT_FP32, FORMAT_BF16, 0},
    {"FP32 to FP16", FORMAT_FP32, FORMAT_FP16, 0},
    {"FP32 to Dst", FORMAT_FP32, FORMAT_FP32, 1},
    {"INT32 to Dst", FORMAT_INT32, FORMAT_INT32, 1},
    {"FP16", FORMAT_FP16, FORMAT_FP16, 0},
    {"BF16", FORMAT_BF16, FORMAT_BF16, 0},
    {"FP8", FORMAT_FP8_E5M2, FORMAT_FP8_E5M2, 0},
    {"INT8", FORMAT_INT8, FORMAT_INT8, 0},
    {"INT16", FORMAT_INT16, FORMAT_INT16, 0},
    {"BFP8", FORMAT_BFP8, FORMAT_BFP8, 0},
    {"BFP4", FORMAT_BFP4, FORMAT_BFP4, 0},
    {"BFP2", FORMAT_BFP2, FORMAT_BFP2, 0},
    {"BFP8a", FORMAT_BFP8A, FORMAT_BFP8A, 0},
};

struct how {
    const struct unpack_case *what;
    uint32_t seed;
};

static void set_unpacker(struct tile *tile, unsigned u, const struct how *how, uint32_t *random)
{
    const uint32_t x_dim = 16u << fast_below(random, 7);
    set_formats(tile, u, how->what->in, how->what->out);
    set_context(tile, u, "REG5_Tile_x_dim_cntx", 0, "", x_dim);
    set_section(tile, u, "REG2_Unpack_if_sel_cntx0", how->what->is_dst && u == 0);
    set_section(tile, u, "REG2_Haloize_mode", fast_seldom(random, 8, 0, 1));
    set_section(tile, u, "REG2_Force_shared_exp", fast_seldom(random, 8, 0, 1));
    set_section(tile, u, "REG3_Base_address",
                fast_seldom(random, 16, IN_ADDR / 16 - 1, tile_chip(tile) == TT_BLACKHOLE ? 0x17FF0 : 0x16DF0));
    set_section(tile, u, "REG2_Unpack_Src_Reg_Set_Upd", fast_below(random, 2));
    unpack_adc(tile, u)->ch[0].x = fast_seldom(random, 4, 0, fast_below(random, x_dim));
    unpack_adc(tile, u)->ch[1].x = fast_seldom(random, 4, x_dim - 1, fast_below(random, x_dim));
    tile_state(tile)->small.unp_row[u][0] = fast_seldom(random, 2, 0, 16 * fast_below(random, 4));
}

static void set_up(struct tile *tile, const void *user)
{
    const struct how *how = user;
    uint32_t random = how->seed;
    unpack_tile_set(tile);
    for (uint32_t i = 0; i < 0x8000; i++)
        tile_state(tile)->l1[IN_ADDR + i] = (uint8_t)fast_random(&random);
    for (unsigned u = 0; u < 2; u++)
        set_unpacker(tile, u, how, &random);
    set_section(tile, 0, "REG5_Dest_cntx0_address", fast_seldom(&random, 2, 64, 16 * fast_below(&random, 1024)));
    set_field(tile, "ALU_FORMAT_SPEC_REG0_SrcAUnsigned", fast_below(&random, 2));
    set_field(tile, "SRCA_SET_SetOvrdWithAddr", !how->what->is_dst && fast_below(&random, 2));
    if (tile_chip(tile) == TT_WORMHOLE_B0)
        return;
    set_section(tile, 0, "REG1_Unp_LF8_4b_exp", fast_below(&random, 2));
    set_field(tile, "DEST_ACCESS_CFG_remap_addrs", fast_below(&random, 2));
    tile_state(tile)->registers.debug[DEBUG_OFFSET_FEATURE_DISABLE / 4] =
        fast_seldom(&random, 4, 0, DEBUG_NARROW_IS_UPPER);
    set_field(tile, "DEST_ACCESS_CFG_swizzle_32b", fast_below(&random, 2));
}

static void run_setting(struct fast_bed *bed, const struct variant_set *variants, uint32_t number, uint32_t seed)
{
    const struct how how = {&cases[number], seed};
    uint32_t random = seed ^ 0x5A5A5A5A;
    fast_bed_begin(bed, variants, set_up, &how);
    for (unsigned i = 0; i < UNPACRS_A_SETTING; i++) {
        const uint32_t second = !how.what->is_dst && fast_below(&random, 3) == 0;
        fast_bed_run(bed, 0,
                     WORD(bed->chip, "UNPACR", {"last", 1}, {"ovrd_thread_id", 1}, {"unpack_block_selection", second},
                          {"addr_mode", 1 & how.seed}, {"zero_write2", fast_seldom(&random, 16, 0, 1)}),
                     how.what->name);
    }
}

START_TEST(unpack_heard__is_as_unheard)
{
    struct fast_bed bed;
    fast_bed_run_case(&bed, _i, SETTINGS, run_setting);
    fast_bed_free(&bed);
}
END_TEST

START_TEST(unpack_heard__under_other_readings)
{
    static const char *const beginnings[] = {"unpack.", "dst.", NULL};
    fast_bed_run_readings(_i ? TT_WORMHOLE_B0 : TT_BLACKHOLE, beginnings, sizeof cases / sizeof *cases, run_setting);
}
END_TEST

/* ---- anything ---- */

static void fill(void *bytes, size_t count, uint32_t *random, uint32_t sparse)
{
    uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++)
        at[i] = fast_below(random, sparse) ? 0 : (uint8_t)fast_random(random);
}

static void set_anything(struct tile *tile, const void *seed)
{
    struct tile_state *state = tile_state(tile);
    uint32_t random = *(const uint32_t *)seed;
    const uint32_t sparse = 1 + fast_below(&random, 8);
    fill(state->cfg, sizeof state->cfg, &random, sparse);
    fill(state->thread_cfg, sizeof state->thread_cfg, &random, sparse);
    fill(state->small.adc, sizeof state->small.adc, &random, sparse);
    fill(&state->small.src_bank, sizeof state->small.src_bank, &random, sparse);
    fill(state->small.unp_row, sizeof state->small.unp_row, &random, sparse);
    fill(state->small.unp_context, sizeof state->small.unp_context, &random, sparse);
    fill(state->l1, 0x4000, &random, sparse);
    fill(state->srca, sizeof state->srca, &random, sparse);
    fill(state->srcb, sizeof state->srcb, &random, sparse);
    tile_state_changed(tile);
}

/* Nothing is read or written outside, every instruction ends, a probe changes nothing. */
START_TEST(unpack_heard__takes_anything)
{
    static const char *const mnemonics[] = {"UNPACR", "UNPACR", "UNPACR", "UNPACR_NOP", "SETDVALID"};
    const enum tt_chip chip = _i ? TT_WORMHOLE_B0 : TT_BLACKHOLE;
    struct fast_bed bed;
    uint32_t random = 4711;
    fast_bed_make(&bed, chip);
    for (unsigned i = 0; i < ROUNDS; i++) {
        const uint32_t seed = fast_random(&random);
        const uint32_t opcode =
            word_of(chip, mnemonics[fast_below(&random, 5)], (const struct field_value[]){{NULL, 0}});
        fast_bed_begin(&bed, NULL, set_anything, &seed);
        fast_bed_run(&bed, fast_below(&random, THREADS), opcode | (fast_random(&random) & 0xFFFFFF), "anything");
    }
    fast_bed_free(&bed);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("unpack_heard");
    TCase *tests = tcase_create("unpack_heard");
    tcase_set_timeout(tests, 240);
    tcase_add_loop_test(tests, unpack_heard__is_as_unheard, 0, 2 * (int)(sizeof cases / sizeof *cases));
    tcase_add_loop_test(tests, unpack_heard__under_other_readings, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(tests, unpack_heard__takes_anything, 0, TT_CHIP_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}
