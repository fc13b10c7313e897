/* SPDX-License-Identifier: Apache-2.0 */
/* The page of a whole program: its verdict and causes, a map of its tiles with who sent what to whom, and links to the
 * pages of its tiles. docs/how-to/report.md#a-program */
#pragma once

#include "base/new_file.h"
#include "show/runs/program_report.h"

struct program_page {
    const struct program_view *view;
    /* Members of the answer of `explain`: causes and timings. */
    enum tt_status (*put_answer)(void *user, struct report *report, struct tt_error *err);
    void *user;
    uint64_t idle_words; /* of a tile that does nothing but boot */
};

/* Whether a tile has a page of its own: it sent, or computed, or there are few. */
static inline bool program_has_page(const struct program_page *page, const struct device_tile *tile)
{
    enum { FEW = 8 };
    return tile->requests || tile->words > page->idle_words || device_summary(page->view->device).tiles <= FEW;
}

enum { PROGRAM_PAGE_NAME_MAX = 32 };
/* "tile-1-2.html" */
void program_page_name(char name[static PROGRAM_PAGE_NAME_MAX], unsigned x, unsigned y);

enum tt_status program_page_write(const char *path, const struct program_page *page, struct tt_error *err);
/* Whether a file is the page of a program. */
bool program_page_is(const char *path);
