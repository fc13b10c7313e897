/* SPDX-License-Identifier: Apache-2.0 */
/* A difference as text for a terminal or a pipe, and as JSON (schemas/diff.schema.json). */
#pragma once

#include "ask/diff/diff.h"

#include <stdio.h>

/* path: of the database, for the commands that go on from here. */
void diff_report_text(FILE *out, const struct diff *diff, const char *path, bool has_colour);
void diff_report_json(FILE *out, const struct diff *diff);

/* The member "comparisons", as reports in other forms have it too. */
struct json_out;
void diff_report_comparisons(struct json_out *out, const struct diff *diff);
