/* SPDX-License-Identifier: Apache-2.0 */
/* Rows into SQLite. */
#include "batch/whole/database.h"

#include "base/memory.h"
#include "base/new_file.h"
#include "batch/batch_files.h"
#include "batch/reference.h"
#include "batch/seal.h"
#include "order/options_text.h"
#include "results/results.h"

#include <errno.h>
#include <sqlite3.h>
#include <string.h>

enum insert {
    INSERT_CAUSE,
    INSERT_CAPTURE,
    INSERT_EXPLANATION,
    INSERT_TAG,
    INSERT_FINDING,
    INSERT_UNSUPPORTED,
    INSERT_DIFFERENCE,
    INSERT_COUNT
};

static const char *const inserts[INSERT_COUNT] = {
    [INSERT_CAUSE] = "INSERT INTO cause VALUES(?,?,?,?,?)",
    [INSERT_CAPTURE] = "INSERT INTO capture VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    [INSERT_EXPLANATION] = "INSERT INTO explanation VALUES(?,?,?)",
    [INSERT_TAG] = "INSERT INTO tag VALUES(?,?)",
    [INSERT_FINDING] = "INSERT INTO finding VALUES(?,?,?,?,?,?)",
    [INSERT_UNSUPPORTED] = "INSERT INTO unsupported VALUES(?,?,?)",
    [INSERT_DIFFERENCE] = "INSERT INTO difference VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
};

struct database {
    sqlite3 *db;
    sqlite3_stmt *statements[INSERT_COUNT];
    bool has_failed;
};

