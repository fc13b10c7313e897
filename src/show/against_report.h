/* SPDX-License-Identifier: Apache-2.0 */
/* A run's end against another's, as text and as JSON (schemas/against.schema.json). */
#pragma once

#include "ask/diff/against.h"

#include <stdio.h>

/* other: what the run was held against, as it was named. */
void against_report_text(FILE *out, const struct against *against, const char *other, bool has_colour);
void against_report_json(FILE *out, const struct against *against, const char *other);
