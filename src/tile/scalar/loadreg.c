/* SPDX-License-Identifier: Apache-2.0 */
/* LOADREG: a word of the registers at FFB00000h into a scalar register (F35). The tile holds TDMA registers, streams,
 * network interfaces and debug registers, which cores and STOREREG store. The start alone knows a register that none of
 * them has stored since, and the cores' memory stands nowhere here: the register keeps its bits then, and counts as
 * unknown. No recording shows any of it. */
#include "tile/mover/tdma.h"

#include "scalar_findings.h"
#include "scalar_insns.h"

enum tile_step insn_loadreg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_loadreg f = isa_decode_loadreg(tile->chip->id, word);
    const uint32_t reg = f.tdma_data_reg_index;
    const struct mmio_target at = mmio_decode_any(tile->chip->id, (int)thread, MMIO_REGISTERS + 4 * f.reg_addr);
    const struct bus_access load = {TT_UNIT_SCALAR, (int)thread, &at, 0};
    uint32_t value;
    if (tdma_load_waits(tile, &at))
        return TILE_WAITS;
    if (bus_load_register(tile, &load, &value)) {
        tile_finding(tile, FINDING_SCALAR_FORM_NOT_RECORDED, TT_UNIT_SCALAR, 0,
                     "LOADREG of the register at %#x; taken for what was stored there", (unsigned)at.addr);
        tdma_loaded(tile, &load);
        tile_stage_word(tile, TT_UNIT_SCALAR, STAGE_OPERANDS, value);
        tile_write_gpr(tile, TT_UNIT_SCALAR, thread, reg, value);
        return TILE_DONE;
    }
    tile_finding(tile, FINDING_SCALAR_LOAD_UNKNOWN, TT_UNIT_SCALAR, 0,
                 "LOADREG from %#x into register %u: nobody has stored what is read there", (unsigned)at.addr,
                 (unsigned)reg);
    tile_write_gpr(tile, TT_UNIT_SCALAR, thread, reg, tile->state.gpr[thread][reg]);
    tile->unknown_write = (struct tile_range){TT_SPACE_GPR, 4 * (thread * GPRS + reg), 4 * (thread * GPRS + reg) + 4};
    return TILE_DONE;
}
