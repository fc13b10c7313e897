/* SPDX-License-Identifier: Apache-2.0 */
/* SETADCZW, INCADCZW, ADDRCRZW: Z and W of both channels at once (F37). */
#include "tile/adc/adc.h"

#include "tile_handlers.h"

TILE_HANDLER(insn_setadczw)
{
    const struct insn_setadczw f = isa_decode_setadczw(tile->chip->id, word);
    const struct adc_four what = {f.cnt_set_mask, f.bit_mask, {f.ch0_x, f.ch0_y, f.ch1_x, f.ch1_y}};
    adc_apply_four(tile, adc_thread(thread, f.thread_override), ADC_Z, what, adc_assign);
    return TILE_DONE;
}

TILE_HANDLER(insn_incadczw)
{
    const struct insn_incadczw f = isa_decode_incadczw(tile->chip->id, word);
    const struct adc_four what = {f.cnt_set_mask, 0xF, {f.ch0_x, f.ch0_y, f.ch1_x, f.ch1_y}};
    adc_apply_four(tile, adc_thread(thread, f.thread_override), ADC_Z, what, adc_advance);
    return TILE_DONE;
}

TILE_HANDLER(insn_addrcrzw)
{
    const struct insn_addrcrzw f = isa_decode_addrcrzw(tile->chip->id, word);
    const struct adc_four what = {f.cnt_set_mask, f.bit_mask, {f.ch0_x, f.ch0_y, f.ch1_x, f.ch1_y}};
    adc_apply_four(tile, adc_thread(thread, f.thread_override), ADC_Z, what, adc_carry_on);
    return TILE_DONE;
}
