/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers within images, on a host of either byte order. An image is bytes that somebody else defined: a space of the
 * device, a snapshot, a file, a BLOB. Images are little-endian and are `uint8_t *`; arrays of numbers are the host's.
 * On a little-endian host each function here is a plain move. docs/style.md, "Byte order" */
#pragma once

#include "base/usual.h"

enum { HOST_IS_BIG_ENDIAN = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

static inline uint16_t load_u16(const void *at)
{
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return HOST_IS_BIG_ENDIAN ? __builtin_bswap16(value) : value;
}

static inline uint32_t load_u32(const void *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return HOST_IS_BIG_ENDIAN ? __builtin_bswap32(value) : value;
}

static inline uint64_t load_u64(const void *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return HOST_IS_BIG_ENDIAN ? __builtin_bswap64(value) : value;
}

static inline void store_u16(void *at, uint16_t value)
{
    value = HOST_IS_BIG_ENDIAN ? __builtin_bswap16(value) : value;
    memcpy(at, &value, sizeof value);
}

static inline void store_u32(void *at, uint32_t value)
{
    value = HOST_IS_BIG_ENDIAN ? __builtin_bswap32(value) : value;
    memcpy(at, &value, sizeof value);
}

static inline void store_u64(void *at, uint64_t value)
{
    value = HOST_IS_BIG_ENDIAN ? __builtin_bswap64(value) : value;
    memcpy(at, &value, sizeof value);
}

/* A number of up to four bytes. */
static inline uint32_t load_number(const void *at, unsigned bytes)
{
    uint32_t value = 0;
    memcpy(&value, at, bytes);
    return HOST_IS_BIG_ENDIAN ? __builtin_bswap32(value) : value;
}

static inline void store_number(void *at, unsigned bytes, uint32_t value)
{
    value = HOST_IS_BIG_ENDIAN ? __builtin_bswap32(value) : value;
    memcpy(at, &value, bytes);
}

/* `count` numbers of 1, 2 or 4 bytes, in place: an image becomes an array of the host's, or back. */
static inline void turn_numbers(void *numbers, size_t count, unsigned width)
{
    uint8_t *bytes = numbers;
    for (size_t i = 0; HOST_IS_BIG_ENDIAN && width > 1 && i < count; i++, bytes += width) {
        for (unsigned k = 0; k < width / 2; k++) {
            const uint8_t low = bytes[k];
            bytes[k] = bytes[width - 1 - k];
            bytes[width - 1 - k] = low;
        }
    }
}

/* The same from one place to another. */
static inline void copy_numbers(void *to, const void *from, size_t count, unsigned width)
{
    memcpy(to, from, count * width);
    turn_numbers(to, count, width);
}

/* Number i of an array of the host's whose numbers have 1, 2 or 4 bytes. */
static inline uint32_t number_at(const void *numbers, unsigned width, size_t i)
{
    switch (width) {
    case 1:
        return ((const uint8_t *)numbers)[i];
    case 2:
        return ((const uint16_t *)numbers)[i];
    default:
        return ((const uint32_t *)numbers)[i];
    }
}
