/* SPDX-License-Identifier: Apache-2.0 */
/* Rows into SQLite. */
#include "batch/whole/merge.h"

#include "base/new_file.h"
#include "batch/batch_files.h"
#include "batch/reference.h"
#include "batch/seal.h"
#include "order/options_text.h"
#include "results/results.h"
#include "show/said.h"

#include <sqlite3.h>

enum insert {
    INSERT_BATCH,
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
    [INSERT_BATCH] = "INSERT INTO batch VALUES(1,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
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
    int columns[INSERT_COUNT]; /* that the row at hand has so far */
    bool has_failed;
};

static void database_run_sql(struct database *database, const char *sql)
{
    if (!database->has_failed && sqlite3_exec(database->db, sql, NULL, NULL, NULL) != SQLITE_OK)
        database->has_failed = true;
}

/* ---- rows ---- */

/* The next columns of a row; the texts stay until it is put. */
#define COLUMNS(database, insert, ...) database_add(database, insert, SAID_LIST(__VA_ARGS__))
static void database_add(struct database *database, enum insert insert, const struct said *values, size_t count)
{
    sqlite3_stmt *statement = database->statements[insert];
    for (size_t i = 0; i < count; i++) {
        const int at = ++database->columns[insert];
        const uint64_t number = values[i].kind == SAID_TRUTH ? values[i].truth : values[i].number;
        if (values[i].kind == SAID_TEXT)
            (void)sqlite3_bind_text(statement, at, values[i].text, -1, SQLITE_STATIC);
        else if (values[i].kind != SAID_NOTHING)
            (void)sqlite3_bind_int64(statement, at, number < INT64_MAX ? (sqlite3_int64)number : INT64_MAX);
    }
}

static void database_put(struct database *database, enum insert insert)
{
    sqlite3_stmt *statement = database->statements[insert];
    if (!database->has_failed && sqlite3_step(statement) != SQLITE_DONE)
        database->has_failed = true;
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
    database->columns[insert] = 0;
}

/* Texts with commas between; sqlite3_free() it. */
static const char *list_of(const struct texts *texts)
{
    char *list = sqlite3_mprintf("%s", "");
    for (size_t i = 0; list && i < texts->count; i++) {
        char *longer = sqlite3_mprintf("%s%s%s", list, i ? "," : "", texts->items[i]);
        sqlite3_free(list);
        list = longer;
    }
    return list;
}

static void put_batch(struct database *database, const struct batch_merged *merged)
{
    const struct batch_settings *settings = &merged->plan->settings;
    const struct replay_words *how = &settings->how;
    const char *variants = list_of(&how->variants), *sets = list_of(&how->sets), *assumes = list_of(&how->assumes);
    char *reference = reference_words(settings, NULL);
    COLUMNS(database, INSERT_BATCH, SAID(TTR_VERSION), SAID(order_name(how->order)), SAID(how->units), SAID(variants),
            SAID(sets), SAID(how->max_steps), SAID(settings->causes),
            SAID_OR_NOTHING(how->has_checkpoint_word, how->checkpoint_word),
            SAID_OR_NOTHING(settings->waivers, settings->waivers_hash),
            SAID_OR_NOTHING(settings->waivers, settings->day), SAID(merged->plan->count));
    for (int i = 0; i < BATCH_VERDICTS; i++)
        COLUMNS(database, INSERT_BATCH, SAID(merged->verdicts[i]));
    COLUMNS(database, INSERT_BATCH, SAID(merged->missing), SAID(merged->copies),
            SAID_OR_NOTHING(reference && *reference, reference + 1), SAID(assumes),
            SAID_OR_NOTHING(how->has_evidence, fact_level_name(how->evidence)),
            SAID_OR_NOTHING(settings->mask, settings->mask_hash));
    database_put(database, INSERT_BATCH);
    sqlite3_free((void *)(uintptr_t)variants);
    sqlite3_free((void *)(uintptr_t)sets);
    sqlite3_free((void *)(uintptr_t)assumes);
    mem_free(reference);
}

