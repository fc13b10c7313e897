/* SPDX-License-Identifier: Apache-2.0 */
/* The first stage: datums out of Dst, out of nothing, or out of L1. P-3.6 to P-3.11, P-4.9;
 * row order: F-3.4 to F-3.8 */
#include "base/guard/built_wide.h"
#include "base/little.h"
#include "numeric/cells.h"
#include "numeric/dst_rows.h"
#include "tile/pack/pack_internal.h"

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

static void read_report_rows(const struct pack_settings *set, const struct pack_block *block)
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
BUILT_WIDE static void read_cells(enum format format, const uint16_t *restrict high, const uint16_t *restrict low,
                                  uint32_t count, uint32_t *restrict values)
{
    switch ((int)format) {
    case FORMAT_BF16:
        for (uint32_t i = 0; i < count; i++)
            values[i] = dst16_to_bf16(high[i]);
        break;
    case FORMAT_FP16:
        for (uint32_t i = 0; i < count; i++)
            values[i] = dst16_to_fp16(high[i]);
        break;
    case FORMAT_INT16:
        for (uint32_t i = 0; i < count; i++)
            values[i] = high[i];
        break;
    default:
        for (uint32_t i = 0; i < count; i++)
            values[i] = dst32_to_fp32((uint32_t)high[i] << 16 | low[i]);
    }
}

/* How many whole rows from run r on stand one behind the other in Dst too, all of them valid or none. */
static uint32_t rows_together(const struct pack_block *block, uint32_t r, const uint8_t *valid)
{
    const struct pack_row *run = &block->rows[r];
    const uint32_t most = DST_ROWS_TOGETHER - run->row % DST_ROWS_TOGETHER, left = block->row_count - r;
    uint32_t rows = 1;
    while (block->has_whole_rows && rows < most && rows < left && run[rows].row == run->row + rows &&
           valid[rows] == valid[0])
        rows++;
    return rows;
}

/* A row that is not valid reads as zero. */
static void read_dst(const struct pack_settings *set, struct pack_block *block)
{
    const struct tile_state *state = &block->tile->state;
    read_report_rows(set, block);
    for (uint32_t r = 0, at = 0, rows; r < block->row_count; r += rows) {
        const struct pack_row *run = &block->rows[r];
        const uint32_t row = pack_physical_row(set, run->row), below = set->reads_32b ? row + DST_LOW_HALF : row;
        const uint16_t *high = &state->dst[set->is_low_first ? below : row][run->column];
        const uint16_t *low = &state->dst[set->is_low_first ? row : below][run->column];
        rows = rows_together(block, r, &state->dst_valid[row]);
        tile_dst_reads(block->tile, TT_UNIT_PACK, row, rows, set->reads_32b);
        const uint32_t count = rows * run->count;
        if (state->dst_valid[row])
            read_cells(set->read_format, high, low, count, &block->values[at]);
        else
            memset(&block->values[at], 0, count * sizeof *block->values);
        at += count;
    }
    block->format = set->read_format;
}

/* The logical cells that datums come from, where a stage or a probe asks for them. A loop of a row costs least; what is
 * too much of a shorter one the next goes over. */
static void number_cells(const struct pack_settings *set, const struct packer *self, struct pack_block *block)
{
    const bool waits = set->is_block && (self->group_count || block->count % PACK_GROUP); /* some datums of a group */
    if (!set->uses_origin && !block->row_pad && !waits && !tile_probed(block->tile, PROBE_STAGE))
        return;
    for (uint32_t r = 0, at = 0; r < block->row_count; at += block->rows[r].count, r++) {
        const uint32_t first = block->rows[r].row * (uint32_t)DST_COLUMNS + block->rows[r].column;
        for (uint32_t i = 0; i < DST_COLUMNS; i++)
            block->origin[at + i] = (uint16_t)(first + i);
    }
}

static void read_zeros(const struct pack_settings *set, struct pack_block *block)
{
    memset(block->values, 0, block->count * sizeof *block->values);
    memset(block->origin, 0xFF, block->count * sizeof *block->origin);
    block->format = set->value_format;
}

/* The meaning of a datum of `width` bytes where it takes the place of one from Dst (P-4.9). */
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

/* The bytes within L1, before and behind the place where addresses wrap round to 0. */
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
    if (block->source == PACK_FROM_DST) {
        read_dst(set, block);
        number_cells(set, self, block);
    } else if (block->source == PACK_FROM_ZERO) {
        read_zeros(set, block);
    } else {
        read_l1(set, block);
    }
}
