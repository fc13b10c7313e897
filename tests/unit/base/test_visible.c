/* SPDX-License-Identifier: Apache-2.0 */
/* What of a stranger's text is shown as it is. */
#include "base/visible.h"
#include "unit/suite.h"

#include <string.h>

static const struct {
    const char *text, *shown;
} CASES[] = {
    {"plain ~", "plain ~"},
    {"caf\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x98\x80", "caf\xc3\xa9 \xe6\xbc\xa2 \xf0\x9f\x98\x80"},
    {"\x1b[2J", "\\x1b[2J"},
    {"a\rb\nc\td", "a\\x0db\\x0ac\\x09d"},
    {"\x7f", "\\x7f"},
    {"\x9b", "\\x9b"},       /* a byte that some terminals obey */
    {"\xc2\x9b", "\\u009b"}, /* the same as a character */
    {"\xe2\x80\xae"
     "evil",
     "\\u202eevil"}, /* from here on to the left */
    {"\xe2\x81\xa6\xe2\x81\xa9", "\\u2066\\u2069"},
    {"\xd8\x9c\xe2\x80\x8f", "\\u061c\\u200f"},
    {"\xe2\x80\xa8", "\\u2028"},
    {"\xc0\xaf", "\\xc0\\xaf"},                   /* too long a form of '/' */
    {"\xed\xa0\x80", "\\xed\\xa0\\x80"},          /* half of a pair */
    {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"}, /* beyond the last character */
    {"cut \xe2\x80", "cut \\xe2\\x80"},
};

START_TEST(visible__shows)
{
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char shown[64];
        ck_assert_str_eq(visible_text(CASES[i].text, shown, sizeof shown), CASES[i].shown);
        ck_assert_int_eq(visible_is_plain(CASES[i].text), strcmp(CASES[i].text, CASES[i].shown) == 0);
    }
}
END_TEST

/* Every code point: what comes out is either the character itself or ASCII, and each class of controls goes. */
START_TEST(visible__of_every_character)
{
    unsigned controls = 0;
    for (uint32_t code = 1; code < 0x110000; code++) {
        char text[5] = "";
        if (code >= 0xD800 && code < 0xE000)
            continue;
        if (code < 0x80) {
            text[0] = (char)code;
        } else if (code < 0x800) {
            text[0] = (char)(0xC0 | code >> 6);
            text[1] = (char)(0x80 | (code & 63));
        } else if (code < 0x10000) {
            text[0] = (char)(0xE0 | code >> 12);
            text[1] = (char)(0x80 | (code >> 6 & 63));
            text[2] = (char)(0x80 | (code & 63));
        } else {
            text[0] = (char)(0xF0 | code >> 18);
            text[1] = (char)(0x80 | (code >> 12 & 63));
            text[2] = (char)(0x80 | (code >> 6 & 63));
            text[3] = (char)(0x80 | (code & 63));
        }
        const struct visible character = visible_at(text, strlen(text));
        const bool is_control = character.kind == VISIBLE_CONTROL;
        controls += is_control;
        if (character.code != code || character.length != strlen(text) ||
            (!is_control && character.kind != VISIBLE_PLAIN))
            ck_abort_msg("U+%04x", (unsigned)code);
    }
    /* U+0001 to 1F, DEL, U+0080 to 9F, U+061C, U+200E and F, U+2028 to 202E, U+2066 to 2069 */
    ck_assert_uint_eq(controls, 31 + 1 + 32 + 1 + 2 + 7 + 4);
}
END_TEST

/* Character by character, so that no cut between two writes hides a command. */
START_TEST(visible__in_a_line)
{
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"::error::x", ":\\u003aerror::x"},
        {" \t::x\n::y", " \t:\\u003ax\n:\\u003ay"},
        {"\xe3\x80\x80::x", "\xe3\x80\x80:\\u003ax"}, /* a blank that is no ASCII */
        {"a ::x", "a ::x"},
        {": :x", ": :x"},
        {":::", ":\\u003a:"},
        {"##[x", "##\\u005bx"},
        {"a ###[x", "a ###\\u005bx"},
        {"##vso[x[", "##vso\\u005bx["},
        {"## [x", "## [x"},
        {"#[x", "#[x"},
        {"#\n#[x", "#\n#[x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct visible_line line = {0};
        char shown[64] = "", escape[VISIBLE_ESCAPE];
        for (const char *at = cases[i].text; *at;) {
            struct visible character = visible_at(at, strlen(at));
            visible_in_line(&line, &character);
            if (character.kind == VISIBLE_OBEYED)
                strcat(shown, visible_escape(&character, escape));
            else
                strncat(shown, at, character.length);
            at += character.length;
        }
        ck_assert_str_eq(shown, cases[i].shown);
    }
}
END_TEST

START_TEST(visible__keeps_to_its_room)
{
    char shown[8];
    ck_assert_uint_eq(visible_copy("abc\x1b", shown, sizeof shown), 4);
    ck_assert_str_eq(shown, "abc\\x1b");
    ck_assert_uint_eq(visible_copy("abcd\x1b", shown, sizeof shown), 4);
    ck_assert_str_eq(shown, "abcd");
    ck_assert_uint_eq(visible_copy("", shown, 1), 0);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("visible");
    TCase *tests = tcase_create("visible");
    tcase_add_test(tests, visible__shows);
    tcase_add_test(tests, visible__of_every_character);
    tcase_add_test(tests, visible__in_a_line);
    tcase_add_test(tests, visible__keeps_to_its_room);
    suite_add_tcase(suite, tests);
    return suite;
}
