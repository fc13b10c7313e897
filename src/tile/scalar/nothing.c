/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions that leave the state as it is: DMANOP does nothing; FLUSHDMA waits, and between whole instructions
 * nothing is ever busy (F23, F35). */
#include "tile_handlers.h"

enum tile_step insn_dmanop(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)tile;
    (void)thread;
    (void)word;
    return TILE_DONE;
}

enum tile_step insn_flushdma(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)tile;
    (void)thread;
    (void)word;
    return TILE_DONE;
}
