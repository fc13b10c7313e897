/* SPDX-License-Identifier: Apache-2.0 */
#include "results/last_written.h"

#include "base/memory.h"
#include "isa/spaces.h"

#include <string.h>

enum { LEAST_ROOM = 4096 };

void last_written_clear(struct last_written *last)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        mem_free(last->spaces[space].bytes);
        mem_free(last->spaces[space].is_written);
    }
    *last = (struct last_written){0};
}

void last_written_reset(struct last_written *last)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t lo = last->spaces[space].lo, hi = last->spaces[space].hi;
        if (lo < hi)
            memset(last->spaces[space].is_written + lo, 0, hi - lo);
        last->spaces[space].lo = last->spaces[space].hi = 0;
    }
}

/* Bytes of a space on the chip that has most. */
static uint32_t most_bytes(enum tt_space space)
{
    uint32_t most = 0;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        const uint32_t bytes = space_bytes((enum tt_chip)chip, space);
        most = bytes > most ? bytes : most;
    }
    return most;
}

static enum tt_status make_room(struct last_written *last, enum tt_space space, uint32_t hi)
{
    const uint32_t before = last->spaces[space].size;
    const uint32_t most = most_bytes(space);
    if (hi > most)
        return TT_BAD_INPUT;
    uint32_t size = before ? before : LEAST_ROOM;
    while (size < hi)
        size *= 2;
    uint8_t *bytes = mem_calloc(size, 1), *is_written = mem_calloc(size, 1);
    if (!bytes || !is_written) {
        mem_free(bytes);
        mem_free(is_written);
        return TT_NO_MEMORY;
    }
    if (before) {
        memcpy(bytes, last->spaces[space].bytes, before);
        memcpy(is_written, last->spaces[space].is_written, before);
    }
    mem_free(last->spaces[space].bytes);
    mem_free(last->spaces[space].is_written);
    last->spaces[space].bytes = bytes;
    last->spaces[space].is_written = is_written;
    last->spaces[space].size = size;
    return TT_OK;
}

enum tt_status last_written_put(struct last_written *last, enum tt_space space, uint32_t lo, uint32_t hi,
                                const uint8_t *bytes)
{
    const enum tt_status status = hi > last->spaces[space].size ? make_room(last, space, hi) : TT_OK;
    if (status)
        return status;
    if (bytes)
        memcpy(last->spaces[space].bytes + lo, bytes, hi - lo);
    memset(last->spaces[space].is_written + lo, bytes != NULL, hi - lo);
    if (last->spaces[space].lo == last->spaces[space].hi)
        last->spaces[space].lo = lo;
    last->spaces[space].lo = lo < last->spaces[space].lo ? lo : last->spaces[space].lo;
    last->spaces[space].hi = hi > last->spaces[space].hi ? hi : last->spaces[space].hi;
    return TT_OK;
}

const uint8_t *last_written_at(const struct last_written *last, enum tt_space space, uint32_t lo, uint32_t hi)
{
    if (lo < last->spaces[space].lo || hi > last->spaces[space].hi)
        return NULL;
    const uint8_t *is_written = last->spaces[space].is_written;
    return memchr(is_written + lo, 0, hi - lo) ? NULL : last->spaces[space].bytes + lo;
}
