/* SPDX-License-Identifier: Apache-2.0 */
/* WRCFG, RDCFG: configuration from scalar registers and back (F27). */
#include "tile/config/config.h"

#include "config_insns.h"

static void write_word(struct tile *tile, unsigned thread, uint32_t word, uint32_t reg)
{
    const uint32_t value = tile_read_gpr(tile, TT_UNIT_CONFIG, thread, reg);
    tile_write_cfg(tile, TT_UNIT_CONFIG, cfg_state_of(tile, thread), word, value, UINT32_MAX);
}

/* Apart, so that the common form saves no registers for it. */
static __attribute__((noinline)) void write_four(struct tile *tile, unsigned thread, uint32_t word, uint32_t reg)
{
    for (uint32_t i = 0; i < 4; i++)
        write_word(tile, thread, (word & ~3u) + i, (reg & ~3u) + i);
}

enum tile_step insn_wrcfg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_wrcfg f = isa_decode_wrcfg(tile->chip->id, word);
    const uint32_t reg = f.gpr_address % GPRS;
    if (f.wr128b)
        write_four(tile, thread, f.cfg_reg, reg);
    else
        write_word(tile, thread, f.cfg_reg, reg);
    return TILE_DONE;
}

/* Apart likewise. */
static __attribute__((noinline)) enum tile_step read_any(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_rdcfg f = isa_decode_rdcfg(tile->chip->id, word);
    const uint32_t value = tile_read_any_cfg(tile, TT_UNIT_CONFIG, cfg_state_of(tile, thread), f.cfg_reg);
    tile_write_gpr(tile, TT_UNIT_CONFIG, thread, f.gpr_address % GPRS, value);
    return TILE_DONE;
}

enum tile_step insn_rdcfg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_rdcfg f = isa_decode_rdcfg(tile->chip->id, word);
    if (tile->probe || !tile_cfg_exists(tile, f.cfg_reg))
        return read_any(tile, thread, word);
    tile->state.gpr[thread][f.gpr_address % GPRS] = tile->state.cfg[cfg_state_of(tile, thread)][f.cfg_reg];
    return TILE_DONE;
}
