/* SPDX-License-Identifier: Apache-2.0 */
/* Memory. glibc's own names of these functions need no search for them, which would ask for memory itself. */
#include "faults/faults.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#define FAULTS_EXPORT __attribute__((visibility("default")))

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

FAULTS_EXPORT void *malloc(size_t size);
FAULTS_EXPORT void *calloc(size_t count, size_t size);
FAULTS_EXPORT void *realloc(void *old, size_t size);
FAULTS_EXPORT void *reallocarray(void *old, size_t count, size_t size);
FAULTS_EXPORT void *memalign(size_t alignment, size_t size);
FAULTS_EXPORT void *aligned_alloc(size_t alignment, size_t size);
FAULTS_EXPORT int posix_memalign(void **out, size_t alignment, size_t size);
FAULTS_EXPORT void free(void *block);

static void *counted(void *block)
{
    if (block)
        (void)atomic_fetch_add(&fault_counts->live, 1);
    return block;
}

void *malloc(size_t size)
{
    return fault_hits(FAULT_MEMORY) ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size)
{
    return fault_hits(FAULT_MEMORY) ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *old, size_t size)
{
    if (fault_hits(FAULT_MEMORY))
        return NULL;
    return old ? __libc_realloc(old, size) : counted(__libc_malloc(size));
}

void *reallocarray(void *old, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, count * size);
}

void *memalign(size_t alignment, size_t size)
{
    return fault_hits(FAULT_MEMORY) ? NULL : counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    const int before = errno;
    void *block = memalign(alignment, size);
    errno = before;
    if (!block)
        return ENOMEM;
    *out = block;
    return 0;
}

void free(void *block)
{
    if (block)
        (void)atomic_fetch_sub(&fault_counts->live, 1);
    __libc_free(block);
}