static void database_run_sql(struct database *database, const char *sql)
{
    if (!database->has_failed && sqlite3_exec(database->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        database->has_failed = true;
}

static void database_step(struct database *database, sqlite3_stmt *statement)
{
    if (!database->has_failed && sqlite3_step(statement) != SQLITE_DONE)
        database->has_failed = true;
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    if (text)
        (void)sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static void database_bind_number(sqlite3_stmt *statement, int at, uint64_t number)
{
    (void)sqlite3_bind_int64(statement, at, number < INT64_MAX ? (sqlite3_int64)number : INT64_MAX);
}

/* Texts with commas between. */
static void bind_list(sqlite3_stmt *statement, int at, const struct texts *texts)
{
    char *list = sqlite3_mprintf("%s", "");
    for (size_t i = 0; list && i < texts->count; i++) {
        char *longer = sqlite3_mprintf("%s%s%s", list, i ? "," : "", texts->items[i]);
        sqlite3_free(list);
        list = longer;
    }
    (void)sqlite3_bind_text(statement, at, list, -1, sqlite3_free);
}

/* As it was asked for; null: none. */
static void put_reference(sqlite3_stmt *statement, int at, const struct batch_settings *settings)
{
    char *words = reference_words(settings, NULL);
    if (words && *words)
        (void)sqlite3_bind_text(statement, at, words + 1, -1, SQLITE_TRANSIENT);
    mem_free(words);
}

static void put_batch(struct database *database, const struct batch_merged *merged)
{
    const struct batch_settings *settings = &merged->plan->settings;
    sqlite3_stmt *insert = NULL;
    if (database->has_failed ||
        sqlite3_prepare_v2(database->db, "INSERT INTO batch VALUES(1,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", -1,
                           &insert, NULL) != SQLITE_OK) {
        database->has_failed = true;
        return;
    }
    bind_text(insert, 1, TTR_VERSION);
    bind_text(insert, 2, order_name(settings->how.order));
    bind_text(insert, 3, settings->how.units);
    bind_list(insert, 4, &settings->how.variants);
    bind_list(insert, 5, &settings->how.sets);
    database_bind_number(insert, 6, settings->how.max_steps);
    database_bind_number(insert, 7, settings->causes);
    if (settings->how.has_checkpoint_word)
        database_bind_number(insert, 8, settings->how.checkpoint_word);
    if (settings->waivers) {
        bind_text(insert, 9, settings->waivers_hash);
        bind_text(insert, 10, settings->day);
    }
    database_bind_number(insert, 11, merged->plan->count);
    for (int i = 0; i < BATCH_VERDICTS; i++)
        database_bind_number(insert, 12 + i, merged->verdicts[i]);
    database_bind_number(insert, 12 + BATCH_VERDICTS, merged->missing);
    database_bind_number(insert, 13 + BATCH_VERDICTS, merged->copies);
    put_reference(insert, 14 + BATCH_VERDICTS, settings);
    bind_list(insert, 15 + BATCH_VERDICTS, &settings->how.assumes);
    if (settings->how.has_evidence)
        bind_text(insert, 16 + BATCH_VERDICTS, fact_level_name(settings->how.evidence));
    if (settings->mask)
        bind_text(insert, 17 + BATCH_VERDICTS, settings->mask_hash);
    database_step(database, insert);
    (void)sqlite3_finalize(insert);
}

static void put_causes(struct database *database, const struct batch_merged *merged)
{
    sqlite3_stmt *insert = database->statements[INSERT_CAUSE];
    for (size_t i = 0; i < merged->group_count; i++) {
        const struct batch_group *group = &merged->groups[i];
        database_bind_number(insert, 1, i + 1);
        bind_text(insert, 2, batch_verdict_name(group->verdict));
        bind_text(insert, 3, group->cause);
        database_bind_number(insert, 4, group->captures);
        database_bind_number(insert, 5, group->first_row + 1);
        database_step(database, insert);
    }
}

static void database_put_lists(struct database *database, const struct batch_record *record, size_t id)
{
    sqlite3_stmt *tag = database->statements[INSERT_TAG], *finding = database->statements[INSERT_FINDING],
                 *unsupported = database->statements[INSERT_UNSUPPORTED],
                 *explanation = database->statements[INSERT_EXPLANATION];
    for (size_t i = 0; i < record->causes.count; i++) {
        database_bind_number(explanation, 1, id);
        database_bind_number(explanation, 2, i + 1);
        bind_text(explanation, 3, record->causes.items[i]);
        database_step(database, explanation);
    }
    for (size_t i = 0; i < record->tags.count; i++) {
        database_bind_number(tag, 1, id);
        bind_text(tag, 2, record->tags.items[i]);
        database_step(database, tag);
    }
    for (size_t i = 0; i < record->finding_count; i++) {
        database_bind_number(finding, 1, id);
        bind_text(finding, 2, record->findings[i].code);
        bind_text(finding, 3, record->findings[i].kind);
        database_bind_number(finding, 4, record->findings[i].times);
        database_bind_number(finding, 5, record->findings[i].first_event);
        database_bind_number(finding, 6, record->findings[i].is_waived);
        database_step(database, finding);
    }
    for (size_t i = 0; i < record->unsupported_count; i++) {
        database_bind_number(unsupported, 1, id);
        bind_text(unsupported, 2, record->unsupported[i].name);
        database_bind_number(unsupported, 3, record->unsupported[i].times);
        database_step(database, unsupported);
    }
}

static void database_put_difference(struct database *database, const struct batch_record *record, size_t id)
{
    sqlite3_stmt *insert = database->statements[INSERT_DIFFERENCE];
    struct batch_first first = record->first;
    if (!record->has_first)
        return;
    database_bind_number(insert, 1, id);
    for (int i = 0; i < BATCH_TEXT_FIELDS; i++)
        bind_text(insert, 2 + i, *batch_first_text(&first, i));
    for (int i = 0; i < BATCH_NUMBER_FIELDS; i++)
        if (*batch_first_number(&first, i) >= 0)
            database_bind_number(insert, 2 + BATCH_TEXT_FIELDS + i, (uint64_t)*batch_first_number(&first, i));
    database_step(database, insert);
}

static void database_put_capture(struct database *database, const struct batch_merged *merged, size_t i)
{
    sqlite3_stmt *insert = database->statements[INSERT_CAPTURE];
    const struct batch_row *row = &merged->rows[i];
    database_bind_number(insert, 1, i + 1);
    bind_text(insert, 2, row->capture->name);
    bind_text(insert, 3, row->capture->is_bundle ? "bundle" : "capture");
    database_bind_number(insert, 4, row->capture->bytes);
    bind_text(insert, 5, row->capture->hash);
    if (row->capture->same_as != i)
        database_bind_number(insert, 6, row->capture->same_as + 1);
    if (row->record) {
        struct batch_counts counts = row->record->counts;
        bind_text(insert, 7, row->record->chip);
        bind_text(insert, 8, row->record->title);
        bind_text(insert, 9, batch_verdict_name(row->record->verdict));
        bind_text(insert, 10, row->record->reason);
        if (row->group != SIZE_MAX)
            database_bind_number(insert, 11, row->group + 1);
        for (int count = 0; count < BATCH_COUNT_FIELDS; count++)
            database_bind_number(insert, 12 + count, *batch_count(&counts, count));
    }
    database_step(database, insert);
    if (row->record) {
        database_put_lists(database, row->record, i + 1);
        database_put_difference(database, row->record, i + 1);
    }
}

/* Why SQLite gave up, in the system's words where it was the system. */
static const char *database_reason_of(sqlite3 *db)
{
    const int code = db ? sqlite3_errcode(db) : SQLITE_NOMEM;
    int system = db ? sqlite3_system_errno(db) : 0, last = 0;
    if (code == SQLITE_NOMEM)
        return "no memory";
    if (code == SQLITE_FULL)
        return strerror(ENOSPC);
    /* A read that the disk refuses counts as damage with SQLite. */
    if (sqlite3_file_control(db, NULL, SQLITE_FCNTL_LAST_ERRNO, &last) == SQLITE_OK && last)
        return strerror(last);
    return (code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && system ? strerror(system) : sqlite3_errmsg(db);
}

/* Nobody sees the file before it is whole: it needs neither journal nor locks. */
static enum tt_status database_fill(struct database *database, const struct batch_merged *merged, const char *temporary,
                                    const char *path, struct tt_error *err)
{
    if (sqlite3_open_v2(temporary, &database->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        results_vfs_of(temporary)) != SQLITE_OK)
        database->has_failed = true;
    database_run_sql(database,
                     "PRAGMA page_size = 4096; PRAGMA auto_vacuum = NONE; PRAGMA encoding = 'UTF-8';"
                     "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN;");
    database_run_sql(database, (const char *)batch_sql);
    database_run_sql(database, SEAL_SQL);
    for (int i = 0; !database->has_failed && i < INSERT_COUNT; i++)
        if (sqlite3_prepare_v2(database->db, inserts[i], -1, &database->statements[i], NULL) != SQLITE_OK)
            database->has_failed = true;
    put_batch(database, merged);
    if (!database->has_failed)
        put_causes(database, merged);
    for (size_t i = 0; !database->has_failed && i < merged->plan->count; i++)
        database_put_capture(database, merged, i);
    database_run_sql(database, "COMMIT");
    enum tt_status status = TT_OK;
    if (database->has_failed)
        status = tt_fail(err, TT_IO, "%s: cannot be written: %s", path, database_reason_of(database->db));
    for (int i = 0; i < INSERT_COUNT; i++)
        (void)sqlite3_finalize(database->statements[i]);
    (void)sqlite3_close(database->db);
    return status;
}

enum tt_status batch_database_write(const struct batch_merged *merged, const char *path, bool replace,
                                    struct tt_error *err)
{
    struct new_file *file;
    struct database database = {0};
    enum tt_status status = new_file_open(&file, path, replace, err);
    if (status)
        return status;
    status = database_fill(&database, merged, new_file_path(file), path, err);
    if (!status)
        status = seal_database(new_file_descriptor(file), path, err);
    if (!status)
        return new_file_commit(file, err);
    new_file_abandon(file);
    return status;
}

/* The number stands in the header of the file, big-endian (SQLite's file format, 1.3). */
