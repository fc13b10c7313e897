/* SPDX-License-Identifier: Apache-2.0 */
/* The one place where memory comes from, so that a test can make the n-th request fail. */
#pragma once

#include <stddef.h>
#include <string.h>

/* All return null when there is no memory, or when count * size does not fit a size_t. */
void *mem_alloc(size_t size);
void *mem_calloc(size_t count, size_t size);
void *mem_realloc(void *old, size_t count, size_t size);
char *mem_strdup(const char *text);
void mem_free(void *block);
/* The same of the pointer at this address, of whatever type it is: for OWNED (base/error.h). */
static inline void mem_free_at(void *pointer)
{
    void *block;
    memcpy(&block, pointer, sizeof block);
    mem_free(block);
}

/* Cleared, and at the begin of a line of the cache, so that no vector of it lies across two. For mem_free_line(). */
enum { MEM_LINE = 64 };
void *mem_calloc_line(size_t size);
void mem_free_line(void *block);

/* Gives freed memory back to the system: a process that branches off from here would copy it. */
void mem_give_back(void);
/* For a program, at its start: freed memory stays for the next capture instead of going back to the system page by
 * page, and blocks of the size of a tile, which are mostly touched in part, come from the system each time, cleared for
 * nothing. Of many captures run by one process that is half the time. Without effect where the C library is another
 * than glibc. */
void mem_keep_freed(void);

/* Grows an array so that it holds at least `need` items of `size` bytes; doubles, so that n appends cost O(n).
 * `array` is the address of the pointer to its items, of whatever type these are: &list->items.
 * Returns 0, or -1 with the pointer and *capacity as they were. */
int mem_grow(void *array, size_t *capacity, size_t need, size_t size);
/* Puts a value behind the others of an array of `count`: MEM_PUSH(list->items, list->count, list->capacity, value).
 * False: no memory, and all is as it was. */
#define MEM_PUSH(items, count, capacity, ...)                                                                          \
    (!mem_grow(&(items), &(capacity), (count) + 1, sizeof *(items)) && ((items)[(count)++] = (__VA_ARGS__), 1))
