/* SPDX-License-Identifier: Apache-2.0 */
/* How lists of numbers become short in BLOBs. docs/formats/results.md#series */
#pragma once

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A growing array of bytes; zero is empty. */
struct bytes {
    void *data;
    size_t used, capacity;
};

/* Room for `count` bytes more; 0, or -1 without memory and nothing changed. */
static inline int bytes_make_room(struct bytes *bytes, size_t count)
{
    const size_t need = bytes->used + count;
    return need <= bytes->capacity ? 0 : mem_grow(&bytes->data, &bytes->capacity, need, 1);
}

/* Where the next `count` bytes go, for the caller to write and to add to `used`; null without memory. */
static inline uint8_t *bytes_reserve(struct bytes *bytes, size_t count)
{
    return bytes_make_room(bytes, count) ? NULL : (uint8_t *)bytes->data + bytes->used;
}

/* 0, or -1 without memory and nothing changed. */
static inline int bytes_append(struct bytes *bytes, const void *data, size_t count)
{
    uint8_t *to = count ? bytes_reserve(bytes, count) : NULL;
    if (!to)
        return count ? -1 : 0;
    memcpy(to, data, count);
    bytes->used += count;
    return 0;
}

void bytes_clear(struct bytes *bytes); /* releases the memory */

/* Each appends one series to `out`; 0, or -1 without memory. */
int series_put_seqs(struct bytes *out, const uint64_t *seqs, size_t count);     /* rising */
int series_put_counts(struct bytes *out, const uint32_t *counts, size_t count); /* runs of equal ones */
/* Runs of neighbouring cells, each so many times; those that go on where the one before ends become one. */
struct cell_run {
    uint32_t start, count, each;
};
int series_put_cells(struct bytes *out, const struct cell_run *runs, size_t count);

/* Each reads exactly `count` numbers from `size` bytes; false where the bytes do not hold just that. */
bool series_get_seqs(const uint8_t *blob, size_t size, uint64_t first, uint64_t *seqs, size_t count);
bool series_get_counts(const uint8_t *blob, size_t size, uint32_t *counts, size_t count);
bool series_get_cells(const uint8_t *blob, size_t size, uint16_t *cells, size_t count);
