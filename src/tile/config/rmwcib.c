/* SPDX-License-Identifier: Apache-2.0 */
/* RMWCIB0 to 3: some bits of byte 0 to 3 of a configuration word (F28). */
#include "tile/config/config.h"

#include "config_insns.h"

#define MODIFY_BYTE(NAME, BYTE)                                                                                        \
    enum tile_step insn_##NAME(struct tile *tile, unsigned thread, uint32_t word)                                      \
    {                                                                                                                  \
        const struct insn_##NAME f = isa_decode_##NAME(tile->chip->id, word);                                          \
        tile_write_cfg(tile, TT_UNIT_CONFIG, cfg_state_of(tile, thread), f.cfg_reg_addr, f.data << (8 * (BYTE)),       \
                       f.mask << (8 * (BYTE)));                                                                        \
        return TILE_DONE;                                                                                              \
    }
MODIFY_BYTE(rmwcib0, 0)
MODIFY_BYTE(rmwcib1, 1)
MODIFY_BYTE(rmwcib2, 2)
MODIFY_BYTE(rmwcib3, 3)
