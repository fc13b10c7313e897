/* SPDX-License-Identifier: Apache-2.0 */
/* What meets in one cycle of the vector unit: macros, words from outside, results on their way (V62 to V66). */
#include "unit/suite.h"
#include "unit/vector/vector_tile.h"

#include "vector_findings.h"

static struct tile *tile;
static struct listener heard;
static unsigned said[FINDINGS_MAX]; /* how often */
static uint32_t registers_read;     /* bit a register */
static uint32_t scheduled[4];       /* the last stage of what a macro scheduled */

enum { SIMPLE = 0, MAD = 8, ROUND = 16, STORE = 24 }; /* where a sequence has the byte */
enum { NOP_SOURCE = 2, PLAIN_STORE = 3, T0 = 4, T1 = 5, TO_L16 = 0x40, AS_B = 0x80 };
enum { ONE = 0x3F800000, TWO = 0x40000000, COUNTS_WORDS = 0xF00, AS_LOAD = 0xF0 };

static uint32_t byte(unsigned unit, uint32_t source, uint32_t delay)
{
    return (source | delay << 3) << unit;
}

static void config(unsigned what, uint32_t bits)
{
    fill_lreg(tile, 0, bits);
    VRUN(tile, "SFPCONFIG", {"config_dest", what});
}

static void on_finding(void *user, const struct probe_finding *finding)
{
    (void)user;
    said[finding->id]++;
}

static void on_access(void *user, const struct probe_access *access)
{
    if (access->space == TT_SPACE_LREG && !access->is_write)
        registers_read |= 1u << access->lo / sizeof tile_state(tile)->lreg[0];
    listener_access(user, access);
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    enum { SCHEDULED = 7 };
    (void)user;
    if (stage->stage == SCHEDULED)
        memcpy(scheduled, stage->values, sizeof scheduled);
}

static void setup(void)
{
    tile = vector_tile_new(TT_BLACKHOLE);
    config(8, COUNTS_WORDS | AS_LOAD);
    listener_attach(&heard, tile);
    heard.probe.finding = on_finding;
    memset(said, 0, sizeof said);
}

static void teardown(void)
{
    tile_free(tile);
}

static void sequence(uint32_t macro, uint32_t bits)
{
    config(4 + macro, bits);
}

static void fill_dst(unsigned row, uint16_t cell)
{
    for (unsigned i = 0; i < 4; i++)
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            tile_state(tile)->dst[row + i][column] = cell;
}

/* Macro `index` loads 16 bits of row `row` into `reg`. */
static void macro(unsigned index, unsigned reg, unsigned row)
{
    VRUN(tile, "SFPLOADMACRO", {"instr_mod0", 6}, {"lreg_ind", index << 2 | reg}, {"dest_reg_addr", row});
}

static void nothing(void)
{
    VRUN(tile, "SFPNOP", {NULL, 0});
}

static void add_template(unsigned index, unsigned addend)
{
    VRUN(tile, "SFPIADD", {"lreg_dest", 12 + index}, {"imm12_math", addend}, {"instr_mod1", 5});
}

/* x + 1, of whatever the macro loaded. */
static void float_template(unsigned index)
{
    VRUN(tile, "SFPADD", {"lreg_dest", 12 + index}, {"lreg_src_a", 10}, {"lreg_src_b", 10});
}

START_TEST(what_acts_in_a_cycle_reads_what_was_there_before)
{
    add_template(0, 1);
    sequence(0, byte(SIMPLE, T0, 0) | byte(STORE, PLAIN_STORE, 0));
    fill_dst(0, 0x10);
    macro(0, 1, 0);
    VRUN(tile, "SFPIADD", {"lreg_dest", 2}, {"lreg_c", 1}, {"instr_mod1", 4}); /* simple is taken */
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_DISCARDS], 1);
    ck_assert_uint_eq(lreg(tile, 2)[0], 0);
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x11);
    ck_assert_uint_eq(tile_state(tile)->dst[0][0], 0x10); /* not yet what simple made of it */
}
END_TEST

