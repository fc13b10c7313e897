/* SPDX-License-Identifier: Apache-2.0 */
/* The line of a long verb: part, bar, rate, time left; never wider than the terminal. */
#include "cli/progress.h"
#include "unit/suite.h"

#include <string.h>

static char text[512];

START_TEST(shows_part_rate_and_time_left)
{
    progress_text("replay", "events", 420000, 1000000, 2, 80, text, sizeof text);
    ck_assert_str_eq(text, "replay  42% [################-----------------------] 210 k events/s, 3 s left");
    progress_text("replay", "events", 3, 10, 1, 50, text, sizeof text);
    ck_assert_str_eq(text, "replay  30% [###--------] 3.0 events/s, 2 s left");
}
END_TEST

START_TEST(leaves_out_the_bar_and_then_cuts)
{
    progress_text("replay", "events", 50, 100, 1, 41, text, sizeof text);
    ck_assert_str_eq(text, "replay  50% 50 events/s, 1 s left");
    progress_text("replay", "events", 50, 100, 1, 20, text, sizeof text);
    ck_assert_str_eq(text, "replay  50% 50 even");
}
END_TEST

START_TEST(is_never_as_wide_as_the_terminal)
{
    static const uint64_t counts[] = {0, 1, 999, 1000, 12345678, UINT64_MAX / 2, UINT64_MAX};
    for (int width = 1; width < 200; width++)
        for (unsigned i = 0; i < 7; i++)
            for (unsigned k = 0; k < 7; k++) {
                progress_text("reduce: 12 of 735 events left,", "checks", counts[i], counts[k], 12.5, width, text,
                              sizeof text);
                ck_assert_int_lt((int)strlen(text), width);
            }
}
END_TEST

START_TEST(long_waits_are_in_minutes_and_hours)
{
    progress_text("x", "e", 1, 1001, 1, 30, text, sizeof text);
    ck_assert_str_eq(text, "x   0% 1.0 e/s, 17 min left");
    progress_text("x", "e", 1, 10001, 1, 40, text, sizeof text);
    ck_assert_str_eq(text, "x   0% 1.0 e/s, 2 h 46 min left");
    progress_text("x", "e", 0, 100, 1, 40, text, sizeof text);
    ck_assert_str_eq(text, "x   0% [--------------------] no e yet");
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("progress");
    TCase *tests = tcase_create("progress");
    tcase_add_test(tests, shows_part_rate_and_time_left);
    tcase_add_test(tests, leaves_out_the_bar_and_then_cuts);
    tcase_add_test(tests, is_never_as_wide_as_the_terminal);
    tcase_add_test(tests, long_waits_are_in_minutes_and_hours);
    suite_add_tcase(suite, tests);
    return suite;
}
