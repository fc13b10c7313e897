/* SPDX-License-Identifier: Apache-2.0 */
/* Address counters: two channels of X, Y, Z, W, each with a carry copy, for two unpackers and the packers, three
 * times, once a thread. All arithmetic is modulo the counter's width (frontend.md F37). */
#include "tile/adc/adc.h"

unsigned adc_thread(struct tile *tile, unsigned thread, uint32_t override)
{
    if (override == 0)
        return thread;
    tile_finding(tile, FINDING_ADC_THREAD_OVERRIDE_NOT_RECORDED, TT_UNIT_ADC, 0,
                 "thread %u chose counters of thread %u", thread, (unsigned) override - 1);
    return override - 1;
}

static void tell(struct tile *tile, const uint32_t *cell, uint32_t before)
{
    const uint32_t lo = (uint32_t)((const uint8_t *)cell - (const uint8_t *)&tile->state.small);
    if (*cell != before)
        tile_saw_write(tile, TT_SPACE_STATE, TT_UNIT_ADC, lo, lo + 4, &before, cell);
}

void adc_act_seen(struct tile *tile, uint32_t *counter, uint32_t *carry, adc_action *action, uint32_t value,
                  uint32_t mask)
{
    const uint32_t before[2] = {*counter, *carry};
    action(counter, carry, value, mask);
    tell(tile, counter, before[0]);
    tell(tile, carry, before[1]);
}
