/* SPDX-License-Identifier: Apache-2.0 */
/* Texts in the order given, such as the values of an option that may be given again. */
#pragma once

#include <stddef.h>

struct texts {
    const char **items;
    size_t count, capacity;
    char **owned; /* those of items that came from a file */
    size_t owned_count, owned_capacity;
};
