/* SPDX-License-Identifier: Apache-2.0 */
/* Address counters: two channels of X, Y, Z, W, each with a carry copy, for two unpackers and the packers, three
 * times, once a thread. All arithmetic is modulo the counter's width (F37). */
#include "tile/adc/adc.h"

static void adc_report_cell(struct tile *tile, const uint32_t *cell, uint32_t before)
{
    const uint32_t lo = (uint32_t)((const uint8_t *)cell - (const uint8_t *)&tile->state.small);
    if (*cell != before)
        tile_saw_write(tile, TT_SPACE_STATE, TT_UNIT_ADC, lo, lo + 4, &before, cell);
}

void adc_report(struct tile *tile, const uint32_t *counter, const uint32_t *carry, const uint32_t before[static 2])
{
    tile_stage_word(tile, TT_UNIT_ADC, STAGE_BEFORE, before[0]);
    tile_stage_word(tile, TT_UNIT_ADC, STAGE_AFTER, *counter);
    tile_stage_word(tile, TT_UNIT_ADC, STAGE_CARRY, *carry);
    adc_report_cell(tile, counter, before[0]);
    adc_report_cell(tile, carry, before[1]);
}
