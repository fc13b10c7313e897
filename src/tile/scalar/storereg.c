/* SPDX-License-Identifier: Apache-2.0 */
/* STOREREG: a scalar register to the 32-bit window at FFB00000h (F35). Recorded for streams alone: there kernels count
 * pages, for the cores to see (R54). */
#include "tile/registers/registers.h"

#include "tile_handlers.h"

enum tile_step insn_storereg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_storereg f = isa_decode_storereg(tile->chip->id, word);
    const uint32_t offset = 4 * f.reg_addr;
    const uint32_t value = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, f.tdma_data_reg_index);
    if (MMIO_REGISTERS + offset < MMIO_TDMA)
        tile_finding(tile, FINDING_SCALAR_STORE_UNDEFINED, TT_UNIT_SCALAR, 0,
                     "STOREREG to %#x: below %Xh nothing is defined; nothing is stored",
                     (unsigned)(MMIO_REGISTERS + offset), (unsigned)MMIO_TDMA);
    else if (MMIO_REGISTERS + offset < MMIO_STREAM_END)
        mmio_store(tile, TT_UNIT_SCALAR, (int)thread, MMIO_REGISTERS + offset, value);
    else
        registers_without_effect(tile, TT_UNIT_SCALAR, MMIO_REGISTERS + offset, value, "nothing that STOREREG reaches",
                                 "dropped");
    return TILE_DONE;
}
