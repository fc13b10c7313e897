/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration unit: what no recording shows. F25 to F33 */
#include "isa/registers.h"
#include "unit/stores.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "cfg_findings.h"
#include "thread_findings.h"

static struct tile *tile;
static struct tile_state *state;
static struct listener heard;

static void setup_chip(enum tt_chip chip)
{
    tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    state = tile_state(tile);
    listener_attach(&heard, tile);
}

static void setup(void)
{
    setup_chip(TT_BLACKHOLE);
}

static void teardown(void)
{
    tile_free(tile);
}

static uint32_t ror(uint32_t value, unsigned by)
{
    return by ? value >> by | value << (32 - by) : value;
}

/* Written a second time, from F29. */
static uint32_t shift_mask_reference(uint32_t word, uint32_t scratch, unsigned rotate, unsigned width, unsigned op,
                                     bool keep)
{
    const uint32_t mask = width == 31 ? 0xFFFFFFFF : (2u << width) - 1;
    const uint32_t s = ror(scratch & mask, rotate);
    uint32_t c = keep ? word : word & ~ror(mask, rotate);
    const uint32_t results[8] = {c | s, c & s, c ^ s, c + s, c | ~s, c & ~s, c ^ ~s, c - s};
    return results[op];
}

START_TEST(cfgshiftmask__every_operation_rotation_and_width)
{
    enum { WORD_AT = 69, SCRATCH = 209 }; /* a word of 32 bits; SCRATCH_SEC0 */
    tile_set_probe(tile, NULL);
    for (unsigned op = 0; op < 8; op++) {
        for (unsigned rotate = 0; rotate < 32; rotate++) {
            for (unsigned width = 0; width < 32; width++) {
                for (unsigned keep = 0; keep < 2; keep++) {
                    state->cfg[0][WORD_AT] = 0x89ABCDEF;
                    state->cfg[0][SCRATCH + 1] = 0x13579BDF;
                    run_word(tile, WORD(TT_BLACKHOLE, "CFGSHIFTMASK", {"cfg_reg", WORD_AT}, {"scratch_sel", 1},
                                        {"right_cshift_amt", rotate}, {"mask_width", width}, {"operation", op},
                                        {"disable_mask_on_old_val", keep}));
                    ck_assert_uint_eq(state->cfg[0][WORD_AT],
                                      shift_mask_reference(0x89ABCDEF, 0x13579BDF, rotate, width, op, keep));
                }
            }
        }
    }
}
END_TEST

START_TEST(cfgshiftmask__selector_3_is_the_threads_own)
{
    for (unsigned thread = 0; thread < THREADS; thread++) {
        state->cfg[0][69] = 0;
        state->cfg[0][209 + thread] = 0x100 + thread;
        ck_assert_int_eq(
            tile_exec(tile, thread,
                      WORD(TT_BLACKHOLE, "CFGSHIFTMASK", {"cfg_reg", 69}, {"scratch_sel", 3}, {"mask_width", 31}), 0),
            TILE_DONE);
        ck_assert_uint_eq(state->cfg[0][69], 0x100 + thread);
    }
}
END_TEST

START_TEST(setc16__keeps_bits_outside_the_mask)
{
    run_word(tile, WORD(TT_BLACKHOLE, "SETC16", {"setc16_reg", 67}, {"setc16_value", 0xFFFF}));
    ck_assert_uint_eq(state->thread_cfg[0][67], 0xFFFF);
    run_word(tile, WORD(TT_BLACKHOLE, "SETC16", {"setc16_reg", 68}, {"setc16_value", 1}));
    ck_assert_int_eq(heard.last_finding, FINDING_THREAD_WORD_DOES_NOT_EXIST);
}
END_TEST

