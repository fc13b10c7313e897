/* SPDX-License-Identifier: Apache-2.0 */
/* SETC16: one word of the thread's own configuration. All 16 bits are stored, also those no field covers (F26). */
#include "tile/config/config.h"

#include "config_insns.h"

enum tile_step insn_setc16(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_setc16 f = isa_decode_setc16(tile->chip->id, word);
    tile_write_thread_cfg(tile, thread, f.setc16_reg, (uint16_t)f.setc16_value);
    return TILE_DONE;
}
