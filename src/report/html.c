/* SPDX-License-Identifier: Apache-2.0 */
/* Puts the page together: the template, its style and script, and the data between them. */
#include "report/html.h"

#include "base/new_file.h"
#include "report/html_files.h"
#include "report/html_internal.h"

#include <string.h>

void html_options_init(struct html_options *options)
{
    enum { VALUE_BYTES = 4000000, INSN_LIMIT = 300000 };
    *options = (struct html_options){.value_bytes = VALUE_BYTES, .insn_limit = INSN_LIMIT};
}

/* Text of a file as text of the page. */
static void put_escaped(FILE *out, const char *text)
{
    for (const char *c = text; *c; c++) {
        const char *entity = *c == '<'   ? "&lt;"
                             : *c == '>' ? "&gt;"
                             : *c == '&' ? "&amp;"
                             : *c == '"' ? "&quot;"
                                         : NULL;
        if (entity)
            (void)fputs(entity, out);
        else
            (void)fputc((unsigned char)*c < 0x20 ? ' ' : *c, out);
    }
}

static enum tt_status put_data(struct html *html)
{
    html->json.is_in_markup = true;
    json_out_object(&html->json, NULL);
    enum tt_status status = html_put_summary(html);
    if (!status)
        status = html_put_tiles(html);
    if (!status)
        status = html_put_config(html);
    if (!status)
        status = html_put_timeline(html);
    if (!status)
        status = html_put_findings(html);
    json_out_end(&html->json);
    return status;
}

static void put_file(FILE *out, const unsigned char *file)
{
    (void)fputs((const char *)file, out);
}

static void put_script(FILE *out)
{
    static const unsigned char *const files[] = {html_dom,   html_values, html_data,     html_charts, html_datum,
                                                 html_tiles, html_lists,  html_timeline, html_main};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        put_file(out, files[i]);
}

static enum tt_status put_mark(struct html *html, const char *name, size_t length)
{
    FILE *out = html->json.file;
    if (strncmp(name, "STYLE", length) == 0)
        put_file(out, html_style);
    else if (strncmp(name, "TITLE", length) == 0)
        put_escaped(out, results_run(html->results)->capture_name);
    else if (strncmp(name, "SCRIPT", length) == 0)
        put_script(out);
    else if (strncmp(name, "DATA", length) == 0)
        return put_data(html);
    return TT_OK;
}

/* The template; each {{NAME}} gives way to what it names. */
static enum tt_status put_page(struct html *html)
{
    const char *at = (const char *)html_page;
    for (const char *mark; (mark = strstr(at, "{{")) != NULL;) {
        const char *end = strstr(mark, "}}");
        (void)fwrite(at, 1, (size_t)(mark - at), html->json.file);
        enum tt_status status = put_mark(html, mark + 2, (size_t)(end - mark) - 2);
        if (status)
            return status;
        at = end + 2;
    }
    (void)fputs(at, html->json.file);
    return TT_OK;
}

/* The packer's instruction to show settings of: the first that made a difference, else the first. */
static enum tt_status find_audit(struct html *html)
{
    const struct data_tiles *tiles = &html->tiles;
    struct audit_choice choice = {.has_insn = true, .unit = TT_UNIT_PACK};
    if (tiles->tile_count == 0)
        return TT_OK;
    choice.insn = tiles->tiles[0].first_seq;
    for (size_t i = 0; i < tiles->diff.item_count; i++) {
        const struct diff_item *item = &tiles->diff.items[i];
        if (item->has_writer && item->unit == TT_UNIT_PACK) {
            choice.insn = item->seq;
            choice.has_packer = true;
            choice.packer = item->instance;
            break;
        }
    }
    html->has_audit = true;
    return audit_make(&html->audit, html->results, &choice, html->err);
}

static enum tt_status write_page(struct html *html, struct new_file *file)
{
    enum tt_status status = data_tiles_make(&html->tiles, html->results, HTML_DIFFERENCES, html->err);
    if (!status)
        status = find_audit(html);
    if (status)
        return status;
    FILE *out;
    status = new_file_stream(&out, file, "wb", html->err);
    if (status)
        return status;
    json_out_init(&html->json, out);
    status = put_page(html);
    const long bytes = ftell(out);
    html->summary->bytes = bytes > 0 ? (size_t)bytes : 0;
    const enum tt_status closed = new_file_close_stream(out, file, status ? NULL : html->err);
    return status ? status : closed;
}

enum tt_status html_report(const char *path, struct results *results, const struct html_options *options,
                           struct html_summary *summary, struct tt_error *err)
{
    struct new_file *file = NULL;
    *summary = (struct html_summary){0};
    struct html html = {.results = results, .options = options, .summary = summary, .err = err};
    enum tt_status status = new_file_open(&file, path, options->replace, err);
    if (status)
        return status;
    status = write_page(&html, file);
    audit_clear(&html.audit);
    data_tiles_clear(&html.tiles);
    if (!status)
        return new_file_commit(file, err);
    new_file_abandon(file);
    return status;
}
