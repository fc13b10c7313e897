// SPDX-License-Identifier: Apache-2.0
// What the vendor's C library has and compilers call by themselves; left out where nothing does.
#include <cstddef>

extern "C" void *memcpy(void *to, const void *from, std::size_t count)
{
    for (std::size_t i = 0; i < count; i++)
        static_cast<char *>(to)[i] = static_cast<const char *>(from)[i];
    return to;
}
