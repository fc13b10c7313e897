/* SPDX-License-Identifier: Apache-2.0 */
/* The datums of one stage of one instruction: their values, how far the stage moved each, and where in L1 each lies. */
#pragma once

#include "base/text/bytes.h"
#include "results/gather.h"
#include "results/results.h"

/* Zero is empty. */
struct datums {
    const struct window *window; /* in use: the values may lie in it */
    struct gathered all;         /* of the instruction, that of its unit's instance */
    uint64_t seq;
    const struct results_block_row *row;    /* null: there is no such stage */
    const struct results_block_row *before; /* the stage of datums before it; null: none */
    struct bytes addresses, exponents; /* u32 each, DATUMS_NO_ADDRESS where none is known; empty until they are asked */
    bool has_places;
};

enum { DATUMS_NO_ADDRESS = UINT32_MAX };

void datums_clear(struct datums *datums);
enum tt_status datums_take(struct datums *datums, struct results *results, const struct gather_place *place,
                           struct tt_error *err);

/* How far the stage moved a datum, in units in the last place of what it made of it. False: packers and unpackers
 * alone have stages of one and the same datum, and a NaN or an infinity is no number of them. */
bool datums_moved(const struct datums *datums, uint32_t at, double *ulps);

/* The byte of L1 in which a datum lies that an unpacker read, or that the last stage of a packer wrote; of a block
 * format also the byte of its shared exponent. */
enum tt_status datums_places(struct datums *datums, struct results *results, struct tt_error *err);
