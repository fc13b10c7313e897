/* SPDX-License-Identifier: Apache-2.0 */
/* The first stage: datums out of Dst, out of nothing, or out of L1. P-3.6 to P-3.11, P-4.9;
 * row order: F-3.4 to F-3.8 */
#include "base/little.h"
#include "numeric/dst_rows.h"
#include "tile/pack/pack_internal.h"

#include <assert.h>
#include <string.h>

/* Rows that a probe is to be told of: those next to each other as one range. */
struct seen_rows {
    uint32_t lo, hi;
};

static void tell_rows(const struct pack_block *block, struct seen_rows *seen)
{
    if (seen->lo < seen->hi)
        tile_saw_read(block->tile, TT_SPACE_DST, TT_UNIT_PACK, block->packer, seen->lo, seen->hi);
    seen->lo = seen->hi = 0;
}

static void saw_rows(const struct pack_block *block, uint32_t row, uint32_t column, uint32_t count,
                     struct seen_rows *seen)
{
    const uint32_t lo = 2 * (row * DST_COLUMNS + column);
    assert(seen); /* where there is a probe */
    if (lo != seen->hi)
        tell_rows(block, seen);
    if (seen->lo == seen->hi)
        seen->lo = lo;
    seen->hi = lo + 2 * count;
}

enum { GROUP_ROWS = 4 };

static uint32_t count_valid(const struct tile_state *state, uint32_t row, uint32_t rows)
{
    uint32_t valid = 0, four;
    if (rows == GROUP_ROWS) {
        memcpy(&four, &state->dst_valid[row], sizeof four);
        if (four == UINT32_C(0x01010101))
            return GROUP_ROWS;
    }
    for (uint32_t r = 0; r < rows; r++)
        valid += state->dst_valid[row + r];
    return valid;
}

/* Four whole rows that begin at a multiple of four stand together in Dst too: no permutation of rows (F-3.4 to F-3.6)
 * touches the two lowest bits of a row's number. */
static uint32_t rows_at_once(const struct pack_block *block, uint32_t r)
{
    const struct pack_row *run = &block->rows[r];
    const bool is_group = block->has_whole_rows && block->row_count - r >= GROUP_ROWS && run->row % GROUP_ROWS == 0 &&
                          run[3].row == run->row + 3u;
    return is_group ? GROUP_ROWS : 1;
}

static void clear(struct pack_block *block, uint32_t at, uint32_t count)
{
    if (block->is_narrow)
        memset(&block->halves[at], 0, count * sizeof *block->halves);
    else
        memset(&block->values[at], 0, count * sizeof *block->values);
}

static void copy_cells(const struct pack_settings *set, struct pack_block *block, uint32_t high, uint32_t low,
                       const struct pack_row *run, uint32_t at, uint32_t count)
{
    const struct tile_state *state = &block->tile->state;
    if (block->is_narrow)
        set->narrow.read(&state->dst[high][run->column], count, &block->halves[at]);
    else
        set->read(&state->dst[high][run->column], &state->dst[low][run->column], count, &block->values[at]);
}

/* The runs from r on, as many as `rows`, which stand together. seen: of the upper, the lower halves. */
static void read_rows(const struct pack_settings *set, struct pack_block *block, uint32_t r, uint32_t rows, uint32_t at,
                      struct seen_rows seen[2])
{
    const struct pack_row *run = &block->rows[r];
    const uint32_t count = rows * run->count;
    const uint32_t high =
        set->reads_32b ? dst_adj32(run->row, set->has_remap, set->has_swizzle) : dst_adj16(run->row, set->has_remap);
    const uint32_t low = set->reads_32b ? high + DST_LOW_HALF : high;
    const uint32_t valid = count_valid(&block->tile->state, high, rows);
    if (valid && valid < rows) { /* one after the other */
        for (uint32_t i = 0; i < rows; i++)
            read_rows(set, block, r + i, 1, at + i * run->count, seen);
        return;
    }
    if (tile_probed(block->tile, PROBE_ACCESS)) {
        saw_rows(block, high, run->column, count, &seen[0]);
        if (set->reads_32b)
            saw_rows(block, low, run->column, count, &seen[1]);
    }
    if (!valid)
        clear(block, at, count);
    else if (set->is_low_first)
        copy_cells(set, block, low, high, run, at, count);
    else
        copy_cells(set, block, high, low, run, at, count);
}

/* count is a constant where this is called: whole rows, which costs least. */
static inline void number_cells(uint16_t *origin, const struct pack_row *run, uint32_t count)
{
    const uint16_t first = (uint16_t)(run->row * DST_COLUMNS + run->column);
    for (uint32_t i = 0; i < count; i++)
        origin[i] = (uint16_t)(first + (uint16_t)i);
}

