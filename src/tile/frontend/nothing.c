/* SPDX-License-Identifier: Apache-2.0 */
/* NOP, and Blackhole's RESOURCEDECL, a hint for the automatic ordering of instructions (frontend.md F4, F16). */
#include "tile_handlers.h"

enum tile_step insn_nop(struct tile *tile, unsigned thread, const struct insn_nop *f)
{
    (void)tile;
    (void)thread;
    (void)f;
    return TILE_DONE;
}

enum tile_step insn_resourcedecl(struct tile *tile, unsigned thread, const struct insn_resourcedecl *f)
{
    (void)tile;
    (void)thread;
    (void)f;
    return TILE_DONE;
}
