/* SPDX-License-Identifier: Apache-2.0 */
/* Orders of things, and searches: a place in a sorted array, by halves; any thing of which something holds; the fewest
 * things with which something still holds. */
#pragma once

#include "base/status.h"
#include "base/usual.h"

/* An order for qsort() and bsearch(), of two things a and b of one type, by what follows: the first that is not 0. */
#define ORDER(name, type, ...)                                                                                         \
    static int name(const void *left, const void *right)                                                               \
    {                                                                                                                  \
        type const *const a = left;                                                                                    \
        type const *const b = right;                                                                                   \
        return __VA_ARGS__;                                                                                            \
    }
#define COMPARE(x, y) (((x) > (y)) - ((x) < (y)))
#define RISING(member) COMPARE(a->member, b->member)
#define FALLING(member) COMPARE(b->member, a->member)

/* The index of the first item of an array for which a condition, about `item`, does not hold: it holds for all in
 * front. */
#define SEARCH_FIRST(items, count, is_before)                                                                          \
    ({                                                                                                                 \
        size_t from_ = 0, to_ = (count);                                                                               \
        while (from_ < to_) {                                                                                          \
            const size_t middle_ = from_ + (to_ - from_) / 2;                                                          \
            __typeof__(*(items)) const *const item = (items) + middle_;                                                \
            if (is_before)                                                                                             \
                from_ = middle_ + 1;                                                                                   \
            else                                                                                                       \
                to_ = middle_;                                                                                         \
        }                                                                                                              \
        from_;                                                                                                         \
    })

/* Whether a condition holds for any, or for each, i below count; and the first item for which one about `item` does,
 * null: there is none. */
#define ANY(i, count, condition)                                                                                       \
    ({                                                                                                                 \
        bool any_ = false; /* NOLINTNEXTLINE(bugprone-macro-parentheses): i is a name */                               \
        for (__typeof__((count) + 0u) i = 0; !any_ && i < (count); i++)                                                \
            any_ = (condition);                                                                                        \
        any_;                                                                                                          \
    })
#define ALL(i, count, condition) (!ANY(i, count, !(condition)))
#define FIND(items, count, condition)                                                                                  \
    ({                                                                                                                 \
        __typeof__(*(items)) *found_ = NULL;                                                                           \
        for (size_t at_ = 0; !found_ && at_ < (count); at_++) {                                                        \
            __typeof__(*(items)) *const item = &(items)[at_];                                                          \
            found_ = (condition) ? item : NULL;                                                                        \
        }                                                                                                              \
        found_;                                                                                                        \
    })

/* Delta debugging: the fewest of many things with which something still holds. A. Zeller, R. Hildebrandt, "Simplifying
 * and isolating failure-inducing input", 2002; complements alone, since a subset as such hardly ever replays. */
struct ddmin_test {
    void *user;
    /* Whether it holds with just the items for which is_left is true. */
    enum tt_status (*holds)(void *user, const bool *is_left, bool *does, struct tt_error *err);
    bool (*is_spent)(void *user); /* true: stop with the best so far */
};

/* is_left: one for each of count items; the test holds with those that are true. Afterwards fewer are true: without any
 * one of these the test would not hold, unless it was stopped. The same test gives the same items each time. */
enum tt_status ddmin(bool *is_left, size_t count, const struct ddmin_test *test, struct tt_error *err);
