/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of streams, by what a store to one does to the others. R53, R54, R55, R56, R57, R61, R62 */
#include "unit/stores.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "debug_findings.h"
#include "mmio_findings.h"
#include "stream_findings.h"

static struct tile *tile;
static struct listener heard;
static enum tt_chip chip;

static void start(enum tt_chip which)
{
    chip = which;
    tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    listener_attach(&heard, tile);
}

static void on_blackhole(void)
{
    start(TT_BLACKHOLE);
}

static void on_wormhole(void)
{
    start(TT_WORMHOLE_B0);
}

static void free_it(void)
{
    tile_free(tile);
}

/* Words of a stream, by chip. */
static const uint32_t size_at[] = {10, 4}, start_at[] = {8, 3}, remote_wr[] = {11, 5}, update[] = {270, 34},
                      space[] = {297, 64}, phase[] = {29, 11}, phase_base[] = {28, 244}, header[] = {34, 36},
                      buf_start[] = {17, 6}, rd_ptr[] = {19, 24}, wr_ptr[] = {20, 25}, status2[] = {503, 226},
                      misc[] = {3, 10}, scratch[] = {36, 248};

static uint32_t at(unsigned stream, uint32_t word)
{
    return 0xFFB40000 + 0x1000 * stream + 4 * word;
}

static void put(unsigned stream, const uint32_t *word, uint32_t value)
{
    stores_mmio(tile, 0, -1, at(stream, word[chip]), value);
}

static uint32_t get(unsigned stream, const uint32_t *word)
{
    return tile_register(tile, at(stream, word[chip]));
}

START_TEST(counters__are_plain_and_17_bits_wide)
{
    put(5, size_at, 0xFFFE0003);
    put(5, start_at, 0x2FFFF);
    ck_assert_uint_eq(get(5, size_at), 3); /* nothing is added, the upper bits are not there */
    ck_assert_uint_eq(get(5, start_at), 0xFFFF);
    ck_assert_uint_eq(get(6, size_at), 0);
    ck_assert_uint_eq(tile_register_stores(tile, at(5, size_at[chip])), 1);
    ck_assert_uint_eq(heard.findings, 0);
}
END_TEST

/* A counter that has gone past is as good as one that is there: 16 bits, which wrap. */
START_TEST(counters__are_waited_for_as_kernels_do)
{
    const uint32_t addr = at(5, size_at[chip]);
    put(5, size_at, 2);
    ck_assert(tile_register_has(tile, addr, 2));
    ck_assert(tile_register_has(tile, addr, 1));
    ck_assert(!tile_register_has(tile, addr, 3));
    ck_assert(tile_register_has(tile, addr, 0xFFFF));
    put(5, buf_start, 2);
    ck_assert(!tile_register_has(tile, at(5, buf_start[chip]), 1)); /* no counter */
}
END_TEST

START_TEST(room__follows_the_size_and_grows_by_updates)
{
    put(1, size_at, 100);
    ck_assert_uint_eq(tile_register(tile, at(1, space[chip] + 31)), 100);
    put(1, update, 7 | 20u << 6);
    ck_assert_uint_eq(tile_register(tile, at(1, space[chip] + 7)), 120);
    ck_assert_uint_eq(tile_register(tile, at(1, space[chip] + 6)), 100);
    put(1, update, 7 | 0x1FFFFu << 6);
    ck_assert_uint_eq(tile_register(tile, at(1, space[chip] + 7)), 119); /* modulo 2^17 */
    ck_assert_uint_eq(get(1, update), 0);
    put(9, size_at, 5); /* one destination */
    ck_assert_uint_eq(tile_register(tile, at(9, space[chip])), 5);
    ck_assert_uint_eq(tile_register(tile, at(9, space[chip] + 1)), 0);
    ck_assert_uint_eq(get(9, status2), 8);
    put(9, size_at, 0);
    ck_assert_uint_eq(get(9, status2), 0);
    put(3, size_at, 6); /* the last stream that has all 32 */
    ck_assert_uint_eq(tile_register(tile, at(3, space[chip] + 31)), 6);
    put(4, size_at, 6);
    ck_assert_uint_eq(tile_register(tile, at(4, space[chip] + 1)), 0);
}
END_TEST

START_TEST(room__has_credits_above_it_on_blackhole)
{
    put(1, update, 0 | 3u << 6 | 2u << 23);
    ck_assert_uint_eq(get(1, space), 3 | 2u << 17);
    put(1, size_at, 9);
    ck_assert_uint_eq(get(1, space), 9 | 2u << 17);
}
END_TEST

START_TEST(pointers__go_to_0_with_their_buffer)
{
    put(2, remote_wr, 5);
    put(2, start_at, 1);
    ck_assert_uint_eq(get(2, remote_wr), 0);
    put(2, rd_ptr, 5);
    put(2, wr_ptr, 6);
    put(2, buf_start, 0x1000);
    ck_assert_uint_eq(get(2, rd_ptr) | get(2, wr_ptr), 0);
}
END_TEST

START_TEST(phase__is_held_with_its_base)
{
    put(3, phase_base, 100);
    put(3, phase, 5);
    ck_assert_uint_eq(get(3, phase), 5);
    put(3, phase_base, 90);
    ck_assert_uint_eq(get(3, phase), 15);
    put(3, header, 0xABCDE007);
    ck_assert_uint_eq(get(3, header), 0xABCDE000);
    ck_assert_uint_eq(get(3, phase), 22);
}
END_TEST

