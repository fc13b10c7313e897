/* SPDX-License-Identifier: Apache-2.0 */
/* Forms that no recording shows: registers named by L7, the backdoor, configuration by columns, lanes that move,
 * modes of loads and stores. V12 to V60 */
#include "unit/suite.h"
#include "unit/vector/vector_tile.h"

#include "vector_findings.h"

static struct tile *tile;
static struct listener heard;

static void use_chip(enum tt_chip chip)
{
    tile_free(tile);
    tile = vector_tile_new(chip);
    listener_attach(&heard, tile);
}

static void setup(void)
{
    tile = NULL;
    use_chip(TT_BLACKHOLE);
}

static void teardown(void)
{
    tile_free(tile);
}

/* ---- registers ---- */

START_TEST(l7_names_factor_and_result)
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        lreg(tile, 1)[lane] = 0x3F800000; /* 1 */
        lreg(tile, 2)[lane] = 0x40000000; /* 2 */
        lreg(tile, 7)[lane] = lane % 2 ? 1 : 2;
    }
    VRUN(tile, "SFPMAD", {"lreg_src_a", 5}, {"lreg_src_b", 10}, {"lreg_src_c", 9}, {"lreg_dest", 6}, {"instr_mod1", 4});
    ck_assert_uint_eq(lreg(tile, 6)[0], 0x40000000);
    ck_assert_uint_eq(lreg(tile, 6)[1], 0x3F800000);
    VRUN(tile, "SFPMAD", {"lreg_src_a", 2}, {"lreg_src_b", 2}, {"lreg_src_c", 9}, {"lreg_dest", 6}, {"instr_mod1", 8});
    ck_assert_uint_eq(lreg(tile, 2)[0], 0x40800000);
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x3F800000);
    ck_assert_uint_eq(lreg(tile, 1)[1], 0x40800000);
    ck_assert_int_eq(heard.last_finding, FINDING_VECTOR_FORM_NOT_RECORDED);
}
END_TEST

START_TEST(constants_are_not_written)
{
    number_lregs(tile);
    VRUN(tile, "SFPMOV", {"lreg_c", 2}, {"lreg_dest", 10});
    ck_assert_uint_eq(lreg(tile, 10)[0], 0x3F800000);
}
END_TEST

START_TEST(signs_of_the_multiply_add)
{
    static const uint32_t results[4] = {0x40E00000, 0xC0A00000, 0x40A00000, 0xC0E00000}; /* ±(2*3) ± 1 */
    fill_lreg(tile, 1, 0x40000000);
    fill_lreg(tile, 2, 0x40400000);
    for (uint32_t mod = 0; mod < 4; mod++) {
        VRUN(tile, "SFPMAD", {"lreg_src_a", 1}, {"lreg_src_b", 2}, {"lreg_src_c", 10}, {"lreg_dest", 3},
             {"instr_mod1", mod});
        ck_assert_uint_eq(lreg(tile, 3)[7], results[mod]);
    }
    /* SFPMUL is SFPMAD: minus zero as addend keeps the sign of a zero product. */
    fill_lreg(tile, 4, 0x80000000);
    VRUN(tile, "SFPMUL", {"lreg_src_a", 4}, {"lreg_src_b", 10}, {"lreg_src_c", 9}, {"lreg_dest", 3}, {"instr_mod1", 2});
    ck_assert_uint_eq(lreg(tile, 3)[0], 0x80000000);
    VRUN(tile, "SFPMUL", {"lreg_src_a", 1}, {"lreg_src_b", 2}, {"lreg_src_c", 10}, {"lreg_dest", 3});
    ck_assert_uint_eq(lreg(tile, 3)[0], 0x40E00000);
    VRUN(tile, "SFPMULI", {"imm16_math", 0x4000}, {"lreg_dest", 2}, {"instr_mod1", 2});
    ck_assert_uint_eq(lreg(tile, 2)[0], 0xC0C00000);
    VRUN(tile, "SFPADDI", {"imm16_math", 0x4000}, {"lreg_dest", 2}, {"instr_mod1", 2});
    ck_assert_uint_eq(lreg(tile, 2)[0], 0x41000000);
}
END_TEST

START_TEST(the_backdoor_takes_the_word)
{
    number_lregs(tile);
    const uint32_t word = VWORD(tile, "SFPSETCC", {"lreg_dest", 13}, {"lreg_c", 2}, {"instr_mod1", 6});
    run_word(tile, word);
    ck_assert_uint_eq(tile_state(tile)->small.cc.flags, UINT32_MAX);
    VRUN(tile, "SFPMOV", {"lreg_c", 1}, {"instr_mod1", 8}, {"lreg_dest", 3});
    ck_assert_uint_eq(lreg(tile, 3)[17], word);
    set_lane_config(tile, 2); /* DISABLE_BACKDOOR_LOAD */
    run_word(tile, word);
    ck_assert_uint_eq(tile_state(tile)->small.cc.flags, 0);
}
END_TEST

