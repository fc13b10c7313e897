/* SPDX-License-Identifier: Apache-2.0 */
/* A growing array of bytes, and whether bytes are all 0. */
#pragma once

#include "base/usual.h"

/* Zero is empty. */
struct bytes {
    void *data;
    size_t used, capacity;
};

static inline void bytes_clear(struct bytes *bytes)
{
    mem_free(bytes->data);
    *bytes = (struct bytes){0};
}

/* 0, or -1 without memory and nothing changed. */
static inline int bytes_append(struct bytes *bytes, const void *data, size_t count)
{
    if (!count)
        return 0;
    if (bytes->used + count > bytes->capacity && mem_grow(&bytes->data, &bytes->capacity, bytes->used + count, 1))
        return -1;
    memcpy((uint8_t *)bytes->data + bytes->used, data, count);
    bytes->used += count;
    return 0;
}

/* Whether bytes are all 0; true of none. */
static inline bool are_all_zero(const uint8_t *bytes, size_t count)
{
    return count == 0 || (bytes[0] == 0 && memcmp(bytes, bytes + 1, count - 1) == 0);
}
