/* SPDX-License-Identifier: Apache-2.0 */
/* States of a tile that share what is alike: pages, copied when they have changed. Of most spaces the tile reports each
 * write, so that only pages it has written are looked at; of what it does not report, all. */
#pragma once

#include "base/error.h"
#include "tile/tile.h"

#include <stdbool.h>

/* L1 in 384 pages, and the spaces behind it in small ones. */
enum { PAGES_L1_BYTES = 4096, PAGES_L1 = L1_BYTES_MAX / PAGES_L1_BYTES, PAGES_BYTES = 1024 };
enum { PAGES_MAX = PAGES_L1 + 128 };

struct page; /* a copy, which states share */

/* A state at one point. A null page is as at the start. */
struct pages_state {
    struct page *at[PAGES_MAX];
};

struct pages_place {
    uint32_t lo, bytes; /* in struct tile_state */
    bool is_reported;   /* every write of it goes through pages_wrote */
    bool is_settings;   /* units retain what they decode from it */
};

/* Pages of a space whose writes are reported; page_bytes is 0 for others. */
struct pages_space {
    uint32_t first, page_bytes;
};

struct pages {
    struct tile *tile;
    uint8_t *start; /* the state when this began */
    struct pages_place places[PAGES_MAX];
    uint32_t count;
    struct pages_space spaces[TT_SPACE_COUNT];
    uint32_t used[PAGES_MAX], used_count; /* pages that may differ from the start */
    bool is_used[PAGES_MAX];
    bool has_changed[PAGES_MAX]; /* since it was last the copy that `now` has */
    struct pages_state now;
};

enum tt_status pages_init(struct pages *pages, struct tile *tile, struct tt_error *err);
void pages_clear(struct pages *pages);
/* The tile has reported a write of [lo, hi) of a space. */
void pages_wrote(struct pages *pages, enum tt_space space, uint32_t lo, uint32_t hi);
/* The state of the tile as it is; the state given is let go. */
enum tt_status pages_save(struct pages *pages, struct pages_state *state, struct tt_error *err);
void pages_restore(struct pages *pages, const struct pages_state *state);
bool pages_are_at(const struct pages *pages, const struct pages_state *state);
void pages_let_go(struct pages_state *state);
