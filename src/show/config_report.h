/* SPDX-License-Identifier: Apache-2.0 */
/* Register fields between two points, as text and as JSON (schemas/config.schema.json). */
#pragma once

#include "ask/config/config_diff.h"

#include <stdio.h>

/* from, to: the points as they were typed. shows_restored: also those that stand as they did. */
struct config_view {
    const char *from, *to;
    bool has_colour, shows_restored;
};

void config_report_text(FILE *out, const struct config_diff *diff, const struct config_view *view);
void config_report_json(FILE *out, const struct config_diff *diff);
