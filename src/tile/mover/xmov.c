/* SPDX-License-Identifier: Apache-2.0 */
/* XMOV: the mover on the block that configuration names (F38). Not recorded. */
#include "tile/mover/mover.h"

#include "mover_insns.h"
#include "mover_regs.h"

static uint32_t xmov_field(const struct tile *tile, unsigned thread, enum mover_reg id)
{
    return cfg_field(tile, TT_UNIT_MOVER, thread, (enum reg_id)id);
}

enum tile_step insn_xmov(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)word;
    const struct mover_job job = {
        .src = xmov_field(tile, thread, MOVER_REG_THCON_SEC0_REG6_Source_address) << 4,
        .dst = xmov_field(tile, thread, MOVER_REG_THCON_SEC0_REG6_Destination_address) << 4,
        .bytes = (xmov_field(tile, thread, MOVER_REG_THCON_SEC0_REG6_Buffer_size) & 0xFFFF) << 4,
        .mode = xmov_field(tile, thread, MOVER_REG_THCON_SEC0_REG6_Transfer_direction),
    };
    mover_run(tile, &job);
    return TILE_DONE;
}
