/* SPDX-License-Identifier: Apache-2.0 */
/* What the accesses of a page wrote last, byte by byte: what stood before a write is read off it, in the sink, which
 * then does not store it, and in the reader. docs/formats/results.md#pages */
#pragma once

#include "base/names.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct last_written {
    struct {
        uint8_t *bytes, *is_written; /* of each byte: 1 or 0 */
        uint32_t size;               /* room; grows up to what a chip has */
        uint32_t lo, hi;             /* nothing outside of it is written */
    } spaces[TT_SPACE_COUNT];
};

void last_written_clear(struct last_written *last); /* releases the memory */
void last_written_reset(struct last_written *last); /* nothing is written */

/* [lo, hi) of a space, not empty, becomes `bytes`; null: it is unknown what. TT_NO_MEMORY, or TT_BAD_INPUT: no chip has
 * such a place. */
enum tt_status last_written_put(struct last_written *last, enum tt_space space, uint32_t lo, uint32_t hi,
                                const uint8_t *bytes);

/* What stands there, until the next put; null: not all of it was written. */
const uint8_t *last_written_at(const struct last_written *last, enum tt_space space, uint32_t lo, uint32_t hi);
