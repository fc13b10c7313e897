// SPDX-License-Identifier: Apache-2.0
// What the compiler calls where it does not expand a copy in place.
#include <stddef.h>

#define PLAIN extern "C" __attribute__((used, optimize("no-tree-loop-distribute-patterns")))

PLAIN void *memcpy(void *to, const void *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        static_cast<char *>(to)[i] = static_cast<const char *>(from)[i];
    return to;
}

PLAIN void *memset(void *to, int value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        static_cast<char *>(to)[i] = static_cast<char>(value);
    return to;
}
