/* SPDX-License-Identifier: Apache-2.0 */
/* The kind of a file, by its first bytes. */
#include "results/results.h"

#include "base/input.h"

enum tt_status results_is_database(bool *is_database, const char *path, struct tt_error *err)
{
    static const char magic[] = "SQLite format 3";
    char head[sizeof magic] = "";
    FILE *file;
    TRY(input_stream(&file, path, err));
    const size_t count = fread(head, 1, sizeof head, file);
    const int error = ferror(file) ? errno : 0;
    (void)fclose(file);
    *is_database = count == sizeof head && memcmp(head, magic, sizeof magic) == 0;
    return error ? tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(error)) : TT_OK;
}