START_TEST(what_is_not_there__is_dropped_and_named)
{
    put(12, scratch, 7); /* streams 8 to 11 are the last that have it */
    ck_assert_uint_eq(get(12, scratch), 0);
    put(11, scratch, 7);
    ck_assert_uint_eq(get(11, scratch), 7);
    ck_assert_uint_eq(heard.findings, 1);
    stores_mmio(tile, 0, -1, at(0, 90), 7);
    ck_assert_int_eq(heard.last_finding, FINDING_MMIO_WITHOUT_EFFECT);
    put(0, space, 7); /* for loads alone */
    ck_assert_uint_eq(get(0, space), 0);
    ck_assert_uint_eq(heard.findings, 3);
    put(0, misc, 1);
    ck_assert_int_eq(heard.last_finding, FINDING_STREAM_STARTS);
}
END_TEST

START_TEST(debug_registers__hold_what_is_stored_and_say_so)
{
    stores_mmio(tile, 0, -1, 0xFFB12070, 5); /* clock gating */
    ck_assert_uint_eq(tile_register(tile, 0xFFB12070), 5);
    ck_assert_int_eq(heard.last_finding, FINDING_MMIO_WITHOUT_EFFECT);
    const unsigned before = heard.findings;
    stores_mmio(tile, 0, -1, 0xFFB12054, 5); /* what the debug bus shows: known */
    ck_assert_uint_eq(heard.findings, before);
}
END_TEST

/* ---- Blackhole's words about streams ---- */

static void select_stream(unsigned thread, unsigned stream, uint32_t high)
{
    tile_state(tile)->thread_cfg[thread][61] = (uint16_t)stream;
    tile_state(tile)->thread_cfg[thread][57] = (uint16_t)high;
    tile_state_changed(tile);
}

START_TEST(streamwait__waits_for_the_phase)
{
    const uint32_t word = WORD(TT_BLACKHOLE, "STREAMWAIT", {"wait_stream_sel", 2}, {"target_value", 3});
    select_stream(1, 20, 1); /* for 1 << 10 | 3 */
    put(20, phase, 1026);
    ck_assert_int_eq(tile_exec(tile, 1, word, 0), TILE_WAITS);
    put(20, phase, 1027);
    ck_assert_int_eq(tile_exec(tile, 1, word, 0), TILE_DONE);
    ck_assert_uint_eq(heard.findings, 0);
}
END_TEST

START_TEST(streamwrcfg__takes_what_was_stored)
{
    select_stream(0, 21, 0);
    put(21, size_at, 77);
    ck_assert_int_eq(
        tile_exec(tile, 0,
                  WORD(TT_BLACKHOLE, "STREAMWRCFG", {"cfg_reg", 12}, {"stream_reg_addr", 10}, {"stream_id_sel", 2}), 0),
        TILE_DONE);
    ck_assert_uint_eq(tile_state(tile)->cfg[0][12], 77);
    ck_assert_uint_eq(tile_unknown_write(tile)->hi, 0);
}
END_TEST

/* R61x: of the first buffer, 10000h to 1003Fh, nothing is known any more. */
START_TEST(time_stamps__leave_their_buffer_unknown)
{
    stores_mmio(tile, 0, -1, 0xFFB12208, 0x1000);
    stores_mmio(tile, 0, -1, 0xFFB1220C, 0x1003);
    ck_assert_uint_eq(heard.findings, 0);
    stores_mmio(tile, 0, -1, 0xFFB121FC, 0x12345678);
    ck_assert_int_eq(heard.last_finding, FINDING_DEBUG_TIMESTAMP);
    const struct tile_range lost = *tile_unknown_write(tile);
    ck_assert_int_eq(lost.space, TT_SPACE_L1);
    ck_assert_uint_eq(lost.lo, 0x10000);
    ck_assert_uint_eq(lost.hi, 0x10040);
}
END_TEST

static void add_common(TCase *tests)
{
    tcase_add_test(tests, time_stamps__leave_their_buffer_unknown);
    tcase_add_test(tests, counters__are_plain_and_17_bits_wide);
    tcase_add_test(tests, counters__are_waited_for_as_kernels_do);
    tcase_add_test(tests, room__follows_the_size_and_grows_by_updates);
    tcase_add_test(tests, pointers__go_to_0_with_their_buffer);
    tcase_add_test(tests, phase__is_held_with_its_base);
    tcase_add_test(tests, what_is_not_there__is_dropped_and_named);
    tcase_add_test(tests, debug_registers__hold_what_is_stored_and_say_so);
}

Suite *suite(void)
{
    Suite *all = suite_create("streams");
    TCase *blackhole = tcase_create("blackhole"), *wormhole = tcase_create("wormhole");
    tcase_add_checked_fixture(blackhole, on_blackhole, free_it);
    tcase_add_checked_fixture(wormhole, on_wormhole, free_it);
    add_common(blackhole);
    add_common(wormhole);
    tcase_add_test(blackhole, room__has_credits_above_it_on_blackhole);
    tcase_add_test(blackhole, streamwait__waits_for_the_phase);
    tcase_add_test(blackhole, streamwrcfg__takes_what_was_stored);
    suite_add_tcase(all, blackhole);
    suite_add_tcase(all, wormhole);
    return all;
}
