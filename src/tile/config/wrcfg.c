/* SPDX-License-Identifier: Apache-2.0 */
/* WRCFG, RDCFG: configuration from scalar registers and back (F27). */
#include "tile/config/config.h"

#include "config_insns.h"

static void wrcfg_write_word(struct tile *tile, unsigned thread, uint32_t word, uint32_t reg)
{
    const uint32_t value = tile_read_gpr(tile, TT_UNIT_CONFIG, thread, reg);
    tile_write_cfg(tile, TT_UNIT_CONFIG, cfg_state_of(tile, thread), word, value, UINT32_MAX);
}

enum tile_step insn_wrcfg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_wrcfg f = isa_decode_wrcfg(tile->chip->id, word);
    const uint32_t reg = f.gpr_address % GPRS;
    if (!f.wr128b)
        wrcfg_write_word(tile, thread, f.cfg_reg, reg);
    for (uint32_t i = 0; f.wr128b && i < 4; i++)
        wrcfg_write_word(tile, thread, (f.cfg_reg & ~3u) + i, (reg & ~3u) + i);
    return TILE_DONE;
}

enum tile_step insn_rdcfg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_rdcfg f = isa_decode_rdcfg(tile->chip->id, word);
    const uint32_t value = tile_read_cfg(tile, TT_UNIT_CONFIG, cfg_state_of(tile, thread), f.cfg_reg);
    tile_stage_word(tile, TT_UNIT_CONFIG, STAGE_OLD, value);
    tile_write_gpr(tile, TT_UNIT_CONFIG, thread, f.gpr_address % GPRS, value);
    return TILE_DONE;
}
