/* SPDX-License-Identifier: Apache-2.0 */
/* Where words and stores came from, and their lines of source: stored in runs, and read back. */
#include "unit/results/support.h"

#include <sqlite3.h>
#include <string.h>

static char path[PATH_BYTES];
static struct folder folder;
static struct tt_error err;

static void setup(void)
{
    folder_make(&folder);
    folder_file(&folder, "run.db", path);
}

static void teardown(void)
{
    folder_remove(&folder);
}

/* Lines of core T2 alone: of 0x100 to 0x10F a chain of three, of 0x110 a function. */
static enum tt_status lines_at(struct ttcap *capture, enum tt_core core, uint32_t addr, struct ttcap_lines *lines,
                               struct tt_error *why)
{
    static const struct ttcap_lines chain = {
        TT_CORE_T2, 0x100, 16, 3, {{"push", "/k/a.h", 7}, {"work<3>", "/k/a.h", 70}, {"main", "/k/b.c", 9}}};
    static const struct ttcap_lines function = {TT_CORE_T2, 0x110, 4, 1, {{"main", "/k/b.c", 10}}};
    (void)capture;
    if (core == TT_CORE_NC)
        return *why = (struct tt_error){"these lines are broken"}, TT_BAD_INPUT;
    if (core != TT_CORE_T2 || addr < 0x100 || addr >= 0x114)
        return TT_END;
    *lines = addr < 0x110 ? chain : function;
    return TT_OK;
}

static struct results_sink *sink_with_lines(void)
{
    struct results_sink *sink;
    struct results_run run = TEST_RUN;
    run.capture = (struct ttcap *)path; /* not looked into */
    run.lines_at = lines_at;
    ck_assert_msg(results_create(&sink, path, true, RESULTS_ALL, &run, &err) == TT_OK, "%s", err.text);
    return sink;
}

/* A word of a thread, and where it came from; pc 0: unknown. */
static void word(struct results_sink *sink, uint64_t seq, uint8_t thread, uint32_t pc)
{
    const struct probe *probe = results_probe(sink);
    probe->insn_begin(probe->user, &(struct probe_insn){.seq = seq, .thread = thread, .unit = TT_UNIT_CONFIG});
    report_insn_end(sink, seq);
    if (pc)
        results_origin(sink, &(struct results_origin){seq, thread, TT_CORE_T2, pc});
}

static int count_of(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    const int count = sqlite3_column_int(statement, 0);
    (void)sqlite3_finalize(statement);
    (void)sqlite3_close(db);
    return count;
}

static void write_some(void)
{
    struct results_sink *sink = sink_with_lines();
    word(sink, 1, 2, 0x100); /* a run of thread 2 over a word of thread 1 */
    word(sink, 2, 1, 0x110);
    word(sink, 3, 2, 0x100);
    word(sink, 4, 2, 0); /* which a word without origin ends */
    word(sink, 5, 2, 0x100);
    word(sink, 6, 2, 0x10C); /* same chain, another place */
    report_insn(sink, 7, TT_UNIT_CORE, 0);
    report_insn_end(sink, 7);
    results_origin(sink, &(struct results_origin){7, -1, TT_CORE_T2, 0x200}); /* of which no line is known */
    sink_finish(sink);
}

