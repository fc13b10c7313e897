/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/results/support.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static struct folder folder;
static char path[PATH_BYTES];
static struct tt_error err;

static void setup(void)
{
    folder_make(&folder);
    folder_file(&folder, "run.db", path);
    err.text[0] = 0;
}

static void teardown(void)
{
    folder_remove(&folder);
}

static void expect_refused(enum tt_status status, const char *says)
{
    struct results *results;
    enum tt_status got = results_open(&results, path, &err);
    ck_assert_ptr_null(results);
    ck_assert_msg(got == status, "status %d: %s", (int)got, err.text);
    ck_assert_msg(strncmp(err.text, path, strlen(path)) == 0, "no file name: %s", err.text);
    ck_assert_msg(strstr(err.text, says) != NULL, "'%s' does not say '%s'", err.text, says);
}

static void expect_not_created(enum tt_status status, const char *says)
{
    struct results_sink *sink;
    enum tt_status got = results_create(&sink, path, RESULTS_BY_PATH, &TEST_RUN, &err);
    ck_assert_ptr_null(sink);
    ck_assert_msg(got == status, "status %d: %s", (int)got, err.text);
    ck_assert_msg(strstr(err.text, says) != NULL, "'%s' does not say '%s'", err.text, says);
}

static void write_file(const char *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
    ck_assert_int_eq(fclose(file), 0);
}

static void make_database(void)
{
    static const uint8_t BYTES[] = {1, 2, 3};
    struct results_sink *sink = sink_new(path);
    put_finding(sink);
    put_checkpoint(sink, 1, "end", 99, 0);
    put_comparison(sink, 1, TT_SPACE_L1, 256, 250, 6, 0);
    put_mismatch(sink, 1, TT_SPACE_L1, 0x1083, 0x1086, BYTES, BYTES, BYTES, false);
    sink_finish(sink);
}

static void run_sql(const char *sql)
{
    sqlite3 *db;
    char *message = NULL;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    int code = sqlite3_exec(db, sql, NULL, NULL, &message);
    ck_assert_msg(code == SQLITE_OK, "%s: %s", sql, message);
    (void)sqlite3_close(db);
}

START_TEST(open__refuses_what_is_not_there)
{
    expect_refused(TT_IO, "No such file or directory");
}
END_TEST

START_TEST(open__refuses_text_an_empty_file_and_a_folder)
{
    static const char TEXT[] = "this is no database, and long enough that its header could have been one: "
                               "..........................................................................";
    write_file(TEXT, sizeof TEXT);
    expect_refused(TT_BAD_INPUT, "not a results database");
    write_file(TEXT, 0);
    expect_refused(TT_BAD_INPUT, "not a results database: holds 0 bytes");
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(mkdir(path, 0777), 0);
    expect_refused(TT_BAD_INPUT, "a folder, expected a file");
    ck_assert_int_eq(rmdir(path), 0);
}
END_TEST

START_TEST(open__refuses_a_database_of_another_program)
{
    run_sql("CREATE TABLE run(id); PRAGMA application_id = 7");
    expect_refused(TT_BAD_INPUT, "the database of a batch or of another program (application_id 7)");
}
END_TEST

START_TEST(open__refuses_another_version_by_number)
{
    make_database();
    run_sql("PRAGMA user_version = 99");
    expect_refused(TT_BAD_INPUT, "a results database of version 99, and this tool reads ");
}
END_TEST

START_TEST(open__refuses_a_database_without_its_run)
{
    make_database();
    run_sql("DELETE FROM run");
    expect_refused(TT_BAD_INPUT, "table run is empty");
    run_sql("DROP TABLE mismatch");
    run_sql("INSERT INTO run VALUES(1,'','','','blackhole','','','',0,'','','',NULL,NULL,0,NULL,0,NULL,0,0,0,0,0,0)");
    expect_refused(TT_BAD_INPUT, "table mismatch is not there");
}
END_TEST

static enum tt_status ignore_finding(void *user, const struct results_finding_row *row)
{
    (void)user, (void)row;
    return TT_OK;
}

static enum tt_status ignore_mismatch(void *user, const struct replay_mismatch *row)
{
    (void)user, (void)row;
    return TT_OK;
}

static enum tt_status ignore_insn(void *user, const struct results_insn_row *row)
{
    (void)user, (void)row;
    return TT_OK;
}

START_TEST(events__without_their_capture_are_refused)
{
    make_database();
    struct results *results = open_results(path);
    ck_assert_int_eq(results_each_insn(results, 0, 100, UINT32_MAX, ignore_insn, NULL, &err), TT_IO);
    ck_assert_msg(strstr(err.text, "no capture with its hash"), "%s", err.text);
    results_close(results);
}
END_TEST

