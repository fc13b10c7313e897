/* SPDX-License-Identifier: Apache-2.0 */
/* The tile position: which row and plane of its data tile a packer stands at. pack.md P-5.3, P-5.4 */
#include "tile/pack/pack_internal.h"

static void next_row(const struct pack_settings *set, struct pack_position *at)
{
    uint32_t *row = set->is_transposed ? &at->z : &at->y;
    uint32_t *plane = set->is_transposed ? &at->y : &at->z;
    /* A limit of 0 is never reached. */
    if (++*row == set->plane_rows) {
        *row = 0;
        ++*plane;
    }
}

void pack_position_advance(const struct pack_settings *set, struct pack_position *at, uint32_t datums)
{
    const uint32_t x = at->x + datums;
    uint32_t rows = x / DST_COLUMNS;
    at->x = x % DST_COLUMNS;
    if (!set->is_transposed && at->y + rows < set->plane_rows) {
        at->y += rows;
        return;
    }
    for (; rows; rows--)
        next_row(set, at);
}
