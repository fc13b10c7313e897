/* SPDX-License-Identifier: Apache-2.0 */
/* What `tt-replay precision` says. schemas/precision.schema.json */
#pragma once

#include "precision/precision.h"
#include "show/report.h"

struct precision_view {
    const char *path;           /* of the capture or the run, as it was named */
    const char *const *without; /* the sources that count as exact, as they were named */
    size_t without_count;
    bool has_all;      /* every data tile, not the worst alone */
    size_t tiles_most; /* of JSON: if there are more, the worst ones, these first; 0: all */
};
/* The members of the JSON, of a page's, too. */
void precision_say(struct report *report, const struct precision *precision, const struct precision_view *view);
void precision_report(FILE *out, enum report_form form, const struct precision *precision,
                      const struct precision_view *view);
