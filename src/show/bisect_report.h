/* SPDX-License-Identifier: Apache-2.0 */
/* What bisect found, as text for a terminal or a pipe, and as JSON (schemas/bisect.schema.json). */
#pragma once

#include "ask/bisect/bisect.h"

#include <stdio.h>

/* What was asked, as it was typed, for the commands that go on from here. */
struct bisect_asked {
    const char *path;                          /* of the capture */
    const char *const *variants, *const *sets; /* that hold throughout */
    size_t variant_count, set_count;
};

void bisect_report_text(FILE *out, const struct bisect_asked *asked, const struct ttcap_info *info,
                        const struct bisect_result *result, bool has_colour);
void bisect_report_json(FILE *out, const struct ttcap_info *info, const struct bisect_result *result);

/* "pack.bfp.round=truncate", "THCON_SEC0_REG1_Out_data_format=6"; several with " and " between. Returns text. */
char *bisect_explanation_text(enum tt_chip chip, const struct bisect_explanation *explanation, char *text, size_t size);

/* "datum", "shared exponent", … */
const char *bisect_part_name(enum bisect_part part);