START_TEST(state_id__chooses_the_copy)
{
    state->gpr[0][5] = 0xABCD1234;
    run_word(tile, WORD(TT_BLACKHOLE, "SETC16", {"setc16_reg", 0}, {"setc16_value", 1}));
    run_word(tile, WORD(TT_BLACKHOLE, "WRCFG", {"cfg_reg", 69}, {"gpr_address", 5}));
    ck_assert_uint_eq(state->cfg[0][69], 0);
    ck_assert_uint_eq(state->cfg[1][69], 0xABCD1234);
}
END_TEST

START_TEST(global_word__stands_in_both_halves)
{
    const unsigned bases[TT_CHIP_COUNT] = {180, 152};
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        teardown();
        setup_chip((enum tt_chip)chip);
        stores_cfg(tile, 0, 1, bases[chip], 0x3FFFF);
        ck_assert_uint_eq(state->cfg[0][bases[chip]], 0x3FFFF);
        ck_assert_uint_eq(state->cfg[1][bases[chip]], 0x3FFFF);
        ck_assert_uint_eq(heard.writes, 2);
        stores_cfg(tile, 0, 1, bases[chip] - 1, 0);
        ck_assert_uint_eq(heard.writes, 2 + (reg_word_mask((enum tt_chip)chip, TT_SPACE_CFG, bases[chip] - 1) != 0));
    }
}
END_TEST

START_TEST(words__store_only_bits_that_exist)
{
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        teardown();
        setup_chip((enum tt_chip)chip);
        const uint32_t words = chip_get((enum tt_chip)chip)->cfg_words;
        for (uint32_t word = 0; word < words + 8; word++) {
            const uint32_t mask = word < words ? reg_word_mask((enum tt_chip)chip, TT_SPACE_CFG, word) : 0;
            heard.findings = 0;
            stores_cfg(tile, 0, 0, word, 0xFFFFFFFF);
            if (word == 4) {
                ck_assert_int_eq(heard.last_finding, FINDING_CFG_STATE_RESET); /* clears what it wrote */
                continue;
            }
            if (word < words)
                ck_assert_uint_eq(state->cfg[0][word], mask);
            if (mask != 0xFFFFFFFF)
                ck_assert_uint_ge(heard.findings, 1);
        }
    }
}
END_TEST

START_TEST(not_instantiated__is_held_with_a_finding_and_zero_under_the_variant)
{
    enum { CONCAT_MASK = 32 };
    stores_cfg(tile, 0, 0, CONCAT_MASK, 0xBEEF);
    ck_assert_uint_eq(state->cfg[0][CONCAT_MASK], 0xBEEF);
    ck_assert_int_eq(heard.last_finding, FINDING_CFG_WORD_NOT_INSTANTIATED);

    struct variant_set variants = {{0}};
    ck_assert_int_eq(variant_parse(&variants, "cfg_not_instantiated=zero"), 0);
    tile_set_variants(tile, &variants);
    stores_cfg(tile, 0, 0, CONCAT_MASK, 0xBEEF);
    ck_assert_uint_eq(state->cfg[0][CONCAT_MASK], 0);
}
END_TEST

START_TEST(state_reset__clears_one_copy_below_the_global_words)
{
    state->cfg[0][69] = state->cfg[1][69] = state->cfg[0][209] = state->cfg[1][209] = 7;
    stores_cfg(tile, 0, 0, 4, 1);
    ck_assert_uint_eq(state->cfg[0][69], 0);
    ck_assert_uint_eq(state->cfg[1][69], 7);
    ck_assert_uint_eq(state->cfg[0][209], 7);
}
END_TEST

START_TEST(state_reset__is_not_set_off_by_rmwcib)
{
    state->cfg[0][69] = 7;
    run_word(tile, WORD(TT_BLACKHOLE, "RMWCIB0", {"cfg_reg_addr", 4}, {"data", 1}, {"mask", 1}));
    ck_assert_uint_eq(state->cfg[0][69], 7);
    ck_assert_uint_eq(state->cfg[0][4], 1);
}
END_TEST

