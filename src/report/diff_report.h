/* SPDX-License-Identifier: Apache-2.0 */
/* A difference as text for a terminal or a pipe, and as JSON (schemas/diff.schema.json). */
#pragma once

#include "compare/diff.h"

#include <stdio.h>

/* path: of the database, for the commands that go on from here. */
void diff_report_text(FILE *out, const struct diff *diff, const char *path, bool has_colour);
void diff_report_json(FILE *out, const struct diff *diff);
