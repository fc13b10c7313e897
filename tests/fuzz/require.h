/* SPDX-License-Identifier: Apache-2.0 */
/* What a target holds to be true; where it is not, the program ends. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define require(holds) ((holds) ? (void)0 : require_failed(#holds, __FILE__, __LINE__))

static inline void require_failed(const char *what, const char *file, int line)
{
    (void)fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}

static inline void *must_alloc(size_t bytes)
{
    void *room = calloc(1, bytes);
    require(room != NULL);
    return room;
}
