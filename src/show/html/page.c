/* SPDX-License-Identifier: Apache-2.0 */
#include "show/html/page.h"

#include "base/visible.h"
#include "show/html/html_files.h"

#include <fcntl.h>
#include <unistd.h>

static void put_file(FILE *out, const unsigned char *file)
{
    (void)fputs((const char *)file, out);
}

/* Any text as text of the page. */
static void page_put_escaped(FILE *out, const char *text)
{
    for (size_t rest = strlen(text); rest;) {
        const struct visible character = visible_at(text, rest);
        const char *entity = character.code == '<'   ? "&lt;"
                             : character.code == '>' ? "&gt;"
                             : character.code == '&' ? "&amp;"
                             : character.code == '"' ? "&quot;"
                                                     : NULL;
        if (entity)
            (void)fputs(entity, out);
        else
            visible_put(out, text, character.length);
        text += character.length;
        rest -= character.length;
    }
}

static enum tt_status html_page_put_data(const struct page *page, FILE *out, struct tt_error *err)
{
    struct json_out json;
    json_out_init(&json, out);
    json.is_in_markup = true;
    return page->put_data(page->user, &json, err);
}

static void put_style(const struct page *page, FILE *out)
{
    put_file(out, html_style);
    if (page->style)
        put_file(out, page->style);
}

static void put_scripts(const struct page *page, FILE *out)
{
    put_file(out, html_dom);
    put_file(out, html_shell_script);
    for (size_t i = 0; i < page->script_count; i++)
        put_file(out, page->scripts[i]);
}

static bool is_mark(const char *text, const char *mark)
{
    return strncmp(text, mark, strlen(mark)) == 0;
}

/* The text that replaces {{NAME}}. */
static enum tt_status put_mark(const struct page *page, const char *name, FILE *out, struct tt_error *err)
{
    if (is_mark(name, "GENERATOR}}"))
        page_put_escaped(out, page->generator);
    else if (is_mark(name, "TITLE}}"))
        page_put_escaped(out, page->title);
    else if (is_mark(name, "STYLE}}"))
        put_style(page, out);
    else if (is_mark(name, "MAIN}}"))
        put_file(out, page->main);
    else if (is_mark(name, "KEYS}}"))
        put_file(out, page->keys);
    else if (is_mark(name, "SCRIPT}}"))
        put_scripts(page, out);
    else if (is_mark(name, "DATA}}"))
        return html_page_put_data(page, out, err);
    return TT_OK;
}

/* user: the page. */
static enum tt_status page_put(void *user, FILE *out, struct tt_error *err)
{
    const struct page *page = user;
    const char *at = (const char *)html_shell;
    for (const char *mark; (mark = strstr(at, "{{")) != NULL; at = strstr(mark, "}}") + 2) {
        (void)fwrite(at, 1, (size_t)(mark - at), out);
        TRY(put_mark(page, mark + 2, out, err));
    }
    (void)fputs(at, out);
    return TT_OK;
}

enum tt_status page_write(const char *path, enum new_file_how how, const struct page *page, struct tt_error *err)
{
    struct page copy = *page;
    return new_file_write(path, how, page_put, &copy, err);
}

bool page_is(const char *path, const char *generator)
{
    char head[513], said[64];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const ssize_t count = read(file, head, sizeof head - 1);
    (void)close(file);
    head[count > 0 ? count : 0] = '\0';
    (void)snprintf(said, sizeof said, "content=\"%s\"", generator);
    return strstr(head, said) != NULL;
}