static void put_causes(struct database *database, const struct batch_merged *merged)
{
    for (size_t i = 0; i < merged->group_count; i++) {
        const struct batch_group *group = &merged->groups[i];
        COLUMNS(database, INSERT_CAUSE, SAID(i + 1), SAID(batch_verdict_name(group->verdict)), SAID(group->cause),
                SAID(group->captures), SAID(group->first_row + 1));
        database_put(database, INSERT_CAUSE);
    }
}

static void database_put_lists(struct database *database, const struct batch_record *record, size_t id)
{
    for (size_t i = 0; i < record->causes.count; i++) {
        COLUMNS(database, INSERT_EXPLANATION, SAID(id), SAID(i + 1), SAID(record->causes.items[i]));
        database_put(database, INSERT_EXPLANATION);
    }
    for (size_t i = 0; i < record->tags.count; i++) {
        COLUMNS(database, INSERT_TAG, SAID(id), SAID(record->tags.items[i]));
        database_put(database, INSERT_TAG);
    }
    for (size_t i = 0; i < record->finding_count; i++) {
        const struct batch_finding *finding = &record->findings[i];
        COLUMNS(database, INSERT_FINDING, SAID(id), SAID(finding->code), SAID(finding->kind), SAID(finding->times),
                SAID(finding->first_event), SAID(finding->is_waived));
        database_put(database, INSERT_FINDING);
    }
    for (size_t i = 0; i < record->unsupported_count; i++) {
        COLUMNS(database, INSERT_UNSUPPORTED, SAID(id), SAID(record->unsupported[i].name),
                SAID(record->unsupported[i].times));
        database_put(database, INSERT_UNSUPPORTED);
    }
}

static void database_put_difference(struct database *database, const struct batch_record *record, size_t id)
{
    struct batch_first first = record->first;
    if (!record->has_first)
        return;
    COLUMNS(database, INSERT_DIFFERENCE, SAID(id));
    for (int i = 0; i < BATCH_TEXT_FIELDS; i++)
        COLUMNS(database, INSERT_DIFFERENCE, SAID(*batch_first_text(&first, i)));
    for (int i = 0; i < BATCH_NUMBER_FIELDS; i++) {
        const int64_t number = *batch_first_number(&first, i);
        COLUMNS(database, INSERT_DIFFERENCE, SAID_OR_NOTHING(number >= 0, number));
    }
    database_put(database, INSERT_DIFFERENCE);
}

static void database_put_capture(struct database *database, const struct batch_merged *merged, size_t i)
{
    const struct batch_row *row = &merged->rows[i];
    const struct batch_capture *capture = row->capture;
    const struct batch_record *record = row->record;
    COLUMNS(database, INSERT_CAPTURE, SAID(i + 1), SAID(capture->name), SAID(capture->is_bundle ? "bundle" : "capture"),
            SAID(capture->bytes), SAID(capture->hash), SAID_OR_NOTHING(capture->same_as != i, capture->same_as + 1));
    if (record) {
        struct batch_counts counts = record->counts;
        COLUMNS(database, INSERT_CAPTURE, SAID(record->chip), SAID(record->title),
                SAID(batch_verdict_name(record->verdict)), SAID(record->reason),
                SAID_OR_NOTHING(row->group != SIZE_MAX, row->group + 1));
        for (int count = 0; count < BATCH_COUNT_FIELDS; count++)
            COLUMNS(database, INSERT_CAPTURE, SAID(*batch_count(&counts, count)));
    }
    database_put(database, INSERT_CAPTURE);
    if (record) {
        database_put_lists(database, record, i + 1);
        database_put_difference(database, record, i + 1);
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
    if (!database->has_failed)
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
    TRY(new_file_open(&file, path, replace, err));
    enum tt_status status = database_fill(&database, merged, new_file_path(file), path, err);
    status = status ?: seal_database(new_file_descriptor(file), path, err);
    if (!status)
        return new_file_commit(file, err);
    new_file_abandon(file);
    return status;
}
