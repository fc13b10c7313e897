/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of the matrix unit that change nothing: GATESRCRST (M69), and those that the vendor's tables
 * name and nobody documents, which are not modelled. */
#include "tile/matrix/matrix_internal.h"

#include "tile_handlers.h"

enum tile_step insn_gatesrcrst(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)tile;
    (void)thread;
    (void)word;
    return TILE_DONE;
}

static enum tile_step undocumented(struct tile *tile, const char *mnemonic)
{
    tile_finding(tile, FINDING_MATRIX_UNDOCUMENTED_INSTRUCTION, TT_UNIT_MATRIX, 0, "%s: nothing is done", mnemonic);
    return TILE_DONE;
}

enum tile_step insn_trnspsrca(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    return undocumented(tile, "TRNSPSRCA");
}

enum tile_step insn_rareb(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    return undocumented(tile, "RAREB");
}

enum tile_step insn_setashrmh0(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    return undocumented(tile, "SETASHRMH0");
}

enum tile_step insn_setashrmh1(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    return undocumented(tile, "SETASHRMH1");
}

enum tile_step insn_setashrmv(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    return undocumented(tile, "SETASHRMV");
}

enum tile_step insn_setashrmh(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    return undocumented(tile, "SETASHRMH");
}

enum tile_step insn_setpkedgof(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    return undocumented(tile, "SETPKEDGOF");
}

enum tile_step insn_setibrwc(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    return undocumented(tile, "SETIBRWC");
}