/* ---- configuration ---- */

START_TEST(constants_by_columns)
{
    for (unsigned lane = 0; lane < LANES; lane++)
        lreg(tile, 0)[lane] = 100 + lane;
    tile_state(tile)->small.cc.flags = ~2u; /* column 1 is off */
    VRUN(tile, "SFPCONFIG", {"config_dest", 14}, {"instr_mod1", 8},
         {"imm16_math", 0x5555 & ~1u}); /* column 0 is masked */
    for (unsigned lane = 0; lane < LANES; lane++)
        ck_assert_uint_eq(lreg(tile, 14)[lane], lane % 8 < 2 ? 0xBEB08FF9 : 100 + lane % 8);
    VRUN(tile, "SFPCONFIG", {"config_dest", 14}, {"instr_mod1", 1});
    ck_assert_uint_eq(lreg(tile, 14)[3], 0xBEB08FF9);
    lreg(tile, 12)[3] = 7;
    VRUN(tile, "SFPCONFIG", {"config_dest", 12}, {"instr_mod1", 1}); /* C9 */
    ck_assert_uint_eq(lreg(tile, 12)[3], 0x3B000000);
}
END_TEST

START_TEST(lane_config_is_combined)
{
    set_lane_config(tile, 0x104);
    fill_lreg(tile, 0, 0x30008);
    VRUN(tile, "SFPCONFIG", {"config_dest", 15}, {"instr_mod1", 2}); /* or */
    ck_assert_uint_eq(tile_state(tile)->small.lane_config, 0x3010C);
    VRUN(tile, "SFPCONFIG", {"config_dest", 15}, {"instr_mod1", 5}, {"imm16_math", 0x100}); /* and; 17:16 stay */
    ck_assert_uint_eq(tile_state(tile)->small.lane_config, 0x30100);
    VRUN(tile, "SFPMOV", {"lreg_c", 15}, {"instr_mod1", 8}, {"lreg_dest", 3});
    ck_assert_uint_eq(lreg(tile, 3)[31], 0x30100);
}
END_TEST

/* V12y: the word right behind the change may not see it. */
START_TEST(a_backdoor_that_turns)
{
    for (unsigned i = 0; i < 3; i++) {
        fill_lreg(tile, 0, i == 2 ? 2 : 2 * !i); /* turned on, off, on */
        VRUN(tile, "SFPCONFIG", {"config_dest", 15});
        if (i == 1)
            VRUN(tile, "SFPNOP", {NULL, 0});
        heard.last_finding = 0;
        VRUN(tile, "SFPSWAP", {"lreg_src_c", 1}, {"lreg_dest", 13});
        ck_assert_int_eq(heard.last_finding == FINDING_VECTOR_BACKDOOR_MAY_TURN, i != 1);
    }
}
END_TEST

START_TEST(a_snapshot_makes_lane_configs_alike)
{
    tile_state(tile)->small.cc.flags = 1;
    fill_lreg(tile, 0, 0x100);
    VRUN(tile, "SFPCONFIG", {"config_dest", 15});
    ck_assert_int_eq(heard.last_finding, FINDING_VECTOR_LANES_DIFFER);
    tile_state(tile)->small.cc.flags = UINT32_MAX;
    uint8_t bytes[sizeof(struct small_state)];
    tile_load(tile, TT_SPACE_STATE, 0, sizeof bytes, bytes);
    tile_store(tile, TT_SPACE_STATE, 0, sizeof bytes, bytes, NULL);
    VRUN(tile, "SFPMOV", {"lreg_c", 15}, {"instr_mod1", 8}, {"lreg_dest", 3});
    ck_assert_uint_eq(lreg(tile, 3)[1], 0x100);
}
END_TEST

/* ---- lanes that move ---- */

