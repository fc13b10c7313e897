/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a run against a reference from elsewhere, datum by datum. */
#pragma once

#include "ask/diff/against.h"
#include "ask/diff/diff.h"
#include "ask/run/expect/expect.h"

/* A datum that differs. */
struct expected_item {
    uint32_t nth; /* in the order of the space */
    struct expect_datum datum;
    bool has_writer;
    uint64_t seq;
};

/* The outcome of a datum, one byte of `map`: EXPECTED_UNDECIDED, or its class of distance, AGAINST_DISTANCES and so on
 * as in struct against, but 0 where it is equal at any distance. */
enum { EXPECTED_EQUAL = 0, EXPECTED_UNDECIDED = 255 };

struct expected {
    const struct expect *expect;          /* borrowed */
    struct diff diff;                     /* held: the reference's bytes; one checkpoint; the first difference alone */
    uint64_t equal, differing, undecided; /* datums */
    uint64_t distances[AGAINST_DISTANCES];
    uint64_t farthest;           /* of those that are defined */
    double correlation;          /* Pearson's, of finite values; NaN where there is none */
    struct expected_item *items; /* by falling distance, those that are not defined first */
    size_t item_count, item_capacity;
    bool has_first;
    struct expected_item first; /* in the order of the space */
    uint8_t *map;               /* of each datum in the order of the space */
};

/* Clear also on failure. */
/* Of a stage the reference takes the run's values, which its capture makes once more. */
enum tt_status expected_make(struct expected *expected, struct results *results, struct expect *expect,
                             struct tt_error *err);
void expected_clear(struct expected *expected);
