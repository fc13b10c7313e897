/* SPDX-License-Identifier: Apache-2.0 */
/* STREAMWRCFG (Blackhole): a stream register into a configuration word (F30). Stream registers are outside
 * the tile: the word keeps its bits, and counts as unknown. */
#include "tile/config/config.h"

#include "tile_handlers.h"

enum tile_step insn_streamwrcfg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_streamwrcfg f = isa_decode_streamwrcfg(tile->chip->id, word);
    const unsigned state = cfg_state_of(tile, thread);
    const uint32_t at = f.cfg_reg;
    tile_finding(
        tile, FINDING_STREAM_UNKNOWN, TT_UNIT_CONFIG, 0,
        "STREAMWRCFG of stream register %u to configuration word %u: a tile holds no stream registers; the word "
        "keeps its bits",
        (unsigned)f.stream_reg_addr, (unsigned)at);
    if (at >= tile->chip->cfg_words || tile->cfg_mask[at] == 0) {
        tile_finding(tile, FINDING_CFG_WORD_DOES_NOT_EXIST, TT_UNIT_CONFIG, 0,
                     "configuration word %u does not exist on %s", (unsigned)at, tile->chip->name);
        return TILE_DONE;
    }
    tile_write_cfg(tile, TT_UNIT_CONFIG, state, at, tile->state.cfg[state][at], UINT32_MAX);
    const uint32_t lo = 4 * (state * tile->chip->cfg_words + at);
    tile->unknown_write = (struct tile_range){TT_SPACE_CFG, lo, lo + 4};
    return TILE_DONE;
}
