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

#define UNDOCUMENTED(NAME, MNEMONIC)                                                                                   \
    enum tile_step insn_##NAME(struct tile *tile, unsigned thread, uint32_t word)                                      \
    {                                                                                                                  \
        (void)thread, (void)word;                                                                                      \
        tile_finding(tile, FINDING_MATRIX_UNDOCUMENTED_INSTRUCTION, TT_UNIT_MATRIX, 0, "%s: nothing is done",          \
                     MNEMONIC);                                                                                        \
        return TILE_DONE;                                                                                              \
    }
UNDOCUMENTED(trnspsrca, "TRNSPSRCA")
UNDOCUMENTED(rareb, "RAREB")
UNDOCUMENTED(setashrmh0, "SETASHRMH0")
UNDOCUMENTED(setashrmh1, "SETASHRMH1")
UNDOCUMENTED(setashrmv, "SETASHRMV")
UNDOCUMENTED(setashrmh, "SETASHRMH")
UNDOCUMENTED(setpkedgof, "SETPKEDGOF")
UNDOCUMENTED(setibrwc, "SETIBRWC")
