/* SPDX-License-Identifier: Apache-2.0 */
/* What a JSON text may not have, wherever in it that stands: text is looked through by words of eight bytes. */
#include "capture/json/json.h"
#include "unit/suite.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

enum { TEXT_MAX = 512, PLACES = 20 };

/* {"k": "xxxx…", then what is given, then "…xxxx"} */
static size_t put_text(char text[static TEXT_MAX], unsigned before, const char *given, unsigned after)
{
    static const char many[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
    const int length = snprintf(text, TEXT_MAX, "{\"k\": \"%.*s%s%.*s\"}", (int)before, many, given, (int)after, many);
    ck_assert(length > 0 && length < TEXT_MAX);
    return (size_t)length;
}

/* Of a text that is in order, what the string holds. */
static void check_good(const char *given, const char *held)
{
    for (unsigned before = 0; before < PLACES; before++) {
        for (unsigned after = 0; after < PLACES; after++) {
            char text[TEXT_MAX];
            struct tt_error err = {""};
            struct cJSON *tree = NULL;
            const size_t count = put_text(text, before, given, after);
            ck_assert_msg(json_parse(&tree, text, count, &err) == TT_OK, "%s: %s", text, err.text);
            const char *string = cJSON_GetObjectItemCaseSensitive(tree, "k")->valuestring;
            ck_assert_uint_eq(strlen(string), before + strlen(held) + after);
            ck_assert(strncmp(string + before, held, strlen(held)) == 0);
            cJSON_Delete(tree);
        }
    }
}

/* Of one that is not, where, counted from what is given on, and what. */
static void check_bad(const char *given, unsigned offset, const char *what)
{
    for (unsigned before = 0; before < PLACES; before++) {
        for (unsigned after = 0; after < PLACES; after++) {
            char text[TEXT_MAX], wanted[TEXT_MAX];
            struct tt_error err = {""};
            struct cJSON *tree = NULL;
            const size_t count = put_text(text, before, given, after);
            (void)snprintf(wanted, sizeof wanted, "column %u: %s", (unsigned)strlen("{\"k\": \"") + before + offset + 1,
                           what);
            ck_assert_int_eq(json_parse_line(&tree, text, count, &err), TT_BAD_INPUT);
            ck_assert_ptr_null(tree);
            ck_assert_str_eq(err.text, wanted);
        }
    }
}

START_TEST(json__strings_hold_what_text_holds)
{
    check_good("", "");
    check_good("\\\\u0000", "\\u0000"); /* a backslash, then five letters */
    check_good("\\\"[[[[", "\"[[[[");
    check_good("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
    check_good("\\u0001", "\x01");
}
END_TEST

START_TEST(json__zeros_and_what_is_no_text_are_refused)
{
    check_bad("\\u0000", 0, "a string holds \\u0000");
    check_bad("\\\\\\u0000", 2, "a string holds \\u0000");
    check_bad("\xC3\xA4\\u0000", 2, "a string holds \\u0000");
    check_bad("\xC3(", 0, "this is not UTF-8");
    check_bad("a\x80", 1, "this is not UTF-8");
    check_bad("\xED\xA0\x80", 0, "this is not UTF-8");
}
END_TEST

/* Brackets of strings count for nothing, also behind quotes that are escaped. */
START_TEST(json__brackets_are_counted_outside_of_strings)
{
    enum { DEPTH_MAX = 64 };
    for (unsigned deep = DEPTH_MAX - 1; deep <= DEPTH_MAX; deep++) {
        char text[TEXT_MAX] = "[\"[[\\\"[[[[[[[[[[[[\", ";
        struct tt_error err = {""};
        struct cJSON *tree = NULL;
        for (unsigned i = 0; i < deep; i++)
            strcat(text, "[");
        for (unsigned i = 0; i <= deep; i++)
            strcat(text, "]");
        ck_assert_int_eq(json_parse(&tree, text, strlen(text), &err), deep < DEPTH_MAX ? TT_OK : TT_BAD_INPUT);
        ck_assert_str_eq(err.text, deep < DEPTH_MAX ? "" : "line 1, column 85: nested more than 64 deep");
        cJSON_Delete(tree);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("json");
    TCase *t = tcase_create("json");
    tcase_add_test(t, json__strings_hold_what_text_holds);
    tcase_add_test(t, json__zeros_and_what_is_no_text_are_refused);
    tcase_add_test(t, json__brackets_are_counted_outside_of_strings);
    suite_add_tcase(s, t);
    return s;
}