START_TEST(shft2_moves_registers)
{
    number_lregs(tile);
    VRUN(tile, "SFPSHFT2", {"instr_mod1", 0});
    ck_assert_uint_eq(lreg(tile, 0)[4], 0x204);
    ck_assert_uint_eq(lreg(tile, 2)[4], 0x404);
    ck_assert_uint_eq(lreg(tile, 3)[4], 0);
    number_lregs(tile);
    VRUN(tile, "SFPSHFT2", {"instr_mod1", 1});
    ck_assert_uint_eq(lreg(tile, 3)[4], 0x100 + 12);
    ck_assert_uint_eq(lreg(tile, 3)[24], 0);
    number_lregs(tile);
    VRUN(tile, "SFPSHFT2", {"instr_mod1", 2}, {"lreg_src_c", 5});
    ck_assert_uint_eq(lreg(tile, 3)[8], 0x600 + 15);
    ck_assert_uint_eq(lreg(tile, 3)[9], 0x600 + 8);
    ck_assert_uint_eq(lreg(tile, 1)[9], 0x300 + 9);
}
END_TEST

START_TEST(shft2_shows_what_was_rotated_before)
{
    use_chip(TT_WORMHOLE_B0);
    number_lregs(tile);
    VRUN(tile, "SFPSHFT2", {"instr_mod1", 3}, {"lreg_src_c", 5}, {"lreg_dest", 6});
    VRUN(tile, "SFPSHFT2", {"instr_mod1", 4}, {"lreg_src_c", 1}, {"lreg_dest", 2});
    ck_assert_uint_eq(lreg(tile, 2)[8], 0x600 + 15);
    ck_assert_uint_eq(lreg(tile, 2)[9], 0x200 + 8);
}
END_TEST

START_TEST(shft2_by_a_constant)
{
    fill_lreg(tile, 5, 0xF0);
    VRUN(tile, "SFPSHFT2", {"instr_mod1", 6}, {"imm12_math", 5}, {"lreg_dest", 1}); /* L5 by 5 */
    ck_assert_uint_eq(lreg(tile, 1)[0], 0xF0 << 5);
    fill_lreg(tile, 13 & 7, 0xF0);
    VRUN(tile, "SFPSHFT2", {"instr_mod1", 7}, {"lreg_dest", 1});
    ck_assert_int_eq(heard.last_finding, FINDING_VECTOR_UNDEFINED);
}
END_TEST

START_TEST(swap_with_indices)
{
    set_lane_config(tile, 0x104); /* ENABLE_DEST_INDEX, EXCHANGE_SRCB_SRCC */
    number_lregs(tile);
    VRUN(tile, "SFPSWAP", {"lreg_src_c", 1}, {"lreg_dest", 2}, {"instr_mod1", 1});
    ck_assert_uint_eq(lreg(tile, 2)[0], 0x300); /* VC is smaller, and the exchange has VD take the larger */
    VRUN(tile, "SFPSWAP", {"lreg_src_c", 1}, {"lreg_dest", 2}, {"instr_mod1", 0});
    ck_assert_uint_eq(lreg(tile, 2)[0], 0x200);
    ck_assert_uint_eq(lreg(tile, 6)[0], 0x600); /* 4 + 2 took 4 + 1 */
    ck_assert_uint_eq(lreg(tile, 5)[0], 0x700);
}
END_TEST

/* ---- loads and stores ---- */

START_TEST(modes_that_no_recording_shows)
{
    static const struct {
        enum tt_chip chip;
        uint32_t load, cell, value;
    } cases[] = {
        {TT_WORMHOLE_B0, 5, 0x9FF0, 0x8000007F}, {TT_BLACKHOLE, 5, 0x9FF0, 0x800000FF},
        {TT_BLACKHOLE, 7, 0x1234, 0x12340000},   {TT_BLACKHOLE, 8, 0x8001, 0x80000001},
        {TT_BLACKHOLE, 9, 0x8001, 0x00008001},   {TT_BLACKHOLE, 11, 0x8001, 0},
        {TT_BLACKHOLE, 13, 0x8030, 0x80000001},  {TT_WORMHOLE_B0, 13, 0x8030, 0xFFFFFFFF},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        use_chip(cases[i].chip);
        tile_state(tile)->dst[1][6] = (uint16_t)cases[i].cell;
        VRUN(tile, "SFPLOAD", {"instr_mod0", cases[i].load}, {"lreg_ind", 1});
        ck_assert_uint_eq(lreg(tile, 1)[8 + 3], cases[i].value);
        ck_assert_int_eq(heard.last_finding, FINDING_VECTOR_FORM_NOT_RECORDED);
    }
}
END_TEST

