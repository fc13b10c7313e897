/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of the matrix unit that change nothing: GATESRCRST (M69), and those that the vendor's tables name but no
 * document explains, which are not modelled. */
#include "tile/matrix/matrix_internal.h"

#include "tile_handlers.h"

#define NOTHING(NAME)                                                                                                  \
    enum tile_step insn_##NAME(struct tile *tile, unsigned thread, uint32_t word)                                      \
    {                                                                                                                  \
        (void)tile;                                                                                                    \
        (void)thread;                                                                                                  \
        (void)word;                                                                                                    \
        return TILE_DONE;                                                                                              \
    }
NOTHING(gatesrcrst)
NOTHING(trnspsrca)
NOTHING(rareb)
NOTHING(setashrmh0)
NOTHING(setashrmh1)
NOTHING(setashrmv)
NOTHING(setashrmh)
NOTHING(setpkedgof)
NOTHING(setibrwc)
