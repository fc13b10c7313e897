/* SPDX-License-Identifier: Apache-2.0 */
/* The mover, by XMOV and through the TDMA registers. F38 to F40 */
#include "unit/stores.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "mmio_findings.h"
#include "mover_findings.h"
#include "tdma_findings.h"

enum { REG6 = 88, TDMA = 0xFFB11000, SRC = 0x1000, DST = 0x2000 };

static struct tile *tile;
static struct tile_state *state;
static struct listener heard;

static void setup(void)
{
    tile = tile_new(TT_BLACKHOLE);
    ck_assert_ptr_nonnull(tile);
    state = tile_state(tile);
    listener_attach(&heard, tile);
    for (unsigned i = 0; i < 64; i++)
        state->l1[SRC + i] = (uint8_t)(i + 1);
}

static void teardown(void)
{
    tile_free(tile);
}

static void xmov(uint32_t src, uint32_t dst, uint32_t bytes, uint32_t mode)
{
    state->cfg[0][REG6] = src >> 4;
    state->cfg[0][REG6 + 1] = dst >> 4;
    state->cfg[0][REG6 + 2] = bytes >> 4 | mode << 30;
    tile_state_changed(tile);
    run_word(tile, WORD(TT_BLACKHOLE, "XMOV", {"last", 0}));
}

START_TEST(xmov__copies_and_fills)
{
    xmov(SRC, DST, 32, 3);
    ck_assert_mem_eq(&state->l1[DST], &state->l1[SRC], 32);
    ck_assert_uint_eq(state->l1[DST + 32], 0);
    ck_assert_int_eq(heard.last_finding, FINDING_MOVER_NOT_RECORDED);
    xmov(SRC, SRC + 16, 16, 0);
    ck_assert_uint_eq(state->l1[SRC + 15], 16);
    ck_assert_uint_eq(state->l1[SRC + 16], 0);
    ck_assert_uint_eq(state->l1[SRC + 31], 0);
    ck_assert_uint_eq(state->l1[SRC + 32], 33);
}
END_TEST

/* F39x */
START_TEST(xmov__reports_where_it_read)
{
    xmov(SRC + 0x30, DST, 0x30, 3);
    ck_assert_int_eq(heard.last_read.space, TT_SPACE_L1);
    ck_assert_uint_eq(heard.last_read.lo, SRC + 0x30);
    ck_assert_uint_eq(heard.last_read.hi, SRC + 0x60);
}
END_TEST

START_TEST(xmov__onto_itself_goes_unit_by_unit)
{
    xmov(SRC + 16, SRC, 48, 3); /* to lower addresses, and behind its end: no guess */
    xmov(SRC, SRC + 16, 16, 3);
    ck_assert(!heard.has_finding[FINDING_MOVER_OVERLAP]);
    for (unsigned i = 0; i < 64; i++)
        state->l1[SRC + i] = (uint8_t)(i + 1);
    xmov(SRC, SRC + 16, 48, 3);
    for (unsigned i = 0; i < 64; i++)
        ck_assert_uint_eq(state->l1[SRC + i], i % 16 + 1);
    ck_assert(heard.has_finding[FINDING_MOVER_OVERLAP]);
}
END_TEST

START_TEST(xmov__large_copies_in_pieces)
{
    state->l1[SRC + 9999] = 77;
    xmov(SRC, 0x80000, 16384, 3);
    ck_assert_uint_eq(state->l1[0x80000 + 9999], 77);
    ck_assert_mem_eq(&state->l1[0x80000], &state->l1[SRC], 16384);
}
END_TEST

START_TEST(xmov__into_configuration)
{
    xmov(SRC, 64, 16, 1); /* words 16 to 19 of state 0 */
    ck_assert_uint_ne(state->cfg[0][16] | state->cfg[0][17] | state->cfg[0][18] | state->cfg[0][19], 0);
    ck_assert(!heard.has_finding[FINDING_MMIO_UNDEFINED]);
    xmov(SRC, 0x20000, 16, 1); /* nothing there */
    ck_assert(heard.has_finding[FINDING_MMIO_UNDEFINED]);
    const unsigned before = heard.findings;
    xmov(SRC, 0x40000, 16, 1); /* a core's instruction RAM */
    ck_assert_uint_gt(heard.findings, before);
    ck_assert(heard.has_finding[FINDING_MOVER_CORE_RAM]);
}
END_TEST

