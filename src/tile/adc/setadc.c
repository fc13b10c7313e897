/* SPDX-License-Identifier: Apache-2.0 */
/* SETADC: one counter. SETADCXX: X of both channels (F37). */
#include "tile/adc/adc.h"

#include "adc_insns.h"

/* The upper two of the value's 18 bits are the thread override too, and X takes them as they are (F37x). No recording
 * sets them. */
enum tile_step insn_setadc(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_setadc f = isa_decode_setadc(tile->chip->id, word);
    const unsigned whose = adc_thread(thread, f.thread_override);
    adc_apply(tile, whose, f.cnt_set_mask, f.channel_index, (enum adc_dimension)f.dimension_index, adc_assign, f.value);
    return TILE_DONE;
}

enum tile_step insn_setadcxx(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_setadcxx f = isa_decode_setadcxx(tile->chip->id, word);
    adc_apply(tile, thread, f.cnt_set_mask, 0, ADC_X, adc_assign, f.x_start);
    adc_apply(tile, thread, f.cnt_set_mask, 1, ADC_X, adc_assign, f.x_end2 & 0x3FF);
    return TILE_DONE;
}
