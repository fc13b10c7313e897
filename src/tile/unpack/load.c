/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes of L1 as datums: little-endian, the first datum of a byte in its lowest bits. F-2.1, F-2.6 */
#include "base/guard/built_wide.h"
#include "base/little.h"
#include "tile/unpack/unpack_internal.h"

#include "l1_findings.h"

static void load_32(const uint8_t *bytes, unsigned first, uint32_t count, uint32_t *values)
{
    (void)first;
    copy_numbers(values, bytes, count, sizeof *values);
}

BUILT_WIDE static void load_16(const uint8_t *bytes, unsigned first, uint32_t count, uint32_t *values)
{
    (void)first;
    for (size_t i = 0; i < count; i++) /* of 32 bits, twice the number could wrap: no vectors */
        values[i] = load_u16(&bytes[2 * i]);
}

BUILT_WIDE static void load_8(const uint8_t *bytes, unsigned first, uint32_t count, uint32_t *values)
{
    (void)first;
    for (uint32_t i = 0; i < count; i++)
        values[i] = bytes[i];
}

/* first: how many datums of the first byte come before. */
BUILT_WIDE static void load_4(const uint8_t *bytes, unsigned first, uint32_t count, uint32_t *values)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = (uint32_t)bytes[(first + i) / 2] >> (first + i) % 2 * 4 & 0xF;
}

BUILT_WIDE static void load_2(const uint8_t *bytes, unsigned first, uint32_t count, uint32_t *values)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = (uint32_t)bytes[(first + i) / 4] >> (first + i) % 4 * 2 & 0x3;
}

unpack_load_datums *unpack_load_of(unsigned datum_bits)
{
    switch (datum_bits) {
    case 32:
        return load_32;
    case 16:
        return load_16;
    case 4:
        return load_4;
    case 2:
        return load_2;
    default:
        return load_8;
    }
}

const uint8_t *unpack_see_l1(const struct unpack_settings *set, struct tile *tile, uint64_t addr, uint32_t count,
                             uint8_t *room)
{
    const uint32_t size = tile->chip->l1_bytes;
    const uint32_t lo = addr < size ? (uint32_t)addr : size;
    const uint32_t here = count < size - lo ? count : size - lo;
    if (here)
        tile_saw_read(tile, TT_SPACE_L1, unpack_unit(set->unpacker), 0, lo, lo + here);
    if (here && tile->cores)
        cores_unit_touches(tile, unpack_unit(set->unpacker), lo, lo + here, false);
    if (here == count)
        return &tile->state.l1[lo];
    tile_finding(tile, FINDING_L1_OUT_OF_RANGE, unpack_unit(set->unpacker), 0,
                 "%u bytes at %#llx do not lie within the %u bytes of L1; what lies beyond reads as zero",
                 (unsigned)count, (unsigned long long)addr, (unsigned)size);
    memset(room, 0, count);
    memcpy(room, &tile->state.l1[lo], here);
    return room;
}
