/* SPDX-License-Identifier: Apache-2.0 */
/* Spaces of a tile, the paths of the small state, and the chips. */
#include "isa/spaces.h"
#include "unit/suite.h"

#include <string.h>

START_TEST(spaces__names_are_found_again)
{
    for (enum tt_space space = 0; space < TT_SPACE_COUNT; space++)
        ck_assert(space_find(space_name(space)) == space);
    ck_assert(space_find("l2") == TT_SPACE_COUNT);
}
END_TEST

START_TEST(spaces__sizes_by_chip)
{
    static const struct {
        enum tt_space space;
        uint32_t element, bytes[TT_CHIP_COUNT];
    } cases[] = {
        {TT_SPACE_L1, 1, {1536 * 1024, 1464 * 1024}},           {TT_SPACE_CFG, 4, {2 * 224 * 4, 2 * 188 * 4}},
        {TT_SPACE_THREAD_CFG, 2, {3 * 68 * 2, 3 * 57 * 2}},     {TT_SPACE_GPR, 4, {3 * 64 * 4, 3 * 64 * 4}},
        {TT_SPACE_DST, 2, {1024 * 16 * 2, 1024 * 16 * 2}},      {TT_SPACE_DST_VALID, 1, {1024, 1024}},
        {TT_SPACE_SRCA, 4, {2 * 64 * 16 * 4, 2 * 64 * 16 * 4}}, {TT_SPACE_SRCB, 4, {2 * 64 * 16 * 4, 2 * 64 * 16 * 4}},
        {TT_SPACE_LREG, 4, {16 * 32 * 4, 16 * 32 * 4}},         {TT_SPACE_STATE, 4, {STATE_WORDS * 4, STATE_WORDS * 4}},
    };
    ck_assert_uint_eq(sizeof cases / sizeof *cases, TT_SPACE_COUNT);
    for (unsigned i = 0; i < TT_SPACE_COUNT; i++) {
        ck_assert_uint_eq(space_element_bytes(cases[i].space), cases[i].element);
        for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++)
            ck_assert_uint_eq(space_bytes(chip, cases[i].space), cases[i].bytes[chip]);
    }
}
END_TEST

START_TEST(state__every_path_is_found_again)
{
    ck_assert_uint_eq(STATE_WORDS, 430);
    for (int32_t word = 0; word < STATE_WORDS; word++) {
        char path[STATE_PATH_MAX];
        size_t n = state_path((uint32_t)word, path);
        ck_assert_uint_eq(n, strlen(path));
        ck_assert_msg(state_find(path) == word, "%s", path);
    }
}
END_TEST

START_TEST(state__paths_stand_in_the_order_of_the_bundle)
{
    static const struct {
        const char *path;
        int32_t word;
    } cases[] = {
        {"adc.0.unp0.ch0.x", STATE_ADC},
        {"adc.0.pack.ch1.x_cr", STATE_ADC + 44},
        {"adc.2.pack.ch1.w_cr", STATE_ADC + STATE_ADC_WORDS - 1},
        {"rwc.1.bias", STATE_RWC + 15},
        {"src_bank.unp_a", STATE_SRC_BANK},
        {"src_valid.a.0", STATE_SRC_VALID},
        {"src_valid.b.1", STATE_SRC_VALID + 3},
        {"src_format.b.0", STATE_SRC_FORMAT + 2},
        {"sem.3.value", STATE_SEM + 6},
        {"mutex.0", STATE_MUTEX},
        {"mop_cfg.0.8", STATE_MOP_CFG + 8},
        {"mop_zmask_hi.2", STATE_MOP_ZMASK_HI + 2},
        {"replay.0.31", STATE_REPLAY + 31},
        {"cc.enabled", STATE_CC},
        {"cc.flags", STATE_CC + 1},
        {"cc.depth", STATE_CC + 2},
        {"cc.stack.0.enabled", STATE_CC + 3},
        {"lane_config", STATE_LANE_CONFIG},
        {"prng.31", STATE_PRNG + 31},
        {"packer.in_tile", STATE_PACKER},
        {"packer.tpg.0.1", STATE_PACKER + 2},
        {"packer.data_addr.0", STATE_PACKER + 13},
        {"packer.exp_addr.3", STATE_PACKER + 20},
        {"replay_load.0.at", STATE_REPLAY_LOAD},
        {"stall.0.block", STATE_STALL},
        {"unp_row.0.2", STATE_UNP_ROW + 2},
        {"unp_context.1.0", STATE_UNP_CONTEXT + 3},
        {"packer", -1},
        {"packer.tpg.0.3", -1},
        {"rwc.3.dst", -1},
        {"sem.03.value", -1},
        {"", -1},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(state_find(cases[i].path) == cases[i].word, "%s", cases[i].path);
    ck_assert_int_eq(STATE_UNP_CONTEXT + STATE_UNP_CONTEXT_WORDS, STATE_WORDS);
}
END_TEST

START_TEST(chips__differ_in_what_the_pages_say)
{
    const struct chip *b = chip_get(TT_BLACKHOLE), *w = chip_get(TT_WORMHOLE_B0);
    ck_assert(chip_find("blackhole") == TT_BLACKHOLE && chip_find("wormhole_b0") == TT_WORMHOLE_B0);
    ck_assert(chip_find("grayskull") == TT_CHIP_COUNT);
    ck_assert(b->id == TT_BLACKHOLE && w->id == TT_WORMHOLE_B0);
    ck_assert(b->cfg_global_base == 180 && w->cfg_global_base == 152);
    ck_assert(b->thcon_base == 64 && w->thcon_base == 52);
    ck_assert(b->packers == 1 && w->packers == 4);
    ck_assert(b->packer_has_read_interfaces && !w->packer_has_read_interfaces);
    ck_assert(b->dst_has_remap && !w->dst_has_remap);
    ck_assert(b->src_format_is_implied && !w->src_format_is_implied);
    ck_assert(b->has_fp8_e4m3 && !w->has_fp8_e4m3);
    ck_assert(b->pack_yzw_offset_is_bytes && !w->pack_yzw_offset_is_bytes);
    ck_assert(!b->pack_addresses_are_relative && w->pack_addresses_are_relative);
    ck_assert(b->cfg_words <= CFG_WORDS_MAX && b->thread_words <= THREAD_WORDS_MAX && b->l1_bytes <= L1_BYTES_MAX);
    ck_assert(w->cfg_words <= CFG_WORDS_MAX && w->thread_words <= THREAD_WORDS_MAX && w->l1_bytes <= L1_BYTES_MAX);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("spaces");
    TCase *tc = tcase_create("spaces");
    tcase_add_test(tc, spaces__names_are_found_again);
    tcase_add_test(tc, spaces__sizes_by_chip);
    tcase_add_test(tc, state__every_path_is_found_again);
    tcase_add_test(tc, state__paths_stand_in_the_order_of_the_bundle);
    tcase_add_test(tc, chips__differ_in_what_the_pages_say);
    suite_add_tcase(s, tc);
    return s;
}