START_TEST(stores_that_no_recording_shows)
{
    static const struct {
        enum tt_chip chip;
        uint32_t mode, value, cell;
    } cases[] = {
        {TT_BLACKHOLE, 5, 0x80000003, 0x8070},
        {TT_BLACKHOLE, 8, 0x80008003, 0x8003},
        {TT_WORMHOLE_B0, 13, 0xFFFFFFFD, 0x8070},
        {TT_BLACKHOLE, 11, 0x12345678, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        use_chip(cases[i].chip);
        fill_lreg(tile, 1, cases[i].value);
        VRUN(tile, "SFPSTORE", {"instr_mod0", cases[i].mode}, {"lreg_ind", 1}, {"dest_reg_addr", 2});
        ck_assert_uint_eq(tile_state(tile)->dst[1][7], cases[i].cell);
    }
}
END_TEST

/* V12x */
START_TEST(a_store_takes_nothing_from_the_programs_constants)
{
    static const enum tt_chip chips[] = {TT_BLACKHOLE, TT_WORMHOLE_B0};
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++) {
        use_chip(chips[i]);
        fill_lreg(tile, 12, 7);
        VRUN(tile, "SFPSTORE", {"instr_mod0", 6}, {"lreg_ind", 12});
        ck_assert_uint_eq(tile_state(tile)->dst[0][0], 0);
        ck_assert_int_eq(heard.last_finding, FINDING_VECTOR_STORES_NOTHING);
        VRUN(tile, "SFPSTORE", {"instr_mod0", 10}, {"lreg_ind", 12}); /* which asks for no flag */
        ck_assert_uint_eq(tile_state(tile)->dst[0][0], 0);
        set_lane_config(tile, 2); /* DISABLE_BACKDOOR_LOAD */
        VRUN(tile, "SFPSTORE", {"instr_mod0", 6}, {"lreg_ind", 12});
        ck_assert_uint_eq(tile_state(tile)->dst[0][0], 7);
    }
}
END_TEST

START_TEST(lane_config_blocks_and_exchanges)
{
    tile_state(tile)->dst[0][0] = 0x1111;
    tile_state(tile)->dst[0][1] = 0x2222;
    set_lane_config(tile, 0x40); /* DEST_RD_COL_EXCHANGE */
    VRUN(tile, "SFPLOAD", {"instr_mod0", 6}, {"lreg_ind", 1});
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x2222);
    set_lane_config(tile, 0x20 | 0x10); /* BLOCK_SFPU_RD, BLOCK_DEST_WR */
    VRUN(tile, "SFPLOAD", {"instr_mod0", 6}, {"lreg_ind", 2});
    ck_assert_uint_eq(lreg(tile, 2)[0], 0);
    VRUN(tile, "SFPSTORE", {"instr_mod0", 6}, {"lreg_ind", 9});
    ck_assert_uint_eq(tile_state(tile)->dst[0][0], 0x1111);
    set_lane_config(tile, 0x0C); /* indices are captured */
    VRUN(tile, "SFPLOAD", {"instr_mod0", 6}, {"lreg_ind", 2}, {"dest_reg_addr", 6});
    ck_assert_uint_eq(lreg(tile, 6)[9], 5u << 4 | 3);
}
END_TEST

START_TEST(the_stack_pointer)
{
    const struct reg_field *field = reg_field_get(TT_BLACKHOLE, REG_SFPU_STACK_Incr);
    tile_state(tile)->thread_cfg[0][field->word] = 4;
    tile_state_changed(tile);
    fill_lreg(tile, 1, 0x3F800000);
    fill_lreg(tile, 2, 0x40000000);
    VRUN(tile, "SFPSTORE", {"instr_mod0", 10}, {"lreg_ind", 1});
    VRUN(tile, "SFPSTORE", {"instr_mod0", 10}, {"lreg_ind", 2});
    VRUN(tile, "SFPLOAD", {"instr_mod0", 10}, {"lreg_ind", 3});
    VRUN(tile, "SFPLOAD", {"instr_mod0", 10}, {"lreg_ind", 4});
    ck_assert_uint_eq(lreg(tile, 3)[31], 0x40000000);
    ck_assert_uint_eq(lreg(tile, 4)[31], 0x3F800000);
}
END_TEST

/* ---- rounding ---- */

START_TEST(stochastic_rounding_follows_the_random_numbers)
{
    fill_lreg(tile, 1, 0x3F801000); /* half a unit of ten bits of mantissa */
    for (unsigned lane = 0; lane < LANES; lane++)
        tile_state(tile)->small.prng[lane] = lane % 2 ? 0x3FFFFF : 0x400000;
    VRUN(tile, "SFP_STOCH_RND", {"lreg_src_c", 1}, {"lreg_dest", 2}, {"rnd_mode", 1});
    ck_assert_uint_eq(lreg(tile, 2)[1], 0x3F802000);
    ck_assert_uint_eq(lreg(tile, 2)[0], 0x3F802000);
    tile_state(tile)->small.prng[0] = 0x400400;
    VRUN(tile, "SFP_STOCH_RND", {"lreg_src_c", 1}, {"lreg_dest", 2}, {"rnd_mode", 1});
    ck_assert_uint_eq(lreg(tile, 2)[0], 0x3F800000);
    VRUN(tile, "SFP_STOCH_RND", {"lreg_src_c", 1}, {"lreg_dest", 2}, {"rnd_mode", 2});
    ck_assert_uint_eq(lreg(tile, 2)[0], 0x3F800000);
}
END_TEST

