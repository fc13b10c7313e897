/* SPDX-License-Identifier: Apache-2.0 */
/* The report of `tt-replay precision`. schemas/precision.schema.json */
#pragma once

#include "precision/precision.h"
#include "show/report.h"

struct precision_view {
    const char *path;           /* the capture or the run, as it was named */
    const char *const *without; /* the sources that count as exact, as they were named */
    size_t without_count;
    bool has_all;      /* whether every data tile is listed, not the worst ones alone */
    size_t tiles_most; /* for JSON: the most data tiles; the worst ones where there are more; 0: all */
};
/* The members of the JSON, which a page's has too. */
void precision_say(struct report *report, const struct precision *precision, const struct precision_view *view);
void precision_report(FILE *out, enum report_form form, const struct precision *precision,
                      const struct precision_view *view);
