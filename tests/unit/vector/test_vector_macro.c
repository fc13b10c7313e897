/* SPDX-License-Identifier: Apache-2.0 */
/* SFPLOADMACRO: what it puts off, how long, which registers it uses (V61, V63). What meets in a cycle:
 * test_vector_calendar.c. */
#include "unit/suite.h"
#include "unit/vector/vector_tile.h"

#include "unsupported_findings.h"
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

enum { SIMPLE = 0, MAD = 8, ROUND = 16, STORE = 24 }; /* where a sequence has the byte */
enum { TEMPLATE0 = 4, TEMPLATE1 = 5, PLAIN_STORE = 3, TO_L16 = 0x40, KEEPS_C = 0x80 };

static uint32_t byte(unsigned unit, uint32_t source, uint32_t delay)
{
    return (source | delay << 3) << unit;
}

static void set_sequence(uint32_t macro, uint32_t bits)
{
    fill_lreg(tile, 0, bits);
    VRUN(tile, "SFPCONFIG", {"config_dest", 4 + macro});
}

static void set_misc(uint32_t bits)
{
    fill_lreg(tile, 0, bits);
    VRUN(tile, "SFPCONFIG", {"config_dest", 8});
}

/* Through the backdoor: VD 12 + index. */
static void set_template(uint32_t word)
{
    run_word(tile, word);
}

static void fill_dst(uint16_t cell)
{
    for (unsigned row = 0; row < 8; row++)
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            tile_state(tile)->dst[row][column] = cell;
}

/* Loads raw 16 bits into L1 by macro 0. */
static void load_macro(void)
{
    VRUN(tile, "SFPLOADMACRO", {"instr_mod0", 6}, {"lreg_ind", 1});
}

static void nothing(void)
{
    run_word(tile, WORD(tile_chip(tile), "SFPNOP", {NULL, 0}));
}

START_TEST(a_load_alone)
{
    fill_dst(0x1234);
    load_macro();
    ck_assert_uint_eq(lreg(tile, 1)[31], 0x1234);
    VRUN(tile, "SFPLOADMACRO", {"instr_mod0", 6}, {"lreg_ind", 2}, {"dest_reg_addr", 1}); /* VD's upper bit */
    ck_assert_uint_eq(lreg(tile, 6)[31], 0x1234);
}
END_TEST

START_TEST(delay_0_runs_in_the_next_cycle)
{
    set_template(VWORD(tile, "SFPIADD", {"lreg_dest", 12}, {"imm12_math", 1}, {"instr_mod1", 5}));
    set_sequence(0, byte(SIMPLE, TEMPLATE0, 0));
    fill_dst(0x10);
    load_macro();
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x10);
    nothing();
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x11);
}
END_TEST

START_TEST(a_delay_counts_instructions)
{
    set_template(VWORD(tile, "SFPIADD", {"lreg_dest", 12}, {"imm12_math", 1}, {"instr_mod1", 5}));
    set_sequence(0, byte(SIMPLE, TEMPLATE0, 2));
    set_misc(0x100);
    fill_dst(0x10);
    load_macro();
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x10);
    nothing();
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x10);
    run_word(tile, 0x02000000); /* NOP: no instruction of this unit */
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x10);
    nothing();
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x10);
    nothing();
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x11);
}
END_TEST

START_TEST(a_delay_counts_cycles)
{
    set_template(VWORD(tile, "SFPIADD", {"lreg_dest", 12}, {"imm12_math", 1}, {"instr_mod1", 5}));
    set_sequence(0, byte(SIMPLE, TEMPLATE0, 1));
    fill_dst(0x10);
    load_macro();
    ck_assert_int_eq(heard.last_finding, FINDING_VECTOR_MACRO_COUNTS_CYCLES);
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x10);
    run_word(tile, 0x02000000);
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x10);
    run_word(tile, 0x02000000);
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x11);
}
END_TEST

/* V40x; a backdoor is open to nothing that was put off. */
START_TEST(a_comparison_put_off_writes_the_entry_on_top)
{
    struct small_state *small = &tile_state(tile)->small;
    small->cc.depth = 1;
    small->cc.stack[0] = (struct lane_flags){1, 0xF00F};
    set_template(VWORD(tile, "SFPGT", {"lreg_dest", 12}, {"lreg_c", 2}, {"instr_mod1", 2}));
    set_sequence(0, byte(SIMPLE, TEMPLATE0 | KEEPS_C, 0));
    fill_dst(0x10);
    load_macro(); /* 10h against L2, which is 0 */
    nothing();
    ck_assert_uint_eq(small->cc.stack[0].flags, 0xF00F);
    fill_lreg(tile, 2, 0x11);
    load_macro();
    nothing();
    ck_assert_uint_eq(small->cc.stack[0].flags, 0);
}
END_TEST

