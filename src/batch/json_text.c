/* SPDX-License-Identifier: Apache-2.0 */
#include "batch/json_text.h"

#include "base/text/text_stream.h"
#include "batch/seal.h"

struct json_text {
    void (*put)(struct json_out *, const void *);
    const void *what;
};

static enum tt_status json_text_put(void *user, FILE *file, struct tt_error *err)
{
    const struct json_text *text = user;
    struct text_stream stream;
    struct json_out out;
    NEED(!text_stream_open(&stream), err, "no memory");
    json_out_init(&out, stream.out);
    text->put(&out, text->what);
    char *whole = text_stream_close(&stream);
    NEED(whole, err, "no memory");
    seal_json_put(file, whole, strlen(whole)); /* an error of the file is reported when it is closed */
    mem_free(whole);
    return TT_OK;
}

enum tt_status json_text_file(const char *path, enum new_file_how how, void (*put)(struct json_out *, const void *),
                              const void *what, struct tt_error *err)
{
    struct json_text text = {put, what};
    return new_file_write(path, how, json_text_put, &text, err);
}
