/* SPDX-License-Identifier: Apache-2.0 */
/* Transposition: the low four bits of the row and the column change places, so that runs go down instead of right.
 * U-5.5 */
#include "tile/unpack/unpack_internal.h"

enum { LOW_ROW = SRC_COLUMNS - 1 };

void unpack_haloize(const struct unpack_settings *set, struct unpack_block *block)
{
    (void)set;
    for (uint32_t i = 0; i < block->run_count; i++) {
        struct unpack_run *run = &block->runs[i];
        const unsigned row = run->row, column = run->column;
        run->row = (uint16_t)((row & ~(unsigned)LOW_ROW) | column);
        run->column = (uint8_t)(row & LOW_ROW);
        run->down = run->right;
        run->right = 0;
    }
}
