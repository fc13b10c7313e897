/* SPDX-License-Identifier: Apache-2.0 */
/* The first stage: datums out of Dst, out of nothing, or out of L1. P-3.6 to P-3.11, P-4.9;
 * row order: F-3.4 to F-3.8 */
#include "base/little.h"
#include "numeric/cells.h"
#include "numeric/dst_rows.h"
#include "tile/pack/pack_internal.h"

#include <string.h>

/* Rows to report to a probe: those next to each other as one range. */
struct seen_rows {
    uint32_t lo, hi;
};

static void report_rows(const struct pack_block *block, struct seen_rows *seen)
{
    if (seen->lo < seen->hi)
        tile_saw_read(block->tile, TT_SPACE_DST, TT_UNIT_PACK, block->packer, seen->lo, seen->hi);
    seen->lo = seen->hi = 0;
}

static void saw_rows(const struct pack_block *block, uint32_t row, uint32_t column, uint32_t count,
                     struct seen_rows *seen)
{
    const uint32_t lo = 2 * (row * DST_COLUMNS + column);
    if (lo != seen->hi)
        report_rows(block, seen);
    if (seen->lo == seen->hi)
        seen->lo = lo;
    seen->hi = lo + 2 * count;
}

void pack_report_rows(const struct pack_settings *set, const struct pack_block *block)
{
    struct seen_rows high = {0, 0}, low = {0, 0};
    if (!tile_places_probed(block->tile))
        return;
    for (uint32_t r = 0; r < block->row_count; r++) {
        const struct pack_row *run = &block->rows[r];
        const uint32_t row = pack_physical_row(set, run->row);
        saw_rows(block, row, run->column, run->count, &high);
        tile_saw_row(block->tile, row, set->reads_32b);
        if (set->reads_32b)
            saw_rows(block, row + DST_LOW_HALF, run->column, run->count, &low);
    }
    report_rows(block, &high);
    report_rows(block, &low);
}

/* Cells to a pattern in IEEE order: the readings of P-4.3 and P-4.7, F-3.3. low: of 32-bit data, the cell 8 rows below.
 * INT32 is sign and magnitude, which Dst permutes as it does FP32. */
static uint32_t read_value_of(enum format format, uint32_t high, uint32_t low)
{
    switch ((int)format) {
    case FORMAT_BF16:
        return dst16_to_bf16(high);
    case FORMAT_FP16:
        return dst16_to_fp16(high);
    case FORMAT_INT16:
        return high;
    default:
        return dst32_to_fp32(high << 16 | low);
    }
}

/* A row that is not valid reads as zero. */
static void read_run(const struct pack_settings *set, struct pack_block *block, const struct pack_row *run, uint32_t at)
{
    const struct tile_state *state = &block->tile->state;
    const uint32_t row = pack_physical_row(set, run->row), below = set->reads_32b ? row + DST_LOW_HALF : row;
    const uint16_t *high = state->dst[set->is_low_first ? below : row];
    const uint16_t *low = state->dst[set->is_low_first ? row : below];
    for (uint32_t i = 0; i < run->count; i++) {
        const uint32_t column = run->column + i;
        block->values[at + i] = state->dst_valid[row] ? read_value_of(set->read_format, high[column], low[column]) : 0;
        block->origin[at + i] = (uint16_t)(run->row * DST_COLUMNS + column);
    }
}

static void read_dst(const struct pack_settings *set, struct pack_block *block)
{
    uint32_t at = 0;
    pack_report_rows(set, block);
    for (uint32_t r = 0; r < block->row_count; r++) {
        read_run(set, block, &block->rows[r], at);
        at += block->rows[r].count;
    }
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

/* What lies within L1, before and behind the place where addresses wrap round to 0. */
static void report_l1_read(const struct pack_block *block, uint32_t count)
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
    report_l1_read(block, block->count * width);
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
