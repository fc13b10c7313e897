/* SPDX-License-Identifier: Apache-2.0 */
#include "results/trust.h"

#include "base/input.h"
#include "base/memory.h"
#include "results/database.h"
#include "results/results.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    VALUE_BYTES_MAX = 1 << 28, /* no text and no blob of ours is near it */
    SQL_BYTES_MAX = 1 << 18,
    OPERATIONS = 1000, /* between two looks at how many it is by now */
    LOOKS_MAX = 20000, /* to read a schema takes some ten thousand operations */
};

/* What a writer left beside the file holds a part of it that a file alone does not have. */
static enum tt_status check_beside(const char *path, const char *suffix, struct tt_error *err)
{
    char *beside = mem_alloc(strlen(path) + strlen(suffix) + 1);
    struct stat there;
    enum tt_status status = TT_OK;
    if (!beside)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    (void)sprintf(beside, "%s%s", path, suffix);
    if (stat(beside, &there) == 0 && there.st_size > 0)
        status = tt_fail(err, TT_BAD_INPUT,
                         "%s: another program has not finished writing it: %s holds changes (the sqlite3 shell takes "
                         "them in when it opens and closes the file)",
                         path, beside);
    mem_free(beside);
    return status;
}

/* "file:/path?immutable=1": no lock, no journal, no -wal and -shm beside it, also from a folder that cannot be written.
 * A name that begins with "file:" or ":" means nothing but a file. */
static char *uri_of(const char *path)
{
    static const char unreserved[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    enum { ENCODED = 3 };
    static const char head[] = "file:", tail[] = "?immutable=1";
    char *uri = mem_alloc(sizeof head + sizeof "./" + ENCODED * strlen(path) + sizeof tail);
    if (!uri)
        return NULL;
    char *to = uri + sprintf(uri, "%s%s", head, path[0] == '/' ? "" : "./");
    for (; *path; path++)
        to += sprintf(to, strchr(unreserved, *path) ? "%c" : "%%%02X", (unsigned char)*path);
    (void)sprintf(to, "%s", tail);
    return uri;
}

void trust_harden(sqlite3 *db)
{
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    (void)sqlite3_limit(db, SQLITE_LIMIT_LENGTH, VALUE_BYTES_MAX);
    (void)sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, SQL_BYTES_MAX);
    (void)sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
}

/* What the kernel makes while it is read (/proc) says that it holds nothing, and may have SQLite wait. */
static enum tt_status check_size(const char *path, struct tt_error *err)
{
    struct stat there;
    if (stat(path, &there) == 0 && there.st_size == 0)
        return tt_fail(err, TT_BAD_INPUT, "%s: not a results database: holds 0 bytes", path);
    return TT_OK;
}

enum tt_status trust_open(sqlite3 **db, const char *path, struct tt_error *err)
{
    *db = NULL;
    enum tt_status status = input_look(path, err);
    if (!status)
        status = check_size(path, err);
    if (!status)
        status = check_beside(path, "-wal", err);
    if (!status)
        status = check_beside(path, "-journal", err);
    if (status)
        return status;
    char *uri = uri_of(path);
    if (!uri)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    const int code =
        sqlite3_open_v2(uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, results_vfs_of(path));
    mem_free(uri);
    if (code != SQLITE_OK)
        return database_failed(*db, path, false, err);
    trust_harden(*db);
    return TT_OK;
}

/* ---- the schema ---- */

static int trust_look(void *user)
{
    unsigned *looks = user;
    return ++*looks > LOOKS_MAX;
}

static enum tt_status not_ours(const char *path, sqlite3_stmt *wanted, const char *what, struct tt_error *err)
{
    return tt_fail(err, TT_BAD_INPUT, "%s: the results database is damaged: %s %s %s", path,
                   (const char *)sqlite3_column_text(wanted, 0), (const char *)sqlite3_column_text(wanted, 1), what);
}

static bool trust_is_same(sqlite3_stmt *wanted, sqlite3_stmt *found)
{
    for (int i = 0; i < sqlite3_column_count(wanted); i++) {
        const char *one = (const char *)sqlite3_column_text(wanted, i),
                   *other = (const char *)sqlite3_column_text(found, i);
        if (!one != !other || (one && strcmp(one, other) != 0))
            return false;
    }
    return true;
}

/* Walks both, in the order of names. */
static enum tt_status trust_compare(sqlite3 *db, const char *path, sqlite3_stmt *wanted, sqlite3_stmt *found,
                                    struct tt_error *err)
{
    int there = sqlite3_step(found);
    while (sqlite3_step(wanted) == SQLITE_ROW) {
        int order = 1;
        while (there == SQLITE_ROW && (order = strcmp((const char *)sqlite3_column_text(found, 1),
                                                      (const char *)sqlite3_column_text(wanted, 1))) < 0)
            there = sqlite3_step(found);
        if (there != SQLITE_ROW && there != SQLITE_DONE)
            return database_failed(db, path, false, err);
        if (there == SQLITE_DONE || order)
            return not_ours(path, wanted, "is not there", err);
        if (!trust_is_same(wanted, found))
            return not_ours(path, wanted, "is not as this tool writes it", err);
    }
    return TT_OK;
}

enum tt_status trust_schema(sqlite3 *db, const char *path, struct tt_error *err)
{
    static const char list[] =
        "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name";
    sqlite3 *ours = NULL;
    sqlite3_stmt *wanted = NULL, *found = NULL;
    unsigned looks = 0;
    enum tt_status status = TT_OK;
    sqlite3_progress_handler(db, OPERATIONS, trust_look, &looks);
    if (sqlite3_open_v2(":memory:", &ours, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
        sqlite3_exec(ours, results_sql_tables, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(ours, list, -1, &wanted, NULL) != SQLITE_OK)
        status = database_failed(ours, path, false, err);
    if (!status && sqlite3_prepare_v2(db, list, -1, &found, NULL) != SQLITE_OK)
        status = database_failed(db, path, false, err);
    if (!status)
        status = trust_compare(db, path, wanted, found, err);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    (void)sqlite3_finalize(found);
    (void)sqlite3_finalize(wanted);
    (void)sqlite3_close(ours);
    return status;
}
