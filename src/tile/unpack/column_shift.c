/* SPDX-License-Identifier: Apache-2.0 */
/* Values of the first columns are dropped, the others of the row move left. U-4.4; not recorded */
#include "tile/unpack/unpack_internal.h"

void unpack_column_shift(const struct unpack_settings *set, struct unpack_block *block)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < block->run_count; i++) {
        struct unpack_run run = block->runs[i];
        while (run.count && run.column < set->column_shift) {
            run.column = (uint8_t)(run.column + run.right);
            run.first++;
            run.count--;
        }
        if (!run.count)
            continue;
        run.column = (uint8_t)(run.column - set->column_shift);
        block->runs[left++] = run;
    }
    block->run_count = left;
}
