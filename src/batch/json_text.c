/* SPDX-License-Identifier: Apache-2.0 */
#include "batch/json_text.h"

#include "base/new_file.h"

enum tt_status json_text_file(const char *path, enum json_text_how how, void (*put)(struct json_out *, const void *),
                              const void *what, struct tt_error *err)
{
    struct new_file *file;
    struct json_out out;
    FILE *stream;
    enum tt_status status = new_file_open(&file, path, how != JSON_TEXT_NEW, err);
    if (status)
        return status;
    if (how == JSON_TEXT_UNSYNCED)
        new_file_unsynced(file);
    status = new_file_stream(&stream, file, "wb", err);
    if (!status) {
        json_out_init(&out, stream);
        put(&out, what);
        status = new_file_close_stream(stream, file, err);
    }
    if (!status)
        return new_file_commit(file, err);
    new_file_abandon(file);
    return status;
}
