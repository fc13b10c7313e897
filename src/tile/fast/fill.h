/* SPDX-License-Identifier: Apache-2.0 */
/* A whole source bank filled with one cell, as ZEROSRC and UNPACR_NOP do (M62, U-8). */
#pragma once

#include "tile/state.h"

#include <string.h>

static inline void fill_bank(uint32_t rows[SRC_ROWS][SRC_COLUMNS], uint32_t cell)
{
    uint32_t *cells = rows[0];
    if (cell == 0)
        memset(cells, 0, SRC_ROWS * SRC_COLUMNS * sizeof *cells);
    for (uint32_t i = 0; cell && i < SRC_ROWS * SRC_COLUMNS; i++)
        cells[i] = cell;
}