START_TEST(a_load_beside_it_does_not_change_its_operand)
{
    add_template(0, 1);
    sequence(0, byte(SIMPLE, T0 | TO_L16, 0));
    sequence(1, byte(STORE, PLAIN_STORE | TO_L16, 0));
    fill_dst(0, 0x10);
    fill_dst(4, 0x20);
    macro(0, 1, 0);
    VRUN(tile, "SFPLOAD", {"instr_mod0", 6}, {"lreg_ind", 1}, {"dest_reg_addr", 4});
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x20);
    ck_assert_uint_eq(tile_state(tile)->vector.lreg16[0], 0x11);
}
END_TEST

START_TEST(a_flag_masks_from_the_next_cycle_on)
{
    VRUN(tile, "SFPENCC", {"imm12_math", 3}, {"instr_mod1", 10});
    VRUN(tile, "SFPSETCC", {"lreg_dest", 12}, {"instr_mod1", 6}); /* is zero */
    sequence(0, byte(SIMPLE, T0, 0) | byte(STORE, PLAIN_STORE, 1));
    fill_dst(0, 0x10);
    macro(0, 1, 0);
    VRUN(tile, "SFPLOADI", {"lreg_ind", 1}, {"instr_mod0", 2}, {"imm16", 7}); /* not masked yet */
    ck_assert_uint_eq(tile_state(tile)->small.cc.flags, 0);
    ck_assert_uint_eq(lreg(tile, 1)[0], 7);
    VRUN(tile, "SFPLOADI", {"lreg_ind", 1}, {"instr_mod0", 2}, {"imm16", 9}); /* masked, as is the store */
    ck_assert_uint_eq(lreg(tile, 1)[0], 7);
    ck_assert_uint_eq(tile_state(tile)->dst[0][0], 0x10);
}
END_TEST

START_TEST(a_sum_is_there_two_cycles_later)
{
    float_template(0);
    sequence(0, byte(MAD, T0, 0));
    fill_dst(0, 0);
    macro(0, 1, 0);
    nothing();
    ck_assert_uint_eq(lreg(tile, 1)[0], 0);
    VRUN(tile, "SFPMOV", {"lreg_c", 1}, {"lreg_dest", 2}); /* one too early */
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_READS_EARLY], 1);
    ck_assert_uint_eq(lreg(tile, 2)[0], 0);
    ck_assert_uint_eq(lreg(tile, 1)[0], ONE);
    VRUN(tile, "SFPMOV", {"lreg_c", 1}, {"lreg_dest", 2});
    ck_assert_uint_eq(lreg(tile, 2)[0], ONE);
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_READS_EARLY], 1);
}
END_TEST

START_TEST(a_swap_is_there_two_cycles_later_and_keeps_its_second)
{
    VRUN(tile, "SFPSWAP", {"lreg_dest", 12}, {"lreg_src_c", 2}, {"instr_mod1", 1});
    sequence(0, byte(SIMPLE, T0 | AS_B, 0) | byte(MAD, NOP_SOURCE, 0));
    fill_lreg(tile, 2, 3);
    fill_dst(0, 5);
    macro(0, 1, 0);
    nothing();
    ck_assert_uint_eq(lreg(tile, 1)[0], 5);
    nothing();
    ck_assert_uint_eq(lreg(tile, 1)[0], 3); /* the smaller one */
    ck_assert_uint_eq(lreg(tile, 2)[0], 5);
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_CONFLICT], 0);
    sequence(0, byte(SIMPLE, T0 | AS_B, 0));
    macro(0, 1, 0);
    nothing();
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_CONFLICT], 1); /* two results, MAD not reported */
    VRUN(tile, "SFPMOV", {"lreg_c", 10}, {"lreg_dest", 3});
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_CONFLICT], 2); /* work in its second cycle */
}
END_TEST

