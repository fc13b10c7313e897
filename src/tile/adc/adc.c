/* SPDX-License-Identifier: Apache-2.0 */
/* Address counters: two channels of X, Y, Z, W, each with a carry copy, for two unpackers and the packers, three
 * times, once a thread. All arithmetic is modulo the counter's width (F37). */
#include "tile/adc/adc.h"

static void report(struct tile *tile, const uint32_t *cell, uint32_t before)
{
    const uint32_t lo = (uint32_t)((const uint8_t *)cell - (const uint8_t *)&tile->state.small);
    if (*cell != before)
        tile_saw_write(tile, TT_SPACE_STATE, TT_UNIT_ADC, lo, lo + 4, &before, cell);
}

void adc_act_seen(struct tile *tile, struct adc_channel *channel, enum adc_dimension dimension, adc_action *action,
                  uint32_t value)
{
    const uint32_t *counter = adc_counter_of(channel, dimension), *carry = adc_carry_of(channel, dimension);
    const uint32_t before[2] = {*counter, *carry};
    adc_act(channel, dimension, action, value, adc_mask(tile, dimension));
    report(tile, counter, before[0]);
    report(tile, carry, before[1]);
}

void adc_apply_four_seen(struct tile *tile, unsigned thread, enum adc_dimension first, const struct adc_four *what,
                         adc_action *action)
{
    for (unsigned i = 0; i < 4 * ADC_UNITS; i++) {
        if ((what->units >> i / 4 & 1) && (what->counters >> i % 4 & 1))
            adc_act_seen(tile, &adc_unit_of(&tile->state.small.adc[thread], i / 4)->ch[i % 4 / 2],
                         (enum adc_dimension)(first + i % 2), action, what->value[i % 4]);
    }
}
