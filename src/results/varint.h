/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of seven bits a byte, lowest first, the top bit set on all bytes but the last.
 * docs/formats/results.md#series */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VARINT_MAX = 10 }; /* bytes of the longest */

/* Writes at most VARINT_MAX bytes; returns the place behind them. */
static inline uint8_t *varint_put(uint8_t *to, uint64_t value)
{
    for (; value > 0x7F; value >>= 7)
        *to++ = (uint8_t)(value | 0x80);
    *to++ = (uint8_t)value;
    return to;
}

/* Small where a number is near 0: 2d, or -2d - 1 where negative. */
static inline uint64_t varint_fold(int64_t value)
{
    return value < 0 ? ~((uint64_t)value << 1) : (uint64_t)value << 1;
}

static inline int64_t varint_unfold(uint64_t folded)
{
    return folded & 1 ? -(int64_t)(folded >> 1) - 1 : (int64_t)(folded >> 1);
}

/* What is left to be read. */
struct byte_reader {
    const uint8_t *at, *end;
};

/* SQLite hands out null for an empty BLOB. */
static inline struct byte_reader byte_reader_of(const void *blob, size_t size)
{
    const uint8_t *bytes = blob;
    return (struct byte_reader){bytes, size ? bytes + size : bytes};
}

static inline bool byte_get(struct byte_reader *in, uint8_t *byte)
{
    if (in->at == in->end)
        return false;
    *byte = *in->at++;
    return true;
}

/* False at the end, and where a number has no end. */
static inline bool varint_get(struct byte_reader *in, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; in->at < in->end && shift < 64; shift += 7) {
        uint8_t byte = *in->at++;
        *value |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80))
            return true;
    }
    return false;
}
