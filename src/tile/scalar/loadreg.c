/* SPDX-License-Identifier: Apache-2.0 */
/* LOADREG: a word of the registers at FFB00000h into a scalar register (F35). Of these a tile holds the
 * TDMA registers alone. They read as they were stored, and their status word as a unit at rest (F40); no recording
 * shows either. All else (network, streams, debug, the cores' own) is not known: the register keeps its bits, and
 * counts as unknown. */
#include "tile/tile_internal.h"

#include "tile_handlers.h"

enum { AT_REST = 8 };

/* Whether the tile holds what is read at an address. */
static bool load(const struct tile *tile, uint32_t addr, uint32_t *value)
{
    const uint32_t words = sizeof tile->state.tdma.words / sizeof *tile->state.tdma.words;
    const uint32_t word = (addr - MMIO_TDMA) / 4;
    if (addr < MMIO_TDMA || word >= words)
        return false;
    *value = word == TDMA_OFFSET_STATUS / 4 ? AT_REST : tile->state.tdma.words[word];
    return true;
}

enum tile_step insn_loadreg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_loadreg f = isa_decode_loadreg(tile->chip->id, word);
    const uint32_t addr = MMIO_REGISTERS + 4 * f.reg_addr, reg = f.tdma_data_reg_index;
    uint32_t value;
    if (load(tile, addr, &value)) {
        tile_finding(tile, FINDING_SCALAR_FORM_NOT_RECORDED, TT_UNIT_SCALAR, 0,
                     "LOADREG of the TDMA register at %#x; taken for what was stored there", (unsigned)addr);
        tile_write_gpr(tile, TT_UNIT_SCALAR, thread, reg, value);
        return TILE_DONE;
    }
    tile_finding(tile, FINDING_SCALAR_LOAD_UNKNOWN, TT_UNIT_SCALAR, 0,
                 "LOADREG from %#x into register %u: a tile does not hold what is read there", (unsigned)addr,
                 (unsigned)reg);
    tile_write_gpr(tile, TT_UNIT_SCALAR, thread, reg, tile->state.gpr[thread][reg]);
    tile->unknown_write = (struct tile_range){TT_SPACE_GPR, 4 * (thread * GPRS + reg), 4 * (thread * GPRS + reg) + 4};
    return TILE_DONE;
}
