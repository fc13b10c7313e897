/* SPDX-License-Identifier: Apache-2.0 */
/* Address counters: two channels of X, Y, Z, W, each with a carry copy, for two unpackers and the packers, three
 * times, once a thread. All arithmetic is modulo the counter's width (frontend.md F37). */
#include "tile/adc/adc.h"

#include <assert.h>
#include <stddef.h>

void adc_assign(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask)
{
    *counter = *carry = value & mask;
}

void adc_advance(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask)
{
    (void)carry;
    *counter = (*counter + value) & mask;
}

void adc_carry_on(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask)
{
    *counter = *carry = (*carry + value) & mask;
}

void adc_assign_counter(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask)
{
    (void)carry;
    *counter = value & mask;
}

void adc_assign_carry(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask)
{
    (void)counter;
    *carry = value & mask;
}

uint32_t adc_mask(const struct tile *tile, enum adc_dimension dimension)
{
    switch (dimension) {
    case ADC_X:
        return 0x3FFFF;
    case ADC_Y:
        return 0x1FFF;
    case ADC_Z:
    case ADC_W:
    case ADC_DIMENSIONS:
        break;
    }
    /* C-10: 8 bits are recorded on both chips; newer pages give Blackhole 13. */
    const bool is_wide =
        tile->chip->id == TT_BLACKHOLE && tile_variant(tile, VARIANT_ADC_ZW_WIDTH) == ADC_ZW_WIDTH_BITS13;
    return is_wide ? 0x1FFF : 0xFF;
}

unsigned adc_thread(struct tile *tile, unsigned thread, uint32_t override)
{
    if (override == 0)
        return thread;
    tile_finding(tile, FINDING_ADC_THREAD_OVERRIDE_NOT_RECORDED, TT_UNIT_ADC, 0,
                 "thread %u chose counters of thread %u", thread, (unsigned) override - 1);
    return override - 1;
}

static uint32_t *counter_of(struct adc_channel *channel, enum adc_dimension dimension)
{
    assert(dimension < ADC_DIMENSIONS);
    uint32_t *const counters[ADC_DIMENSIONS] = {&channel->x, &channel->y, &channel->z, &channel->w};
    return counters[dimension];
}

static uint32_t *carry_of(struct adc_channel *channel, enum adc_dimension dimension)
{
    assert(dimension < ADC_DIMENSIONS);
    uint32_t *const carries[ADC_DIMENSIONS] = {&channel->x_cr, &channel->y_cr, &channel->z_cr, &channel->w_cr};
    return carries[dimension];
}

static void tell(struct tile *tile, const uint32_t *cell, uint32_t before)
{
    const uint32_t lo = (uint32_t)((const uint8_t *)cell - (const uint8_t *)&tile->state.small);
    tile_saw_write(tile, TT_SPACE_STATE, TT_UNIT_ADC, lo, lo + 4, &before, cell);
}

void adc_apply(struct tile *tile, unsigned thread, uint32_t units, unsigned channel, enum adc_dimension dimension,
               adc_action *action, uint32_t value)
{
    struct adc_set *set = &tile->state.small.adc[thread];
    struct adc_unit *const all[ADC_UNITS] = {&set->unp0, &set->unp1, &set->pack};
    const uint32_t mask = adc_mask(tile, dimension);
    for (unsigned unit = 0; unit < ADC_UNITS; unit++) {
        if (!(units >> unit & 1))
            continue;
        uint32_t *counter = counter_of(&all[unit]->ch[channel], dimension);
        uint32_t *carry = carry_of(&all[unit]->ch[channel], dimension);
        const uint32_t before[2] = {*counter, *carry};
        action(counter, carry, value, mask);
        if (*counter != before[0])
            tell(tile, counter, before[0]);
        if (*carry != before[1])
            tell(tile, carry, before[1]);
    }
}

void adc_apply_four(struct tile *tile, unsigned thread, enum adc_dimension first, const struct adc_four *what,
                    adc_action *action)
{
    for (unsigned i = 0; i < 4; i++) {
        if (what->counters >> i & 1)
            adc_apply(tile, thread, what->units, i / 2, (enum adc_dimension)(first + i % 2), action, what->value[i]);
    }
}
