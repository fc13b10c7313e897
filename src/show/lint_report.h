/* SPDX-License-Identifier: Apache-2.0 */
/* What is doubtful about a run, as text and as JSON (schemas/lint.schema.json), and its lines in an audit. */
#pragma once

#include "ask/lint/lint.h"
#include "show/json_out.h"

#include <stdbool.h>
#include <stdio.h>

void lint_report_text(FILE *out, const struct lint *lint, bool has_colour);
void lint_report_json(FILE *out, const struct lint *lint);

/* Of one unit (and of one packer where it is TT_UNIT_PACK): a heading and a line each, nothing where there is none. */
void lint_report_unit(FILE *out, const struct lint *lint, enum tt_unit unit, unsigned packer, bool has_colour);
/* The same as an array "lint". */
void lint_json_unit(struct json_out *out, const struct lint *lint, enum tt_unit unit, unsigned packer);
