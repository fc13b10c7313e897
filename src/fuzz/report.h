/* SPDX-License-Identifier: Apache-2.0 */
/* The result and the draws, as text and as JSON: schemas/fuzz.schema.json. */
#pragma once

#include "fuzz/fuzz.h"
#include "show/report.h"

struct bisect_asked;
struct bisect_result;

/* explanation: the result of bisect for the reduced program; null: nothing was asked. */
void fuzz_report(FILE *out, enum report_form form, const struct fuzz_options *options, const struct fuzz_result *result,
                 const struct bisect_result *explanation);