START_TEST(a_swap_with_itself_keeps_what_vc_gets)
{
    VRUN(tile, "SFPSWAP", {"lreg_dest", 14}, {"lreg_src_c", 0}, {"instr_mod1", 1}); /* VB will be L14 */
    sequence(0, byte(SIMPLE, 6, 0));
    fill_lreg(tile, 14, 0x30);
    fill_dst(0, 0x10);
    macro(0, 1, 0);
    nothing();
    nothing();
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x30); /* the larger one */
    fill_dst(0, 0x40);
    macro(0, 1, 0);
    nothing();
    nothing();
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x40);
}
END_TEST

START_TEST(two_results_for_one_register)
{
    float_template(0);
    sequence(0, byte(MAD, T0, 0));
    fill_dst(0, 0);
    macro(0, 1, 0);
    nothing();
    VRUN(tile, "SFPLOADI", {"lreg_ind", 1}, {"instr_mod0", 2}, {"imm16", 9}); /* lands with the sum */
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_CONFLICT], 1);
    ck_assert_uint_eq(lreg(tile, 1)[0], 9);
}
END_TEST

START_TEST(simple_and_round_want_halves_of_their_own)
{
    add_template(0, 1);
    VRUN(tile, "SFPSHFT2", {"lreg_dest", 13}, {"imm12_math", 0xFFC}, {"instr_mod1", 6});
    sequence(0, byte(SIMPLE, T0, 1) | byte(ROUND, T1 | AS_B, 1));
    macro(0, 1, 0);
    nothing();
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_CONFLICT], 0);
    nothing();
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_CONFLICT], 2);
    sequence(0, byte(SIMPLE, T0 | TO_L16, 1) | byte(ROUND, T1 | AS_B, 1));
    macro(0, 1, 0);
    nothing();
    nothing();
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_CONFLICT], 2);
}
END_TEST

/* Of which one comes from outside. */
START_TEST(simple_and_a_round_word_want_halves_of_their_own)
{
    add_template(0, 1);
    sequence(0, byte(SIMPLE, T0, 0));
    macro(0, 1, 0);
    VRUN(tile, "SFP_STOCH_RND", {"lreg_src_c", 3}, {"lreg_dest", 4}, {"instr_mod1", 1});
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_CONFLICT], 0);
    macro(0, 1, 0);
    VRUN(tile, "SFP_STOCH_RND", {"lreg_src_c", 3}, {"lreg_dest", 3}, {"instr_mod1", 1});
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_CONFLICT], 1);
}
END_TEST

/* V65 */
START_TEST(words_of_any_thread_count)
{
    add_template(0, 1);
    sequence(0, byte(SIMPLE, T0, 1));
    fill_dst(0, 0x10);
    macro(0, 1, 0);
    ck_assert_int_eq(tile_exec(tile, 2, VWORD(tile, "SFPNOP", {NULL, 0}), 0), TILE_DONE);
    ck_assert_int_eq(tile_exec(tile, 1, VWORD(tile, "SFPNOP", {NULL, 0}), 0), TILE_DONE);
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x11);
}
END_TEST

/* A result on its way lands all the same. */
START_TEST(a_word_of_another_unit_does_not_count)
{
    float_template(0);
    sequence(0, byte(MAD, T0, 0) | byte(STORE, PLAIN_STORE, 1));
    fill_dst(0, 0);
    macro(0, 1, 0);
    nothing();
    run_word(tile, 0x02000000); /* NOP */
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_STANDS_STILL], 1);
    ck_assert_uint_eq(lreg(tile, 1)[0], ONE);
    ck_assert_uint_eq(tile_state(tile)->vector.macro.count, 1);
    ck_assert_int_eq(tile_exec(tile, 2, 0x02000000, 0), TILE_DONE); /* another thread's time is not known */
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_STANDS_STILL], 1);
}
END_TEST

START_TEST(a_wait_for_the_unit_drains_cycles_alone)
{
    add_template(0, 1);
    config(8, AS_LOAD);
    sequence(0, byte(SIMPLE, T0, 5));
    fill_dst(0, 0x10);
    macro(0, 1, 0);
    VRUN(tile, "STALLWAIT", {"wait_res", 1 << 10}, {"stall_res", 1}); /* for another */
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x10);
    VRUN(tile, "STALLWAIT", {"wait_res", 1 << 11}, {"stall_res", 1});
    ck_assert_uint_eq(lreg(tile, 1)[0], 0x11);
    config(8, COUNTS_WORDS);
    macro(0, 1, 0);
    VRUN(tile, "STALLWAIT", {"wait_res", 1 << 11}, {"stall_res", 1});
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_NOT_DRAINED], 1);
    ck_assert_uint_eq(tile_state(tile)->vector.macro.count, 1);
}
END_TEST

