/* SPDX-License-Identifier: Apache-2.0 */
/* Where in a list the item of a name stands, however long the list is. The list owns its names. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text_map {
    struct text_slot {
        uint64_t hash;
        size_t place; /* item + 1; 0: free */
    } * slots;
    size_t count, capacity;
};

enum { TEXT_MAP_MISSING = -1 };

/* Whether item `item` is the one with this name. */
typedef bool text_map_is(const void *user, size_t item, const char *name);

/* The item, or TEXT_MAP_MISSING. */
int64_t text_map_find(const struct text_map *map, const char *name, text_map_is *is, const void *user);
/* A name may be added again for another item: `is` says which of the two it is. False: no memory. */
bool text_map_add(struct text_map *map, const char *name, size_t item);
void text_map_clear(struct text_map *map);
