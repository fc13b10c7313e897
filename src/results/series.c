/* SPDX-License-Identifier: Apache-2.0 */
/* Short lists of numbers: varints of differences and of runs. docs/formats/results.md#series */
#include "results/series.h"

#include "base/memory.h"

#include <string.h>

int bytes_append(struct bytes *bytes, const void *data, size_t count)
{
    if (count == 0)
        return 0;
    if (mem_grow(&bytes->data, &bytes->capacity, bytes->used + count, 1))
        return -1;
    memcpy((uint8_t *)bytes->data + bytes->used, data, count);
    bytes->used += count;
    return 0;
}

void bytes_clear(struct bytes *bytes)
{
    mem_free(bytes->data);
    *bytes = (struct bytes){0};
}

static int put(struct bytes *out, uint64_t value)
{
    uint8_t text[10];
    size_t n = 0;
    for (; value > 0x7F; value >>= 7)
        text[n++] = (uint8_t)(value | 0x80);
    text[n++] = (uint8_t)value;
    return bytes_append(out, text, n);
}

struct reader {
    const uint8_t *at, *end;
};

/* SQLite hands out null for an empty BLOB. */
static struct reader read_from(const uint8_t *blob, size_t size)
{
    return (struct reader){blob, size ? blob + size : blob};
}

static bool get(struct reader *in, uint64_t *value)
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

int series_put_seqs(struct bytes *out, const uint64_t *seqs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (put(out, i ? seqs[i] - seqs[i - 1] : 0))
            return -1;
    return 0;
}

bool series_get_seqs(const uint8_t *blob, size_t size, uint64_t first, uint64_t *seqs, size_t count)
{
    struct reader in = read_from(blob, size);
    uint64_t seq = first;
    for (size_t i = 0; i < count; i++) {
        uint64_t step;
        if (!get(&in, &step))
            return false;
        seq += step;
        seqs[i] = seq;
    }
    return in.at == in.end;
}

int series_put_counts(struct bytes *out, const uint32_t *counts, size_t count)
{
    for (size_t i = 0; i < count;) {
        size_t run = 1;
        while (i + run < count && counts[i + run] == counts[i])
            run++;
        if (put(out, run) || put(out, counts[i]))
            return -1;
        i += run;
    }
    return 0;
}

bool series_get_counts(const uint8_t *blob, size_t size, uint32_t *counts, size_t count)
{
    struct reader in = read_from(blob, size);
    for (size_t i = 0; i < count;) {
        uint64_t run, value;
        if (!get(&in, &run) || !get(&in, &value) || run == 0 || run > count - i || value > UINT32_MAX)
            return false;
        for (; run > 0; run--)
            counts[i++] = (uint32_t)value;
    }
    return in.at == in.end;
}

/* A run is where it starts, counted from where the run before would have gone on (zigzag), and its length. */
int series_put_cells(struct bytes *out, const uint16_t *cells, size_t count)
{
    int32_t expected = 0;
    for (size_t i = 0; i < count;) {
        size_t run = 1;
        while (i + run < count && cells[i + run] == cells[i + run - 1] + 1)
            run++;
        int32_t step = cells[i] - expected;
        uint32_t zigzag = step < 0 ? (uint32_t)(-step) * 2 - 1 : (uint32_t)step * 2;
        if (put(out, zigzag) || put(out, run))
            return -1;
        expected = cells[i + run - 1] + 1;
        i += run;
    }
    return 0;
}

bool series_get_cells(const uint8_t *blob, size_t size, uint16_t *cells, size_t count)
{
    struct reader in = read_from(blob, size);
    int64_t expected = 0;
    for (size_t i = 0; i < count;) {
        uint64_t zigzag, run;
        if (!get(&in, &zigzag) || !get(&in, &run) || zigzag > 0x20000 || run == 0 || run > count - i)
            return false;
        int64_t start = expected + (zigzag & 1 ? -(int64_t)((zigzag + 1) / 2) : (int64_t)(zigzag / 2));
        expected = start + (int64_t)run;
        if (start < 0 || expected > UINT16_MAX + 1)
            return false;
        for (uint64_t k = 0; k < run; k++)
            cells[i++] = (uint16_t)(start + (int64_t)k);
    }
    return in.at == in.end;
}
