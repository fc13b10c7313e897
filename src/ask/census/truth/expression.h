/* SPDX-License-Identifier: Apache-2.0 */
/* A function that is written as an expression of x, and of y: "x*sigmoid(1.702*x)", "max(0, x) + 0.1*min(0, x)", "x/y".
 */
#pragma once

#include "ask/census/truth/truth.h"

#include <mpfr.h>

struct truth_expression;

/* Clear also on failure. Errors name the place in the text. */
enum tt_status truth_expression_read(struct truth_expression **expression, const char *text, struct tt_error *err);
void truth_expression_free(struct truth_expression *expression);
const char *truth_expression_text(const struct truth_expression *expression);

/* The two ends of an interval around its value, in the precision that they have; NaN: it has no value there. False: not
 * known with so many digits. */
struct truth_point {
    mpfr_srcptr x, y; /* y null: of x alone */
};
bool truth_expression_at(const struct truth_expression *expression, const struct truth_point *at, mpfr_ptr low,
                         mpfr_ptr high);
/* Whether y stands in it. */
bool truth_expression_is_of_pairs(const struct truth_expression *expression);
/* Of one operation on x and y its value in binary64, rounded once; false: it is no such. */
bool truth_expression_nearly(const struct truth_expression *expression, double x, double y, double *value);

/* ---- functions.c ---- */

struct truth_function {
    const char *name;
    /* y = f(x), less wrong than 2^(16 - precision of y) of it; the inexact flag stays down where it is exact. */
    void (*exactly)(mpfr_ptr y, mpfr_srcptr x);
    /* Less wrong than 2^-40, where it is neither infinite nor near 0; not a number only where the function has no
     * value. Null: there is none. */
    double (*nearly)(double x);
    enum truth_symmetry symmetry;
    bool has_limits; /* at the infinities these, or NaN; else what `exactly` gives there */
    double limits[2];
    struct truth_expression *expression; /* in place of the two; null: a function of the table */
};

extern const struct truth_function truth_functions[];
extern const size_t truth_function_count;
