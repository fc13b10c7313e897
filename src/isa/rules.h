/* SPDX-License-Identifier: Apache-2.0 */
/* Findings that are rules of programs: what mends the program, and who says so. The table is schemas/findings.json. */
#pragma once

#include "isa/findings.h"
#include "isa/isa.h"

struct finding_rule {
    const char *mend;   /* with {bank}: A or B; null: the finding is no rule */
    const char *level;  /* "measured", "maker", "page" or "stock" */
    const char *source; /* ISA pages, issues */
    const char *chip;   /* null: both */
};

const struct finding_rule *finding_rule_get(finding_id id);
/* The mend, of a finding about a unit; empty: it is no rule. Returns text. */
const char *finding_mend(finding_id id, enum tt_unit unit, char text[static ISA_TEXT_MAX]);