START_TEST(integers_to_eight_bits)
{
    fill_lreg(tile, 1, 0x80000018); /* -24 */
    VRUN(tile, "SFP_STOCH_RND", {"lreg_src_c", 1}, {"lreg_dest", 2}, {"instr_mod1", 8 | 5}, {"imm8_math", 4});
    ck_assert_uint_eq(lreg(tile, 2)[0], 0x80000002); /* 1.5 rounds away */
    fill_lreg(tile, 3, 2);
    VRUN(tile, "SFP_STOCH_RND", {"lreg_src_c", 1}, {"lreg_src_b", 3}, {"lreg_dest", 2}, {"instr_mod1", 4});
    ck_assert_uint_eq(lreg(tile, 2)[0], 6);
}
END_TEST

START_TEST(casts_of_either_kind_of_integer)
{
    fill_lreg(tile, 1, 0x80000005);
    VRUN(tile, "SFPCAST", {"lreg_src_c", 1}, {"lreg_dest", 2}, {"instr_mod1", 3});
    ck_assert_uint_eq(lreg(tile, 2)[0], 0xFFFFFFFB);
    VRUN(tile, "SFPCAST", {"lreg_src_c", 2}, {"lreg_dest", 2}, {"instr_mod1", 2});
    ck_assert_uint_eq(lreg(tile, 2)[0], 5);
    use_chip(TT_WORMHOLE_B0); /* bit 0 alone: to float */
    fill_lreg(tile, 1, 0x80000005);
    VRUN(tile, "SFPCAST", {"lreg_src_c", 1}, {"lreg_dest", 2}, {"instr_mod1", 2});
    ck_assert_uint_eq(lreg(tile, 2)[0], 0xC0A00000);
}
END_TEST

START_TEST(a_product_of_24_bits_with_an_addend)
{
    fill_lreg(tile, 1, 3);
    fill_lreg(tile, 2, 5);
    fill_lreg(tile, 3, 129u << 23); /* (2^23) * 8, which leaves no bit of 23 */
    VRUN(tile, "SFPMUL24", {"lreg_src_a", 1}, {"lreg_src_b", 2}, {"lreg_src_c", 3}, {"lreg_dest", 4});
    ck_assert_uint_eq(lreg(tile, 4)[0], 15);
    fill_lreg(tile, 3, 119u << 23); /* 2^26 >> 10 */
    VRUN(tile, "SFPMUL24", {"lreg_src_a", 1}, {"lreg_src_b", 2}, {"lreg_src_c", 3}, {"lreg_dest", 4});
    ck_assert_uint_eq(lreg(tile, 4)[0], 15 + 0x10000);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("vector forms");
    TCase *tc = tcase_create("forms");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, l7_names_factor_and_result);
    tcase_add_test(tc, constants_are_not_written);
    tcase_add_test(tc, signs_of_the_multiply_add);
    tcase_add_test(tc, the_backdoor_takes_the_word);
    tcase_add_test(tc, a_store_takes_nothing_from_the_programs_constants);
    tcase_add_test(tc, constants_by_columns);
    tcase_add_test(tc, lane_config_is_combined);
    tcase_add_test(tc, a_backdoor_that_turns);
    tcase_add_test(tc, a_snapshot_makes_lane_configs_alike);
    tcase_add_test(tc, shft2_moves_registers);
    tcase_add_test(tc, shft2_shows_what_was_rotated_before);
    tcase_add_test(tc, shft2_by_a_constant);
    tcase_add_test(tc, swap_with_indices);
    tcase_add_test(tc, modes_that_no_recording_shows);
    tcase_add_test(tc, stores_that_no_recording_shows);
    tcase_add_test(tc, lane_config_blocks_and_exchanges);
    tcase_add_test(tc, the_stack_pointer);
    tcase_add_test(tc, stochastic_rounding_follows_the_random_numbers);
    tcase_add_test(tc, integers_to_eight_bits);
    tcase_add_test(tc, casts_of_either_kind_of_integer);
    tcase_add_test(tc, a_product_of_24_bits_with_an_addend);
    suite_add_tcase(s, tc);
    return s;
}