/* Where a run is shorter the next one goes over what is too much. */
static void number_rows(struct pack_block *block)
{
    uint32_t at = 0;
    for (uint32_t r = 0; r < block->row_count; r++) {
        number_cells(&block->origin[at], &block->rows[r], DST_COLUMNS);
        at += block->rows[r].count;
    }
}

static void read_all_rows(const struct pack_settings *set, struct pack_block *block)
{
    struct seen_rows seen[2] = {{0, 0}, {0, 0}};
    uint32_t at = 0, rows;
    for (uint32_t r = 0; r < block->row_count; r += rows) {
        rows = rows_at_once(block, r);
        read_rows(set, block, r, rows, at, seen);
        at += rows * block->rows[r].count;
    }
    tell_rows(block, &seen[0]);
    tell_rows(block, &seen[1]);
}

static void read_dst(const struct pack_settings *set, struct pack_block *block)
{
    const bool is_group = block->row_count == GROUP_ROWS && rows_at_once(block, 0) == GROUP_ROWS;
    block->is_narrow = set->narrow.read;
    if (is_group && !tile_probed(block->tile, PROBE_ACCESS))
        read_rows(set, block, 0, GROUP_ROWS, 0, NULL);
    else
        read_all_rows(set, block);
    if (block->has_origin && is_group)
        number_cells(block->origin, block->rows, GROUP_ROWS * DST_COLUMNS);
    else if (block->has_origin)
        number_rows(block);
    block->format = set->read_format;
}

static void read_zeros(const struct pack_settings *set, struct pack_block *block)
{
    memset(block->values, 0, block->count * sizeof *block->values);
    memset(block->origin, 0xFF, block->count * sizeof *block->origin);
    block->format = set->value_format;
}

/* What a datum of `width` bytes means where it takes the place of one from Dst (P-4.9). */
static uint32_t l1_datum(enum format format, uint32_t width, uint32_t u)
{
    switch (width) {
    case 4:
        return format == FORMAT_INT16 ? u >> 16 : u;
    case 2:
        return format == FORMAT_INT32 ? u << 16 : format == FORMAT_INT8 || format == FORMAT_UINT8 ? u >> 8 : u;
    default:
        break;
    }
    if (format == FORMAT_BF16 || format == FORMAT_E8M6)
        return (u & 0x80) << 8 | (u & 0x7F); /* exponent 0 */
    if (format == FORMAT_E5M7 || format == FORMAT_E5M6)
        return (u & 0x80) << 8 | (u & 0x7F) << 3;
    if (format == FORMAT_FP16) /* FP8 E5M2 in its container */
        return u << 8;
    if (format == FORMAT_INT32)
        return u << 24;
    return format == FORMAT_INT16 ? u << 8 : u;
}

enum { L1_ADDRESS_MASK = 0x1FFFFF };

/* What lies within L1, before and behind the place where addresses begin anew. */
static void tell_l1_read(const struct pack_block *block, uint32_t count)
{
    const uint32_t size = block->tile->chip->l1_bytes, lo = block->l1_addr & L1_ADDRESS_MASK, hi = lo + count;
    if (lo < size)
        tile_saw_read(block->tile, TT_SPACE_L1, TT_UNIT_PACK, block->packer, lo, hi < size ? hi : size);
    if (hi > L1_ADDRESS_MASK + 1)
        tile_saw_read(block->tile, TT_SPACE_L1, TT_UNIT_PACK, block->packer, 0, hi - (L1_ADDRESS_MASK + 1));
}

static void read_l1(const struct pack_settings *set, struct pack_block *block)
{
    const struct tile *tile = block->tile;
    const uint32_t width = set->bytes_per_datum, size = tile->chip->l1_bytes;
    for (uint32_t i = 0; i < block->count; i++) {
        const uint32_t addr = (block->l1_addr + i * width) & L1_ADDRESS_MASK;
        const uint32_t u = addr + width <= size ? load_number(&tile->state.l1[addr], width) : 0;
        block->values[i] = l1_datum(set->value_format, width, u);
    }
    memset(block->origin, 0xFF, block->count * sizeof *block->origin);
    block->format = set->value_format;
    tell_l1_read(block, block->count * width);
}

void pack_read(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    (void)self;
    if (block->source == PACK_FROM_DST)
        read_dst(set, block);
    else if (block->source == PACK_FROM_ZERO)
        read_zeros(set, block);
    else
        read_l1(set, block);
}
