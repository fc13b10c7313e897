/* SPDX-License-Identifier: Apache-2.0 */
#include "results/series.h"
#include "unit/suite.h"

#include <string.h>

START_TEST(seqs__come_back_whatever_the_steps)
{
    static const uint64_t SEQS[] = {7, 8, 135, 136, 20000, UINT64_C(1) << 40};
    enum { COUNT = sizeof SEQS / sizeof SEQS[0] };
    struct bytes bytes = {0};
    uint64_t back[COUNT];
    ck_assert_int_eq(series_put_seqs(&bytes, SEQS, COUNT), 0);
    ck_assert(series_get_seqs(bytes.data, bytes.used, 7, back, COUNT));
    ck_assert_mem_eq(back, SEQS, sizeof SEQS);
    bytes_clear(&bytes);
}
END_TEST

START_TEST(counts__equal_ones_take_two_bytes)
{
    uint32_t counts[64], back[64];
    for (int i = 0; i < 64; i++)
        counts[i] = 64;
    struct bytes bytes = {0};
    ck_assert_int_eq(series_put_counts(&bytes, counts, 64), 0);
    ck_assert_uint_eq(bytes.used, 2);
    ck_assert(series_get_counts(bytes.data, bytes.used, back, 64));
    ck_assert_mem_eq(back, counts, sizeof counts);
    bytes_clear(&bytes);
}
END_TEST

START_TEST(counts__mixed_ones_come_back)
{
    static const uint32_t COUNTS[] = {16, 16, 0, 0, UINT32_MAX, 1, 1, 1, 300};
    enum { COUNT = sizeof COUNTS / sizeof COUNTS[0] };
    uint32_t back[COUNT];
    struct bytes bytes = {0};
    ck_assert_int_eq(series_put_counts(&bytes, COUNTS, COUNT), 0);
    ck_assert(series_get_counts(bytes.data, bytes.used, back, COUNT));
    ck_assert_mem_eq(back, COUNTS, sizeof COUNTS);
    bytes_clear(&bytes);
}
END_TEST

START_TEST(cells__a_whole_tile_in_order_takes_three_bytes)
{
    uint16_t cells[1024], back[1024];
    for (int i = 0; i < 1024; i++)
        cells[i] = (uint16_t)i;
    struct bytes bytes = {0};
    const struct cell_run runs[] = {{0, 64, 1}, {64, 960, 1}};
    ck_assert_int_eq(series_put_cells(&bytes, runs, 2), 0);
    ck_assert_uint_eq(bytes.used, 3);
    ck_assert(series_get_cells(bytes.data, bytes.used, back, 1024));
    ck_assert_mem_eq(back, cells, sizeof cells);
    bytes_clear(&bytes);
}
END_TEST

/* Every pair of cells next to each other, so every step that can be. */
START_TEST(cells__every_step_comes_back)
{
    struct bytes bytes = {0};
    for (uint32_t i = 0; i < 1 << 16; i++) {
        uint16_t cells[4] = {(uint16_t)i, (uint16_t)(i * 40503), 0, 65535}, back[4];
        const struct cell_run runs[4] = {{cells[0], 1, 1}, {cells[1], 1, 1}, {cells[2], 1, 1}, {cells[3], 1, 1}};
        bytes.used = 0;
        ck_assert_int_eq(series_put_cells(&bytes, runs, 4), 0);
        ck_assert(series_get_cells(bytes.data, bytes.used, back, 4));
        ck_assert_mem_eq(back, cells, sizeof cells);
    }
    bytes_clear(&bytes);
}
END_TEST

START_TEST(cells__that_come_many_times_take_one_run)
{
    uint16_t cells[16 * 8 + 2], back[16 * 8 + 2];
    const struct cell_run runs[] = {{100, 4, 16}, {104, 4, 16}, {108, 2, 1}};
    struct bytes bytes = {0};
    for (unsigned i = 0; i < 16 * 8; i++)
        cells[i] = (uint16_t)(100 + i / 16);
    cells[16 * 8] = 108;
    cells[16 * 8 + 1] = 109;
    ck_assert_int_eq(series_put_cells(&bytes, runs, 3), 0);
    ck_assert_uint_eq(bytes.used, 2 + 3 + 2); /* 200 takes two bytes */
    ck_assert(series_get_cells(bytes.data, bytes.used, back, 16 * 8 + 2));
    ck_assert_mem_eq(back, cells, sizeof cells);
    ck_assert(!series_get_cells(bytes.data, bytes.used, back, 16 * 8 + 1));
    ck_assert(!series_get_cells(bytes.data, bytes.used, back, 16 * 8));
    bytes_clear(&bytes);
}
END_TEST

START_TEST(blobs__that_are_cut_long_or_wild_are_refused)
{
    uint64_t seqs[4];
    uint32_t counts[4];
    uint16_t cells[4];
    static const uint8_t CUT[] = {0x00, 0x80}, ENDLESS[12] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1};
    static const uint8_t LONG[] = {1, 1, 1}, HUGE_RUN[] = {0xFF, 0xFF, 0xFF, 0x7F, 1}, EMPTY_RUN[] = {0, 1, 0, 1};
    static const uint8_t BELOW_ZERO[] = {1, 4}, ABOVE_ALL[] = {0xFE, 0xFF, 0x07, 4};
    ck_assert(!series_get_seqs(CUT, sizeof CUT, 0, seqs, 2));
    ck_assert(!series_get_seqs(ENDLESS, sizeof ENDLESS, 0, seqs, 1));
    ck_assert(!series_get_seqs(LONG, sizeof LONG, 0, seqs, 2));
    ck_assert(!series_get_counts(HUGE_RUN, sizeof HUGE_RUN, counts, 4));
    ck_assert(!series_get_counts(EMPTY_RUN, sizeof EMPTY_RUN, counts, 4));
    ck_assert(!series_get_cells(BELOW_ZERO, sizeof BELOW_ZERO, cells, 4));
    ck_assert(!series_get_cells(ABOVE_ALL, sizeof ABOVE_ALL, cells, 4));
    ck_assert(!series_get_cells(NULL, 0, cells, 1));
    static const uint8_t NO_TIMES[] = {0, 0, 0, 4}, NO_LENGTH[] = {0, 0, 4, 0}, MANY_TIMES[] = {0, 0, 8, 1};
    ck_assert(!series_get_cells(NO_TIMES, sizeof NO_TIMES, cells, 4));
    ck_assert(!series_get_cells(NO_LENGTH, sizeof NO_LENGTH, cells, 4));
    ck_assert(!series_get_cells(MANY_TIMES, sizeof MANY_TIMES, cells, 4));
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("series");
    TCase *tests = tcase_create("series");
    tcase_add_test(tests, seqs__come_back_whatever_the_steps);
    tcase_add_test(tests, counts__equal_ones_take_two_bytes);
    tcase_add_test(tests, counts__mixed_ones_come_back);
    tcase_add_test(tests, cells__a_whole_tile_in_order_takes_three_bytes);
    tcase_add_test(tests, cells__every_step_comes_back);
    tcase_add_test(tests, cells__that_come_many_times_take_one_run);
    tcase_add_test(tests, blobs__that_are_cut_long_or_wild_are_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
