/* SPDX-License-Identifier: Apache-2.0 */
/* base/memory.h with a request that fails on demand; linked in place of base/memory.c. */
#include "unit/capture/failing_memory.h"

#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct failing_memory failing_memory;

static int fails(void)
{
    return failing_memory.count++ == failing_memory.fail_at;
}

void *mem_alloc(size_t size)
{
    return fails() ? NULL : malloc(size ? size : 1);
}

void *mem_calloc(size_t count, size_t size)
{
    return fails() ? NULL : calloc(count ? count : 1, size ? size : 1);
}

void *mem_realloc(void *old, size_t count, size_t size)
{
    if (fails() || (size && count > SIZE_MAX / size))
        return NULL;
    size_t bytes = count * size;
    return realloc(old, bytes > 0 ? bytes : 1);
}

char *mem_strdup(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = mem_alloc(n);
    return copy ? memcpy(copy, text, n) : NULL;
}

void mem_free(void *block)
{
    free(block);
}

int mem_grow(void *array, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return 0;
    size_t more = *capacity ? *capacity : 16;
    while (more < need)
        more *= 2;
    void *items;
    memcpy(&items, array, sizeof items);
    void *grown = mem_realloc(items, more, size);
    if (!grown)
        return -1;
    memcpy(array, &grown, sizeof grown);
    *capacity = more;
    return 0;
}
