/* SPDX-License-Identifier: Apache-2.0 */
#include "batch/json_text.h"

struct text {
    void (*put)(struct json_out *, const void *);
    const void *what;
};

static enum tt_status put_text(void *user, FILE *file, struct tt_error *err)
{
    const struct text *text = user;
    struct json_out out;
    (void)err; /* what the stream has to say comes when it is closed */
    json_out_init(&out, file);
    text->put(&out, text->what);
    return TT_OK;
}

enum tt_status json_text_file(const char *path, enum new_file_how how, void (*put)(struct json_out *, const void *),
                              const void *what, struct tt_error *err)
{
    struct text text = {put, what};
    return new_file_write(path, how, put_text, &text, err);
}
