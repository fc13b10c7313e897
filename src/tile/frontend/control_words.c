/* SPDX-License-Identifier: Apache-2.0 */
/* Words of the expanders that reach the units all the same. NOP and Blackhole's RESOURCEDECL, a hint for the automatic
 * ordering of instructions, do nothing (F4, F16). MOP and MOP_CFG come this far when core B pushes them
 * or a macro-op holds them, REPLAY when it is played back; none is expanded again (F3, F11, F14). */
#include "tile/tile_internal.h"

#include "tile_handlers.h"

static enum tile_step too_late(struct tile *tile, const char *mnemonic)
{
    tile_finding(tile, FINDING_EXPANDER_WORD_TOO_LATE, TT_UNIT_FRONTEND, 0,
                 "%s reached the units behind its expander; it does nothing", mnemonic);
    return TILE_DONE;
}

enum tile_step insn_nop(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)tile;
    (void)thread;
    (void)word;
    return TILE_DONE;
}

enum tile_step insn_resourcedecl(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)tile;
    (void)thread;
    (void)word;
    return TILE_DONE;
}

enum tile_step insn_mop(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    return too_late(tile, "MOP");
}

enum tile_step insn_mop_cfg(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    return too_late(tile, "MOP_CFG");
}

enum tile_step insn_replay(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    return too_late(tile, "REPLAY");
}
