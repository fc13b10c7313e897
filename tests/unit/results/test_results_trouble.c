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
    enum tt_status got = results_create(&sink, path, false, RESULTS_ALL, &TEST_RUN, &err);
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
    struct results_sink *sink = sink_new(path);
    report_two_tiles(sink);
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
    expect_refused(TT_BAD_INPUT, "not a regular file");
    ck_assert_int_eq(rmdir(path), 0);
}
END_TEST

START_TEST(open__refuses_a_database_of_another_program)
{
    run_sql("CREATE TABLE run(id); PRAGMA application_id = 7");
    expect_refused(TT_BAD_INPUT, "not a results database: application_id is 7");
}
END_TEST

START_TEST(open__refuses_another_version_by_number)
{
    make_database();
    run_sql("PRAGMA user_version = 99");
    expect_refused(TT_BAD_INPUT, "a results database of version 99, and this tool reads 8");
}
END_TEST

START_TEST(open__refuses_a_database_without_its_run)
{
    make_database();
    run_sql("DELETE FROM run");
    expect_refused(TT_BAD_INPUT, "table run is empty");
    run_sql("DROP TABLE stage_group");
    run_sql("INSERT INTO run VALUES(1,'','','','blackhole','','','',0,'','','','all',0,0,0,0,0,0)");
    expect_refused(TT_BAD_INPUT, "table stage_group is not there");
}
END_TEST

static int ignore_block(void *user, const struct results_block_row *row)
{
    (void)user, (void)row;
    return 0;
}

static int ignore_access(void *user, const struct results_access_row *row)
{
    (void)user, (void)row;
    return 0;
}

static int ignore_insn(void *user, const struct results_insn_row *row)
{
    (void)user, (void)row;
    return 0;
}

