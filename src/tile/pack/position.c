/* SPDX-License-Identifier: Apache-2.0 */
/* The tile position: which row and plane of its data tile a packer stands at. P-5.3, P-5.4 */
#include "tile/pack/pack_internal.h"

/* At once, however many: a snapshot may have a position that no packer comes to, and rows without end behind it. */
void pack_position_turn(const struct pack_settings *set, struct pack_position *at, uint32_t rows)
{
    uint32_t *row = set->is_transposed ? &at->z : &at->y;
    uint32_t *plane = set->is_transposed ? &at->y : &at->z;
    rows -= set->plane_rows - *row;
    *row = rows % set->plane_rows;
    *plane += 1 + rows / set->plane_rows;
}
