/* SPDX-License-Identifier: Apache-2.0 */
/* Plain rows: what the views of single events compute, stored in the database. docs/formats/plain.md */
#include "results/reader_internal.h"
#include "results/sink_internal.h"
#include "results/sql.h"
#include "results/trust.h"

enum { PLAIN_CACHE_KIB = 65536 };

enum tt_status plain_write(sqlite3 *db, const char *path, struct results **reader, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    TRY(results_attach(reader, db, path, err));
    char *cache = sqlite3_mprintf("PRAGMA cache_size = -%d; BEGIN", PLAIN_CACHE_KIB);
    NEED(cache, err, "%s: no memory", path);
    if (sql_register(db, *reader) != SQLITE_OK || sqlite3_exec(db, cache, NULL, NULL, NULL) != SQLITE_OK)
        status = database_failed(db, path, true, err);
    sqlite3_free(cache);
    status = status ?: results_make_views(*reader, err);
    if (!status && (sqlite3_exec(db, results_sql_plain, NULL, NULL, NULL) != SQLITE_OK ||
                    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK))
        status = database_failed(db, path, true, err);
    return status;
}

/* ---- of a database that is there ---- */

static enum tt_status plain_copy(struct results *results, sqlite3 *to, const char *path, struct tt_error *err)
{
    enum { ALL_PAGES = -1 };
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", results->db, "main");
    if (backup)
        (void)sqlite3_backup_step(backup, ALL_PAGES);
    if (!backup || sqlite3_backup_finish(backup) != SQLITE_OK)
        return database_failed(to, path, true, err);
    return TT_OK;
}

static enum tt_status plain_fill(struct results *results, const struct new_file *file, const char *path,
                                 struct tt_error *err)
{
    const char *hidden = new_file_path(file);
    struct results *reader = NULL;
    sqlite3 *db = NULL;
    enum tt_status status = TT_OK;
    if (sqlite3_open_v2(hidden, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, results_vfs_of(hidden)) !=
            SQLITE_OK ||
        sqlite3_exec(db, SINK_PRAGMAS, NULL, NULL, NULL) != SQLITE_OK)
        status = database_failed(db, path, true, err);
    if (!status)
        trust_harden(db); /* the copy holds whatever the original did */
    status = status ?: plain_copy(results, db, path, err);
    status = status ?: plain_write(db, path, &reader, err);
    (void)sqlite3_close(db);
    results_close(reader);
    return status;
}

enum tt_status results_export_plain(struct results *results, const char *path, bool replace, struct tt_error *err)
{
    struct new_file *file = NULL;
    TRY(new_file_open(&file, path, replace, err));
    const enum tt_status status = plain_fill(results, file, path, err);
    if (!status)
        return new_file_commit(file, err);
    new_file_abandon(file);
    return status;
}