/* Load, 2 * x + 1 into the macro's own register, store of that where the load came from. */
START_TEST(a_chain_through_the_macro_register)
{
    fill_lreg(tile, 2, 0x40000000);
    set_template(VWORD(tile, "SFPMAD", {"lreg_dest", 12}, {"lreg_src_a", 2}, {"lreg_src_c", 10}));
    set_sequence(0, byte(MAD, TEMPLATE0 | TO_L16 | KEEPS_C, 0) | byte(STORE, PLAIN_STORE | TO_L16, 2));
    set_misc(0x10);   /* the store takes the load's format */
    fill_dst(0x0080); /* 2 in BF16, in Dst's order */
    VRUN(tile, "SFPLOADMACRO", {"instr_mod0", 2}, {"lreg_ind", 1}, {"dest_reg_addr", 4});
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x40000000);
    ck_assert_uint_eq(tile_state(tile)->dst[4][0], 0x0080);
    nothing();
    nothing();
    ck_assert_uint_eq(tile_state(tile)->dst[4][0], 0x0080);
    nothing();
    ck_assert_uint_eq(tile_state(tile)->dst[4][0], 0x2081); /* 5 */
    ck_assert_uint_eq(tile_state(tile)->dst[0][0], 0x0080);
    ck_assert(!tile_state(tile)->vector.macro.count);
}
END_TEST

START_TEST(a_later_macro_replaces_one_of_the_same_cycle)
{
    set_template(VWORD(tile, "SFPIADD", {"lreg_dest", 12}, {"imm12_math", 1}, {"instr_mod1", 5}));
    set_sequence(0, byte(SIMPLE, TEMPLATE0, 3));
    set_sequence(1, byte(SIMPLE, TEMPLATE0, 2));
    set_sequence(2, 0);
    set_misc(0x100);
    load_macro();
    ck_assert_uint_eq(tile_state(tile)->vector.macro.count, 1);
    VRUN(tile, "SFPLOADMACRO", {"instr_mod0", 6}, {"lreg_ind", 1 << 2 | 2}); /* due in the same cycle */
    ck_assert_uint_eq(tile_state(tile)->vector.macro.count, 1);
    ck_assert_uint_eq(tile_state(tile)->vector.macro.waiting[0].vd, 2);
    VRUN(tile, "SFPLOADMACRO", {"instr_mod0", 6}, {"lreg_ind", 2 << 2 | 3}); /* its empty bytes drop nothing */
    load_macro();
    ck_assert_uint_eq(tile_state(tile)->vector.macro.count, 2);
}
END_TEST

START_TEST(what_does_not_belong_becomes_nothing)
{
    number_lregs(tile);
    set_template(VWORD(tile, "SFPIADD", {"lreg_dest", 12}, {"imm12_math", 1}, {"instr_mod1", 5}));
    set_sequence(0, byte(MAD, TEMPLATE0, 0));
    fill_dst(0x10);
    load_macro();
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x10);
    set_sequence(0, byte(STORE, TEMPLATE0, 0));
    load_macro();
    ck_assert_int_eq(heard.last_finding, FINDING_VECTOR_UNDEFINED);
}
END_TEST

START_TEST(an_instruction_that_meets_another_is_discarded)
{
    set_template(VWORD(tile, "SFPIADD", {"lreg_dest", 12}, {"imm12_math", 1}, {"instr_mod1", 5}));
    set_sequence(0, byte(SIMPLE, TEMPLATE0, 0));
    load_macro();
    VRUN(tile, "SFPMOV", {"lreg_c", 10}, {"lreg_dest", 3});
    ck_assert_int_eq(heard.last_finding, FINDING_VECTOR_MACRO_DISCARDS);
    ck_assert_uint_eq(lreg(tile, 3)[0], 0);
    VRUN(tile, "SFPMOV", {"lreg_c", 10}, {"lreg_dest", 3});
    ck_assert_uint_eq(lreg(tile, 3)[0], 0x3F800000);
}
END_TEST

START_TEST(lanes_with_macros_of_their_own_are_refused)
{
    lreg(tile, 0)[3] = byte(SIMPLE, 2, 0);
    VRUN(tile, "SFPCONFIG", {"config_dest", 4});
    ck_assert_int_eq(tile_exec(tile, 0, VWORD(tile, "SFPLOADMACRO", {"lreg_ind", 1}), 0), TILE_UNSUPPORTED);
    ck_assert_int_eq(heard.last_finding, FINDING_UNSUPPORTED_FORM);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("vector macro");
    TCase *tc = tcase_create("macro");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, a_load_alone);
    tcase_add_test(tc, delay_0_runs_in_the_next_cycle);
    tcase_add_test(tc, a_delay_counts_instructions);
    tcase_add_test(tc, a_delay_counts_cycles);
    tcase_add_test(tc, a_comparison_put_off_writes_the_entry_on_top);
    tcase_add_test(tc, a_chain_through_the_macro_register);
    tcase_add_test(tc, a_later_macro_replaces_one_of_the_same_cycle);
    tcase_add_test(tc, what_does_not_belong_becomes_nothing);
    tcase_add_test(tc, an_instruction_that_meets_another_is_discarded);
    tcase_add_test(tc, lanes_with_macros_of_their_own_are_refused);
    suite_add_tcase(s, tc);
    return s;
}
