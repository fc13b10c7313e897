/* SPDX-License-Identifier: Apache-2.0 */
/* The small state of a bundle, flattened into words by path. */
#include "base/memory.h"
#include "capture/import/state_json.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>

static struct state_words state;
static struct tt_error err;

static enum tt_status parse(const char *text, bool is_start)
{
    return state_parse(&state, text, strlen(text), is_start, &err);
}

static void assert_word(const char *path, uint32_t value)
{
    int32_t word = state_find(path);
    ck_assert_msg(word >= 0, "%s: no such path", path);
    ck_assert_msg(state.known[word] == UINT32_MAX, "%s is not known", path);
    ck_assert_msg(state.value[word] == value, "%s is %u, expected %u", path, state.value[word], value);
}

static void assert_unknown(const char *path)
{
    int32_t word = state_find(path);
    ck_assert_msg(word >= 0, "%s: no such path", path);
    ck_assert_msg(state.known[word] == 0, "%s is known", path);
}

START_TEST(state__keys_nest_into_paths)
{
    ck_assert_int_eq(parse("{\"adc\":[{\"pack\":{\"ch1\":{\"x\":1,\"w_cr\":4294967295}}}],\"sem\":[{\"max\":2}],"
                           "\"mop_cfg\":[[],[7]],\"packer\":{\"in_tile\":true,\"tpg\":[[1,2,3]]},\"lane_config\":9}",
                           false),
                     TT_OK);
    assert_word("adc.0.pack.ch1.x", 1);
    assert_word("adc.0.pack.ch1.w_cr", UINT32_MAX);
    assert_word("sem.0.max", 2);
    assert_word("mop_cfg.1.0", 7);
    assert_word("packer.in_tile", 1);
    assert_word("packer.tpg.0.2", 3);
    assert_word("lane_config", 9);
    assert_unknown("sem.0.value");
    assert_unknown("adc.1.pack.ch1.x");
}
END_TEST

START_TEST(state__stack_gives_depth_and_entries)
{
    ck_assert_int_eq(parse("{\"cc\":{\"enabled\":false,\"flags\":5,\"stack\":[{\"enabled\":true,\"flags\":1},"
                           "{\"enabled\":false,\"flags\":2}]}}",
                           false),
                     TT_OK);
    assert_word("cc.depth", 2);
    assert_word("cc.stack.0.enabled", 1);
    assert_word("cc.stack.1.flags", 2);
    assert_unknown("cc.stack.2.flags");
    ck_assert_int_eq(parse("{\"cc\":{\"stack\":[]}}", false), TT_OK);
    assert_word("cc.depth", 0);
}
END_TEST

START_TEST(state__progress_is_zero_at_the_start_when_absent)
{
    ck_assert_int_eq(parse("{\"stall\":[{\"block\":3}]}", true), TT_OK);
    assert_word("stall.0.block", 3);
    assert_word("stall.1.wait", 0);
    assert_word("rwc.2.bias", 0);
    assert_word("unp_row.1.2", 0);
    assert_word("replay_load.0.left", 0);
    assert_unknown("rwc.2.dst");
    ck_assert_int_eq(parse("{}", false), TT_OK);
    assert_unknown("stall.1.wait");
    assert_unknown("rwc.2.bias");
}
END_TEST

START_TEST(state__what_is_wrong_is_said)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{\"lane_confih\":0}", "lane_confih is not a key of the state"},
        {"{\"sem\":[{\"value\":0,\"min\":1}]}", "sem.0.min is not a key of the state"},
        {"{\"mutex\":[0,0,0,0,0,0,0,0,0]}", "mutex.8 is not a key of the state"},
        {"{\"prng\":5}", "prng is not a key of the state"},
        {"{\"lane_config\":-1}", "lane_config is -1, expected a whole number from 0 to 4294967295"},
        {"{\"lane_config\":4294967296}", "lane_config is 4294967296, expected a whole number from 0 to 4294967295"},
        {"{\"lane_config\":1.5}", "lane_config is 1.5, expected a whole number from 0 to 4294967295"},
        {"{\"lane_config\":null}", "lane_config is null, expected a whole number from 0 to 4294967295"},
        {"{\"lane_config\":1,\"lane_config\":1}", "lane_config is there twice"},
        {"{\"cc\":{\"stack\":3}}", "cc.stack is not a key of the state"},
        {"{\"cc\":{\"depth\":1,\"stack\":[]}}", "cc.depth is there twice"},
        {"[]", "the outermost value is not an object"},
        {"{\"lane_config\":}", "line 1, column 16: this is not JSON"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ck_assert_msg(parse(cases[i].text, false) == TT_BAD_INPUT, "%s: was taken", cases[i].text);
        ck_assert_str_eq(err.text, cases[i].message);
    }
}
END_TEST

/* Keys that are as long as can be are cut in the path, and found nowhere. */
START_TEST(state__long_keys_are_refused)
{
    char text[4096] = "{\"", *to = text + 2;
    for (int level = 0; level < 30; level++)
        to += sprintf(to, "%080d\":{\"", level);
    to += sprintf(to, "x\":1");
    for (int level = 0; level <= 30; level++)
        *to++ = '}';
    *to = '\0';
    ck_assert_int_eq(parse(text, false), TT_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(err.text, "is not a key of the state"));
}
END_TEST

Suite *suite(void)
{
    Suite *states = suite_create("import state");
    TCase *cases = tcase_create("state");
    tcase_add_test(cases, state__keys_nest_into_paths);
    tcase_add_test(cases, state__stack_gives_depth_and_entries);
    tcase_add_test(cases, state__progress_is_zero_at_the_start_when_absent);
    tcase_add_test(cases, state__what_is_wrong_is_said);
    tcase_add_test(cases, state__long_keys_are_refused);
    suite_add_tcase(states, cases);
    return states;
}
