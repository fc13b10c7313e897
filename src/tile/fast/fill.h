/* SPDX-License-Identifier: Apache-2.0 */
/* A whole source bank filled with one cell, as ZEROSRC and UNPACR_NOP do (M62, U-8). */
#pragma once

#include "tile/tile_internal.h"

void fill_bank(const struct tile *tile, uint32_t rows[SRC_ROWS][SRC_COLUMNS], uint32_t cell);
