/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs that are records of eight bytes behind a short head: libFuzzer changes them by the record, so that what stands
 * behind a change keeps its meaning. */
#include "fuzz/harness.h"

#include <string.h>

enum { HEAD = FUZZ_HEAD_BYTES, RECORD = 8 };

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out,
                                 size_t most, unsigned seed);

static unsigned draw(unsigned *random, size_t below)
{
    *random = *random * 1664525 + 1013904223;
    return (unsigned)((*random >> 8) % below);
}

/* Makes room for a record at `at`, a copy of the one at `from`. */
static size_t insert(uint8_t *data, size_t size, size_t at, size_t from)
{
    uint8_t record[RECORD];
    memcpy(record, data + from, RECORD);
    memmove(data + at + RECORD, data + at, size - at);
    memcpy(data + at, record, RECORD);
    return size + RECORD;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    const size_t count = size > HEAD ? (size - HEAD) / RECORD : 0;
    if (count == 0 || draw(&seed, 16) == 0)
        return LLVMFuzzerMutate(data, size, most);
    const size_t at = HEAD + RECORD * draw(&seed, count), other = HEAD + RECORD * draw(&seed, count);
    switch (draw(&seed, 8)) {
    case 0: /* one less */
        memmove(data + at, data + at + RECORD, size - at - RECORD);
        return size - RECORD;
    case 1:
    case 2: /* one more, and changed */
        if (size + RECORD > most)
            break;
        size = insert(data, size, at, other);
        break;
    case 3: /* two change places */
        for (int i = 0; i < RECORD; i++) {
            const uint8_t byte = data[at + (size_t)i];
            data[at + (size_t)i] = data[other + (size_t)i];
            data[other + (size_t)i] = byte;
        }
        return size;
    case 4: /* the head */
        (void)LLVMFuzzerMutate(data, HEAD, HEAD);
        return size;
    case 5: /* another thing with the same values */
        data[at] = (uint8_t)draw(&seed, 256);
        data[at + 1] = (uint8_t)draw(&seed, 256);
        return size;
    default:
        break;
    }
    (void)LLVMFuzzerMutate(data + at, RECORD, RECORD);
    return size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, uint8_t *out,
                                 size_t most, unsigned seed)
{
    if (a_size <= HEAD || b_size <= HEAD + RECORD)
        return 0;
    const size_t first = HEAD + RECORD * (size_t)draw(&seed, (a_size - HEAD) / RECORD + 1);
    const size_t from = HEAD + RECORD * (size_t)draw(&seed, (b_size - HEAD) / RECORD);
    size_t taken = b_size - from;
    if (first > a_size || first > most)
        return 0;
    taken = taken < most - first ? taken : most - first;
    memcpy(out, a, first);
    memcpy(out + first, b + from, taken);
    return first + taken;
}
