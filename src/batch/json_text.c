/* SPDX-License-Identifier: Apache-2.0 */
#include "batch/json_text.h"

#include "base/new_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum tt_status json_text_file(const char *path, bool replace, void (*put)(struct json_out *out, const void *what),
                              const void *what, struct tt_error *err)
{
    struct new_file *file;
    struct json_out out;
    enum tt_status status = new_file_open(&file, path, replace, err);
    if (status)
        return status;
    FILE *text = fdopen(dup(new_file_descriptor(file)), "wb");
    if (!text) {
        new_file_abandon(file);
        return tt_fail(err, TT_IO, "%s: cannot be written: %s", path, strerror(errno));
    }
    json_out_init(&out, text);
    put(&out, what);
    errno = 0;
    const bool is_bad = ferror(text) != 0;
    if (fclose(text) || is_bad) {
        status = tt_fail(err, TT_IO, "%s: cannot be written: %s", path, errno ? strerror(errno) : "write error");
        new_file_abandon(file);
        return status;
    }
    return new_file_commit(file, err);
}
