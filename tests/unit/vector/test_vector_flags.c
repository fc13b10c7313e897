/* SPDX-License-Identifier: Apache-2.0 */
/* Lane enables, flags and their stack, with the forms that no recording shows. V3 to V5, section 6 */
#include "unit/suite.h"
#include "unit/vector/vector_tile.h"

#include "vector_findings.h"

static struct tile *tile;
static struct listener heard;

static void setup(void)
{
    tile = vector_tile_new(TT_BLACKHOLE);
    listener_attach(&heard, tile);
}

static void teardown(void)
{
    tile_free(tile);
}

static struct small_state *small(void)
{
    return &tile_state(tile)->small;
}

static void set_cc(uint32_t enabled, uint32_t flags)
{
    small()->cc.enabled = enabled;
    small()->cc.flags = flags;
}

/* ---- who is enabled ---- */

START_TEST(a_disabled_lane_keeps_its_register)
{
    number_lregs(tile);
    set_cc(1, 0x0000FF01);
    VRUN(tile, "SFPMOV", {"lreg_dest", 1}, {"lreg_c", 2});
    for (unsigned lane = 0; lane < LANES; lane++)
        ck_assert_uint_eq(lreg(tile, 1)[lane], (0x0000FF01 >> lane & 1 ? 0x300 : 0x200) + lane);
}
END_TEST

START_TEST(flags_count_only_when_they_are_on)
{
    number_lregs(tile);
    set_cc(0, 0);
    VRUN(tile, "SFPMOV", {"lreg_dest", 1}, {"lreg_c", 2});
    ck_assert_uint_eq(lreg(tile, 1)[31], 0x300 + 31);
}
END_TEST

START_TEST(row_masks_disable_whole_rows)
{
    set_lane_config(tile, 0x5000); /* rows 0 and 2 */
    number_lregs(tile);
    VRUN(tile, "SFPMOV", {"lreg_dest", 1}, {"lreg_c", 2});
    for (unsigned lane = 0; lane < LANES; lane++)
        ck_assert_uint_eq(lreg(tile, 1)[lane], (lane / 8 % 2 ? 0x300 : 0x200) + lane);
}
END_TEST

START_TEST(a_move_may_ignore_the_enables)
{
    number_lregs(tile);
    set_cc(1, 0);
    VRUN(tile, "SFPMOV", {"lreg_dest", 1}, {"lreg_c", 2}, {"instr_mod1", 2});
    ck_assert_uint_eq(lreg(tile, 1)[5], 0x305);
}
END_TEST

/* ---- flags ---- */

