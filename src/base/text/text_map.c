/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/text_map.h"

#include "base/mix.h"

enum { SLOTS_LEAST = 64 };

static uint64_t text_map_hash(const char *name)
{
    return mix_bytes(0, name, strlen(name));
}

int64_t text_map_find_key(const struct text_map *map, uint64_t hash, const void *key, text_map_is *is, const void *user)
{
    for (size_t i = (size_t)hash; map->capacity > 0; i++) {
        const struct text_slot *slot = &map->slots[i & (map->capacity - 1)];
        if (slot->place == 0)
            break;
        if (slot->hash == hash && is(user, slot->place - 1, key))
            return (int64_t)(slot->place - 1);
    }
    return TEXT_MAP_MISSING;
}

int64_t text_map_find(const struct text_map *map, const char *name, text_map_is *is, const void *user)
{
    return text_map_find_key(map, text_map_hash(name), name, is, user);
}

static void text_map_put(struct text_map *map, const struct text_slot *slot)
{
    size_t i = (size_t)slot->hash;
    while (map->slots[i & (map->capacity - 1)].place > 0)
        i++;
    map->slots[i & (map->capacity - 1)] = *slot;
}

/* Half of the slots stay free. */
static bool text_map_grow(struct text_map *map)
{
    struct text_map larger = {.count = map->count, .capacity = map->capacity ? 2 * map->capacity : SLOTS_LEAST};
    larger.slots = mem_calloc(larger.capacity, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < map->capacity; i++)
        if (map->slots[i].place > 0)
            text_map_put(&larger, &map->slots[i]);
    mem_free(map->slots);
    *map = larger;
    return true;
}

bool text_map_add_key(struct text_map *map, uint64_t hash, size_t item)
{
    if (2 * (map->count + 1) > map->capacity && !text_map_grow(map))
        return false;
    text_map_put(map, &(struct text_slot){hash, item + 1});
    map->count++;
    return true;
}

bool text_map_add(struct text_map *map, const char *name, size_t item)
{
    return text_map_add_key(map, text_map_hash(name), item);
}

static bool text_map_is_text(const void *user, size_t item, const void *name)
{
    const struct texts *texts = user;
    return strcmp(texts->items[item], name) == 0;
}

int64_t text_map_number(struct text_map *map, struct texts *texts, const char *text)
{
    const int64_t number = text_map_find(map, text, text_map_is_text, texts);
    if (number != TEXT_MAP_MISSING)
        return number;
    if (!texts_add(texts, text) || !text_map_add(map, text, texts->count - 1))
        return TEXT_MAP_MISSING;
    return (int64_t)texts->count - 1;
}

void text_map_clear(struct text_map *map)
{
    mem_free(map->slots);
    *map = (struct text_map){0};
}