START_TEST(unpacker_context__is_reset_and_stepped_by_its_thread_word)
{
    enum { MISC = 41, RESET_0 = 1 << 4, STEP_0 = 1 << 5, RESET_1 = 1 << 12, STEP_1 = 1 << 13 };
    state->cfg[0][72] = 1u << 6; /* THCON_SEC0_REG2_Context_count: two contexts */
    state->small.unp_context[1][0] = 5;
    run_word(tile, WORD(TT_BLACKHOLE, "SETC16", {"setc16_reg", MISC}, {"setc16_value", STEP_0}));
    ck_assert_uint_eq(state->small.unp_context[0][0], 1);
    ck_assert_uint_eq(state->small.unp_context[1][0], 5);
    run_word(tile, WORD(TT_BLACKHOLE, "SETC16", {"setc16_reg", MISC}, {"setc16_value", STEP_0 | RESET_1}));
    ck_assert_uint_eq(state->small.unp_context[0][0], 0); /* wrapped */
    ck_assert_uint_eq(state->small.unp_context[1][0], 0);
    run_word(tile, WORD(TT_BLACKHOLE, "SETC16", {"setc16_reg", MISC}, {"setc16_value", RESET_1 | STEP_1}));
    ck_assert_uint_eq(heard.findings, 0); /* one context: 0 whatever they do */
    state->small.unp_context[0][0] = 1;
    run_word(tile, WORD(TT_BLACKHOLE, "SETC16", {"setc16_reg", MISC}, {"setc16_value", RESET_0 | STEP_0 | STEP_1}));
    ck_assert_uint_eq(state->small.unp_context[0][0], 0);
    ck_assert_int_eq(heard.last_finding, FINDING_CFG_CONTEXT_RESET_AND_STEP); /* F31x */
}
END_TEST

START_TEST(wrcfg__wide_takes_four_aligned)
{
    for (unsigned i = 0; i < 4; i++)
        state->gpr[0][8 + i] = 0x11111111 * (i + 1);
    run_word(tile, WORD(TT_BLACKHOLE, "WRCFG", {"cfg_reg", 15}, {"wr128b", 1}, {"gpr_address", 11}));
    for (unsigned i = 0; i < 4; i++)
        ck_assert_uint_eq(state->cfg[0][12 + i], 0x11111111 * (i + 1));
}
END_TEST

START_TEST(rdcfg__of_a_missing_word_reads_zero)
{
    state->gpr[0][3] = 9;
    run_word(tile, WORD(TT_BLACKHOLE, "RDCFG", {"cfg_reg", 2000}, {"gpr_address", 3}));
    ck_assert_uint_eq(state->gpr[0][3], 0);
    ck_assert_int_eq(heard.last_finding, FINDING_CFG_WORD_DOES_NOT_EXIST);
}
END_TEST

static void add_writes(TCase *tests)
{
    tcase_add_test(tests, setc16__keeps_bits_outside_the_mask);
    tcase_add_test(tests, state_id__chooses_the_copy);
    tcase_add_test(tests, global_word__stands_in_both_halves);
    tcase_add_test(tests, words__store_only_bits_that_exist);
    tcase_add_test(tests, not_instantiated__is_held_with_a_finding_and_zero_under_the_variant);
    tcase_add_test(tests, wrcfg__wide_takes_four_aligned);
    tcase_add_test(tests, rdcfg__of_a_missing_word_reads_zero);
}

Suite *suite(void)
{
    Suite *all = suite_create("config");
    TCase *tests = tcase_create("config");
    tcase_set_timeout(tests, 30);
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, cfgshiftmask__every_operation_rotation_and_width);
    tcase_add_test(tests, cfgshiftmask__selector_3_is_the_threads_own);
    add_writes(tests);
    tcase_add_test(tests, state_reset__clears_one_copy_below_the_global_words);
    tcase_add_test(tests, state_reset__is_not_set_off_by_rmwcib);
    tcase_add_test(tests, unpacker_context__is_reset_and_stepped_by_its_thread_word);
    suite_add_tcase(all, tests);
    return all;
}
