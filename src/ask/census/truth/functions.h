/* SPDX-License-Identifier: Apache-2.0 */
/* The table of functions. */
#pragma once

#include "ask/census/truth/expression.h"
#include "ask/census/truth/truth.h"

#include <mpfr.h>

struct truth_function {
    const char *name;
    /* y = f(x), less wrong than 2^(16 - precision of y) of it; the inexact flag stays down where it is exact. */
    void (*exactly)(mpfr_ptr y, mpfr_srcptr x);
    double (*nearly)(
        double x); /* less wrong than 2^-40, where it is neither infinite nor near 0; null: there is none */
    enum truth_symmetry symmetry;
    bool has_limits; /* at the infinities these, or NaN; else what `exactly` gives there */
    double limits[2];
    struct truth_expression *expression; /* in place of the two; null: a function of the table */
};

extern const struct truth_function truth_functions[];
extern const size_t truth_function_count;
