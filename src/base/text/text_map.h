/* SPDX-License-Identifier: Apache-2.0 */
/* Where in a list the item of a name, or of another key, stands, however long the list is. The list owns its names. */
#pragma once

#include "base/text/texts.h"
#include "base/usual.h"

struct text_map {
    struct text_slot {
        uint64_t hash;
        size_t place; /* item + 1; 0: free */
    } * slots;
    size_t count, capacity;
};

enum { TEXT_MAP_MISSING = -1 };

/* Whether item `item` is the one with this name or key. */
typedef bool text_map_is(const void *user, size_t item, const void *name);

/* The item, or TEXT_MAP_MISSING. */
int64_t text_map_find(const struct text_map *map, const char *name, text_map_is *is, const void *user);
/* A name may be added again for another item: `is` says which of the two it is. False: no memory. */
bool text_map_add(struct text_map *map, const char *name, size_t item);
/* The same by a key whose hash the caller makes (mix_bits). */
int64_t text_map_find_key(const struct text_map *map, uint64_t hash, const void *key, text_map_is *is,
                          const void *user);
bool text_map_add_key(struct text_map *map, uint64_t hash, size_t item);
/* The number of a text in a list of which this is the map, added where it is new; TEXT_MAP_MISSING: no memory. */
int64_t text_map_number(struct text_map *map, struct texts *texts, const char *text);
void text_map_clear(struct text_map *map);
