/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of the matrix unit that change nothing: GATESRCRST (M69), and those that the vendor's tables name but no
 * document explains, which are not modelled. */
#include "tile/matrix/matrix_internal.h"

#include "tile_handlers.h"

enum tile_step insn_gatesrcrst(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)tile;
    (void)thread;
    (void)word;
    return TILE_DONE;
}

/* By the name that the instruction's row has. */
static enum tile_step undocumented(struct tile *tile, uint32_t word)
{
    tile_finding(tile, FINDING_MATRIX_UNDOCUMENTED_INSTRUCTION, TT_UNIT_MATRIX, 0, "%s: nothing is done",
                 isa_find(tile->chip->id, word)->mnemonic);
    return TILE_DONE;
}

#define UNDOCUMENTED(NAME)                                                                                             \
    enum tile_step insn_##NAME(struct tile *tile, unsigned thread, uint32_t word)                                      \
    {                                                                                                                  \
        (void)thread;                                                                                                  \
        return undocumented(tile, word);                                                                               \
    }
UNDOCUMENTED(trnspsrca)
UNDOCUMENTED(rareb)
UNDOCUMENTED(setashrmh0)
UNDOCUMENTED(setashrmh1)
UNDOCUMENTED(setashrmv)
UNDOCUMENTED(setashrmh)
UNDOCUMENTED(setpkedgof)
UNDOCUMENTED(setibrwc)
