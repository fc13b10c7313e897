/* SPDX-License-Identifier: Apache-2.0 */
/* A function that is written as an expression of x: "x*sigmoid(1.702*x)", "max(0, x) + 0.1*min(0, x)". */
#pragma once

#include "base/error.h"

#include <mpfr.h>
#include <stdbool.h>

struct truth_expression;

/* Clear also on failure. Errors name the place in the text. */
enum tt_status truth_expression_read(struct truth_expression **expression, const char *text, struct tt_error *err);
void truth_expression_free(struct truth_expression *expression);
const char *truth_expression_text(const struct truth_expression *expression);

/* The two ends of an interval around its value, in the precision that they have; NaN: it has no value there. False: not
 * known with so many digits. */
bool truth_expression_at(const struct truth_expression *expression, mpfr_srcptr x, mpfr_ptr low, mpfr_ptr high);
