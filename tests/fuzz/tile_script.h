/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes as what a capture could do to a tile: words of threads, stores of cores, bytes out of a snapshot. Eight bytes a
 * step; any bytes are a script. tests/fuzz/seeds.py writes scripts of recorded kernels. */
#pragma once

#include "tile/tile.h"

#include <stddef.h>

enum { SCRIPT_STEP = 8, SCRIPT_STEPS_MAX = 512 };

/* What the steps do not say: the chip, how a tile's state looks before the first. */
enum script_start { START_RESET, START_NUMBERS, START_SPECIALS, START_RANDOM, START_COUNT };

struct script_outcome {
    bool is_word; /* of a thread; else a store */
    enum tile_step step;
};

/* Does one step to a tile. */
struct script_outcome script_do(struct tile *tile, const uint8_t step[static SCRIPT_STEP]);

/* Puts a tile into a starting state. */
void script_start(struct tile *tile, enum script_start start);
