/* SPDX-License-Identifier: Apache-2.0 */
/* Array ranges as each batch system takes them; words as a shell does. */
#include "base/memory.h"
#include "batch/lines.h"
#include "unit/suite.h"

#include <stdlib.h>
#include <string.h>

struct heard {
    char text[4096];
};

static void hear(void *user, const char *system, const char *line)
{
    struct heard *heard = user;
    const size_t at = strlen(heard->text);
    (void)snprintf(heard->text + at, sizeof heard->text - at, "%s: %s\n", system, line);
}

START_TEST(lines__of_some_shards)
{
    static const uint32_t which[] = {3, 17, 20, 21, 22};
    const struct batch_lines lines = {
        "tt-replay farm run farm", "tt-replay farm run farm --shard {}/64", "farm/log", 64, which, 5};
    struct heard heard = {""};
    struct tt_error err;
    ck_assert_int_eq(batch_lines_each(&lines, hear, &heard, &err), TT_OK);
    ck_assert_str_eq(heard.text,
                     "slurm: sbatch --array=3,17,20-22 --job-name=tt-replay --output=farm/log/%a.txt "
                     "--wrap='tt-replay farm run farm'\n"
                     "lsf: bsub -J 'tt-replay[3,17,20-22]' -o farm/log/%I.txt tt-replay farm run farm\n"
                     "grid_engine: qsub -t 3 -N tt-replay -cwd -V -b y -j y -o farm/log/ tt-replay farm run farm\n"
                     "grid_engine: qsub -t 17 -N tt-replay -cwd -V -b y -j y -o farm/log/ tt-replay farm run farm\n"
                     "grid_engine: qsub -t 20-22 -N tt-replay -cwd -V -b y -j y -o farm/log/ tt-replay farm run farm\n"
                     "parallel: parallel tt-replay farm run farm --shard {}/64 ::: 3 17 20 21 22\n");
}
END_TEST

/* LSF and GNU parallel hand a line to a shell once more. */
START_TEST(lines__of_words_with_blanks)
{
    static const uint32_t which[] = {1, 2};
    const struct batch_lines lines = {"f 'a b'", "f 'a b' {}", "log", 2, which, 2};
    struct heard heard = {""};
    struct tt_error err;
    ck_assert_int_eq(batch_lines_each(&lines, hear, &heard, &err), TT_OK);
    ck_assert_ptr_nonnull(strstr(heard.text, "-o log/%I.txt 'f '\\''a b'\\'''\n"));
    ck_assert_ptr_nonnull(strstr(heard.text, "parallel: seq 2 | parallel 'f '\\''a b'\\'' {}'\n"));
}
END_TEST

START_TEST(path__is_one_word_of_a_shell)
{
    static const struct {
        const char *folder, *name, *word;
    } cases[] = {
        {"kernels", "a.ttcap", "kernels/a.ttcap"},         {"kernels/", "a.ttcap", "kernels/a.ttcap"},
        {"my kernels", "a.ttcap", "'my kernels/a.ttcap'"}, {"k", "it's $x", "'k/it'\\''s $x'"},
        {"k", "a\nb", "\"$(printf 'k/a\\012b')\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *word = batch_shell_path(cases[i].folder, cases[i].name);
        ck_assert_str_eq(word, cases[i].word);
        mem_free(word);
    }
}
END_TEST

START_TEST(command__is_continued_between_words_alone)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    batch_put_command(out, "tt-replay short");
    batch_put_command(out, "tt-replay farm run 'a quoted name that has blanks and is long' "
                           "--shard aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbb");
    ck_assert_int_eq(fclose(out), 0);
    ck_assert_str_eq(text, "  tt-replay short\n"
                           "  tt-replay farm run 'a quoted name that has blanks and is long' --shard \\\n"
                           "      aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbb\n");
    free(text);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("batch/lines");
    TCase *cases = tcase_create("lines");
    tcase_add_test(cases, lines__of_some_shards);
    tcase_add_test(cases, lines__of_words_with_blanks);
    tcase_add_test(cases, path__is_one_word_of_a_shell);
    tcase_add_test(cases, command__is_continued_between_words_alone);
    suite_add_tcase(s, cases);
    return s;
}
