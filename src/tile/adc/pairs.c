/* SPDX-License-Identifier: Apache-2.0 */
/* SETADCXY, INCADCXY, ADDRCRXY: X and Y of both channels at once; SETADCZW, INCADCZW, ADDRCRZW: Z and W (F37). */
#include "tile/adc/adc.h"

#include "adc_insns.h"

#define ADC_PAIRS(NAME, FIRST, COUNTERS, ACTION)                                                                       \
    enum tile_step insn_##NAME(struct tile *tile, unsigned thread, uint32_t word)                                      \
    {                                                                                                                  \
        const struct insn_##NAME f = isa_decode_##NAME(tile->chip->id, word);                                          \
        const struct adc_four what = {f.cnt_set_mask, COUNTERS, {f.ch0_x, f.ch0_y, f.ch1_x, f.ch1_y}};                 \
        adc_apply_four(tile, adc_thread(thread, f.thread_override), FIRST, what, ACTION);                              \
        return TILE_DONE;                                                                                              \
    }
ADC_PAIRS(setadcxy, ADC_X, f.bit_mask, adc_assign)
ADC_PAIRS(incadcxy, ADC_X, 0xF, adc_advance)
ADC_PAIRS(addrcrxy, ADC_X, f.bit_mask, adc_carry_on)
ADC_PAIRS(setadczw, ADC_Z, f.bit_mask, adc_assign)
ADC_PAIRS(incadczw, ADC_Z, 0xF, adc_advance)
ADC_PAIRS(addrcrzw, ADC_Z, f.bit_mask, adc_carry_on)
