/* SPDX-License-Identifier: Apache-2.0 */
/* Datums as bytes of L1: little-endian, the first datum of a byte in its lowest bits. F-2.1, F-2.6 */
#include "base/guard/built_wide.h"
#include "base/little.h"
#include "tile/pack/pack_internal.h"

BUILT_WIDE void pack_store_datums(const uint32_t *restrict values, uint32_t count, unsigned datum_bits,
                                  uint8_t *restrict bytes)
{
    uint16_t halves[PACK_GROUP];
    switch (datum_bits) {
    case 32:
        copy_numbers(bytes, values, count, sizeof *values);
        break;
    case 16:
        for (uint32_t at = 0; at < count; at += PACK_GROUP) { /* what is too much nobody reads */
            for (uint32_t i = 0; i < PACK_GROUP; i++)
                halves[i] = (uint16_t)values[at + i];
            copy_numbers(&bytes[at * sizeof *halves], halves, PACK_GROUP, sizeof *halves);
        }
        break;
    case 8:
        for (uint32_t i = 0; i < count; i++)
            bytes[i] = (uint8_t)values[i];
        break;
    case 4: /* block formats come in whole groups of 16 */
        for (uint32_t i = 0; i < count / 2; i++)
            bytes[i] = (uint8_t)(values[2 * i] | values[2 * i + 1] << 4);
        break;
    default:
        for (uint32_t i = 0; i < count / 4; i++)
            bytes[i] =
                (uint8_t)(values[4 * i] | values[4 * i + 1] << 2 | values[4 * i + 2] << 4 | values[4 * i + 3] << 6);
    }
}
