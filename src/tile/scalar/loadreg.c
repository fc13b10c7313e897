/* SPDX-License-Identifier: Apache-2.0 */
/* LOADREG: a word of the 32-bit window at FFB00000h into a scalar register (frontend.md F35). What the tile does not
 * hold (streams, the network, timers) cannot be loaded: the word is refused, and the register counts as lost. */
#include "tile/tile_internal.h"

#include "tile_handlers.h"

enum tile_step insn_loadreg(struct tile *tile, unsigned thread, const struct insn_loadreg *f)
{
    const uint32_t addr = 0xFFB00000u + 4 * f->reg_addr;
    uint32_t value;
    if (!mmio_load(tile, TT_UNIT_SCALAR, (int)thread, addr, &value)) {
        tile_finding(tile, FINDING_UNSUPPORTED_FORM, TT_UNIT_SCALAR, 0,
                     "LOADREG from %#x, which the tile does not hold", (unsigned)addr);
        return TILE_UNSUPPORTED;
    }
    tile_finding(tile, FINDING_SCALAR_FORM_NOT_RECORDED, TT_UNIT_SCALAR, 0, "LOADREG from %#x", (unsigned)addr);
    tile_write_gpr(tile, TT_UNIT_SCALAR, thread, f->tdma_data_reg_index, value);
    return TILE_DONE;
}
