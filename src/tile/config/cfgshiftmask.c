/* SPDX-License-Identifier: Apache-2.0 */
/* CFGSHIFTMASK (Blackhole): part of a scratch word, rotated, worked into a configuration word (F29).
 * Recorded for addition at full width; the rest is from the page alone. */
#include "tile/config/config.h"

#include "config_regs.h"
#include "tile_handlers.h"

enum { OP_OR, OP_AND, OP_XOR, OP_ADD, OP_OR_NOT, OP_AND_NOT, OP_XOR_NOT, OP_SUBTRACT };

static inline uint32_t rotate_right(uint32_t value, uint32_t by)
{
    return value >> by | value << (-by & 31);
}

static uint32_t combine(uint32_t operation, uint32_t word, uint32_t scratch)
{
    switch (operation) {
    case OP_OR:
        return word | scratch;
    case OP_AND:
        return word & scratch;
    case OP_XOR:
        return word ^ scratch;
    case OP_ADD:
        return word + scratch;
    case OP_OR_NOT:
        return word | ~scratch;
    case OP_AND_NOT:
        return word & ~scratch;
    case OP_XOR_NOT:
        return word ^ ~scratch;
    default:
        return word - scratch;
    }
}

static const enum config_reg scratches[THREADS] = {CONFIG_REG_SCRATCH_SEC0_val, CONFIG_REG_SCRATCH_SEC1_val,
                                                   CONFIG_REG_SCRATCH_SEC2_val};

TILE_HANDLER(insn_cfgshiftmask)
{
    const struct insn_cfgshiftmask f = isa_decode_cfgshiftmask(tile->chip->id, word);
    const unsigned state = cfg_state_of(tile, thread);
    const enum reg_id scratch_id = (enum reg_id)scratches[f.scratch_sel < THREADS ? f.scratch_sel : thread];
    const uint32_t scratch_word = reg_field_get(tile->chip->id, scratch_id)->word;

    uint32_t scratch = tile_read_cfg(tile, TT_UNIT_CONFIG, state, scratch_word);
    uint32_t old = tile_read_cfg(tile, TT_UNIT_CONFIG, state, f.cfg_reg);

    const uint32_t mask = (uint32_t)((UINT64_C(2) << f.mask_width) - 1);
    scratch = rotate_right(scratch & mask, f.right_cshift_amt);
    if (!f.disable_mask_on_old_val)
        old &= ~rotate_right(mask, f.right_cshift_amt);

    tile_write_cfg(tile, TT_UNIT_CONFIG, state, f.cfg_reg, combine(f.operation, old, scratch), UINT32_MAX);
    return TILE_DONE;
}
