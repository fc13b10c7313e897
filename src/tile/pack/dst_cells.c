/* SPDX-License-Identifier: Apache-2.0 */
/* Cells of a Dst row to patterns in IEEE order: the readings of P-4.3 and P-4.7, F-3.3. */
#include "tile/pack/dst_cells.h"

#include "numeric/cells.h"

enum { WHOLE_ROW = 16 }; /* by far the most common count: known to the compiler, it costs half */

void read_bf16_cells(const uint16_t *high, const uint16_t *low, uint32_t count, uint32_t *values)
{
    (void)low;
    if (count == WHOLE_ROW) {
        for (uint32_t i = 0; i < WHOLE_ROW; i++)
            values[i] = dst16_to_bf16(high[i]);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        values[i] = dst16_to_bf16(high[i]);
}

void read_fp16_cells(const uint16_t *high, const uint16_t *low, uint32_t count, uint32_t *values)
{
    (void)low;
    if (count == WHOLE_ROW) {
        for (uint32_t i = 0; i < WHOLE_ROW; i++)
            values[i] = dst16_to_fp16(high[i]);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        values[i] = dst16_to_fp16(high[i]);
}

void read_cells(const uint16_t *high, const uint16_t *low, uint32_t count, uint32_t *values)
{
    (void)low;
    for (uint32_t i = 0; i < count; i++)
        values[i] = high[i];
}

void read_fp32_cells(const uint16_t *high, const uint16_t *low, uint32_t count, uint32_t *values)
{
    if (count == WHOLE_ROW) {
        for (uint32_t i = 0; i < WHOLE_ROW; i++)
            values[i] = dst16_to_bf16(high[i]) << 16 | low[i];
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        values[i] = dst16_to_bf16(high[i]) << 16 | low[i];
}
