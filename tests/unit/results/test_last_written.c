/* SPDX-License-Identifier: Apache-2.0 */
/* What was written last, against an array of bytes and one of flags. */
#include "isa/spaces.h"
#include "results/last_written.h"
#include "unit/suite.h"

#include <string.h>

enum { SIZE = 20000, ROUNDS = 20000 };

static uint32_t draw(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % below;
}

START_TEST(last_written__is_what_the_last_put_says)
{
    static uint8_t held[SIZE], is_held[SIZE], some[SIZE];
    struct last_written last = {0};
    uint32_t seed = 1;
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t lo = draw(&seed, SIZE - 200), hi = lo + 1 + draw(&seed, 200);
        const uint32_t what = draw(&seed, 200);
        if (what == 0) {
            last_written_reset(&last);
            memset(is_held, 0, SIZE);
        } else if (what < 100) {
            const bool is_known = what > 5;
            memset(some, (int)what, hi - lo);
            ck_assert_int_eq(last_written_put(&last, TT_SPACE_L1, lo, hi, is_known ? some : NULL), TT_OK);
            memset(is_held + lo, is_known, hi - lo);
            memset(held + lo, (int)what, hi - lo);
        } else {
            const uint8_t *at = last_written_at(&last, TT_SPACE_L1, lo, hi);
            ck_assert_int_eq(at != NULL, memchr(is_held + lo, 0, hi - lo) == NULL);
            ck_assert(!at || memcmp(at, held + lo, hi - lo) == 0);
            ck_assert_ptr_null(last_written_at(&last, TT_SPACE_DST, lo, hi));
        }
    }
    last_written_clear(&last);
}
END_TEST

/* Pages are numbered in a byte. */
START_TEST(last_written__forgets_with_each_page)
{
    enum { PAGES = 3 * UINT8_MAX, LO = 100, HI = 104 };
    struct last_written last = {0};
    for (uint32_t page = 0; page < PAGES; page++) {
        ck_assert_ptr_null(last_written_at(&last, TT_SPACE_L1, LO, HI));
        if (page % 7 == 0) {
            ck_assert_int_eq(last_written_put(&last, TT_SPACE_L1, LO, HI - 1, (const uint8_t *)"abc"), TT_OK);
            ck_assert(last_written_reaches(&last, TT_SPACE_L1, HI));
            ck_assert_ptr_null(last_written_at(&last, TT_SPACE_L1, LO, HI));
            last_written_put_over(&last, TT_SPACE_L1, HI - 1, HI, (const uint8_t *)"d");
            ck_assert_mem_eq(last_written_at(&last, TT_SPACE_L1, LO, HI), "abcd", HI - LO);
        }
        last_written_reset(&last);
    }
    last_written_clear(&last);
}
END_TEST

START_TEST(last_written__knows_no_place_that_no_chip_has)
{
    struct last_written last = {0};
    const uint32_t end = space_bytes(TT_BLACKHOLE, TT_SPACE_DST);
    ck_assert_int_eq(last_written_put(&last, TT_SPACE_DST, end - 1, end, (const uint8_t *)"x"), TT_OK);
    ck_assert_int_eq(last_written_put(&last, TT_SPACE_DST, end, end + 1, (const uint8_t *)"x"), TT_BAD_INPUT);
    ck_assert_int_eq(last_written_put(&last, TT_SPACE_DST, UINT32_MAX - 1, UINT32_MAX, (const uint8_t *)"x"),
                     TT_BAD_INPUT);
    ck_assert_ptr_nonnull(last_written_at(&last, TT_SPACE_DST, end - 1, end));
    ck_assert_ptr_null(last_written_at(&last, TT_SPACE_DST, end - 2, end));
    last_written_clear(&last);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("last_written");
    TCase *tests = tcase_create("last_written");
    tcase_add_test(tests, last_written__is_what_the_last_put_says);
    tcase_add_test(tests, last_written__forgets_with_each_page);
    tcase_add_test(tests, last_written__knows_no_place_that_no_chip_has);
    suite_add_tcase(suite, tests);
    return suite;
}
