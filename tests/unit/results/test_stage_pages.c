/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of the vector unit stand in pages: what is read back is what was reported, instruction by instruction. */
#include "unit/results/support.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    LANES = 32,
    INSNS = 9000,
    FORMAT_OF_WORDS = 0 /* FP32 */,
    FIRST = 100,
    LATE = 4 /* an instance that waits long */
};

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

/* Which stages an instruction reports, at which width, in which instance: neighbours seldom alike. */
static unsigned stages_of(uint64_t seq)
{
    return 1u | (unsigned)(seq * 2654435761u >> 7 & 7) << 1;
}

static unsigned width_of(uint64_t seq, unsigned stage)
{
    static const unsigned widths[] = {1, 2, 4, 4};
    return widths[(seq / 3 + stage) % 4];
}

static uint8_t instance_of(uint64_t seq)
{
    return seq % 5000 == 0 ? LATE : seq % 11 == 0 ? 1 : 0;
}

/* Every third stage leaves all as the stage before. */
static uint32_t value_of(uint64_t seq, unsigned stage, unsigned lane)
{
    const unsigned from = stage % 3 == 2 ? stage - 1 : stage;
    return (uint32_t)(seq * 40503u + from * 977u + lane * 131u) & 0xFF;
}

static void report(const struct probe *probe, uint64_t seq, unsigned stage)
{
    uint32_t words[LANES];
    uint16_t halves[LANES], cells[LANES];
    uint8_t bytes[LANES];
    const unsigned width = width_of(seq, stage);
    for (unsigned lane = 0; lane < LANES; lane++) {
        words[lane] = value_of(seq, stage, lane);
        halves[lane] = (uint16_t)words[lane];
        bytes[lane] = (uint8_t)words[lane];
        cells[lane] = (uint16_t)(seq % 64 * 16 + 2 * lane);
    }
    probe->stage(probe->user, &(struct probe_stage){.unit = TT_UNIT_VECTOR,
                                                    .instance = instance_of(seq),
                                                    .stage = (uint8_t)stage,
                                                    .format = FORMAT_OF_WORDS,
                                                    .value_bytes = (uint8_t)width,
                                                    .count = LANES,
                                                    .values = width == 4   ? (const void *)words
                                                              : width == 2 ? (const void *)halves
                                                                           : bytes,
                                                    .origin = stage == 1 ? cells : NULL});
}

static void make_database(unsigned insns)
{
    struct results_sink *sink = sink_new(path);
    const struct probe *probe = results_probe(sink);
    for (uint64_t seq = FIRST; seq < FIRST + insns; seq++) {
        report_insn(sink, seq, TT_UNIT_VECTOR, 0x70000000);
        for (unsigned stage = 0; stage < 4; stage++)
            if (stages_of(seq) >> stage & 1)
                report(probe, seq, stage);
        report_insn_end(sink, seq);
    }
    sink_finish(sink);
}

struct seen {
    uint64_t seq;
    unsigned stages;
};

static int hold(void *user, const struct results_block_row *row)
{
    struct seen *seen = user;
    uint32_t at = 0, insn = 0;
    while (row->seqs[insn] != seen->seq)
        at += row->counts[insn++];
    ck_assert_uint_eq(row->counts[insn], LANES);
    ck_assert_uint_eq(row->instance, instance_of(seen->seq));
    ck_assert_uint_eq(row->unit, TT_UNIT_VECTOR);
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint32_t value = 0;
        memcpy(&value, (const uint8_t *)row->values + (size_t)(at + lane) * row->value_bytes, row->value_bytes);
        ck_assert_uint_eq(value, value_of(seen->seq, row->stage, lane));
        if (stages_of(seen->seq) & 2 && row->stage >= 1)
            ck_assert_uint_eq(row->origin[at + lane], seen->seq % 64 * 16 + 2 * lane);
    }
    seen->stages |= 1u << row->stage;
    return 0;
}

START_TEST(blocks__of_pages_hold_what_was_reported)
{
    make_database(INSNS);
    struct results *results = open_results(path);
    for (uint64_t seq = FIRST; seq < FIRST + INSNS; seq += 7) {
        struct seen seen = {seq, 0};
        ck_assert_msg(!results_blocks_of(results, TT_UNIT_VECTOR, seq, hold, &seen, &err), "%s", err.text);
        ck_assert_uint_eq(seen.stages, stages_of(seq));
    }
    struct seen none = {FIRST + INSNS, 0};
    ck_assert(!results_blocks_of(results, TT_UNIT_VECTOR, none.seq, hold, &none, &err));
    ck_assert_uint_eq(none.stages, 0);
    results_close(results);
}
END_TEST

