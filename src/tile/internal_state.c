/* SPDX-License-Identifier: Apache-2.0 */
/* The words of the internal state (schemas/state.json): each a member of struct tile_state or of the cores. */
#include "base/little.h"
#include "isa/tables.h"
#include "tile/tile_internal.h"

/* Where a row stands; width 0: little-endian bytes, four a word. */
struct internal_member {
    size_t at;
    uint8_t width;
    uint16_t stride[INTERNAL_DIMENSIONS];
    bool is_of_cores;
};

#include "internal_members.h"

/* Null where nothing holds the word: no core runs. */
static uint8_t *internal_cell(struct tile *tile, const struct isa_internal *row, uint32_t word)
{
    const struct internal_member *member = &internal_members[row - isa_internal];
    uint8_t *cell = member->is_of_cores ? (uint8_t *)tile->cores : (uint8_t *)&tile->state;
    uint32_t left = word - row->first, part = row->words;
    if (!cell)
        return NULL;
    cell += member->at;
    for (unsigned i = 0; i < row->dimensions; i++) {
        part /= row->shape[i];
        cell += (size_t)(left / part) * member->stride[i];
        left %= part;
    }
    return cell;
}

static uint32_t internal_value(const uint8_t *cell, unsigned width)
{
    uint16_t half;
    uint32_t whole;
    if (width == 0)
        return load_u32(cell);
    if (width == 1)
        return *cell;
    memcpy(&half, cell, sizeof half);
    if (width == 2)
        return half;
    memcpy(&whole, cell, sizeof whole);
    return whole;
}

static void internal_put(uint8_t *cell, unsigned width, uint32_t value)
{
    const uint16_t half = (uint16_t)value;
    if (width == 0)
        store_u32(cell, value);
    else if (width == 1)
        *cell = (uint8_t)value;
    else
        memcpy(cell, width == 2 ? (const void *)&half : &value, width);
}

uint32_t tile_internal(const struct tile *tile, uint32_t word)
{
    const struct isa_internal *row = internal_of(word);
    const uint8_t *cell = row ? internal_cell((struct tile *)(uintptr_t)tile, row, word) : NULL; /* only read through */
    return cell ? internal_value(cell, internal_members[row - isa_internal].width) : 0;
}

void tile_set_internal(struct tile *tile, uint32_t word, uint32_t value, uint32_t mask)
{
    const struct isa_internal *row = internal_of(word);
    uint8_t *cell = row ? internal_cell(tile, row, word) : NULL;
    if (!cell)
        return;
    const unsigned width = internal_members[row - isa_internal].width;
    value = (internal_value(cell, width) & ~mask) | (value & mask);
    internal_put(cell, width, value < row->most ? value : row->most);
}

enum tile_internal_set tile_internal_is_set(const struct tile *tile, uint32_t word)
{
    const struct register_state *registers = &tile->state.registers;
    bool is_set;
    if (word >= STATE_STREAM_VALUE && word < STATE_STREAM_VALUE + MMIO_STREAMS * STREAM_CELLS)
        is_set = (&registers->is_stored[0][0])[word - STATE_STREAM_VALUE];
    else if (word >= STATE_DEBUG_VALUE && word < STATE_DEBUG_VALUE + DEBUG_WORDS)
        is_set = registers->is_debug_stored[word - STATE_DEBUG_VALUE];
    else if (word >= STATE_PACK_HISTOGRAM && word < STATE_PACK_HISTOGRAM_MAXIMUM + PACKERS_MAX)
        return tile->state.pack.histogram_is_cleared ? TILE_INTERNAL_SET : TILE_INTERNAL_HELD;
    else
        return TILE_INTERNAL_HELD;
    return is_set ? TILE_INTERNAL_SET : TILE_INTERNAL_OTHERS;
}
