/* SPDX-License-Identifier: Apache-2.0 */
/* Datums as bytes of L1: little-endian, the first datum of a byte in its lowest bits. F-2.1, F-2.6 */
#include "base/little.h"
#include "tile/pack/pack_internal.h"

static void store_32(const uint32_t *restrict values, uint32_t count, uint8_t *restrict bytes)
{
    copy_numbers(bytes, values, count, sizeof *values);
}

static void store_16(const uint32_t *restrict values, uint32_t count, uint8_t *restrict bytes)
{
    for (uint32_t i = 0; i < count; i++)
        store_u16(&bytes[2 * i], (uint16_t)values[i]);
}

static void store_8(const uint32_t *restrict values, uint32_t count, uint8_t *restrict bytes)
{
    for (uint32_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)values[i];
}

/* Block formats come in whole groups of 16. */
static void store_4(const uint32_t *restrict values, uint32_t count, uint8_t *restrict bytes)
{
    for (uint32_t i = 0; i < count / 2; i++)
        bytes[i] = (uint8_t)(values[2 * i] | values[2 * i + 1] << 4);
}

static void store_2(const uint32_t *restrict values, uint32_t count, uint8_t *restrict bytes)
{
    for (uint32_t i = 0; i < count / 4; i++)
        bytes[i] = (uint8_t)(values[4 * i] | values[4 * i + 1] << 2 | values[4 * i + 2] << 4 | values[4 * i + 3] << 6);
}

pack_store_datums *pack_store_of(unsigned datum_bits)
{
    switch (datum_bits) {
    case 32:
        return store_32;
    case 16:
        return store_16;
    case 4:
        return store_4;
    case 2:
        return store_2;
    default:
        return store_8;
    }
}