START_TEST(setcc_tests)
{
    static const struct {
        uint32_t mod, imm, flags;
        const char *why;
    } cases[] = {
        {0, 0, 0xC, "less than zero: lanes 2 and 3"},
        {2, 0, 0xE, "not zero: -0 is none"},
        {4, 0, 0x3, "not less than zero"},
        {6, 0, 0x1, "zero"},
        {1, 1, 0xF, "the constant"},
        {1, 0, 0x0, "the constant, 0"},
        {9, 1, 0x0, "bit 3 clears, whatever else"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const uint32_t values[4] = {0, 1, 0x80000000, 0xFFFFFFFF};
        memcpy(lreg(tile, 1), values, sizeof values);
        set_cc(1, 0xF);
        VRUN(tile, "SFPSETCC", {"lreg_c", 1}, {"instr_mod1", cases[i].mod}, {"imm12_math", cases[i].imm});
        ck_assert_msg(small()->cc.flags == cases[i].flags, "%s: %X", cases[i].why, (unsigned)small()->cc.flags);
    }
}
END_TEST

START_TEST(setcc_leaves_disabled_lanes)
{
    set_cc(1, 0xFFFFFFFE);
    VRUN(tile, "SFPSETCC", {"lreg_c", 9}, {"instr_mod1", 6});
    ck_assert_uint_eq(small()->cc.flags, 0xFFFFFFFE);
}
END_TEST

START_TEST(encc_sets_and_toggles)
{
    static const struct {
        uint32_t mod, imm, enabled, flags;
    } cases[] = {
        {0, 0, 1, UINT32_MAX}, {1, 0, 0, UINT32_MAX}, {2, 0, 0, UINT32_MAX},
        {2, 1, 1, UINT32_MAX}, {10, 1, 1, 0},         {10, 3, 1, UINT32_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_cc(1, 0x55);
        VRUN(tile, "SFPENCC", {"instr_mod1", cases[i].mod}, {"imm12_math", cases[i].imm});
        ck_assert_uint_eq(small()->cc.enabled, cases[i].enabled);
        ck_assert_uint_eq(small()->cc.flags, cases[i].flags);
    }
}
END_TEST

START_TEST(an_if_with_an_else)
{
    set_cc(1, UINT32_MAX);
    for (unsigned lane = 0; lane < LANES; lane++)
        lreg(tile, 1)[lane] = lane % 3 ? 0 : 0x80000000;
    VRUN(tile, "SFPPUSHC", {"instr_mod1", 0});
    VRUN(tile, "SFPSETCC", {"lreg_c", 1});
    const uint32_t then = small()->cc.flags;
    VRUN(tile, "SFPCOMPC", {"instr_mod1", 0});
    ck_assert_uint_eq(small()->cc.flags, ~then);
    VRUN(tile, "SFPPOPC", {"instr_mod1", 0});
    ck_assert_uint_eq(small()->cc.flags, UINT32_MAX);
    ck_assert_uint_eq(small()->cc.depth, 0);
}
END_TEST

START_TEST(compc_without_use_clears)
{
    set_cc(0, 0x0F);
    VRUN(tile, "SFPCOMPC", {"instr_mod1", 0});
    ck_assert_uint_eq(small()->cc.flags, 0);
}
END_TEST

/* ---- the stack ---- */

/* B(mod, A, B) of the page, for each pair of truth values. */
static bool combined(uint32_t mod, bool a, bool b)
{
    const bool results[13] = {false,   b,       !b,       a && b,   a || b, a && !b, a || !b,
                              !a && b, !a || b, !a && !b, !a || !b, a != b, a == b};
    return results[mod];
}

START_TEST(push_and_pop_combine)
{
    const uint32_t a = 0x33333333, b = 0x55555555;
    for (uint32_t mod = 1; mod <= 12; mod++) {
        small()->cc.depth = 1;
        small()->cc.stack[0] = (struct lane_flags){0, a};
        set_cc(1, b);
        VRUN(tile, "SFPPUSHC", {"instr_mod1", mod});
        ck_assert_uint_eq(small()->cc.depth, 1);
        ck_assert_uint_eq(small()->cc.stack[0].enabled, 1);
        for (unsigned lane = 0; lane < 4; lane++)
            ck_assert_uint_eq(small()->cc.stack[0].flags >> lane & 1, combined(mod, a >> lane & 1, b >> lane & 1));
        small()->cc.stack[0] = (struct lane_flags){1, b};
        set_cc(0, a);
        VRUN(tile, "SFPPOPC", {"instr_mod1", mod});
        ck_assert_uint_eq(small()->cc.depth, 1);
        ck_assert_uint_eq(small()->cc.enabled, 1);
        for (unsigned lane = 0; lane < 4; lane++)
            ck_assert_uint_eq(small()->cc.flags >> lane & 1, combined(mod, a >> lane & 1, b >> lane & 1));
    }
}
END_TEST

START_TEST(push_and_pop_of_constants)
{
    small()->cc.depth = 1;
    set_cc(1, 0xF0);
    VRUN(tile, "SFPPUSHC", {"instr_mod1", 13});
    ck_assert_uint_eq(small()->cc.flags, ~0xF0u);
    ck_assert_uint_eq(small()->cc.stack[0].flags, ~0xF0u);
    VRUN(tile, "SFPPUSHC", {"instr_mod1", 15});
    ck_assert_uint_eq(small()->cc.stack[0].flags, 0);
    VRUN(tile, "SFPPOPC", {"instr_mod1", 14});
    ck_assert_uint_eq(small()->cc.flags, UINT32_MAX);
    VRUN(tile, "SFPPOPC", {"instr_mod1", 15});
    ck_assert_uint_eq(small()->cc.flags, 0);
    ck_assert_uint_eq(small()->cc.enabled, 1);
}
END_TEST

START_TEST(a_full_and_an_empty_stack_are_findings)
{
    for (int i = 0; i < 8; i++)
        VRUN(tile, "SFPPUSHC", {"instr_mod1", 0});
    ck_assert_uint_eq(heard.findings, 0);
    VRUN(tile, "SFPPUSHC", {"instr_mod1", 0});
    ck_assert_uint_eq(heard.findings, 1);
    ck_assert_int_eq(heard.last_finding, FINDING_VECTOR_UNDEFINED);
    ck_assert_uint_eq(small()->cc.depth, 8);
    small()->cc.depth = 0;
    VRUN(tile, "SFPPOPC", {"instr_mod1", 0});
    ck_assert_uint_eq(heard.findings, 2);
    ck_assert_uint_eq(small()->cc.flags, 0);
}
END_TEST

START_TEST(wormhole_loses_the_bottom_of_a_full_stack)
{
    teardown();
    tile = vector_tile_new(TT_WORMHOLE_B0);
    small()->cc.depth = 8;
    small()->cc.stack[0].flags = 1;
    small()->cc.stack[7].flags = 7;
    VRUN(tile, "SFPPOPC", {"instr_mod1", 1});
    ck_assert_uint_eq(small()->cc.stack[0].flags, 7);
}
END_TEST

/* V40x: in lanes that are not enabled, too. */
START_TEST(a_comparison_may_write_the_entry_on_top)
{
    small()->cc.depth = 1;
    small()->cc.stack[0] = (struct lane_flags){1, 0xF00F};
    set_cc(1, 0xFF);
    for (unsigned lane = 0; lane < LANES; lane++)
        lreg(tile, 1)[lane] = lane % 2 ? 0xBF800000 : 0x3F800000; /* -1 in odd lanes; L2 is 0 */
    VRUN(tile, "SFPGT", {"lreg_dest", 1}, {"lreg_c", 2}, {"instr_mod1", 2});
    ck_assert_uint_eq(small()->cc.stack[0].flags, 0x5005);
    VRUN(tile, "SFPLE", {"lreg_dest", 1}, {"lreg_c", 2}, {"instr_mod1", 6});
    ck_assert_uint_eq(small()->cc.stack[0].flags, 0xAAAAFAAF);
    ck_assert_uint_eq(small()->cc.flags, 0xFF);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("vector flags");
    TCase *tc = tcase_create("flags");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_disabled_lane_keeps_its_register);
    tcase_add_test(tc, flags_count_only_when_they_are_on);
    tcase_add_test(tc, row_masks_disable_whole_rows);
    tcase_add_test(tc, a_move_may_ignore_the_enables);
    tcase_add_test(tc, setcc_tests);
    tcase_add_test(tc, setcc_leaves_disabled_lanes);
    tcase_add_test(tc, encc_sets_and_toggles);
    tcase_add_test(tc, an_if_with_an_else);
    tcase_add_test(tc, compc_without_use_clears);
    tcase_add_test(tc, push_and_pop_combine);
    tcase_add_test(tc, push_and_pop_of_constants);
    tcase_add_test(tc, a_full_and_an_empty_stack_are_findings);
    tcase_add_test(tc, wormhole_loses_the_bottom_of_a_full_stack);
    tcase_add_test(tc, a_comparison_may_write_the_entry_on_top);
    suite_add_tcase(s, tc);
    return s;
}
