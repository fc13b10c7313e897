/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of Dst that are valid: mostly all of an aligned group of four, which is seen at once. */
#pragma once

#include "tile/tile_internal.h"

#include <string.h>

/* How many of the physical rows [row, row + rows), four at most. */
static inline uint32_t pack_count_valid(const struct tile_state *state, uint32_t row, uint32_t rows)
{
    enum { FOUR = sizeof(uint32_t), ALL_FOUR = 0x01010101 };
    uint32_t valid = 0, four;
    if (rows == FOUR) {
        memcpy(&four, &state->dst_valid[row], FOUR);
        if (four == ALL_FOUR)
            return FOUR;
    }
    for (uint32_t r = 0; r < rows; r++)
        valid += state->dst_valid[row + r] != 0;
    return valid;
}
