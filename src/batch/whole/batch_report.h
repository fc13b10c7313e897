/* SPDX-License-Identifier: Apache-2.0 */
/* The report of a merged batch, for a terminal or as JSON and as one page. */
#pragma once

#include "batch/whole/merge.h"
#include "show/report.h"

/* How it looks on a terminal. */
struct batch_view {
    const char *name;   /* of the folder or the farm, as typed */
    const char *folder; /* of the captures */
    size_t groups_max;  /* groups of failures to list; the rest are counted */
};

/* 80 columns; schemas/batch.schema.json, which is the same for any number of threads or shards. */
void batch_report(FILE *out, enum report_form form, const struct batch_merged *merged, const struct batch_view *view);
/* Its members, as the page has them too. view: of text. */
void batch_report_members(struct report *report, const struct batch_merged *merged, const struct batch_view *view);

/* One page for a browser; the same results give the same bytes. */
enum tt_status batch_page_write(const struct batch_merged *merged, const char *path, struct tt_error *err);

/* Whether there is such a page at `path`: one that another may take the place of. */
bool batch_page_is(const char *path);

/* ---- junit.c ---- */

/* A JUnit file (show/junit.h): a case for each capture; a difference has failed, trouble is an error, no verdict is
 * skipped. */
enum tt_status batch_junit_write(const struct batch_merged *merged, const char *path, struct tt_error *err);

/* ---- commands.c ---- */

/* Text alone: the commands that go on from the first group, where it differs. */
void batch_report_next(const struct report *report, const struct batch_merged *merged, const struct batch_view *view);
