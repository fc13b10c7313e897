/* SPDX-License-Identifier: Apache-2.0 */
/* How lists of numbers are kept short in BLOBs. docs/formats/results.md#series */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing array of bytes; zero is empty. */
struct bytes {
    void *data;
    size_t used, capacity;
};

/* 0, or -1 without memory and nothing changed. */
int bytes_append(struct bytes *bytes, const void *data, size_t count);
/* Where the next `count` bytes go, for the caller to write and to add to `used`; null without memory. */
uint8_t *bytes_reserve(struct bytes *bytes, size_t count);
void bytes_clear(struct bytes *bytes); /* releases the memory */

/* Each appends one series to `out`; 0, or -1 without memory. */
int series_put_seqs(struct bytes *out, const uint64_t *seqs, size_t count);     /* rising */
int series_put_counts(struct bytes *out, const uint32_t *counts, size_t count); /* runs of equal ones */
/* Runs of neighbouring cells; those that go on where the one before ends become one. */
struct cell_run {
    uint32_t start, count;
};
int series_put_cells(struct bytes *out, const struct cell_run *runs, size_t count);

/* Each reads exactly `count` numbers from `size` bytes; false where the bytes do not hold just that. */
bool series_get_seqs(const uint8_t *blob, size_t size, uint64_t first, uint64_t *seqs, size_t count);
bool series_get_counts(const uint8_t *blob, size_t size, uint32_t *counts, size_t count);
bool series_get_cells(const uint8_t *blob, size_t size, uint16_t *cells, size_t count);
