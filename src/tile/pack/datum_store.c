/* SPDX-License-Identifier: Apache-2.0 */
/* Datums as bytes of L1: little-endian, the first datum of a byte in its lowest bits. F-2.1, F-2.6 */
#include "base/little.h"
#include "tile/pack/pack_internal.h"

/* Block formats come in whole groups of 16. */
static uint8_t byte_of(const uint32_t *values, uint32_t count, unsigned datum_bits)
{
    uint32_t byte = 0;
    for (uint32_t i = 0; i < count; i++)
        byte |= values[i] << i * datum_bits;
    return (uint8_t)byte;
}

void pack_store_datums(const uint32_t *values, uint32_t count, unsigned datum_bits, uint8_t *bytes)
{
    const uint32_t in_byte = datum_bits < 8 ? 8 / datum_bits : 1, width = datum_bits / 8;
    for (uint32_t i = 0; width && i < count; i++)
        store_number(&bytes[i * width], width, values[i]);
    for (uint32_t i = 0; !width && i < count; i += in_byte)
        bytes[i / in_byte] = byte_of(&values[i], in_byte, datum_bits);
}
