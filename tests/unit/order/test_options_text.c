/* SPDX-License-Identifier: Apache-2.0 */
/* How a replay is run as texts: each text read again says the same; what is no name is refused with its name. */
#include "base/error.h"
#include "isa/isa.h"
#include "order/options_text.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>

static struct tt_error err;

START_TEST(every_order_has_a_name_that_finds_it)
{
    for (int i = REPLAY_EXECUTED; i <= REPLAY_FIRMWARE; i++) {
        enum replay_order order = REPLAY_FIRMWARE;
        ck_assert_int_eq(order_parse(order_name((enum replay_order)i), &order, &err), TT_OK);
        ck_assert_int_eq(order, i);
    }
    enum replay_order order = REPLAY_PROGRAM;
    ck_assert_int_eq(order_parse("Executed", &order, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "order 'Executed' is not one of executed, program, firmware");
    ck_assert_int_eq(order, REPLAY_PROGRAM);
}
END_TEST

START_TEST(every_set_of_units_is_read_as_it_was_written)
{
    char text[256];
    uint32_t units = 1;
    for (uint32_t set = 0; set < UINT32_C(1) << TT_UNIT_COUNT; set++) {
        ck_assert_int_eq(units_parse(units_text(set, text, sizeof text), &units, &err), TT_OK);
        ck_assert_uint_eq(units, set);
    }
}
END_TEST

START_TEST(what_is_no_unit_is_named)
{
    static const struct {
        const char *text, *wanted;
    } cases[] = {
        {"packer", "no unit is called 'packer'; did you mean 'pack'?"},
        {"pack,,vector", "no unit is called ''"},
        {"pack,none", "no unit is called 'none'"}, /* none is a set, not a unit */
        {"pack,a_name_longer_than_any_unit_could_have", "no unit is called 'a_name_longer_than_any_unit_cou'"},
    };
    static const char all[] =
        " (units: frontend, sync, config, scalar, adc, mover, unpack0, unpack1, matrix, vector, pack, core)";
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t units;
        char wanted[256];
        (void)snprintf(wanted, sizeof wanted, "%s%s", cases[i].wanted, all);
        ck_assert_int_eq(units_parse(cases[i].text, &units, &err), TT_BAD_INPUT);
        ck_assert_str_eq(err.text, wanted);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("options_text");
    TCase *tests = tcase_create("options_text");
    tcase_add_test(tests, every_order_has_a_name_that_finds_it);
    tcase_add_test(tests, every_set_of_units_is_read_as_it_was_written);
    tcase_add_test(tests, what_is_no_unit_is_named);
    suite_add_tcase(suite, tests);
    return suite;
}
