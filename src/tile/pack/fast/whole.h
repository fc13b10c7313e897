/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over values of 32 bits, each stage's own, and to and from those of 16 (narrow.h). They give what the
 * functions of the stages give, datum by datum (tests/unit/pack/test_pack_whole.c). */
#pragma once

#include "tile/pack/pack_internal.h"

struct whole_loops {
    void (*convert[PACK_CONVERSION_COUNT])(uint32_t *values, uint32_t count); /* null: PACK_AS_IS */
    void (*widen)(const uint16_t *restrict halves, uint32_t count, uint32_t *restrict values);
    /* A row of the tile position: the columns whose bit is not set become `fill`. */
    void (*mask_16)(uint16_t *restrict halves, uint16_t columns, uint16_t fill);
    void (*mask_32)(uint32_t *restrict values, uint16_t columns, uint32_t fill);
};

extern const struct whole_loops whole_loops;
