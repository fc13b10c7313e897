/* SPDX-License-Identifier: Apache-2.0 */
/* The report of `residue`. schemas/residue.schema.json */
#pragma once

#include "ask/residue/residue.h"
#include "show/report.h"

struct residue_view {
    bool has_all;                      /* whether places that do not matter are listed too */
    const struct residue_after *after; /* another run that is compared; null: none */
    const char *other;                 /* the other run, as the user named it */
    size_t rows_most;                  /* of JSON: the rows for a terminal, so many at most; 0: all rows */
};
void residue_report(FILE *out, enum report_form form, const struct ttcap_info *info, const struct residue *residue,
                    const struct residue_view *view);

/* The members of the JSON but for the name of the capture and the members about another run; also those of a page. */
void residue_say(struct report *report, const struct residue *residue, const struct residue_view *view);