START_TEST(sources__a_word_has_the_place_of_its_push)
{
    static const struct {
        uint64_t seq;
        int thread;
        uint32_t pc; /* 0: unknown */
        size_t frames;
    } held[] = {{1, 2, 0x100, 3}, {2, 1, 0x110, 1},  {2, 2, 0x100, 3}, {3, 2, 0x100, 3}, {4, 2, 0, 0}, {5, 2, 0x100, 3},
                {6, 2, 0x10C, 3}, {7, -1, 0x200, 0}, {7, 2, 0, 0},     {0, 2, 0, 0},     {1, 0, 0, 0}, {8, -1, 0, 0}};
    write_some();
    struct results *results = open_results(path);
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
        struct results_source source;
        const enum tt_status status = results_source_of(results, held[i].seq, held[i].thread, &source, &err);
        ck_assert_msg(status == (held[i].pc ? TT_OK : TT_END), "seq %d: %d", (int)held[i].seq, status);
        if (status)
            continue;
        ck_assert_int_eq(source.core, TT_CORE_T2);
        ck_assert_uint_eq(source.pc, held[i].pc);
        ck_assert_uint_eq(source.frame_count, held[i].frames);
        if (source.frame_count != 3)
            continue;
        ck_assert_str_eq(source.frames[0].function, "push");
        ck_assert_str_eq(source.frames[1].function, "work<3>");
        ck_assert_str_eq(source.frames[1].file, "/k/a.h");
        ck_assert_uint_eq(source.frames[1].line, 70);
        ck_assert_str_eq(source.frames[2].file, "/k/b.c");
    }
    results_close(results);
}
END_TEST

START_TEST(sources__what_goes_on_is_one_row)
{
    write_some();
    ck_assert_int_eq(count_of("SELECT count(*) FROM origin"), 5);
    ck_assert_int_eq(count_of("SELECT count(*) FROM source_place"), 3);
    ck_assert_int_eq(count_of("SELECT count(*) FROM source_name"), 5);
    ck_assert_int_eq(count_of("SELECT count(*) FROM source_frame"), 4);
    ck_assert_int_eq(count_of("SELECT count(*) FROM v_source_place WHERE pc = 268 AND core = 't2' AND line = 7 AND "
                              "function = 'push' AND file = '/k/a.h' AND chain = 'push < work<3> < main'"),
                     1);
}
END_TEST

START_TEST(sources__trouble_with_the_lines_is_reported)
{
    struct results_sink *sink = sink_with_lines();
    struct results_totals totals = {0};
    results_origin(sink, &(struct results_origin){1, -1, TT_CORE_NC, 4});
    ck_assert_int_eq(results_finish(sink, &totals, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "these lines are broken");
    ck_assert_uint_eq(folder_entries(&folder), 0);
}
END_TEST

static void run_sql(const char *sql)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(db));
    (void)sqlite3_close(db);
}

START_TEST(sources__a_damaged_database_is_refused)
{
    static const char *const damages[] = {
        "UPDATE source_frame SET caller = 3 WHERE id = 1",
        "UPDATE source_frame SET caller = 2 WHERE id = 2",
        "UPDATE source_frame SET file = 99 WHERE id = 1",
        "UPDATE source_frame SET line = -1 WHERE id = 1",
        "DELETE FROM source_name WHERE id = 1",
        "UPDATE source_place SET frame = 99",
        "UPDATE origin SET core = 5",
        "UPDATE origin SET pc = -1",
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct results_source source;
        write_some();
        run_sql(damages[i]);
        struct results *results = open_results(path);
        ck_assert_msg(results_source_of(results, 1, 2, &source, &err) == TT_BAD_INPUT, "%s", damages[i]);
        ck_assert_msg(strstr(err.text, "the results database is damaged"), "%s", err.text);
        results_close(results);
    }
}
END_TEST

/* Of a chain that is deeper than any the reader has an end, too. */
START_TEST(sources__a_chain_that_is_too_deep_is_refused)
{
    struct results_source source;
    write_some();
    run_sql("WITH RECURSIVE n(i) AS (SELECT 5 UNION ALL SELECT i + 1 FROM n WHERE i < 90) "
            "INSERT INTO source_frame SELECT i, i - 1, 1, 1, i FROM n");
    struct results *results = open_results(path);
    ck_assert_int_eq(results_source_of(results, 1, 2, &source, &err), TT_BAD_INPUT);
    results_close(results);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("results_sources");
    TCase *tcase = tcase_create("sources");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, sources__a_word_has_the_place_of_its_push);
    tcase_add_test(tcase, sources__what_goes_on_is_one_row);
    tcase_add_test(tcase, sources__trouble_with_the_lines_is_reported);
    tcase_add_test(tcase, sources__a_damaged_database_is_refused);
    tcase_add_test(tcase, sources__a_chain_that_is_too_deep_is_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