/* Whatever a damaged file says, reading it ends in an error or not at all, and never in a crash. */
START_TEST(damaged_file__never_crashes)
{
    make_database();
    struct stat there;
    ck_assert_int_eq(stat(path, &there), 0);
    for (long at = 100; at < there.st_size; at += 397) {
        FILE *file = fopen(path, "r+b");
        ck_assert_ptr_nonnull(file);
        ck_assert_int_eq(fseek(file, at, SEEK_SET), 0);
        int byte = fgetc(file);
        ck_assert_int_eq(fseek(file, at, SEEK_SET), 0);
        (void)fputc(byte ^ 0x15, file);
        (void)fclose(file);
        struct results *results;
        if (results_open(&results, path, &err) == TT_OK) {
            (void)results_each_finding(results, ignore_finding, NULL, &err);
            (void)results_each_mismatch(results, ignore_mismatch, NULL, &err);
        }
        results_close(results);
        file = fopen(path, "r+b");
        ck_assert_int_eq(fseek(file, at, SEEK_SET), 0);
        (void)fputc(byte, file);
        (void)fclose(file);
    }
}
END_TEST

START_TEST(create__replaces_no_file_without_leave)
{
    write_file("mine", 4);
    expect_not_created(TT_BAD_INPUT, "the file exists");
    ck_assert_uint_eq(folder_entries(&folder), 1);
    struct results_sink *sink;
    ck_assert_int_eq(results_create(&sink, path, RESULTS_REPLACE | RESULTS_BY_PATH, &TEST_RUN, &err), TT_OK);
    results_abandon(sink);
    ck_assert_uint_eq(folder_entries(&folder), 1);
    expect_refused(TT_BAD_INPUT, "not a results database");
}
END_TEST

START_TEST(create__shows_nothing_before_the_end)
{
    struct results_sink *sink = sink_new(path);
    ck_assert_int_ne(access(path, F_OK), 0);
    results_abandon(sink);
    ck_assert_uint_eq(folder_entries(&folder), 0);
    results_abandon(NULL);
}
END_TEST

START_TEST(create__refuses_a_read_only_folder)
{
    ck_assert_int_eq(chmod(folder.path, 0555), 0);
    bool is_root = geteuid() == 0;
    if (is_root)
        ck_assert_int_eq(seteuid(65534), 0);
    expect_not_created(TT_IO, "Permission denied");
    if (is_root)
        ck_assert_int_eq(seteuid(0), 0);
    ck_assert_int_eq(chmod(folder.path, 0777), 0);
    ck_assert_uint_eq(folder_entries(&folder), 0);
}
END_TEST

/* A limit on the size of files stands in for a full disk: the writes fail half way. */
START_TEST(full_disk__leaves_no_file)
{
    struct rlimit before, limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 600 * 1024;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    struct results_sink *sink = sink_new(path);
    static uint8_t bytes[1024];
    for (uint32_t i = 0; i < 4000; i++)
        put_mismatch(sink, 1, TT_SPACE_L1, i, i + sizeof bytes, bytes, bytes, bytes, false);
    struct replay_summary totals = {0};
    enum tt_status status = results_finish(sink, &totals, &err);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    (void)signal(SIGXFSZ, handler);
    ck_assert_int_eq(status, TT_IO);
    ck_assert_msg(strstr(err.text, "cannot be written") != NULL, "%s", err.text);
    ck_assert_msg(strncmp(err.text, path, strlen(path)) == 0, "%s", err.text);
    ck_assert_uint_eq(folder_entries(&folder), 0);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("results_trouble");
    TCase *tests = tcase_create("trouble");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 50);
    tcase_add_test(tests, open__refuses_what_is_not_there);
    tcase_add_test(tests, open__refuses_text_an_empty_file_and_a_folder);
    tcase_add_test(tests, open__refuses_a_database_of_another_program);
    tcase_add_test(tests, open__refuses_another_version_by_number);
    tcase_add_test(tests, open__refuses_a_database_without_its_run);
    tcase_add_test(tests, events__without_their_capture_are_refused);
    tcase_add_test(tests, damaged_file__never_crashes);
    tcase_add_test(tests, create__replaces_no_file_without_leave);
    tcase_add_test(tests, create__shows_nothing_before_the_end);
    tcase_add_test(tests, create__refuses_a_read_only_folder);
    tcase_add_test(tests, full_disk__leaves_no_file);
    suite_add_tcase(suite, tests);
    return suite;
}
