/* SPDX-License-Identifier: Apache-2.0 */
/* Over the images of all spaces, so that it is the same on each host; pages of zeros, which most of L1 is, are passed
 * over. */
#include "results/stored_run.h"

#include "base/mix.h"
#include "base/text/bytes.h"
#include "isa/spaces.h"

uint64_t run_digest(const struct tile *tile)
{
    enum { PAGE = 4096 };
    uint8_t page[PAGE];
    uint64_t digest = 0;
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t bytes = space_bytes(tile_chip(tile), (enum tt_space)space);
        for (uint32_t lo = 0, count; lo < bytes; lo += count) {
            count = bytes - lo < PAGE ? bytes - lo : PAGE;
            tile_load(tile, (enum tt_space)space, lo, count, page);
            if (!are_all_zero(page, count))
                digest = mix_bytes(digest + (uint64_t)space + lo, page, count);
        }
    }
    return digest >> 1; /* a number of SQLite's, which are signed */
}
