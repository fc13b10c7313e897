/* SPDX-License-Identifier: Apache-2.0 */
/* Names, new files and what must not outlive the program (docs/formats/files.md); words of a shell; sentences that are
 * too long. */
#include "base/input.h"
#include "base/memory.h"
#include "base/new_file.h"
#include "base/path.h"
#include "base/scratch.h"
#include "base/temporary.h"
#include "base/text/shell.h"
#include "base/text/text_stream.h"
#include "unit/suite.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];

static void begin(void)
{
    (void)snprintf(folder, sizeof folder, "test-files-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static void end(void)
{
    ck_assert_int_eq(chdir(".."), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

static void make(const char *path, const char *text)
{
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ck_assert_int_ge(descriptor, 0);
    ck_assert_int_eq(write(descriptor, text, strlen(text)), (ssize_t)strlen(text));
    ck_assert_int_eq(close(descriptor), 0);
}

static bool holds(const char *path, const char *text)
{
    char bytes[64] = "";
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    const size_t count = fread(bytes, 1, sizeof bytes - 1, file);
    (void)fclose(file);
    return count == strlen(text) && strcmp(bytes, text) == 0;
}

static struct new_file *begin_file(const char *path, int replace, const char *text)
{
    struct tt_error err;
    struct new_file *file;
    FILE *out;
    ck_assert_msg(new_file_open(&file, path, replace, &err) == TT_OK, "%s", err.text);
    ck_assert_int_eq(new_file_stream(&out, file, "wb", &err), TT_OK);
    ck_assert_int_ge(fputs(text, out), 0);
    ck_assert_int_eq(new_file_close_stream(out, file, &err), TT_OK);
    return file;
}

START_TEST(files__of_two_writers_the_first_to_end_wins)
{
    struct tt_error err;
    struct new_file *one = begin_file("x", false, "one"), *two = begin_file("x", false, "two");
    ck_assert_str_ne(new_file_path(one), new_file_path(two));
    ck_assert_int_eq(access("x", F_OK), -1);
    ck_assert_int_eq(new_file_commit(two, &err), TT_OK);
    ck_assert_int_eq(new_file_commit(one, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "x: the file exists by now; --force replaces it");
    ck_assert(holds("x", "two"));
    one = begin_file("x", true, "again");
    ck_assert(holds("x", "two"));
    ck_assert_int_eq(new_file_commit(one, &err), TT_OK);
    ck_assert(holds("x", "again"));
    ck_assert_int_eq(unlink("x"), 0);
}
END_TEST

static enum tt_status put_text(void *user, FILE *out, struct tt_error *err)
{
    (void)fputs(user, out);
    return strcmp(user, "bad") == 0 ? tt_fail(err, TT_BAD_INPUT, "as bad as can be") : TT_OK;
}

START_TEST(files__written_as_a_stream)
{
    struct tt_error err;
    char good[] = "good", better[] = "better", bad[] = "bad";
    ck_assert_int_eq(new_file_write("stream", NEW_FILE_NEW, put_text, good, &err), TT_OK);
    ck_assert_int_eq(new_file_write("stream", NEW_FILE_NEW, put_text, better, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "stream: the file exists; --force replaces it");
    ck_assert_int_eq(new_file_write("stream", NEW_FILE_REPLACE, put_text, bad, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "as bad as can be");
    ck_assert(holds("stream", "good"));
    ck_assert_int_eq(new_file_write("stream", NEW_FILE_OWN, put_text, better, &err), TT_OK);
    ck_assert(holds("stream", "better"));
    ck_assert_int_eq(unlink("stream"), 0); /* and nothing else is left: end() removes the folder */
}
END_TEST

START_TEST(files__behind_a_link)
{
    struct tt_error err;
    struct new_file *file;
    make("there", "old");
    ck_assert_int_eq(symlink("there", "link"), 0);
    ck_assert_int_eq(symlink("nowhere", "broken"), 0);
    ck_assert_int_eq(new_file_open(&file, "link", false, &err), TT_BAD_INPUT);
    ck_assert_int_eq(new_file_open(&file, "broken", true, &err), TT_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(err.text, "broken: a symbolic link to nothing"));
    ck_assert_int_eq(new_file_commit(begin_file("link", true, "new"), &err), TT_OK);
    struct stat status;
    ck_assert_int_eq(lstat("link", &status), 0);
    ck_assert(S_ISLNK(status.st_mode) && holds("there", "new"));
    char newer[] = "newer";
    ck_assert_int_eq(new_file_write("link", NEW_FILE_OWN, put_text, newer, &err), TT_BAD_INPUT);
    ck_assert_int_eq(new_file_write("broken", NEW_FILE_OWN, put_text, newer, &err), TT_BAD_INPUT);
    ck_assert(holds("there", "new"));
    ck_assert_int_eq(mkdir("folder", 0777) + symlink("folder", "way"), 0);
    ck_assert_int_eq(new_file_write("way/new", NEW_FILE_OWN, put_text, newer, &err), TT_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(err.text, "way: a symbolic link"));
    ck_assert_int_eq(unlink("there") + unlink("link") + unlink("broken") + unlink("way") + rmdir("folder"), 0);
}
END_TEST

START_TEST(inputs__are_no_outputs)
{
    struct tt_error err;
    struct new_file *file;
    int descriptor;
    make("read", "old");
    make("late", "old");
    ck_assert_int_eq(link("read", "hard"), 0);
    ck_assert_int_eq(symlink("read", "soft"), 0);
    ck_assert_int_eq(input_refuse_output("read", &err), TT_OK); /* a library's caller has asked for no guard */
    inputs_remember();
    ck_assert_int_eq(input_open(&descriptor, "read", &err), TT_OK);
    ck_assert_int_eq(close(descriptor), 0);
    const char *const names[] = {"read", "hard", "soft"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ck_assert_int_eq(input_refuse_output(names[i], &err), TT_BAD_INPUT);
        ck_assert_int_eq(new_file_open(&file, names[i], true, &err), TT_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(err.text, "this is the input"));
    }
    ck_assert_int_eq(input_keep("other", "read", &err), TT_OK);
    ck_assert_int_eq(input_keep(NULL, "read", &err), TT_OK);
    /* What this process made it may read and replace. */
    ck_assert_int_eq(new_file_commit(begin_file("ours", false, "1"), &err), TT_OK);
    ck_assert_int_eq(input_open(&descriptor, "ours", &err), TT_OK);
    ck_assert_int_eq(close(descriptor), 0);
    ck_assert_int_eq(new_file_commit(begin_file("ours", true, "2"), &err), TT_OK);
    /* An input that is named only after the output was begun. */
    file = begin_file("late", true, "new");
    ck_assert_int_eq(input_look("late", &err), TT_OK);
    ck_assert_int_eq(new_file_commit(file, &err), TT_BAD_INPUT);
    ck_assert(holds("late", "old"));
    ck_assert_int_eq(unlink("read") + unlink("hard") + unlink("soft") + unlink("ours") + unlink("late"), 0);
}
END_TEST

START_TEST(files__kinds)
{
    struct tt_error err;
    enum path_kind kind;
    make("file", "");
    ck_assert_int_eq(path_look(&kind, "file", &err), TT_OK);
    ck_assert_int_eq(kind, PATH_FILE);
    ck_assert_int_eq(path_look(&kind, ".", &err), TT_OK);
    ck_assert_int_eq(kind, PATH_FOLDER);
    ck_assert_int_eq(path_look(&kind, "/dev/null", &err), TT_OK);
    ck_assert_int_eq(kind, PATH_OTHER);
    ck_assert_int_eq(path_look(&kind, "file/below", &err), TT_OK);
    ck_assert_int_eq(kind, PATH_ABSENT);
    ck_assert_int_eq(symlink("circle", "circle"), 0);
    ck_assert_int_eq(path_look(&kind, "circle", &err), TT_IO);
    ck_assert_int_eq(unlink("file") + unlink("circle"), 0);
}
END_TEST

START_TEST(files__of_a_folder)
{
    struct tt_error err;
    struct folder inside = {0};
    make("b.ttcap", "");
    make(".hidden", "");
    make("a", "");
    ck_assert_int_eq(folder_read(&inside, ".", false, &err), TT_OK);
    ck_assert_uint_eq(inside.count, 2);
    ck_assert_str_eq(inside.names[0], "a");
    ck_assert_str_eq(inside.names[1], "b.ttcap");
    folder_clear(&inside);
    ck_assert_int_eq(folder_read(&inside, ".", true, &err), TT_OK);
    ck_assert_uint_eq(inside.count, 3);
    ck_assert_str_eq(inside.names[0], ".hidden");
    folder_clear(&inside);
    ck_assert_int_eq(folder_read(&inside, "a", true, &err), TT_IO);
    ck_assert_str_eq(err.text, "a: cannot be read: Not a directory");
    ck_assert_int_eq(unlink("a") + unlink("b.ttcap") + unlink(".hidden"), 0);
    ck_assert_str_eq(path_name("x/y.ttcap"), "y.ttcap");
    ck_assert_str_eq(path_name("y"), "y");
    ck_assert_str_eq(path_ending("y.ttcap", ".ttcap"), ".ttcap");
    ck_assert_ptr_null(path_ending(".ttcap", ".ttcap"));
    ck_assert_ptr_null(path_ending("y.ttcap.zst", ".ttcap"));
}
END_TEST

/* What a handler does, in a child that then ends. The parent's stay. */
START_TEST(files__taken_along)
{
    struct tt_error err;
    struct new_file *mine = begin_file("mine", false, "mine");
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        struct scratch scratch = {0};
        (void)setenv("TMPDIR", ".", 1);
        (void)begin_file("x", false, "half");
        if (scratch_make_named(&scratch, "candidate", &err))
            _exit(1);
        make(scratch.file, "candidate");
        temporaries_remove();
        _exit(access(scratch.folder, F_OK) == 0);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(new_file_commit(mine, &err), TT_OK);
    ck_assert(holds("mine", "mine"));
    ck_assert_int_eq(unlink("mine"), 0);
}
END_TEST

/* Linked in place of unlink() (--wrap): before the file of that name is removed, another is renamed to `taken_name`, as
 * a thread would that does not know it yet. */
int __wrap_unlink(const char *path);
int __real_unlink(const char *path);
static const char *renamed_late, *taken_name;

int __wrap_unlink(const char *path)
{
    if (renamed_late && strcmp(path, renamed_late) == 0)
        (void)rename(renamed_late, taken_name);
    return __real_unlink(path);
}

START_TEST(files__taken_along_under_a_new_name)
{
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        temporary_made(temporary_add("new-name"));
        make("old-name", "text");
        temporary_made(temporary_add("old-name"));
        renamed_late = "old-name";
        taken_name = "new-name";
        temporaries_remove();
        _exit(access("old-name", F_OK) == 0 || access("new-name", F_OK) == 0);
    }
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}
END_TEST

/* Of a thousand at once a handler removes all, and slots are used again. */
START_TEST(files__a_thousand_taken_along)
{
    enum { MANY = 1000 };
    static int slots[MANY];
    char name[32];
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    for (int i = 0; i < MANY; i++) {
        (void)snprintf(name, sizeof name, "many%d", i);
        slots[i] = temporary_add(name);
        if (child == 0)
            make(name, "half");
        temporary_made(slots[i]);
        ck_assert_int_ge(slots[i], 0);
    }
    if (child == 0) {
        temporaries_remove();
        _exit(0);
    }
    int status, left = 0;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    for (int i = 0; i < MANY; i++) {
        (void)snprintf(name, sizeof name, "many%d", i);
        left += access(name, F_OK) == 0;
        temporary_drop(slots[i]);
    }
    ck_assert_int_eq(left, 0);
    const int slot = temporary_add("none");
    ck_assert_int_eq(slot, slots[0]);
    temporary_drop(slot);
}
END_TEST

START_TEST(scratch__that_cannot_be_made_is_nothing)
{
    struct tt_error err;
    struct scratch scratch;
    char path[PATH_MAX + 1];
    memset(path, '/', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    const char *const bases[] = {"absent", path};
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) {
        ck_assert_int_eq(setenv("TMPDIR", bases[i], 1), 0);
        ck_assert_int_eq(scratch_make_named(&scratch, "file", &err), TT_IO);
        ck_assert_ptr_nonnull(strstr(err.text, ": cannot make a folder for a temporary capture there: "));
        scratch_remove(&scratch);
    }
    ck_assert_int_eq(unsetenv("TMPDIR"), 0);
}
END_TEST

START_TEST(words__of_a_shell)
{
    static const struct {
        const char *word, *wanted;
    } cases[] = {
        {"plain/path_1.ttcap", "plain/path_1.ttcap"},
        {"two words", "'two words'"},
        {"it's", "'it'\\''s'"},
        {"", "''"},
        {"$HOME", "'$HOME'"},
        {"caf\xc3\xa9", "'caf\xc3\xa9'"},
        {"it's \033[2J", "\"$(printf 'it\\047s \\033[2J')\""},
        {"\xe2\x80\xae", "\"$(printf '\\342\\200\\256')\""},
        {"-5%\n#\n\n", "\"$(printf '\\0555\\045\\012\\043')\n\n\""},
        {"##[error]", "'#''#[error]'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text_stream stream;
        ck_assert_int_eq(text_stream_open(&stream), 0);
        shell_put_word(stream.out, cases[i].word);
        char *text = text_stream_close(&stream);
        ck_assert_str_eq(text, cases[i].wanted);
        mem_free(text);
    }
}
END_TEST

START_TEST(sentences__lose_their_middle)
{
    struct tt_error err;
    char name[3000];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    ck_assert_int_eq(tt_fail(&err, TT_IO, "%s: cannot be opened: File name too long", name), TT_IO);
    ck_assert_uint_eq(strlen(err.text), sizeof err.text - 1);
    ck_assert_ptr_eq(strstr(err.text, "nnn"), err.text);
    ck_assert_str_eq(strrchr(err.text, ':'), ": File name too long");
    tt_error_prefix(&err, "%s", "file");
    ck_assert_ptr_eq(strstr(err.text, "file: nnn"), err.text);
    ck_assert_str_eq(strrchr(err.text, ':'), ": File name too long");
}
END_TEST

START_TEST(sentences__name_a_file_once)
{
    struct tt_error err;
    (void)tt_fail(&err, TT_BAD_INPUT, "run.db: no such thing");
    tt_error_prefix(&err, "%s", "run.db");
    ck_assert_str_eq(err.text, "run.db: no such thing");
    tt_error_prefix(NULL, "no error is wanted");
    tt_error_prefix(&err, "%s", "run");
    ck_assert_str_eq(err.text, "run: run.db: no such thing");
}
END_TEST

START_TEST(texts__grow)
{
    struct text_stream stream;
    ck_assert_int_eq(text_stream_open(&stream), 0);
    char *text = text_stream_close(&stream);
    ck_assert_str_eq(text, "");
    mem_free(text);
    ck_assert_int_eq(text_stream_open(&stream), 0);
    for (int i = 0; i < 10000; i++)
        (void)fprintf(stream.out, "%04d,", i);
    text = text_stream_close(&stream);
    ck_assert_uint_eq(strlen(text), 50000);
    ck_assert_str_eq(text + 49990, "9998,9999,");
    mem_free(text);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("files");
    TCase *t = tcase_create("files");
    tcase_add_checked_fixture(t, begin, end);
    tcase_add_test(t, files__of_two_writers_the_first_to_end_wins);
    tcase_add_test(t, files__written_as_a_stream);
    tcase_add_test(t, files__behind_a_link);
    tcase_add_test(t, inputs__are_no_outputs);
    tcase_add_test(t, files__kinds);
    tcase_add_test(t, files__of_a_folder);
    tcase_add_test(t, files__taken_along);
    tcase_add_test(t, files__taken_along_under_a_new_name);
    tcase_add_test(t, files__a_thousand_taken_along);
    tcase_add_test(t, scratch__that_cannot_be_made_is_nothing);
    tcase_add_test(t, words__of_a_shell);
    tcase_add_test(t, sentences__lose_their_middle);
    tcase_add_test(t, sentences__name_a_file_once);
    tcase_add_test(t, texts__grow);
    suite_add_tcase(s, t);
    return s;
}
