/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes as hexadecimal digits, and the hash of a number. */
#include "base/mix.h"
#include "base/number.h"
#include "unit/suite.h"

#include <string.h>

enum { ROOM = 4 };

/* expected: null where the text is refused. */
static const struct {
    const char *text, *expected;
    size_t count;
} CASES[] = {
    {"", "", 0},
    {"00ff", "\x00\xFF", 2},
    {"Ab", "\xAB", 1},
    {"01020304", "\x01\x02\x03\x04", 4},
    {"0102030405", NULL, 5},
    {"f", NULL, 0},
    {"0g", NULL, 1},
    {"g0", NULL, 1},
    {"0x", NULL, 1},
    {"01 2", NULL, 2},
};

START_TEST(number__reads_bytes_of_hexadecimal_digits)
{
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        uint8_t bytes[ROOM];
        size_t count = 99;
        const bool is_read = hex_bytes(CASES[i].text, strlen(CASES[i].text), bytes, ROOM, &count);
        ck_assert_msg(is_read == (CASES[i].expected != NULL), "'%s': %d", CASES[i].text, is_read);
        ck_assert_uint_eq(count, CASES[i].count);
        if (is_read && count)
            ck_assert_mem_eq(bytes, CASES[i].expected, count);
    }
}
END_TEST

/* What the authors of splitmix64 publish for the seed 0. */
START_TEST(mix__is_splitmix64)
{
    ck_assert_uint_eq(mix_bits(0), UINT64_C(0xE220A8397B1DCDAF));
    ck_assert_uint_eq(mix_bits(MIX_STEP), UINT64_C(0x6E789E6AA1B965F4));
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("number");
    TCase *tcase = tcase_create("number");
    tcase_add_test(tcase, number__reads_bytes_of_hexadecimal_digits);
    tcase_add_test(tcase, mix__is_splitmix64);
    suite_add_tcase(suite, tcase);
    return suite;
}
