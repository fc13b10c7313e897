/* SPDX-License-Identifier: Apache-2.0 */
/* LOADREG: a word of FFB00000h to FFBFFFFCh into a scalar register (frontend.md F35). There are the TDMA registers, of
 * which no source says what they read as, and the streams, which are outside the tile: no value is known, so the word
 * is refused and the register counts as lost. */
#include "tile/tile_internal.h"

#include "tile_handlers.h"

enum tile_step insn_loadreg(struct tile *tile, unsigned thread, const struct insn_loadreg *f)
{
    (void)thread;
    tile_finding(tile, FINDING_UNSUPPORTED_FORM, TT_UNIT_SCALAR, 0,
                 "LOADREG from %#x into register %u: the tile does not hold what is read there",
                 0xFFB00000u + 4 * (unsigned)f->reg_addr, (unsigned)f->tdma_data_reg_index);
    return TILE_UNSUPPORTED;
}
