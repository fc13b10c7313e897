/* SPDX-License-Identifier: Apache-2.0 */
/* A tile's spaces as its probe gets them: every write is reported, with what was there before, and lies within its
 * space; else the program ends. */
#pragma once

#include "tile/tile.h"

struct tile_shadow {
    struct probe probe; /* to be set before the tile */
    enum tt_chip chip;
    bool is_begun; /* an instruction, or a store */
    uint32_t word; /* the last */
    uint8_t *bytes[TT_SPACE_COUNT];
    uint8_t *is_reported; /* of L1, byte by byte: packers report bytes that they store later */
    uint8_t *loaded;      /* room for the largest */
};

void tile_shadow_init(struct tile_shadow *shadow, enum tt_chip chip);
/* From here on, with nothing reported. */
void tile_shadow_begin(struct tile_shadow *shadow, struct tile *tile);
/* Takes all over as it is. What was reported of L1 stays so: packers store some of it only when its block is full. */
void tile_shadow_take(struct tile_shadow *shadow, struct tile *tile);
/* Holds a space against what was reported. */
void tile_shadow_check(struct tile_shadow *shadow, struct tile *tile, enum tt_space space);
