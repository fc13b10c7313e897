/* SPDX-License-Identifier: Apache-2.0 */
/* The one place where memory comes from, so that a test can make the n-th request fail. */
#pragma once

#include <stddef.h>

/* All return null when there is no memory, or when count * size does not fit a size_t. */
void *mem_alloc(size_t size);
void *mem_calloc(size_t count, size_t size);
void *mem_realloc(void *old, size_t count, size_t size);
char *mem_strdup(const char *text);
void mem_free(void *block);

/* Grows *items so that it holds at least `need` of `size` bytes; doubles, so that n appends cost O(n).
 * Returns 0, or -1 with *items and *capacity as they were. */
int mem_grow(void **items, size_t *capacity, size_t need, size_t size);
