/* SPDX-License-Identifier: Apache-2.0 */
/* Which packer's write put a datum. */
#pragma once

#include "ask/run/address.h"
#include "results/results.h"

enum { DATUM_ANY_PACKER = UINT8_MAX };

struct datum_found {
    uint8_t packer; /* the one that is asked of, or DATUM_ANY_PACKER; then the one that put it */
    uint64_t seq;
    struct address_place place; /* the bytes that hold it */
};

/* The first, of a datum as it is typed ("tile3:d137"). */
enum tt_status datum_find(struct datum_found *found, struct results *results, const char *text, struct tt_error *err);
