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
        mem_free(last->spaces[space].pages);
    }
    *last = (struct last_written){0};
}

/* Numbers of pages come round: then whatever stands there is forgotten. */
void last_written_reset(struct last_written *last)
{
    last->page = (uint8_t)((last->page + 1) % UINT8_MAX);
    for (int space = 0; last->page == 0 && space < TT_SPACE_COUNT; space++) {
        if (last->spaces[space].size)
            memset(last->spaces[space].pages, 0, last->spaces[space].size);
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

static enum tt_status last_written_make_room(struct last_written *last, enum tt_space space, uint32_t hi)
{
    const uint32_t before = last->spaces[space].size;
    const uint32_t most = most_bytes(space);
    if (hi > most)
        return TT_BAD_INPUT;
    uint32_t size = before ? before : LEAST_ROOM;
    while (size < hi)
        size *= 2;
    uint8_t *bytes = mem_calloc(size, 1), *pages = mem_calloc(size, 1);
    if (!bytes || !pages) {
        mem_free(bytes);
        mem_free(pages);
        return TT_NO_MEMORY;
    }
    if (before) {
        memcpy(bytes, last->spaces[space].bytes, before);
        memcpy(pages, last->spaces[space].pages, before);
    }
    mem_free(last->spaces[space].bytes);
    mem_free(last->spaces[space].pages);
    last->spaces[space].bytes = bytes;
    last->spaces[space].pages = pages;
    last->spaces[space].size = size;
    return TT_OK;
}

enum tt_status last_written_put(struct last_written *last, enum tt_space space, uint32_t lo, uint32_t hi,
                                const uint8_t *bytes)
{
    const enum tt_status status = hi > last->spaces[space].size ? last_written_make_room(last, space, hi) : TT_OK;
    if (status)
        return status;
    if (bytes)
        memcpy(last->spaces[space].bytes + lo, bytes, hi - lo);
    memset(last->spaces[space].pages + lo, bytes ? last->page + 1 : 0, hi - lo);
    return TT_OK;
}
