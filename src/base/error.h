/* SPDX-License-Identifier: Apache-2.0 */
/* How a function says that something outside the program is wrong: it makes the sentence of base/status.h. */
#pragma once

#include "base/status.h"

#include <stdarg.h>

#if defined(__GNUC__)
#define TT_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define TT_PRINTF(at, first)
#endif

/* Writes the sentence into err (which may be null) and returns status, so that a failing
 * function ends in `return tt_fail(err, TT_BAD_INPUT, "...")`. */
enum tt_status tt_fail(struct tt_error *err, enum tt_status status, const char *format, ...) TT_PRINTF(3, 4);
#ifdef __clang_analyzer__
/* The analyser looks into one file at a time, and would take tt_fail() for a function that may return TT_OK. */
#define tt_fail(err, status, ...) ((void)tt_fail(err, status, __VA_ARGS__), (status))
#endif

/* The status of a walk: that it came to its end is what was asked of it. */
static inline enum tt_status walk_ended(enum tt_status status)
{
    return status == TT_END ? TT_OK : status;
}

/* Leaves the function with the status of a call that failed. */
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        const enum tt_status tried = (call);                                                                           \
        if (tried)                                                                                                     \
            return tried;                                                                                              \
    } while (0)
/* Leaves the function where a condition does not hold for want of memory, with the sentence that follows err. */
#define NEED(condition, err, ...)                                                                                      \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            return tt_fail(err, TT_NO_MEMORY, __VA_ARGS__);                                                            \
    } while (0)
/* Leaves the function where a condition holds that makes an input a bad one, with the sentence that follows err. */
#define REFUSE_IF(condition, err, ...)                                                                                 \
    do {                                                                                                               \
        if (condition)                                                                                                 \
            return tt_fail(err, TT_BAD_INPUT, __VA_ARGS__);                                                            \
    } while (0)
/* Of a local variable: clear(&variable) wherever its scope is left, in the reverse order of the declarations. */
#define OWNED(clear) __attribute__((cleanup(clear)))
/* NAME_at(&pointer) for OWNED: gives up what a pointer to `type` points to. */
#define OWNED_AT(type, close)                                                                                          \
    static inline void close##_at(__typeof__(type) **at)                                                               \
    {                                                                                                                  \
        close(*at);                                                                                                    \
    }

/* Puts "prefix: " before the sentence in err; for callers that know the file or place. */
void tt_error_prefix(struct tt_error *err, const char *format, ...) TT_PRINTF(2, 3);
/* The status of a call, with such a prefix where it failed. */
#define PLACED(call, err, ...)                                                                                         \
    ({                                                                                                                 \
        const enum tt_status placed_ = (call);                                                                         \
        if (placed_)                                                                                                   \
            tt_error_prefix(err, __VA_ARGS__);                                                                         \
        placed_;                                                                                                       \
    })
