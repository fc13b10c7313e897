/* SPDX-License-Identifier: Apache-2.0 */
/* A counter that is printed in two halves: known where it can only have been one thing. */
#include "capture/import/debugger/debugger.h"
#include "unit/suite.h"

enum { VALUES = 1024 };
static struct tt_error err;

static enum tt_status value_of(const uint64_t *prints, unsigned count, bool is_json, uint32_t *value, uint32_t *known)
{
    struct halved_counter counter = {.count = 0};
    for (unsigned i = 0; i < count; i++)
        ck_assert_int_eq(halved_add(&counter, "rwc0_dst", prints[i], is_json, &err), TT_OK);
    return halved_value(&counter, "rwc0_dst", value, known, &err);
}

/* Whatever the counter is, and in whatever form it is printed, no bit is known that it does not have. */
START_TEST(halved__never_claims_a_wrong_bit)
{
    uint32_t known_of_rows = UINT32_MAX;
    for (uint32_t is = 0; is < VALUES; is++) {
        const uint64_t low = is & 0xFF, high = is >> 8, joined = low | high << 32;
        const uint64_t forms[][2] = {{low, high}, {joined, joined}, {joined, low}, {joined, high}, {low, joined}};
        uint32_t value = 0, known = 0;
        for (unsigned i = 0; i < sizeof forms / sizeof forms[0]; i++) {
            ck_assert_msg(value_of(forms[i], 2, false, &value, &known) == TT_OK, "%s", err.text);
            ck_assert_uint_eq((value ^ is) & known, 0);
            ck_assert_uint_eq(known & 0xFFFFFC00, 0xFFFFFC00);
            if (i == 0 && is > 0x303)
                known_of_rows &= known;
        }
        for (unsigned i = 0; i < 3; i++) {
            ck_assert_int_eq(value_of(&(uint64_t[]){low, high, joined}[i], 1, false, &value, &known), TT_OK);
            ck_assert_uint_eq((value ^ is) & known, 0);
        }
        ck_assert_int_eq(value_of(&high, 1, true, &value, &known), TT_OK);
        ck_assert_uint_eq(known, 0xFFFFFF00);
        ck_assert_uint_eq((value ^ is) & known, 0);
    }
    ck_assert_uint_eq(known_of_rows, UINT32_MAX); /* two rows give all of it where they differ */
}
END_TEST

START_TEST(halved__refuses_what_is_no_counter)
{
    uint32_t value, known;
    const uint64_t prints[] = {0x5A, 0x77}, large = 0x500000000;
    ck_assert_int_eq(value_of(prints, 2, false, &value, &known), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "rwc0_dst is 0x5a and 0x77, which are not two halves of one counter of ten bits");
    ck_assert_int_eq(value_of(&large, 1, false, &value, &known), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "rwc0_dst is 0x500000000, expected its lower eight bits, its upper two, or both joined");
    struct halved_counter counter = {.count = HALVED_PRINTS};
    ck_assert_int_eq(halved_add(&counter, "rwc0_dst", 1, false, &err), TT_BAD_INPUT);
    ck_assert_int_eq(halved_add(&counter, "rwc0_dst", 9, true, &err), TT_END);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("halved_counter");
    TCase *tcase = tcase_create("halved_counter");
    tcase_add_test(tcase, halved__never_claims_a_wrong_bit);
    tcase_add_test(tcase, halved__refuses_what_is_no_counter);
    suite_add_tcase(suite, tcase);
    return suite;
}
