/* SPDX-License-Identifier: Apache-2.0 */
/* CFGSHIFTMASK (Blackhole): part of a scratch word, rotated, worked into a configuration word (F29).
 * Recorded for addition at full width; the rest is from the page alone. */
#include "tile/config/config.h"

#include "config_insns.h"

enum { OP_OR, OP_AND, OP_XOR, OP_ADD, COMPLEMENTS = 4 };

static inline uint32_t rotate_right(uint32_t value, uint32_t by)
{
    return value >> by | value << (-by & 31);
}

/* The upper four take the complement: to subtract is to add it, and one more. */
static inline uint32_t combine(uint32_t operation, uint32_t word, uint32_t scratch)
{
    const uint32_t taken = operation & COMPLEMENTS ? ~scratch : scratch;
    switch (operation & ~(uint32_t)COMPLEMENTS) {
    case OP_OR:
        return word | taken;
    case OP_AND:
        return word & taken;
    case OP_XOR:
        return word ^ taken;
    default:
        return word + taken + (operation & COMPLEMENTS ? 1 : 0);
    }
}

static inline uint32_t worked_in(const struct insn_cfgshiftmask *f, uint32_t old, uint32_t scratch)
{
    const uint32_t mask = (uint32_t)((UINT64_C(2) << f->mask_width) - 1);
    const uint32_t stays = f->disable_mask_on_old_val ? UINT32_MAX : ~rotate_right(mask, f->right_cshift_amt);
    return combine(f->operation, old & stays, rotate_right(scratch & mask, f->right_cshift_amt));
}

static inline uint32_t scratch_of(const struct tile *tile, unsigned thread, const struct insn_cfgshiftmask *f)
{
    return tile->cfg_effects.scratches[f->scratch_sel < THREADS ? f->scratch_sel : thread];
}

enum tile_step insn_cfgshiftmask(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_cfgshiftmask f = isa_decode_cfgshiftmask(tile->chip->id, word);
    const unsigned state = cfg_state_of(tile, thread);
    const uint32_t scratch = tile_read_cfg(tile, TT_UNIT_CONFIG, state, scratch_of(tile, thread, &f));
    const uint32_t old = tile_read_cfg(tile, TT_UNIT_CONFIG, state, f.cfg_reg);
    tile_write_cfg(tile, TT_UNIT_CONFIG, state, f.cfg_reg, worked_in(&f, old, scratch), UINT32_MAX);
    return TILE_DONE;
}
