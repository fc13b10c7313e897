/* SPDX-License-Identifier: Apache-2.0 */
/* STOREREG: a scalar register to the 32-bit window at FFB00000h (F35). Recorded for streams alone: there kernels count
 * pages, for the cores to see (R54). */
#include "tile/bus.h"

#include "scalar_findings.h"
#include "scalar_insns.h"

enum tile_step insn_storereg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_storereg f = isa_decode_storereg(tile->chip->id, word);
    const struct mmio_target at = mmio_decode_any(tile->chip->id, (int)thread, MMIO_REGISTERS + 4 * f.reg_addr);
    const uint32_t value = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, f.tdma_data_reg_index);
    const struct bus_access store = {TT_UNIT_SCALAR, (int)thread, &at, value};
    if (at.addr < MMIO_TDMA)
        tile_finding(tile, FINDING_SCALAR_STORE_UNDEFINED, TT_UNIT_SCALAR, 0,
                     "STOREREG to %#x: below %Xh nothing is defined; nothing is stored", (unsigned)at.addr,
                     (unsigned)MMIO_TDMA);
    else if (at.addr < MMIO_STREAM_END)
        bus_store(tile, &store);
    else
        bus_without_effect(tile, &store, "nothing that STOREREG reaches", "dropped");
    return TILE_DONE;
}
