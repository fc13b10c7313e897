/* SPDX-License-Identifier: Apache-2.0 */
/* All stages in one, where no probe wants them and the settings have narrow_rows: 64 datums from this physical row of
 * Dst on to their place in L1. They return what narrow_rows returns. */
#pragma once

#include "tile/pack/pack_internal.h"

static inline uint32_t pack_straight_rows(const struct pack_settings *set, const struct tile *tile, uint32_t row,
                                          void *image)
{
    const uint32_t low = set->reads_32b ? row + DST_LOW_HALF : row; /* of 16 bits nobody looks at it */
    return set->fast.rows(tile->state.dst[row], tile->state.dst[low], image);
}

/* Fewer than four rows; no block formats. straight.c */
uint32_t pack_straight_few_rows(const struct pack_settings *set, const struct tile *tile, uint32_t row, uint32_t rows,
                                uint8_t *to);

/* Block formats: exponents go to their stream, too. straight.c */
uint32_t pack_straight_blocks(const struct pack_settings *set, struct packer *self, struct tile *tile, uint32_t row,
                              uint8_t *to);
