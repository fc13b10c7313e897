/* SPDX-License-Identifier: Apache-2.0 */

#include "base/outside.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#ifdef OUTSIDE_IS_WATCHED
/* Libraries allocate, too, and nobody sees them write: fresh memory is unwritten only where it is ours. */
const char *__msan_default_options(void);
const char *__msan_default_options(void)
{
    return "poison_in_malloc=0:poison_in_free=0";
}

static void *realloc_watched(void *old, size_t bytes)
{
    void *block = malloc(bytes);
    const size_t had = old ? __sanitizer_get_allocated_size(old) : 0;
    if (!block)
        return NULL;
    if (old)
        memcpy(block, old, had < bytes ? had : bytes);
    outside_freed(old);
    free(old);
    return block;
}
#endif

void *mem_alloc(size_t size)
{
    void *block = malloc(size ? size : 1);
    if (block)
        outside_unwritten(block, size);
    return block;
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
#ifdef OUTSIDE_IS_WATCHED
    return realloc_watched(old, bytes > 0 ? bytes : 1);
#else
    return realloc(old, bytes > 0 ? bytes : 1);
#endif
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
    outside_freed(block);
    free(block);
}

void mem_keep_freed(void)
{
#ifdef __GLIBC__
    enum { RETAINED_BYTES_MAX = 64 << 20, OWN_MAPPING_BYTES = 1 << 20 };
    (void)mallopt(M_TRIM_THRESHOLD, RETAINED_BYTES_MAX);
    (void)mallopt(M_MMAP_THRESHOLD, OWN_MAPPING_BYTES);
#endif
}

int mem_grow(void *array, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return 0;
    size_t more = *capacity ? *capacity : 16;
    while (more < need) {
        if (more > SIZE_MAX / 2)
            return -1;
        more *= 2;
    }
    void *items;
    memcpy(&items, array, sizeof items); /* a pointer to another type: the same bytes, and no void ** may point to it */
    void *grown = mem_realloc(items, more, size);
    if (!grown)
        return -1;
    outside_unwritten((char *)grown + *capacity * size, (more - *capacity) * size);
    memcpy(array, &grown, sizeof grown);
    *capacity = more;
    return 0;
}

void mem_give_back(void)
{
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}
