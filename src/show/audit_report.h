/* SPDX-License-Identifier: Apache-2.0 */
/* One audited instruction as text for a terminal or a pipe, and as JSON (schemas/audit.schema.json). */
#pragma once

#include "ask/audit/audit.h"
#include "ask/lint/lint.h"

#include <stdio.h>

struct audit_view {
    bool has_colour, is_wide; /* wide: every column and every meaning, however long the lines */
    bool has_all;             /* settings and fields that are zero, too */
    bool has_rows;
    uint32_t first, last;            /* datums [first, last) of the instruction */
    const struct stage_info *stages; /* all that the unit has, so that those not at work can be named */
    unsigned stage_count;
};

void audit_report_text(FILE *out, const struct audit *audit, const struct lint *lint, const struct audit_view *view);
void audit_report_json(FILE *out, const struct audit *audit, const struct lint *lint, const struct audit_view *view);
