/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix unit, so far as packs were recorded with it: what its instructions share (matrix.md sections 1 to 4).
 * Only files under tile/ include this. */
#pragma once

#include "tile/tile_internal.h"

/* The code of the format that SrcA's cells are read by (M19). */
uint32_t matrix_srca_format(const struct tile *tile, unsigned thread);

/* Destination row of an instruction, before its low bits are cleared to the block size (M14). */
uint32_t matrix_dst_row(const struct tile *tile, unsigned thread, uint32_t dst);

/* Steps the thread's row counters by an address modifier section, after an instruction's own work (M12, M13). */
void matrix_step_counters(struct tile *tile, unsigned thread, uint32_t addr_mode);
