/* SPDX-License-Identifier: Apache-2.0 */
/* REG2FLOP: a scalar register into configuration, or into one address counter (F35). Recorded for
 * configuration on Wormhole alone. */
#include "tile/adc/adc.h"

#include "scalar_insns.h"

enum { SIZE_128_BITS, SIZE_32_BITS, SIZE_16_BITS, SIZE_8_BITS };
enum { TARGET_CONFIG };

/* Every size but the first writes a whole word (F35). */
static enum tile_step to_config(struct tile *tile, unsigned thread, const struct insn_reg2flop *f)
{
    const unsigned state = cfg_state_of(tile, thread);
    const bool is_wide = f->size_sel == SIZE_128_BITS;
    const uint32_t reg = is_wide ? f->reg_index & ~3u : f->reg_index;
    const uint32_t word = tile->chip->thcon_base + (is_wide ? f->cfg_word & ~3u : f->cfg_word);
    for (uint32_t i = 0; i < (is_wide ? 4u : 1u); i++) {
        const uint32_t value = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, reg + i);
        tile_write_cfg(tile, TT_UNIT_SCALAR, state, word + i, value, UINT32_MAX);
    }
    return TILE_DONE;
}

/* The part of the register that goes into the counter; shifts that no size allows give 0. */
static uint32_t reg2flop_part(uint32_t value, uint32_t size, uint32_t shift_bytes)
{
    switch (size) {
    case SIZE_32_BITS:
        return shift_bytes ? 0 : value;
    case SIZE_16_BITS:
        return shift_bytes % 2 ? 0 : value >> 8 * shift_bytes & 0xFFFF;
    case SIZE_8_BITS:
        return value >> 8 * shift_bytes & 0xFF;
    default:
        return 0;
    }
}

static enum tile_step to_counter(struct tile *tile, unsigned thread, const struct insn_reg2flop *f)
{
    const unsigned whose = f->adc_override ? f->context_id_2 : thread;
    if (whose >= THREADS || f->adc_unit >= ADC_UNITS)
        return TILE_DONE; /* no such counter */
    const uint32_t value =
        reg2flop_part(tile_read_gpr(tile, TT_UNIT_SCALAR, thread, f->reg_index), f->size_sel, f->byte_offset);
    adc_apply(tile, whose, 1u << f->adc_unit, f->adc_channel, (enum adc_dimension)f->adc_dimension,
              f->adc_carry ? adc_assign_carry : adc_assign_counter, value);
    return TILE_DONE;
}

enum tile_step insn_reg2flop(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_reg2flop f = isa_decode_reg2flop(tile->chip->id, word);
    if (f.is_adc)
        return to_counter(tile, thread, &f);
    return f.target_sel == TARGET_CONFIG ? to_config(tile, thread, &f) : TILE_DONE; /* no other target exists */
}
