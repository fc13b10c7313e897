/* SPDX-License-Identifier: Apache-2.0 */
/* LOADIND, STOREIND, LOADREG and the atomics: nothing of it is recorded. F35 */
#include "base/little.h"
#include "unit/stores.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "l1_findings.h"
#include "scalar_findings.h"

enum { LINE = 0x200, AT = LINE * 16 };

static struct tile *tile;
static struct tile_state *state;
static struct listener heard;

static void setup(void)
{
    tile = tile_new(TT_BLACKHOLE);
    ck_assert_ptr_nonnull(tile);
    state = tile_state(tile);
    listener_attach(&heard, tile);
    state->gpr[0][1] = LINE;
    for (unsigned i = 0; i < 64; i++)
        state->l1[AT + i] = (uint8_t)(0x10 + i);
}

static void teardown(void)
{
    tile_free(tile);
}

static uint32_t l1_word(uint32_t addr)
{
    return load_u32(&state->l1[addr]);
}

static void put_l1_word(uint32_t addr, uint32_t word)
{
    store_u32(&state->l1[addr], word);
}

START_TEST(loadind__widths_and_steps)
{
    static const struct {
        uint32_t size, offset, step;
        uint32_t result, offset_after;
        const char *why;
    } cases[] = {
        {1, 5, 1, 0x17161514, 7, "four bytes, address rounded down, offset as it was + 2"},
        {2, 5, 2, 0xFFFF1514, 9, "two bytes into the low half"},
        {3, 5, 3, 0xFFFFFF15, 21, "one byte"},
        {1, 0xFFFF, 1, 0, 1, "the offset wraps in its half"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        state->gpr[0][2] = cases[i].offset << 16 | 0x1234; /* half register 5 */
        state->gpr[0][3] = UINT32_MAX;
        run_word(tile, WORD(TT_BLACKHOLE, "LOADIND", {"addr_reg_index", 1}, {"data_reg_index", 3}, {"offset_index", 5},
                            {"auto_inc_spec", cases[i].step}, {"size_sel", cases[i].size}));
        ck_assert_msg(state->gpr[0][3] == cases[i].result, "%s: %08X", cases[i].why, state->gpr[0][3]);
        ck_assert_msg(state->gpr[0][2] == (cases[i].offset_after << 16 | 0x1234), "%s: %08X", cases[i].why,
                      state->gpr[0][2]);
    }
    state->gpr[0][2] = 0x00170000;
    run_word(tile, WORD(TT_BLACKHOLE, "LOADIND", {"addr_reg_index", 1}, {"data_reg_index", 7}, {"offset_index", 5}));
    ck_assert_uint_eq(state->gpr[0][4], 0x23222120); /* 16 bytes from a whole line into four registers */
    ck_assert_uint_eq(state->gpr[0][7], 0x2F2E2D2C);
}
END_TEST

START_TEST(loadind__reads_the_offset_once_where_it_does_not_step)
{
    for (uint32_t step = 0; step < 2; step++) {
        const unsigned reads = heard.reads, writes = heard.writes;
        run_word(tile, WORD(TT_BLACKHOLE, "LOADIND", {"addr_reg_index", 1}, {"data_reg_index", 3}, {"offset_index", 5},
                            {"auto_inc_spec", step}, {"size_sel", 1}));
        ck_assert_uint_eq(heard.reads - reads, 3 + step); /* address, offset, L1 */
        ck_assert_uint_eq(heard.writes - writes, 1 + step);
    }
}
END_TEST

START_TEST(storeind__l1_by_width)
{
    for (unsigned i = 0; i < 4; i++)
        state->gpr[0][8 + i] = 0xA0B0C0D0 + i;
    run_word(tile, WORD(TT_BLACKHOLE, "STOREIND", {"addr_reg_index", 1}, {"data_reg_index", 9}, {"offset_index", 40},
                        {"mem_hier_sel", 1}));
    ck_assert_uint_eq(l1_word(AT), 0xA0B0C0D0);
    ck_assert_uint_eq(l1_word(AT + 12), 0xA0B0C0D3);
    run_word(tile, WORD(TT_BLACKHOLE, "STOREIND", {"addr_reg_index", 1}, {"data_reg_index", 9}, {"offset_index", 40},
                        {"auto_inc_spec", 2}, {"size_sel", 1}, {"mem_hier_sel", 1}));
    ck_assert_uint_eq(l1_word(AT), 0xA0B0C0D1); /* two bytes over four; the offset is 4 now */
    run_word(tile, WORD(TT_BLACKHOLE, "STOREIND", {"addr_reg_index", 1}, {"data_reg_index", 10}, {"offset_index", 40},
                        {"size_sel", 1}, {"reg_size_sel", 1}, {"mem_hier_sel", 1}));
    ck_assert_uint_eq(l1_word(AT + 4), 0xA0B0C0D2); /* one byte over D1 */
    state->gpr[0][12] = 0x11223344;
    state->gpr[0][20] = 6; /* the offset; a word goes to a multiple of 4 */
    run_word(tile, WORD(TT_BLACKHOLE, "STOREIND", {"addr_reg_index", 1}, {"data_reg_index", 12}, {"offset_index", 40},
                        {"reg_size_sel", 1}, {"mem_hier_sel", 1}));
    ck_assert_uint_eq(l1_word(AT + 4), 0x11223344); /* a whole word */
    ck_assert_uint_eq(l1_word(AT + 8), 0xA0B0C0D2);
    run_word(tile, WORD(TT_BLACKHOLE, "STOREIND", {"addr_reg_index", 1}, {"data_reg_index", 9}, {"offset_index", 40},
                        {"size_sel", 1}, {"mem_hier_sel", 1}));
    ck_assert_uint_eq(l1_word(AT + 4), 0xC0D13344); /* two bytes over its upper half */
}
END_TEST

START_TEST(storeind__register_window)
{
    state->gpr[0][1] = 0x11038;
    state->gpr[0][9] = 0x12345678;
    run_word(tile, WORD(TT_BLACKHOLE, "STOREIND", {"addr_reg_index", 1}, {"data_reg_index", 9}, {"offset_index", 40},
                        {"size_sel", 1}));
    ck_assert_uint_eq(state->tdma.setreg_bases, 0x12345678);
    state->gpr[0][1] = 0x11038 - 0x10;
    state->gpr[0][20] = 0x100; /* the offset counts sixteenths */
    state->gpr[0][9] = 0x9ABCDEF0;
    run_word(tile, WORD(TT_BLACKHOLE, "STOREIND", {"addr_reg_index", 1}, {"data_reg_index", 9}, {"offset_index", 40},
                        {"size_sel", 1}));
    ck_assert_uint_eq(state->tdma.setreg_bases, 0x9ABCDEF0);
    state->gpr[0][20] = 0;
    state->gpr[0][1] = 0x1000;
    run_word(tile, WORD(TT_BLACKHOLE, "STOREIND", {"addr_reg_index", 1}, {"data_reg_index", 9}, {"offset_index", 40},
                        {"size_sel", 1}));
    ck_assert(heard.has_finding[FINDING_SCALAR_STORE_UNDEFINED]);
}
END_TEST

START_TEST(storeind__source_registers)
{
    const uint32_t to_a =
        WORD(TT_BLACKHOLE, "STOREIND", {"addr_reg_index", 1}, {"data_reg_index", 10}, {"offset_index", 40});
    state->gpr[0][8] = 0x3F80BF80; /* high half BF16 1.0; low half sign 1, mantissa 3F, exponent 80 */
    state->gpr[0][9] = 0x00004081; /* high half zero; low half positive */
    state->gpr[0][1] = (5 << 2) + 1;
    state->small.src_bank.unp_a = 1;
    run_word(tile, to_a);
    ck_assert_uint_eq(state->srca[1][1][4], 1u << 18 | 0x3Fu << 11 | 0x80); /* SrcA begins four rows later */
    ck_assert_uint_eq(state->srca[1][1][5], 0x7F);
    ck_assert_uint_eq(state->srca[1][1][6], 0x40u << 11 | 0x81);
    ck_assert_uint_eq(state->srca[1][1][7], 0);
    state->gpr[0][1] = 3 << 2;
    run_word(tile, to_a); /* row -1: nothing */
    ck_assert(!heard.has_finding[FINDING_SCALAR_STORE_UNDEFINED]);
    state->gpr[0][1] = 20 << 2;
    run_word(tile, to_a); /* row 16, past the thread's own */
    ck_assert(heard.has_finding[FINDING_SCALAR_STORE_UNDEFINED]);
    heard.has_finding[FINDING_SCALAR_STORE_UNDEFINED] = false;
    state->gpr[0][1] = 16 << 2;
    run_word(tile, to_a | 1u << 21);
    ck_assert(heard.has_finding[FINDING_SCALAR_STORE_UNDEFINED]);
    state->gpr[0][1] = 3 << 2;
    state->small.src_valid.a[1] = 1;
    ck_assert_int_eq(tile_exec(tile, 0, to_a, 0), TILE_WAITS);
    state->gpr[0][1] = 2 << 2;
    run_word(tile, to_a | 1u << 21);
    ck_assert_uint_eq(state->srcb[0][2][1], 0x7F);
}
END_TEST

static uint32_t loadreg(uint32_t offset, uint32_t reg)
{
    return WORD(TT_BLACKHOLE, "LOADREG", {"reg_addr", offset / 4}, {"tdma_data_reg_index", reg});
}

START_TEST(loadreg__tdma_registers_read_as_stored)
{
    stores_mmio(tile, 0, 0, 0xFFB1102C, 0x1234);
    run_word(tile, loadreg(0x1102C, 3));
    ck_assert_uint_eq(state->gpr[0][3], 0x1234);
    run_word(tile, loadreg(0x11014, 4)); /* the status of a unit at rest, whatever was stored */
    ck_assert_uint_eq(state->gpr[0][4], 8);
    ck_assert_uint_eq(tile_unknown_write(tile)->lo, tile_unknown_write(tile)->hi);
}
END_TEST

START_TEST(loadreg__waits_for_a_packed_tile)
{
    ck_assert_int_eq(tile_exec(tile, 0, loadreg(0x11030, 3), 0), TILE_WAITS);
    state->pack.packer[0].fifo[0].size_x16 = 5;
    state->pack.packer[0].fifo_count = 1;
    run_word(tile, loadreg(0x11030, 3));
    ck_assert_uint_eq(state->gpr[0][3], 5);
    ck_assert_uint_eq(state->pack.packer[0].fifo_count, 1);
}
END_TEST

START_TEST(loadreg__what_a_tile_does_not_hold_leaves_a_register_that_nobody_knows)
{
    static const uint32_t elsewhere[] = {0, 0x10FFC, 0x11100, 0x12054, 0x40000, 0xFFFFC};
    for (unsigned i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        state->gpr[2][3] = 5;
        ck_assert_int_eq(tile_exec(tile, 2, loadreg(elsewhere[i], 3), 0), TILE_DONE);
        ck_assert_uint_eq(state->gpr[2][3], 5);
        const struct tile_range lost = *tile_unknown_write(tile);
        ck_assert_int_eq(lost.space, TT_SPACE_GPR);
        ck_assert_uint_eq(lost.lo, 4 * (2 * 64 + 3));
        ck_assert_uint_eq(lost.hi, lost.lo + 4);
    }
    run_word(tile, 0x02000000); /* the next word forgets it */
    ck_assert_uint_eq(tile_unknown_write(tile)->hi, 0);
}
END_TEST

START_TEST(atincget__counter_of_some_bits)
{
    put_l1_word(AT + 8, 0xABCD000F);
    state->gpr[0][2] = 3;
    run_word(tile, WORD(TT_BLACKHOLE, "ATINCGET", {"addr_reg_index", 1}, {"data_reg_index", 2}, {"sel32b", 2},
                        {"wrap_val", 3}));
    ck_assert_uint_eq(l1_word(AT + 8), 0xABCD0002); /* wraps in four bits, the rest stays */
    ck_assert_uint_eq(state->gpr[0][2], 0xABCD000F);
}
END_TEST

START_TEST(atincgetptr__ring_of_two_pointers)
{
    const uint32_t write =
        WORD(TT_BLACKHOLE, "ATINCGETPTR", {"addr_reg_index", 1}, {"data_reg_index", 2}, {"sel32b", 1}, {"wrap_val", 2});
    const uint32_t read =
        WORD(TT_BLACKHOLE, "ATINCGETPTR", {"addr_reg_index", 1}, {"data_reg_index", 2}, {"wrap_val", 2});
    put_l1_word(AT, 0);
    put_l1_word(AT + 4, 0);
    ck_assert_int_eq(tile_exec(tile, 0, read, 0), TILE_WAITS); /* empty */
    run_word(tile, write);
    run_word(tile, write);
    ck_assert_int_eq(tile_exec(tile, 0, write, 0), TILE_WAITS); /* two fit: wrap_val 2 */
    ck_assert_uint_eq(state->gpr[0][2], 1);
    run_word(tile, read);
    ck_assert_uint_eq(l1_word(AT), 1);
    run_word(tile, write);
    ck_assert_uint_eq(l1_word(AT + 4), 3);
}
END_TEST

START_TEST(atswap__lanes_and_single)
{
    for (unsigned i = 0; i < 4; i++)
        state->gpr[0][4 + i] = 0xE0E0F0F0 + i;
    run_word(tile, WORD(TT_BLACKHOLE, "ATSWAP", {"addr_reg_index", 1}, {"data_reg_index", 5}, {"swap_mask", 0x81}));
    ck_assert_uint_eq(l1_word(AT), 0x1312F0F0);
    ck_assert_uint_eq(l1_word(AT + 12), 0xE0E01D1C);
    run_word(tile, WORD(TT_BLACKHOLE, "ATSWAP", {"addr_reg_index", 1}, {"data_reg_index", 5}, {"swap_mask", 0xFF},
                        {"single", 1}));
    ck_assert_uint_eq(l1_word(AT), 0);
    ck_assert_uint_eq(l1_word(AT + 4), 0xE0E0F0F1);
}
END_TEST

START_TEST(atcas__waits_without_a_trace)
{
    const uint32_t word = WORD(TT_BLACKHOLE, "ATCAS", {"addr_reg_index", 1}, {"cmp_val", 7}, {"swap_val", 3});
    put_l1_word(AT, 8);
    ck_assert_int_eq(tile_exec(tile, 0, word, 0), TILE_WAITS);
    ck_assert_uint_eq(heard.reads + heard.writes + heard.findings, 0);
    put_l1_word(AT, 7);
    run_word(tile, word);
    ck_assert_uint_eq(l1_word(AT), 3);
}
END_TEST

START_TEST(memory__beyond_l1_is_a_finding)
{
    state->gpr[0][1] = 1536 * 1024 / 16;
    run_word(tile, WORD(TT_BLACKHOLE, "LOADIND", {"addr_reg_index", 1}, {"data_reg_index", 3}, {"offset_index", 40},
                        {"size_sel", 1}));
    ck_assert(heard.has_finding[FINDING_L1_OUT_OF_RANGE]);
    ck_assert_uint_eq(state->gpr[0][3], 0);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, loadind__widths_and_steps);
    tcase_add_test(tests, loadind__reads_the_offset_once_where_it_does_not_step);
    tcase_add_test(tests, storeind__l1_by_width);
    tcase_add_test(tests, storeind__register_window);
    tcase_add_test(tests, storeind__source_registers);
    tcase_add_test(tests, loadreg__tdma_registers_read_as_stored);
    tcase_add_test(tests, loadreg__waits_for_a_packed_tile);
    tcase_add_test(tests, loadreg__what_a_tile_does_not_hold_leaves_a_register_that_nobody_knows);
    tcase_add_test(tests, atincget__counter_of_some_bits);
    tcase_add_test(tests, atincgetptr__ring_of_two_pointers);
    tcase_add_test(tests, atswap__lanes_and_single);
    tcase_add_test(tests, atcas__waits_without_a_trace);
    tcase_add_test(tests, memory__beyond_l1_is_a_finding);
    suite_add_tcase(all, tests);
    return all;
}
