/* SPDX-License-Identifier: Apache-2.0 */
/* RMWCIB0 to 3: some bits of byte 0 to 3 of a configuration word (F28). */
#include "tile/config/config.h"

#include "tile_handlers.h"

static enum tile_step modify_byte(struct tile *tile, unsigned thread, uint32_t word, unsigned byte, uint32_t data,
                                  uint32_t mask)
{
    tile_write_cfg(tile, TT_UNIT_CONFIG, cfg_state_of(tile, thread), word, data << (8 * byte), mask << (8 * byte));
    return TILE_DONE;
}

enum tile_step insn_rmwcib0(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_rmwcib0 f = isa_decode_rmwcib0(tile->chip->id, word);
    return modify_byte(tile, thread, f.cfg_reg_addr, 0, f.data, f.mask);
}

enum tile_step insn_rmwcib1(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_rmwcib1 f = isa_decode_rmwcib1(tile->chip->id, word);
    return modify_byte(tile, thread, f.cfg_reg_addr, 1, f.data, f.mask);
}

enum tile_step insn_rmwcib2(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_rmwcib2 f = isa_decode_rmwcib2(tile->chip->id, word);
    return modify_byte(tile, thread, f.cfg_reg_addr, 2, f.data, f.mask);
}

enum tile_step insn_rmwcib3(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_rmwcib3 f = isa_decode_rmwcib3(tile->chip->id, word);
    return modify_byte(tile, thread, f.cfg_reg_addr, 3, f.data, f.mask);
}
