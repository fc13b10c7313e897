/* SPDX-License-Identifier: Apache-2.0 */
/* How two captures of one kernel differ, as text and as JSON (schemas/pair.schema.json). */
#pragma once

#include "ask/bisect/pair.h"

#include <stdio.h>

/* good, bad: the captures as they were named. */
void pair_report_text(FILE *out, const char *good, const char *bad, enum tt_chip chip,
                      const struct pair_result *result);
void pair_report_json(FILE *out, const char *good, const char *bad, enum tt_chip chip,
                      const struct pair_result *result);
