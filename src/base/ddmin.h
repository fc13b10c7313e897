/* SPDX-License-Identifier: Apache-2.0 */
/* Delta debugging: the fewest of many things with which something still holds. A. Zeller, R. Hildebrandt, "Simplifying
 * and isolating failure-inducing input", 2002; complements alone, since a subset as such hardly ever replays. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct ddmin_test {
    void *user;
    /* Whether it holds with just the items for which is_left is true. */
    enum tt_status (*holds)(void *user, const bool *is_left, bool *does, struct tt_error *err);
    bool (*is_spent)(void *user); /* true: stop with the best so far */
};

/* is_left: one for each of count items; the test holds with those that are true. Afterwards fewer are true: without any
 * one of these the test would not hold, unless it was stopped. The same test gives the same items each time. */
enum tt_status ddmin(bool *is_left, size_t count, const struct ddmin_test *test, struct tt_error *err);