START_TEST(tdma__a_command_moves)
{
    stores_mmio(tile, 1, 0, TDMA + 0x00, SRC >> 4);
    stores_mmio(tile, 2, 0, TDMA + 0x04, DST >> 4);
    stores_mmio(tile, 3, 0, TDMA + 0x08, 2);
    stores_mmio(tile, 4, 0, TDMA + 0x0C, 3);
    ck_assert_uint_eq(state->l1[DST], 0);
    stores_mmio(tile, 5, 0, TDMA + 0x10, 0x40);
    ck_assert_mem_eq(&state->l1[DST], &state->l1[SRC], 32);
    const unsigned before = heard.findings;
    stores_mmio(tile, 6, 0, TDMA + 0x10, 0x46);
    stores_mmio(tile, 7, 0, TDMA + 0x10, 0x89);
    ck_assert_uint_eq(heard.findings, before);
    stores_mmio(tile, 8, 0, TDMA + 0x10, 0x66);
    ck_assert_int_eq(heard.last_finding, FINDING_TDMA_COMMAND);
}
END_TEST

START_TEST(tdma__each_core_has_a_base)
{
    enum { MOVE = (int)(1u << 30 | 1u << 24 | 0x20u << 16 | 0x40) };
    stores_mmio(tile, 1, -1, TDMA + 0x2C, SRC >> 4);
    stores_mmio(tile, 2, 2, TDMA + 0x2C, (SRC >> 4) + 1);
    stores_mmio(tile, 3, -1, TDMA + 0x10, UINT32_C(1) << 31 | MOVE);
    ck_assert_mem_eq(&state->l1[0x200], &state->l1[SRC], 16);
    stores_mmio(tile, 4, 2, TDMA + 0x10, UINT32_C(1) << 31 | MOVE);
    ck_assert_mem_eq(&state->l1[0x200], &state->l1[SRC + 16], 16);
    ck_assert_uint_eq(tile_register(tile, TDMA + 0x2C), 0); /* T0's */
}
END_TEST

START_TEST(tdma__packed_command)
{
    stores_mmio(tile, 1, 0, TDMA + 0x2C, (SRC >> 4) - 1);
    stores_mmio(tile, 2, 0, TDMA + 0x10, UINT32_C(1) << 31 | 1u << 30 | 2u << 24 | 0x20u << 16 | 1u << 8 | 0x40);
    ck_assert_mem_eq(&state->l1[0x200], &state->l1[SRC], 32);
}
END_TEST

/* Of UNPACR_NOP of Wormhole: the upper bit beside three scalers, the others above a packer's (U-8.7). */
START_TEST(tdma__sums_of_unpackers_have_17_bits)
{
    enum { LARGEST = 0x7FF, SIZES = TDMA + 0x1C, SCALERS = TDMA + 0x3C, OF_UNPACKER_1 = 0x100 };
    struct tile *wormhole = tile_new(TT_WORMHOLE_B0);
    ck_assert_ptr_nonnull(wormhole);
    const uint32_t word = WORD(TT_WORMHOLE_B0, "UNPACR_NOP", {"no_op", 0x11000C | LARGEST << 4});
    for (uint32_t sum = LARGEST; sum < 0x30000; sum += LARGEST) {
        run_word(wormhole, word);
        ck_assert_uint_eq(tile_register(wormhole, SCALERS) >> 31, sum >> 16 & 1);
        ck_assert_uint_eq(tile_register(wormhole, SIZES) >> 16, sum & 0xFFFF);
        ck_assert_uint_eq(tile_register(wormhole, SCALERS + OF_UNPACKER_1) >> 31, 0);
    }
    run_word(wormhole, WORD(TT_WORMHOLE_B0, "UNPACR_NOP", {"no_op", 0x11000C})); /* a value of 0 clears */
    ck_assert_uint_eq(tile_register(wormhole, SIZES) >> 16, 0);
    tile_free(wormhole);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("mover");
    TCase *tests = tcase_create("mover");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, xmov__copies_and_fills);
    tcase_add_test(tests, xmov__reports_where_it_read);
    tcase_add_test(tests, xmov__onto_itself_goes_unit_by_unit);
    tcase_add_test(tests, xmov__large_copies_in_pieces);
    tcase_add_test(tests, xmov__into_configuration);
    tcase_add_test(tests, tdma__a_command_moves);
    tcase_add_test(tests, tdma__each_core_has_a_base);
    tcase_add_test(tests, tdma__packed_command);
    tcase_add_test(tests, tdma__sums_of_unpackers_have_17_bits);
    suite_add_tcase(all, tests);
    return all;
}
