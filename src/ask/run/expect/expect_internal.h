/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files that read a reference. */
#pragma once

#include "ask/run/expect/expect.h"
#include "capture/import/npy.h"

/* An array that is being read. */
struct reading {
    struct expect *expect;
    enum tt_chip chip;
    const uint8_t *bytes; /* the file's */
    size_t byte_count;
    bool is_array; /* else raw bytes */
    struct npy npy;
    const uint8_t *items;
    size_t item_bytes; /* of the space's bits, where it is raw */
    uint64_t count;    /* elements */
    struct tt_error *err;
};

/* Of values of a stage, whatever their width. */
enum { STAGED_CELL_BITS = 32 };

/* ---- expect_stage.c ---- */

/* Which stage of which instructions, and its space as the place. */
enum tt_status expect_take_stage(struct expect *expect, struct address_place *place, struct tt_error *err);

/* ---- expect_read.c ---- */

/* "BF16", or "plain bits". */
const char *expect_format_name(const struct expect *expect);

/* ---- expect_values.c ---- */

/* Turns every element into the expected datum. */
enum tt_status expect_take_all(struct reading *reading);

/* ---- expect_place.c ---- */

/* Where datum nth stands: offsets into the bytes of its part. */
struct expect_place {
    uint32_t at, bytes;   /* the cell's, in the data's part */
    unsigned shift;       /* of a datum of less than a byte */
    bool has_low;         /* of a pair */
    uint32_t low_at;      /* its lower half */
    uint32_t exponent_at; /* block: in the exponents' part */
};
struct expect_place expect_place(const struct expect *expect, uint32_t nth);

/* Which element of the array datum nth is, by its layout or by one. */
uint64_t expect_index(const struct expect *expect, uint32_t nth);
uint64_t expect_index_by(const struct expect *expect, enum expect_layout layout, uint32_t nth);

/* Finds the parts that `count` datums take from a place on, and makes room for them. */
enum tt_status expect_place_all(struct expect *expect, enum tt_chip chip, struct tt_error *err);

/* ---- expect_pattern.c ---- */

/* Leaves expect->pattern. Of each datum in the order of the space: its replayed pattern, and whether it is undecided.
 */
void expect_find_pattern(struct expect *expect, const uint32_t *replayed, const bool *is_left_out);

/* ---- expect.c ---- */

/* Whether a replayed pattern counts as the reference's. */
bool expect_is_equal(const struct expect *expect, uint32_t wanted, uint32_t replayed);

/* Puts the expected bytes, and the bits to compare, into the parts. */
void expect_fill(struct expect *expect);
