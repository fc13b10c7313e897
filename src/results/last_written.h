/* SPDX-License-Identifier: Apache-2.0 */
/* What the accesses of a page wrote last, byte by byte: what stood before a write is read off it, in the sink, which
 * then does not store it, and in the reader. docs/formats/results.md#pages */
#pragma once

#include "base/names.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct last_written {
    struct {
        uint8_t *bytes, *pages; /* of each byte: what was written, and the number of the page that wrote it; 0: none */
        uint32_t size;          /* room; grows up to what a chip has */
    } spaces[TT_SPACE_COUNT];
    uint8_t page; /* the number of the page at hand, less 1 */
};

void last_written_clear(struct last_written *last); /* releases the memory */
void last_written_reset(struct last_written *last); /* nothing is written */

/* [lo, hi) of a space, not empty, becomes `bytes`; null: it is unknown what. TT_NO_MEMORY, or TT_BAD_INPUT: no chip has
 * such a place. */
enum tt_status last_written_put(struct last_written *last, enum tt_space space, uint32_t lo, uint32_t hi,
                                const uint8_t *bytes);

/* Whether there is room up to there; then put where nothing can fail, of bytes that are known. */
static inline bool last_written_reaches(const struct last_written *last, enum tt_space space, uint32_t hi)
{
    return hi <= last->spaces[space].size;
}
static inline void last_written_put_over(struct last_written *last, enum tt_space space, uint32_t lo, uint32_t hi,
                                         const uint8_t *bytes)
{
    for (uint32_t i = lo; i < hi; i++) {
        last->spaces[space].bytes[i] = *bytes++;
        last->spaces[space].pages[i] = (uint8_t)(last->page + 1);
    }
}

/* What stands there, until the next put; null: not all of it was written. */
static inline const uint8_t *last_written_at(const struct last_written *last, enum tt_space space, uint32_t lo,
                                             uint32_t hi)
{
    const uint8_t *pages = last->spaces[space].pages;
    if (hi > last->spaces[space].size || pages[lo] != last->page + 1 || pages[hi - 1] != last->page + 1)
        return NULL;
    if (hi - lo > 2 && memcmp(pages + lo, pages + lo + 1, hi - lo - 1) != 0)
        return NULL;
    return last->spaces[space].bytes + lo;
}
