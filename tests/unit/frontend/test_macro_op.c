/* SPDX-License-Identifier: Apache-2.0 */
/* The two templates of the macro-op expander, word by word. F9, F10 */
#include "tile/frontend/macro_op.h"

#include "unit/suite.h"

#include <string.h>

enum { N = 0x02000000, WORDS_MAX = 128 };

/* Words of one letter each, so that an expansion reads as text; '.' is a NOP. */
static uint32_t word_of_letter(char letter)
{
    return letter == '.' ? N : 0x45000000u | (uint32_t)letter;
}

static void expand(const uint32_t words[MACRO_OP_WORDS], bool is_loop, uint32_t count, uint32_t zmask,
                   char text[static WORDS_MAX])
{
    struct macro_op macro_op;
    uint32_t word;
    size_t length = 0;
    macro_op_start(&macro_op, TT_BLACKHOLE, words, is_loop, count, zmask);
    while (length + 1 < WORDS_MAX && macro_op_next(&macro_op, &word))
        text[length++] = word == N ? '.' : (char)(word & 0xFF);
    text[length] = 0;
}

START_TEST(loop__words_in_order)
{
    static const struct {
        uint32_t outer, inner;
        const char *words; /* start, end0, end1, op0, op1, last_last, last_inner */
        const char *wanted, *why;
    } cases[] = {
        {1, 1, "...a.zy", "z", "one word: the very last"},
        {2, 3, "...a.zy", "aayaaz", "the last of each outer iteration is replaced"},
        {2, 2, "s..a.zy", "saysaz", "a start word each time"},
        {1, 2, "set-.z.", "s-zet", "two end words"},
        {1, 2, ".e.a.z.", "aze", "one end word"},
        {1, 2, "..ta.z.", "az", "a NOP as first end word drops both"},
        {1, 2, "...abz.", "abaz", "two words take turns, and the count is of pairs"},
        {2, 1, "...abzy", "ayaz", "the turn goes on over outer iterations"},
        {1, 3, "....bz.", ".b.b.z", "a NOP as first word counts as an iteration"},
        {0, 3, "s..a.zy", "", "no outer iteration"},
        {2, 0, "set-.zy", "setset", "no inner iteration"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t words[MACRO_OP_WORDS] = {cases[i].outer, cases[i].inner};
        char text[WORDS_MAX];
        for (unsigned k = 2; k < MACRO_OP_WORDS; k++)
            words[k] = word_of_letter(cases[i].words[k - 2]);
        expand(words, true, 0, 0, text);
        ck_assert_msg(strcmp(text, cases[i].wanted) == 0, "%s: %s, expected %s", cases[i].why, text, cases[i].wanted);
    }
}
END_TEST

START_TEST(loop__nothing_but_an_end_word_runs_129_times)
{
    const uint32_t words[MACRO_OP_WORDS] = {1, 0, N, word_of_letter('e'), N, N, N, N, N};
    struct macro_op macro_op;
    uint32_t word;
    unsigned count = 0;
    macro_op_start(&macro_op, TT_BLACKHOLE, words, true, 0, 0);
    while (macro_op_next(&macro_op, &word))
        count++;
    ck_assert_uint_eq(count, 129);
}
END_TEST

START_TEST(mask__words_in_order)
{
    static const struct {
        uint32_t flags, count, zmask;
        const char *wanted, *why;
    } cases[] = {
        {0, 0, 0, "a", "one iteration at least"},
        {0, 2, 0, "aaa", "the count is one less"},
        {1, 1, 0, "abab", "bit 0: word B"},
        {2, 0, 0, "acde", "bit 1: three words more"},
        {3, 0, 0, "acdeb", "both: B comes last"},
        {3, 2, 2, "acdebxyacdeb", "a set bit skips"},
        {2, 1, 1, "xacde", "the skipping word alone without bit 0"},
        {0, 33, UINT32_MAX, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxaa", "zeros come in behind the mask"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t words[MACRO_OP_WORDS] = {0, cases[i].flags};
        static const char letters[] = "bacdexy";
        char text[WORDS_MAX];
        for (unsigned k = 2; k < MACRO_OP_WORDS; k++)
            words[k] = word_of_letter(letters[k - 2]);
        expand(words, false, cases[i].count, cases[i].zmask, text);
        ck_assert_msg(strcmp(text, cases[i].wanted) == 0, "%s: %s, expected %s", cases[i].why, text, cases[i].wanted);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("macro_op");
    TCase *tests = tcase_create("macro_op");
    tcase_add_test(tests, loop__words_in_order);
    tcase_add_test(tests, loop__nothing_but_an_end_word_runs_129_times);
    tcase_add_test(tests, mask__words_in_order);
    suite_add_tcase(all, tests);
    return all;
}
