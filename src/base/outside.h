/* SPDX-License-Identifier: Apache-2.0 */
/* Writes that MemorySanitizer cannot see: bytes that a library without it wrote. In every other build these do nothing.
 * docs/testing.md, "Other builds". */
#pragma once

#include "base/usual.h"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define OUTSIDE_IS_WATCHED 1
#include <sanitizer/allocator_interface.h>
#include <sanitizer/msan_interface.h>
#endif
#endif

/* The library wrote these. */
static inline void outside_wrote(const void *bytes, size_t count)
{
#ifdef OUTSIDE_IS_WATCHED
    __msan_unpoison(bytes, count);
#else
    (void)bytes;
    (void)count;
#endif
}

/* The library wrote this text, up to its 0. */
static inline void outside_wrote_text(const char *text)
{
#ifdef OUTSIDE_IS_WATCHED
    __msan_unpoison_string(text);
#else
    (void)text;
#endif
}

/* The library is to read these: they must all have been written. */
static inline void outside_reads(const void *bytes, size_t count)
{
#ifdef OUTSIDE_IS_WATCHED
    __msan_check_mem_is_initialized(bytes, count);
#else
    (void)bytes;
    (void)count;
#endif
}

/* Nobody has written these yet. */
static inline void outside_unwritten(void *bytes, size_t count)
{
#ifdef OUTSIDE_IS_WATCHED
    __msan_poison(bytes, count);
#else
    (void)bytes;
    (void)count;
#endif
}

/* This block is about to go back to where libraries take theirs from. */
static inline void outside_freed(const void *block)
{
#ifdef OUTSIDE_IS_WATCHED
    if (block)
        __msan_unpoison(block, __sanitizer_get_allocated_size(block));
#else
    (void)block;
#endif
}
