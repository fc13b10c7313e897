/* SPDX-License-Identifier: Apache-2.0 */
/* A merged batch as one page that a browser opens from a file: template, style and script of page/, the data between.
 */
#include "base/memory.h"
#include "base/new_file.h"
#include "batch/batch_files.h"
#include "batch/summary.h"
#include "batch/summary_put.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* What the page says of itself in its head. */
static const char generator[] = "content=\"tt-replay batch\"";

static void put_data(FILE *out, const struct batch_merged *merged)
{
    struct json_out json;
    json_out_init(&json, out);
    json.is_in_markup = true;
    batch_summary_put(&json, merged);
}

/* The words that come behind `tt-replay replay NAME`, as a JavaScript string. */
static void put_words(FILE *out, const struct batch_merged *merged)
{
    struct json_out json;
    char *words = batch_settings_words(&merged->plan->settings);
    json_out_init(&json, out);
    json.is_in_markup = true;
    json_out_array_line(&json, NULL);
    json_out_string(&json, NULL, words ? words : "");
    json_out_end(&json);
    mem_free(words);
}

static void put_mark(FILE *out, const struct batch_merged *merged, const char *name, size_t length)
{
    if (strncmp(name, "STYLE", length) == 0) {
        (void)fputs((const char *)batch_style, out);
        (void)fputs((const char *)batch_style_more, out);
    } else if (strncmp(name, "SCRIPT", length) == 0) {
        (void)fputs((const char *)batch_dom, out);
        (void)fputs((const char *)batch_script, out);
    } else if (strncmp(name, "WORDS", length) == 0) {
        put_words(out, merged);
    } else if (strncmp(name, "DATA", length) == 0) {
        put_data(out, merged);
    }
}

/* The template; each {{NAME}} gives way to what it names. */
static void put_page(FILE *out, const struct batch_merged *merged)
{
    const char *at = (const char *)batch_page;
    for (const char *mark; (mark = strstr(at, "{{")) != NULL;) {
        const char *end = strstr(mark, "}}");
        (void)fwrite(at, 1, (size_t)(mark - at), out);
        put_mark(out, merged, mark + 2, (size_t)(end - mark) - 2);
        at = end + 2;
    }
    (void)fputs(at, out);
}

enum tt_status batch_page_write(const struct batch_merged *merged, const char *path, bool replace, struct tt_error *err)
{
    struct new_file *file;
    FILE *out;
    enum tt_status status = new_file_open(&file, path, replace, err);
    if (status)
        return status;
    status = new_file_stream(&out, file, "wb", err);
    if (!status) {
        put_page(out, merged);
        status = new_file_close_stream(out, file, err);
    }
    if (!status)
        return new_file_commit(file, err);
    new_file_abandon(file);
    return status;
}

bool batch_page_is(const char *path)
{
    char head[513];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const ssize_t count = read(file, head, sizeof head - 1);
    (void)close(file);
    head[count > 0 ? count : 0] = '\0';
    return strstr(head, generator) != NULL;
}