struct totals {
    struct results *results;
    uint64_t insns, groups, blocks;
};

static int count_block(void *user, const struct results_block_row *row)
{
    struct totals *totals = user;
    totals->blocks += row->insn_count;
    return 0;
}

static int count_group(void *user, const struct results_group_row *row)
{
    struct totals *totals = user;
    totals->insns += row->insns;
    totals->groups++;
    ck_assert(!row->has_l1);
    return (int)results_blocks_in(totals->results, row, count_block, totals, &err);
}

START_TEST(groups__of_pages_are_all_there_and_have_no_rows)
{
    make_database(INSNS);
    struct totals totals = {.results = open_results(path)};
    uint64_t stages = 0;
    for (uint64_t seq = FIRST; seq < FIRST + INSNS; seq++)
        stages += (uint64_t)__builtin_popcount(stages_of(seq));
    ck_assert_msg(!results_each_group(totals.results, TT_UNIT_VECTOR, count_group, &totals, &err), "%s", err.text);
    ck_assert_uint_eq(totals.insns, INSNS);
    ck_assert_uint_eq(totals.blocks, stages);
    results_close(totals.results);
    sqlite3 *db;
    sqlite3_stmt *rows;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_prepare_v2(db,
                           "SELECT (SELECT count(*) FROM stage_group), (SELECT sum(count) FROM stage_page), "
                           "(SELECT count(*) FROM stage_page)",
                           -1, &rows, NULL),
        SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(rows), SQLITE_ROW);
    ck_assert_int_eq(sqlite3_column_int(rows, 0), 0);
    ck_assert_int_eq(sqlite3_column_int(rows, 1), (int)totals.groups);
    ck_assert_int_gt(sqlite3_column_int(rows, 2), 2);
    ck_assert_int_lt(sqlite3_column_int(rows, 2), 20);
    (void)sqlite3_finalize(rows);
    (void)sqlite3_close(db);
}
END_TEST

static void run_sql(const char *sql)
{
    sqlite3 *db;
    char *message = NULL;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    int code = sqlite3_exec(db, sql, NULL, NULL, &message);
    ck_assert_msg(code == SQLITE_OK, "%s: %s", sql, message);
    (void)sqlite3_close(db);
}

static int ignore(void *user, const struct results_block_row *row)
{
    (void)user, (void)row;
    return 0;
}

START_TEST(pages__that_contradict_themselves_are_refused)
{
    static const char *const cases[] = {
        "count = 0",
        "count = 2",
        "count = 1 << 40",
        "last_group = 2",
        "first_group = -1",
        "last_seq = 99",
        "first_seq = 101",
        "head = x'00'",
        "head = x'0000'",
        "head = x'000000000001000180'",
        "head = x'0500'",
        "head = x'000005000001000100'",           /* no such instance */
        "head = x'000000000000000100'",           /* no instruction */
        "head = x'000000000001000000'",           /* no stage */
        "head = x'000000000001000100'",           /* a first stage that left all as the one before */
        "head = x'00000000000100010F0020'",       /* no such width */
        "head = x'000000000001000101000A'",       /* no counts */
        "head = x'00000000000100010900200901'",   /* counts beyond the head */
        "head = x'000000000001000109FF20020120'", /* values that are not there */
        "head = x'00000000000100010900200201FF'",
        "cells = x'0000'",
        "values1 = NULL",
        "values4 = x'0001020304'",
        "values1 = substr(values1, 1, length(values1) - 1)",
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char sql[256];
        make_database(1);
        (void)snprintf(sql, sizeof sql, "UPDATE stage_page SET %s", cases[i]);
        run_sql(sql);
        struct results *results = open_results(path);
        struct totals totals = {.results = results};
        enum tt_status status = results_blocks_of(results, TT_UNIT_VECTOR, FIRST, ignore, NULL, &err);
        if (!status) /* a page that seems to have no such event */
            status = results_each_group(results, TT_UNIT_VECTOR, count_group, &totals, &err);
        ck_assert_msg(status == TT_BAD_INPUT, "%s: %d", cases[i], (int)status);
        ck_assert_ptr_nonnull(strstr(err.text, "damaged"));
        results_close(results);
        ck_assert_int_eq(unlink(path), 0);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("stage_pages");
    TCase *tests = tcase_create("pages");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_set_timeout(tests, 50);
    tcase_add_test(tests, blocks__of_pages_hold_what_was_reported);
    tcase_add_test(tests, groups__of_pages_are_all_there_and_have_no_rows);
    tcase_add_test(tests, pages__that_contradict_themselves_are_refused);
    suite_add_tcase(suite, tests);
    return suite;
}
