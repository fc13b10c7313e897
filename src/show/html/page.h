/* SPDX-License-Identifier: Apache-2.0 */
/* A page that stands alone in one file: html/shell.html, with the style and the script that every page has. The
 * contents of a page come from the caller. */
#pragma once

#include "base/new_file.h"
#include "show/json_out.h"

struct page {
    const char *generator;            /* the tool that the page's head names */
    const char *title;                /* the title, any text */
    const unsigned char *main, *keys; /* HTML: the parts of the page; rows of the table of keys */
    const unsigned char *style;       /* style or script beyond that of every page; null where there is none */
    const unsigned char *const *scripts;
    size_t script_count;
    /* Writes one outermost value, which the script finds in the element #data. */
    enum tt_status (*put_data)(void *user, struct json_out *json, struct tt_error *err);
    void *user;
};

/* Writes the page, which appears at `path` whole or not at all. */
enum tt_status page_write(const char *path, enum new_file_how how, const struct page *page, struct tt_error *err);
/* Whether a file is a page whose head names this tool. */
bool page_is(const char *path, const char *generator);
