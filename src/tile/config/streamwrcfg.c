/* SPDX-License-Identifier: Apache-2.0 */
/* STREAMWRCFG (Blackhole): a stream register into a configuration word (F30). One that nobody has stored since the
 * start is not known: the word keeps its bits, and counts as unknown. */
#include "tile/bus.h"
#include "tile/config/config.h"

#include "cfg_findings.h"
#include "config_insns.h"
#include "stream_findings.h"

/* The value of the register; false: it is not known. */
static bool streamwrcfg_load(struct tile *tile, unsigned thread, const struct insn_streamwrcfg *f, uint32_t *value)
{
    const unsigned stream = config_stream(tile, thread, f->stream_id_sel);
    const uint32_t addr = MMIO_STREAM + stream * MMIO_STREAM_BYTES + 4 * f->stream_reg_addr;
    const struct mmio_target at = mmio_decode_any(tile->chip->id, (int)thread, addr);
    const struct bus_access load = {TT_UNIT_CONFIG, (int)thread, &at, 0};
    if (bus_load_register(tile, &load, value))
        return true;
    tile_finding(tile, FINDING_STREAM_UNKNOWN, TT_UNIT_CONFIG, 0,
                 "STREAMWRCFG of register %u of stream %u to configuration word %u: nobody has stored it",
                 (unsigned)f->stream_reg_addr, stream, (unsigned)f->cfg_reg);
    return false;
}

enum tile_step insn_streamwrcfg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_streamwrcfg f = isa_decode_streamwrcfg(tile->chip->id, word);
    const unsigned state = cfg_state_of(tile, thread);
    const uint32_t at = f.cfg_reg;
    uint32_t value;
    const bool is_known = streamwrcfg_load(tile, thread, &f, &value);
    if (at >= tile->chip->cfg_words || tile->cfg_mask[at] == 0) {
        tile_finding(tile, FINDING_CFG_WORD_DOES_NOT_EXIST, TT_UNIT_CONFIG, 0,
                     "configuration word %u does not exist on %s", (unsigned)at, tile->chip->name);
        return TILE_DONE;
    }
    tile_write_cfg(tile, TT_UNIT_CONFIG, state, at, is_known ? value : tile->state.cfg[state][at], UINT32_MAX);
    const uint32_t lo = 4 * (state * tile->chip->cfg_words + at);
    if (!is_known)
        tile->unknown_write = (struct tile_range){TT_SPACE_CFG, lo, lo + 4};
    return TILE_DONE;
}
