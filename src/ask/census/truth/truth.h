/* SPDX-License-Identifier: Apache-2.0 */
/* The value of a named function at a number, correctly rounded to a format: what a kernel's result is held against.
 * docs/how-to/census-kernel.md */
#pragma once

#include "ask/census/exact.h"

struct truth_function;

enum truth_symmetry { TRUTH_NEITHER, TRUTH_EVEN, TRUTH_ODD };

enum truth_kind {
    TRUTH_NUMBER,
    TRUTH_POLE,      /* infinite, at a number where the function has no finite value, or its limit at an infinity */
    TRUTH_UNDEFINED, /* it has no value there */
    TRUTH_UNDECIDED, /* of an expression: 4096 digits do not say it */
};

struct truth {
    enum truth_kind kind;
    uint32_t bits; /* to nearest, ties to even; a number that is too large is infinity. TRUTH_UNDEFINED: 0 */
    bool is_zero;  /* the value itself, not what it rounds to */
    double near; /* the value, less wrong than 2^-40 of it, or infinite or 0 where it is too large or small for that */
};

/* Null where there is none of this name; then truth_names() has those there are, by number, null beyond the last. */
const struct truth_function *truth_find(const char *name);
/* That function, or else the expression of x that the text is; *own: to be freed, or null. */
enum tt_status truth_read(const struct truth_function **function, struct truth_function **own, const char *text,
                          struct tt_error *err);
void truth_free(struct truth_function *own);
OWNED_AT(struct truth_function, truth_free)
const char *truth_name(size_t number);
const char *truth_name_of(const struct truth_function *function);
enum truth_symmetry truth_symmetry(const struct truth_function *function);

/* fast: the C library's binary64 decides where it lies clear of every boundary of rounding, by 2^-40 of the value, and
 * MPFR alone elsewhere; not fast: MPFR always. False: not decided with 4096 bits. A pattern that is no number is
 * TRUTH_UNDEFINED. */
bool truth_of(const struct truth_function *function, const struct exact_format *from, uint32_t pattern,
              const struct exact_format *to, bool fast, struct truth *truth);

/* Of an expression in which y stands, at a pair. */
bool truth_is_of_pairs(const struct truth_function *function);
bool truth_of_pair(const struct truth_function *function, const struct exact_format *from, uint32_t x, uint32_t y,
                   const struct exact_format *to, struct truth *truth);

/* Frees the memory that MPFR retains for this thread. */
void truth_release(void);
