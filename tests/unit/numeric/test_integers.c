/* SPDX-License-Identifier: Apache-2.0 */
/* Sign and magnitude, and the addends of the roundings. */
#include "inputs.h"
#include "numeric/rounding.h"
#include "numeric/sign_magnitude.h"
#include "unit/suite.h"

START_TEST(sign_magnitude__every_8_bit_pattern_comes_back)
{
    for (uint32_t b = 0; b < 0x100; b++) {
        int64_t value = sign_magnitude_value(b, 8);
        ck_assert_int_eq(value, b < 128 ? (int64_t)b : 128 - (int64_t)b);
        check_eq("sign_magnitude_saturate", b, sign_magnitude_saturate(value, 8), b == 0x80 ? 0 : b);
    }
}
END_TEST

START_TEST(sign_magnitude__saturates_at_both_ends)
{
    ck_assert_uint_eq(sign_magnitude_saturate(128, 8), 0x7F);
    ck_assert_uint_eq(sign_magnitude_saturate(-128, 8), 0xFF);
    ck_assert_uint_eq(sign_magnitude_saturate(INT64_C(0x80000000), 32), 0x7FFFFFFF);
    ck_assert_uint_eq(sign_magnitude_saturate(-INT64_C(0xFFFFFFFE), 32), 0xFFFFFFFF);
    ck_assert_int_eq(sign_magnitude_value(0x80000000, 32), 0);
    ck_assert_int_eq(sign_magnitude_value(0xFFFFFFFF, 32), -INT64_C(0x7FFFFFFF));
}
END_TEST

START_TEST(roundings__against_division)
{
    for (uint32_t number = 0; number < 0x1000; number++) {
        for (unsigned drop = 1; drop <= 12; drop++) {
            uint32_t unit = 1u << drop, below = number / unit, rest = number % unit;
            uint32_t away = below + (2 * rest >= unit),
                     even = below + (2 * rest > unit || (2 * rest == unit && below % 2));
            check_eq("round_half", number, (number + round_half(drop)) >> drop, away);
            check_eq("round_even", number, (number + round_even(number, drop)) >> drop, even);
            check_eq("round_random", number, (number + round_random(0, drop)) >> drop,
                     rest == unit - 1 ? below + 1 : below);
            check_eq("round_random", number, (number + round_random(UINT32_MAX, drop)) >> drop, below + 1);
        }
        check_eq("round_half", 0, round_half(0), 0);
        check_eq("round_random", number, round_random(number, 0), 0);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("numeric/integers");
    TCase *tests = tcase_create("integers");
    tcase_add_test(tests, sign_magnitude__every_8_bit_pattern_comes_back);
    tcase_add_test(tests, sign_magnitude__saturates_at_both_ends);
    tcase_add_test(tests, roundings__against_division);
    suite_add_tcase(all, tests);
    return all;
}
