/* SPDX-License-Identifier: Apache-2.0 */
/* Datums that packers wrote to L1. A block of bytes takes room for as many datums as it has, and a datum for as many
 * parts, so that memory goes by what was packed. */
#include "precision/precision_internal.h"

enum { BLOCK_BYTES = 64, BLOCK_PLACES = BLOCK_BYTES * QUARTERS };

struct block {
    uint16_t place[BLOCK_PLACES]; /* 1 + the item's number; 0: none */
    struct packed **items;        /* null: free; of a shade the parts that there are */
    size_t count, capacity;
};

struct packed_memory {
    uint32_t bytes;
    struct block **blocks;
};

struct packed_memory *packed_memory_new(uint32_t bytes)
{
    struct packed_memory *memory = mem_calloc(1, sizeof *memory);
    if (!memory)
        return NULL;
    memory->bytes = bytes;
    memory->blocks = mem_calloc((bytes + BLOCK_BYTES - 1) / BLOCK_BYTES, sizeof(struct block *));
    if (memory->blocks)
        return memory;
    mem_free(memory);
    return NULL;
}

static void block_free(struct block *block)
{
    for (size_t i = 0; block && i < block->count; i++)
        mem_free(block->items[i]);
    if (block)
        mem_free(block->items);
    mem_free(block);
}

void packed_memory_free(struct packed_memory *memory)
{
    for (uint32_t i = 0; memory && i < (memory->bytes + BLOCK_BYTES - 1) / BLOCK_BYTES; i++)
        block_free(memory->blocks[i]);
    if (memory)
        mem_free(memory->blocks);
    mem_free(memory);
}

static struct block *l1_block_of(const struct packed_memory *memory, uint32_t quarter)
{
    return quarter / QUARTERS < memory->bytes ? memory->blocks[quarter / BLOCK_PLACES] : NULL;
}

struct packed *packed_at(struct packed_memory *memory, uint32_t quarter)
{
    struct block *block = l1_block_of(memory, quarter);
    const unsigned number = block ? block->place[quarter % BLOCK_PLACES] : 0;
    return number ? block->items[number - 1] : NULL;
}

void packed_begin(struct packed *packed, enum format format, double ulp)
{
    packed->format = format;
    packed->ulp = ulp;
    packed->tile = 0;
    packed->is_output = true;
}

void packed_copy(struct packed *to, const struct packed *from)
{
    memcpy(to, from, offsetof(struct packed, shade));
    shade_copy(&to->shade, &from->shade);
}

static struct packed **free_item(struct block *block, size_t *number)
{
    for (*number = 0; *number < block->count; ++*number)
        if (!block->items[*number])
            return &block->items[*number];
    if (mem_grow(&block->items, &block->capacity, block->count + 1, sizeof(struct packed *)))
        return NULL;
    return &block->items[block->count++];
}

bool packed_put(struct packed_memory *memory, uint32_t quarter, const struct packed *packed)
{
    if (quarter / QUARTERS >= memory->bytes)
        return true; /* beyond L1: nothing is stored there */
    struct block **block = &memory->blocks[quarter / BLOCK_PLACES];
    if (!*block)
        *block = mem_calloc(1, sizeof **block);
    size_t number = 0;
    struct packed **item = *block ? free_item(*block, &number) : NULL;
    if (!item)
        return false;
    *item = mem_alloc(offsetof(struct packed, shade.parts) + packed->shade.top * sizeof *packed->shade.parts);
    if (!*item)
        return false;
    packed_copy(*item, packed);
    (*item)->quarter = quarter;
    (*block)->place[quarter % BLOCK_PLACES] = (uint16_t)(number + 1);
    return true;
}

static void drop_place(struct block *block, uint32_t place, packed_leaves *leaves, void *user)
{
    const unsigned number = block->place[place];
    if (!number)
        return;
    leaves(user, block->items[number - 1]);
    mem_free(block->items[number - 1]);
    block->items[number - 1] = NULL;
    block->place[place] = 0;
}

void packed_drop(struct packed_memory *memory, uint32_t lo, uint32_t hi, packed_leaves *leaves, void *user)
{
    const uint32_t end = hi < memory->bytes ? hi : memory->bytes;
    for (uint32_t at = lo; at < end; at++) {
        struct block *block = memory->blocks[at / BLOCK_BYTES];
        if (!block) {
            at |= BLOCK_BYTES - 1;
            continue;
        }
        for (unsigned k = 0; k < QUARTERS; k++)
            drop_place(block, at % BLOCK_BYTES * QUARTERS + k, leaves, user);
    }
}
