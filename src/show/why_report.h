/* SPDX-License-Identifier: Apache-2.0 */
/* Why a place holds what it holds: as a tree for a terminal or a pipe, and as JSON (schemas/why.schema.json). */
#pragma once

#include "ask/why/why.h"

#include <stdio.h>

struct why_view {
    bool has_colour, has_all; /* all: accumulations whole, every range of operands */
    unsigned depth;           /* steps back that are shown */
};

enum tt_status why_report_text(FILE *out, const struct why *why, const struct why_view *view, struct tt_error *err);
void why_report_json(FILE *out, const struct why *why);
