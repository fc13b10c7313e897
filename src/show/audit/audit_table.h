/* SPDX-License-Identifier: Apache-2.0 */
/* The values of an instruction, a row a datum, a column a stage. */
#pragma once

#include "show/reports.h"

void audit_table_text(FILE *out, const struct audit *audit, const struct audit_view *view, const struct ink *ink);

/* The run of vector instructions that begins with this one, lane by lane; view->first and view->last are lanes. */
void audit_lanes_text(FILE *out, const struct audit *audit, const struct audit_view *view, const struct ink *ink);

/* The words that macros scheduled in that run; no text where they scheduled nothing. audit_calendar.c */
void audit_calendar_say(struct report *report, const struct audit *audit);
