/* SPDX-License-Identifier: Apache-2.0 */
/* What was found, and what was drawn, as text and as JSON: schemas/fuzz.schema.json. */
#pragma once

#include "fuzz/fuzz.h"
#include "show/report.h"

struct bisect_asked;
struct bisect_result;

/* explanation: what bisect says of the reduced program; null: nothing was asked. */
void fuzz_report(FILE *out, enum report_form form, const struct fuzz_options *options, const struct fuzz_result *result,
                 const struct bisect_result *explanation);
