/* SPDX-License-Identifier: Apache-2.0 */
#include "results/trust.h"

#include "base/input.h"
#include "results/database.h"
#include "results/results.h"

#include <sys/stat.h>

enum {
    VALUE_BYTES_MAX = 1 << 28, /* no text and no blob of ours is near it */
    SQL_BYTES_MAX = 1 << 18,
    OPERATIONS = 1000, /* between two looks at how many it is by now */
    LOOKS_MAX = 20000, /* to read a schema takes some ten thousand operations */
};

/* The file that a writer left beside the database holds a part of it that the database alone does not have. */
static enum tt_status check_beside(const char *path, const char *suffix, struct tt_error *err)
{
    char *beside OWNED(mem_free_at) = mem_alloc(strlen(path) + strlen(suffix) + 1);
    struct stat there;
    NEED(beside, err, "%s: no memory", path);
    (void)sprintf(beside, "%s%s", path, suffix);
    if (stat(beside, &there) == 0 && there.st_size > 0)
        return tt_fail(err, TT_BAD_INPUT,
                       "%s: another program has not finished writing it: %s holds changes (the sqlite3 shell takes "
                       "them in when it opens and closes the file)",
                       path, beside);
    return TT_OK;
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

/* A file that the kernel makes while it is read (/proc) says that it holds nothing, and may have SQLite wait. */
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
    TRY(input_look(path, err));
    TRY(check_size(path, err));
    TRY(check_beside(path, "-wal", err));
    TRY(check_beside(path, "-journal", err));
    char *uri OWNED(mem_free_at) = uri_of(path);
    NEED(uri, err, "%s: no memory", path);
    if (sqlite3_open_v2(uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, results_vfs_of(path)) !=
        SQLITE_OK)
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

/* A CREATE of our schema: SQLite has its text as it stands there. */
struct trust_item {
    const char *sql, *name, *end; /* end: of the text; the name ends at the first character that no name has */
    int name_bytes;
    bool is_view;
};

/* Behind white space and comments. */
static const char *trust_skip(const char *at)
{
    for (;;) {
        at += strspn(at, " \n");
        if (strncmp(at, "--", 2) != 0)
            return at;
        at += strcspn(at, "\n");
    }
}

/* The semicolon that ends a statement: none of a comment or a text. */
static const char *trust_end(const char *at)
{
    for (; *at && *at != ';'; at++) {
        if (strncmp(at, "--", 2) == 0)
            at += strcspn(at, "\n");
        else if (*at == '\'' || *at == '"')
            at = strchr(at + 1, *at);
    }
    return at;
}

/* The next CREATE from a place in the schema on. False: there is none. */
static bool trust_next(struct trust_item *item, const char *at)
{
    static const char table[] = "CREATE TABLE ", view[] = "CREATE VIEW ";
    for (at = trust_skip(at); *at; at = trust_skip(item->end + 1)) {
        item->sql = at;
        item->end = trust_end(at);
        item->is_view = strncmp(at, view, sizeof view - 1) == 0;
        if (!item->is_view && strncmp(at, table, sizeof table - 1) != 0)
            continue;
        item->name = at + (item->is_view ? sizeof view : sizeof table) - 1;
        item->name_bytes = (int)strcspn(item->name, " (");
        return true;
    }
    return false;
}

static enum tt_status not_ours(const char *path, const struct trust_item *item, const char *what, struct tt_error *err)
{
    return tt_fail(err, TT_BAD_INPUT, "%s: the results database is damaged: %s %.*s %s", path,
                   item->is_view ? "view" : "table", item->name_bytes, item->name, what);
}

static enum tt_status trust_find(sqlite3 *db, sqlite3_stmt *find, const char *path, const struct trust_item *item,
                                 struct tt_error *err)
{
    (void)sqlite3_bind_text(find, 1, item->name, item->name_bytes, SQLITE_STATIC);
    const int code = sqlite3_step(find);
    enum tt_status status = TT_OK;
    if (code == SQLITE_DONE)
        status = not_ours(path, item, "is not there", err);
    else if (code != SQLITE_ROW)
        status = database_failed(db, path, false, err);
    else if ((size_t)sqlite3_column_bytes(find, 0) != (size_t)(item->end - item->sql) ||
             memcmp(sqlite3_column_text(find, 0), item->sql, (size_t)(item->end - item->sql)) != 0)
        status = not_ours(path, item, "is not as this tool writes it", err);
    (void)sqlite3_reset(find);
    return status;
}

enum tt_status trust_schema(sqlite3 *db, const char *path, struct tt_error *err)
{
    sqlite3_stmt *find = NULL;
    struct trust_item item = {.sql = NULL};
    unsigned looks = 0;
    enum tt_status status = TT_OK;
    sqlite3_progress_handler(db, OPERATIONS, trust_look, &looks);
    if (sqlite3_prepare_v2(db, "SELECT sql FROM sqlite_schema WHERE name = ?1 AND tbl_name = ?1 AND sql IS NOT NULL",
                           -1, &find, NULL) != SQLITE_OK)
        status = database_failed(db, path, false, err);
    for (const char *at = results_sql_tables; !status && trust_next(&item, at); at = item.end + 1)
        status = trust_find(db, find, path, &item, err);
    sqlite3_progress_handler(db, 0, NULL, NULL);
    (void)sqlite3_finalize(find);
    return status;
}
