/* SPDX-License-Identifier: Apache-2.0 */
/* SETADCXY, INCADCXY, ADDRCRXY: X and Y of both channels at once (F37). */
#include "tile/adc/adc.h"

#include "tile_handlers.h"

TILE_HANDLER(insn_setadcxy)
{
    const struct insn_setadcxy f = isa_decode_setadcxy(tile->chip->id, word);
    const struct adc_four what = {f.cnt_set_mask, f.bit_mask, {f.ch0_x, f.ch0_y, f.ch1_x, f.ch1_y}};
    adc_apply_four(tile, adc_thread(thread, f.thread_override), ADC_X, what, adc_assign);
    return TILE_DONE;
}

TILE_HANDLER(insn_incadcxy)
{
    const struct insn_incadcxy f = isa_decode_incadcxy(tile->chip->id, word);
    const struct adc_four what = {f.cnt_set_mask, 0xF, {f.ch0_x, f.ch0_y, f.ch1_x, f.ch1_y}};
    adc_apply_four(tile, adc_thread(thread, f.thread_override), ADC_X, what, adc_advance);
    return TILE_DONE;
}

TILE_HANDLER(insn_addrcrxy)
{
    const struct insn_addrcrxy f = isa_decode_addrcrxy(tile->chip->id, word);
    const struct adc_four what = {f.cnt_set_mask, f.bit_mask, {f.ch0_x, f.ch0_y, f.ch1_x, f.ch1_y}};
    adc_apply_four(tile, adc_thread(thread, f.thread_override), ADC_X, what, adc_carry_on);
    return TILE_DONE;
}
