/* SPDX-License-Identifier: Apache-2.0 */
/* How the state of a tile is cut into pages. */
#pragma once

#include "order/moment.h"

/* L1 in 384 pages, what is behind it in small ones. */
enum { MOMENT_L1_PAGES = L1_BYTES_MAX / TILE_L1_PAGE, MOMENT_PAGE = 1024, MOMENT_TILE_PAGES = MOMENT_L1_PAGES + 128 };

struct moment_place {
    size_t lo; /* in struct tile_state */
    uint32_t bytes;
    bool is_reported;                   /* a probe hears of each write */
    enum moments_hearing written_up_to; /* by words of units that this leaves */
    bool is_settings;                   /* units retain what they decode from it */
};

/* Pages of a space whose writes are reported; page_bytes is 0 for others. */
struct moment_space {
    uint32_t first, page_bytes;
};

/* All of the state, without a gap; how many pages. */
uint32_t moment_lay_out(struct moment_place places[static MOMENT_TILE_PAGES],
                        struct moment_space spaces[static TT_SPACE_COUNT]);
