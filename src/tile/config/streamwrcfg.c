/* SPDX-License-Identifier: Apache-2.0 */
/* STREAMWRCFG (Blackhole): a stream register into a configuration word (frontend.md F30). Stream registers are outside
 * the tile: what is written is not known, so the word is refused and its effect counts as lost. */
#include "tile/config/config.h"

#include "tile_handlers.h"

enum tile_step insn_streamwrcfg(struct tile *tile, unsigned thread, const struct insn_streamwrcfg *f)
{
    (void)thread;
    tile_finding(tile, FINDING_UNSUPPORTED_FORM, TT_UNIT_CONFIG, 0,
                 "STREAMWRCFG of stream register %u to configuration word %u: the tile holds no stream registers",
                 (unsigned)f->stream_reg_addr, (unsigned)f->cfg_reg);
    return TILE_UNSUPPORTED;
}