START_TEST(the_end_leaves_nothing_unsaid)
{
    sequence(0, byte(STORE, PLAIN_STORE, 1));
    macro(0, 1, 0);
    tile_finish(tile);
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_NOT_DRAINED], 1);
    nothing();
    nothing();
    tile_finish(tile);
    ck_assert_uint_eq(said[FINDING_VECTOR_MACRO_NOT_DRAINED], 1);
}
END_TEST

/* V64. A store that was scheduled steps no counter, and writes where the load came from. */
START_TEST(a_store_keeps_its_address)
{
    sequence(0, byte(STORE, PLAIN_STORE, 0));
    fill_dst(8, 0x55);
    macro(0, 1, 8);
    tile_state(tile)->small.rwc[0].dst = 64;
    fill_lreg(tile, 1, 0x66);
    nothing();
    ck_assert_uint_eq(tile_state(tile)->dst[8][0], 0x66);
    ck_assert_uint_eq(tile_state(tile)->dst[72][0], 0);
}
END_TEST

/* What a probe is given: reads and stages by sub-unit, the operands again where a result comes later. */
START_TEST(a_probe_sees_the_sub_unit)
{
    enum { ADDEND = 1, UNIT = 10 };
    heard.probe.access = on_access;
    heard.probe.stage = on_stage;
    heard.probe.wants |= PROBE_STAGE;
    tile_set_probe(tile, &heard.probe);
    float_template(0);
    sequence(0, byte(MAD, T0, 2));
    macro(0, ADDEND, 0);
    nothing();
    nothing();
    nothing();
    ck_assert_uint_eq(scheduled[1], ADDEND | ADDEND << 8 | UNIT << 16); /* VD, VC and VB; the mode is 0 */
    ck_assert_uint_eq(scheduled[2], 3);                                 /* cycles from the macro on */
    ck_assert_uint_eq(scheduled[3], 2);                                 /* cycles to the result */
    heard.writes = 0;
    registers_read = 0;
    nothing();
    ck_assert_uint_eq(heard.writes, 1);
    ck_assert_int_eq(heard.last_write.space, TT_SPACE_LREG);
    ck_assert_uint_eq(heard.last_write.lo, ADDEND * sizeof tile_state(tile)->lreg[0]);
    ck_assert_uint_eq(registers_read, 1u << ADDEND | 1u << UNIT);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("vector calendar");
    TCase *tc = tcase_create("calendar");
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_test(tc, what_acts_in_a_cycle_reads_what_was_there_before);
    tcase_add_test(tc, a_load_beside_it_does_not_change_its_operand);
    tcase_add_test(tc, a_flag_masks_from_the_next_cycle_on);
    tcase_add_test(tc, a_sum_is_there_two_cycles_later);
    tcase_add_test(tc, a_swap_is_there_two_cycles_later_and_keeps_its_second);
    tcase_add_test(tc, a_swap_with_itself_keeps_what_vc_gets);
    tcase_add_test(tc, two_results_for_one_register);
    tcase_add_test(tc, simple_and_round_want_halves_of_their_own);
    tcase_add_test(tc, simple_and_a_round_word_want_halves_of_their_own);
    tcase_add_test(tc, words_of_any_thread_count);
    tcase_add_test(tc, a_word_of_another_unit_does_not_count);
    tcase_add_test(tc, a_wait_for_the_unit_drains_cycles_alone);
    tcase_add_test(tc, the_end_leaves_nothing_unsaid);
    tcase_add_test(tc, a_store_keeps_its_address);
    tcase_add_test(tc, a_probe_sees_the_sub_unit);
    suite_add_tcase(s, tc);
    return s;
}
