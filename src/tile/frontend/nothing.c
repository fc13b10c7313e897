/* SPDX-License-Identifier: Apache-2.0 */
/* Words that leave the state as it is. NOP and Blackhole's RESOURCEDECL, a hint for the automatic ordering of
 * instructions, do nothing (F4, F16), DMANOP neither; FLUSHDMA waits, and between whole instructions nothing is ever
 * busy (F23, F35). Of the matrix unit they are GATESRCRST (M69), and what the vendor's tables name but no document
 * explains, which is not modelled. */
#include "tile/tile_internal.h"

#include "expander_findings.h"
#include "frontend_insns.h"

enum tile_step insn_nothing(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)tile;
    (void)thread;
    (void)word;
    return TILE_DONE;
}

/* MOP and MOP_CFG come this far when core B pushes them or a macro-op holds them, REPLAY when it is played back; none
 * is expanded again (F3, F11, F14). */
enum tile_step insn_behind_expander(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    tile_finding(tile, FINDING_EXPANDER_WORD_TOO_LATE, TT_UNIT_FRONTEND, 0,
                 "%s reached the units behind its expander; it does nothing", isa_find(tile->chip->id, word)->mnemonic);
    return TILE_DONE;
}
