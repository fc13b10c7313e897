/* SPDX-License-Identifier: Apache-2.0 */
/* Short lists of numbers: varints of differences and of runs. docs/formats/results.md#series */
#include "results/series.h"

#include "base/memory.h"
#include "results/varint.h"

#include <string.h>

void bytes_clear(struct bytes *bytes)
{
    mem_free(bytes->data);
    *bytes = (struct bytes){0};
}

static int series_put(struct bytes *out, uint64_t value)
{
    uint8_t *to = bytes_reserve(out, VARINT_MAX);
    if (!to)
        return -1;
    out->used += (size_t)(varint_put(to, value) - to);
    return 0;
}

int series_put_seqs(struct bytes *out, const uint64_t *seqs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (series_put(out, i ? seqs[i] - seqs[i - 1] : 0))
            return -1;
    return 0;
}

bool series_get_seqs(const uint8_t *blob, size_t size, uint64_t first, uint64_t *seqs, size_t count)
{
    struct byte_reader in = byte_reader_of(blob, size);
    uint64_t seq = first;
    for (size_t i = 0; i < count; i++) {
        uint64_t step;
        if (!varint_get(&in, &step))
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
        if (series_put(out, run) || series_put(out, counts[i]))
            return -1;
        i += run;
    }
    return 0;
}

bool series_get_counts(const uint8_t *blob, size_t size, uint32_t *counts, size_t count)
{
    struct byte_reader in = byte_reader_of(blob, size);
    for (size_t i = 0; i < count;) {
        uint64_t run, value;
        if (!varint_get(&in, &run) || !varint_get(&in, &value) || run == 0 || run > count - i || value > UINT32_MAX)
            return false;
        for (; run > 0; run--)
            counts[i++] = (uint32_t)value;
    }
    return in.at == in.end;
}

/* A run is where it starts, counted from where the run before would have gone on (zigzag), and its length. A length of
 * 0 says that there follow how often each cell comes, and the length. */
int series_put_cells(struct bytes *out, const struct cell_run *runs, size_t count)
{
    enum { AT_A_TIME = 256 };
    int64_t expected = 0;
    for (size_t i = 0; i < count;) {
        const size_t before = out->used;
        uint8_t *to = bytes_reserve(out, 4 * (size_t)VARINT_MAX * AT_A_TIME), *const from = to;
        if (!to)
            return -1;
        for (unsigned k = 0; k < AT_A_TIME && i < count; k++) {
            const uint32_t start = runs[i].start, each = runs[i].each;
            uint32_t end = start;
            for (; i < count && runs[i].start == end && runs[i].each == each; i++)
                end += runs[i].count;
            to = varint_put(to, varint_fold((int64_t)start - expected));
            if (each != 1)
                to = varint_put(varint_put(to, 0), each);
            to = varint_put(to, end - start);
            expected = end;
        }
        out->used = before + (size_t)(to - from);
    }
    return 0;
}

bool series_get_cells(const uint8_t *blob, size_t size, uint16_t *cells, size_t count)
{
    struct byte_reader in = byte_reader_of(blob, size);
    int64_t expected = 0;
    for (size_t i = 0; i < count;) {
        uint64_t folded, run, each = 1;
        if (!varint_get(&in, &folded) || !varint_get(&in, &run) || folded > 0x20000)
            return false;
        if (run == 0 && (!varint_get(&in, &each) || !varint_get(&in, &run)))
            return false;
        if (run == 0 || each == 0 || each > count - i || run > (count - i) / each)
            return false;
        int64_t start = expected + varint_unfold(folded);
        expected = start + (int64_t)run;
        if (start < 0 || expected > UINT16_MAX + 1)
            return false;
        for (int64_t cell = start; cell < expected; cell++)
            for (uint64_t k = 0; k < each; k++)
                cells[i++] = (uint16_t)cell;
    }
    return in.at == in.end;
}