START_TEST(blocks__that_contradict_themselves_are_refused)
{
    static const struct {
        const char *sql, *says;
    } CASES[] = {
        {"UPDATE stage_block SET count = 63", "not as long as its count and width say"},
        {"UPDATE stage_block SET width = 3", "not as long as its count and width say"},
        {"UPDATE stage_block SET count = -1", "not as long as its count and width say"},
        {"UPDATE stage_block SET counts = x'0410'", NULL},
        {"UPDATE stage_block SET counts = x'0411'", "do not add up"},
        {"UPDATE stage_block SET counts = x'FFFFFFFF'", "counts cannot be read"},
        {"UPDATE stage_block SET counts = NULL", "there are no values"},
        {"UPDATE stage_block SET origin = x'0000FF'", "origins cannot be read"},
        {"UPDATE stage_block SET origin = x'03FF'", "cannot be decompressed"},
        {"UPDATE stage_block SET data = x'0200' WHERE data IS NOT NULL", "cannot be decompressed"},
        {"UPDATE stage_block SET moved = 0", "nothing is foretold of such a stage"},
        {"UPDATE stage_block SET moved = 5000", "out of range"},
        {"UPDATE stage_block SET at = 1 << 40 WHERE data IS NULL", "not as long as its count and width say"},
        {"UPDATE stage_group SET insns = 1000000000", "another number of instructions"},
        {"UPDATE stage_group SET unit = 10, seqs = x'FF'", "another number of instructions"},
        {"UPDATE stage_group SET tile = -1", "out of range"},
        {"DELETE FROM stage_block", "there are no values"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        make_database();
        run_sql(CASES[i].sql);
        struct results *results = open_results(path);
        enum tt_status status = results_blocks_of(results, TT_UNIT_PACK, 12, ignore_block, NULL, &err);
        ck_assert_msg(status == (CASES[i].says ? TT_BAD_INPUT : TT_OK), "%s: %s", CASES[i].sql, err.text);
        ck_assert_msg(!CASES[i].says || strstr(err.text, CASES[i].says), "%s: %s", CASES[i].sql, err.text);
        results_close(results);
        ck_assert_int_eq(unlink(path), 0);
    }
}
END_TEST

START_TEST(pages__that_contradict_themselves_are_refused)
{
    static const struct {
        const char *sql, *says;
    } CASES[] = {
        {"UPDATE access_page SET last_seq = 4", "out of range"},
        {"UPDATE access_page SET last_seq = 99", "does not end where it says"},
        {"UPDATE access_page SET count = 0", "too short"},
        {"UPDATE access_page SET count = 1 << 40", "too short"},
        {"UPDATE access_page SET count = 17", "does not end where it says"},
        {"UPDATE access_page SET count = 19", "cannot be read"},
        {"UPDATE access_page SET head = x'000001'", "too short"},
        {"UPDATE access_page SET head = x'0501'", "cannot be decompressed"}, /* no such width */
        {"UPDATE access_page SET head = substr(head, 1, length(head) - 1)", "cannot be"},
        {"UPDATE access_page SET bytes = x'0000'", "cannot be read"},
        /* behind the frame */
        {"UPDATE access_page SET bytes = x'0428B52FFD2004210000DEADBEEF00'", "cannot be decompressed"},
        /* no whole numbers */
        {"UPDATE access_page SET bytes = x'0428B52FFD2003190000DEADBE'", "cannot be decompressed"},
        /* too long */
        {"UPDATE access_page SET bytes = x'0128B52FFDE0FFFFFFFFFFFFFF7F010000'", "cannot be decompressed"},
        {"UPDATE access_page SET last_bytes = -1", "out of range"},
        {"UPDATE access_page SET last_bytes = 1 << 40", "out of range"},
        {"UPDATE access_page SET last_bytes = last_bytes + 1", "does not end where it says"},
        {"UPDATE access_page SET bytes = bytes || x'00'", "cannot be decompressed"},
        {"UPDATE access_page SET sources = x'0000'", "does not end where it says"},
        {"UPDATE access_page SET count = 1, head = x'0001000000'", "cannot be read"},       /* kind 1 before 0 */
        {"UPDATE access_page SET count = 1, head = x'00004D0000000101'", "cannot be read"}, /* no such space */
        {"UPDATE access_page SET count = 1, head = x'00000000000001C000FFFFFFFFFFFF7F'", "cannot be read"}, /* lo */
        {"UPDATE access_page SET count = 1, head = x'000000000000003A0004'", "cannot be read"}, /* bytes of a read */
        /* no last */
        {"UPDATE access_page SET count = 1, last_bytes = 4, head = x'000000000000017A0004'", "cannot be read"},
        /* so many zeros */
        {"UPDATE access_page SET count = 1, head = x'00000000000001FA00848004'", "cannot be read"},
        {"UPDATE instruction_page SET last_seq = 4", "out of range"},
        {"UPDATE instruction_page SET count = 1000", "too short"},
        {"UPDATE instruction_page SET count = 8", "does not end where it says"},
        {"UPDATE instruction_page SET count = 1, head = x'4000'", "cannot be read"}, /* a word cut */
        {"UPDATE instruction_page SET count = 1, head = x'BF'", "cannot be read"},   /* no such unit */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        make_database();
        run_sql(CASES[i].sql);
        struct results *results = open_results(path);
        enum tt_status status = results_accesses_of(results, 12, ignore_access, NULL, &err);
        if (status == TT_OK)
            status = results_each_insn(results, 0, 100, UINT32_MAX, ignore_insn, NULL, &err);
        ck_assert_msg(status == TT_BAD_INPUT, "%s: %d", CASES[i].sql, (int)status);
        ck_assert_msg(strstr(err.text, CASES[i].says) != NULL, "%s: %s", CASES[i].sql, err.text);
        results_close(results);
        ck_assert_int_eq(unlink(path), 0);
    }
}
END_TEST

/* Whatever a damaged file says, reading it ends in an error or not at all, and never in a crash. */
START_TEST(damaged_pages__never_crash)
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
            (void)results_blocks_of(results, TT_UNIT_PACK, 12, ignore_block, NULL, &err);
            (void)results_writers(results, TT_SPACE_L1, 0, 0x2000, UINT64_MAX, ignore_access, NULL, &err);
            (void)results_each_insn(results, 0, 100, UINT32_MAX, ignore_insn, NULL, &err);
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
    ck_assert_int_eq(results_create(&sink, path, true, RESULTS_ALL, &TEST_RUN, &err), TT_OK);
    results_abandon(sink);
    ck_assert_uint_eq(folder_entries(&folder), 1);
    expect_refused(TT_BAD_INPUT, "not a results database");
}
END_TEST

START_TEST(create__shows_nothing_before_the_end)
{
    struct results_sink *sink = sink_new(path);
    report_two_tiles(sink);
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
    static uint32_t values[1024];
    for (uint64_t seq = 0; seq < 4000; seq++) {
        for (uint32_t i = 0; i < 1024; i++)
            values[i] = 0x10000 + i * (uint32_t)seq;
        report_insn(sink, seq, TT_UNIT_PACK, 0);
        report_stage(sink, 0, 0, 0, 4, 1024, values, NULL);
        report_insn_end(sink, seq);
    }
    struct results_totals totals = {0};
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
    tcase_add_test(tests, blocks__that_contradict_themselves_are_refused);
    tcase_add_test(tests, pages__that_contradict_themselves_are_refused);
    tcase_add_test(tests, damaged_pages__never_crash);
    tcase_add_test(tests, create__replaces_no_file_without_leave);
    tcase_add_test(tests, create__shows_nothing_before_the_end);
    tcase_add_test(tests, create__refuses_a_read_only_folder);
    tcase_add_test(tests, full_disk__leaves_no_file);
    suite_add_tcase(suite, tests);
    return suite;
}
