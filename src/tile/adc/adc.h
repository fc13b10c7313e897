/* SPDX-License-Identifier: Apache-2.0 */
/* Address counters (frontend.md section 7, pack.md P-3.16): what their instructions share.
 * Only files under tile/ include this. */
#pragma once

#include "tile/tile_internal.h"

enum adc_dimension { ADC_X, ADC_Y, ADC_Z, ADC_W, ADC_DIMENSIONS };
enum { ADC_UNITS = 3, ADC_CHANNELS = 2 }; /* unpacker 0, unpacker 1, packers */

/* What becomes of a counter and its carry copy. */
typedef void adc_action(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask);

void adc_assign(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask);  /* both take the value */
void adc_advance(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask); /* the counter alone */
void adc_carry_on(uint32_t *counter, uint32_t *carry, uint32_t value,
                  uint32_t mask); /* copy += value; counter = copy */
void adc_assign_counter(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask); /* the counter alone */
void adc_assign_carry(uint32_t *counter, uint32_t *carry, uint32_t value, uint32_t mask);   /* the copy alone */

/* The bits a counter of this dimension has on this chip (F37; variant adc_zw13). */
uint32_t adc_mask(const struct tile *tile, enum adc_dimension dimension);

/* The thread whose counters an instruction means: an override of 0 is the thread's own, k is thread k - 1. */
unsigned adc_thread(struct tile *tile, unsigned thread, uint32_t override);

/* Does action to one counter of the units that bits 0 to 2 of `units` select (unpacker 0, unpacker 1, packers). */
void adc_apply(struct tile *tile, unsigned thread, uint32_t units, unsigned channel, enum adc_dimension dimension,
               adc_action *action, uint32_t value);

/* The four counters that the XY and ZW instructions reach, in the order of their mask: first and second dimension of
 * channel 0, then of channel 1. */
struct adc_four {
    uint32_t units, counters; /* masks */
    uint32_t value[4];
};
void adc_apply_four(struct tile *tile, unsigned thread, enum adc_dimension first, const struct adc_four *what,
                    adc_action *action);
