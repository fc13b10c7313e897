/* SPDX-License-Identifier: Apache-2.0 */
/* SQLite's errors as sentences with the file in them. */
#include "results/database.h"

static enum tt_status cannot(const char *path, bool is_writing, const char *why, struct tt_error *err)
{
    return tt_fail(err, TT_IO, "%s: cannot be %s: %s", path, is_writing ? "written" : "read", why);
}

enum tt_status database_failed(sqlite3 *db, const char *path, bool is_writing, struct tt_error *err)
{
    int code = db ? sqlite3_extended_errcode(db) : SQLITE_NOMEM;
    int system = db ? sqlite3_system_errno(db) : 0, last = 0;
    if (db && sqlite3_file_control(db, NULL, SQLITE_FCNTL_LAST_ERRNO, &last) == SQLITE_OK && last)
        system = last;
    /* A read that the disk refuses counts as damage with SQLite. */
    if ((code & 0xFF) == SQLITE_CORRUPT && last)
        code = SQLITE_IOERR;
    switch (code & 0xFF) {
    case SQLITE_NOMEM:
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    case SQLITE_FULL:
        return cannot(path, is_writing, "No space left on device", err);
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return cannot(path, is_writing, system ? strerror(system) : sqlite3_errmsg(db), err);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return cannot(path, is_writing, "another program is writing it", err);
    case SQLITE_NOTADB:
        return tt_fail(err, TT_BAD_INPUT, "%s: not a results database: not an SQLite file", path);
    default:
        if (is_writing)
            return cannot(path, true, sqlite3_errmsg(db), err);
        return tt_fail(err, TT_BAD_INPUT, "%s: the results database is damaged: %s", path, sqlite3_errmsg(db));
    }
}
