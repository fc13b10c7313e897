/* SPDX-License-Identifier: Apache-2.0 */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *mem_alloc(size_t size)
{
    return malloc(size ? size : 1);
}

void *mem_calloc(size_t count, size_t size)
{
    return calloc(count ? count : 1, size ? size : 1);
}

void *mem_realloc(void *old, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    size_t bytes = count * size;
    return realloc(old, bytes > 0 ? bytes : 1);
}

char *mem_strdup(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = mem_alloc(n);
    if (copy)
        memcpy(copy, text, n);
    return copy;
}

void mem_free(void *block)
{
    free(block);
}

int mem_grow(void **items, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return 0;
    size_t more = *capacity ? *capacity : 16;
    while (more < need) {
        if (more > SIZE_MAX / 2)
            return -1;
        more *= 2;
    }
    void *grown = mem_realloc(*items, more, size);
    if (!grown)
        return -1;
    *items = grown;
    *capacity = more;
    return 0;
}
