/* SPDX-License-Identifier: Apache-2.0 */
/* PACR's second paragraph: which datums, in which rows of Dst. P-3.5, P-3.6, P-3.10, P-3.11 */
#include "tile/pack/pacr.h"

#include "pack_findings.h"

enum { ROW_MASK = DST_ROWS - 1, DATUM_MASK = DST_ROWS * DST_COLUMNS - 1, X_MASK = 0x3FFFF };

static void columns_leave_row(const struct pacr *job, const struct pacr_lane *lane, uint32_t first, uint32_t last)
{
    tile_finding(job->tile, FINDING_PACK_COLUMNS_LEAVE_ROW, TT_UNIT_PACK, lane->packer,
                 "X counters %u to %u are not a range within a row", (unsigned)first, (unsigned)last);
}

/* X of channel 1 minus X of channel 0, plus 1; an end before its start makes nothing. */
static uint32_t x_count(const struct pacr *job, const struct pacr_lane *lane)
{
    const uint32_t first = pacr_adc(job, lane)->ch[0].x & X_MASK, last = pacr_adc(job, lane)->ch[1].x & X_MASK;
    if (job->f->flush)
        return 0;
    if (last < first)
        columns_leave_row(job, lane, first, last);
    return last < first ? 0 : last - first + 1;
}

/* Legal is what stays within the aligned group of four rows (P-3.6). */
static void check_group(const struct pacr *job, const struct pacr_lane *lane, uint32_t row)
{
    if (!job->f->dst_access_mode && lane->interfaces << (row & 3) > 15)
        tile_finding(job->tile, FINDING_PACK_INTERFACE_ROWS_LEAVE_GROUP, TT_UNIT_PACK, lane->packer,
                     "interfaces %#x from row %u on leave its group of four", lane->interfaces, (unsigned)row);
    if (job->f->dst_access_mode && !lane->set->has_remap)
        tile_finding(job->tile, FINDING_PACK_STRIDED_WITHOUT_REMAP, TT_UNIT_PACK, lane->packer,
                     "strided rows from row %u on, without remap_addrs", (unsigned)row);
}

static void fetch_interfaces(const struct pacr *job, const struct pacr_lane *lane, struct pacr_cursor *cursor,
                             uint32_t datum)
{
    uint32_t columns = x_count(job, lane);
    cursor->row = datum / DST_COLUMNS;
    cursor->column = datum % DST_COLUMNS;
    if (columns > DST_COLUMNS - cursor->column) {
        columns_leave_row(job, lane, cursor->column, cursor->column + columns - 1);
        columns = DST_COLUMNS - cursor->column;
    }
    cursor->columns = columns;
    cursor->interfaces = columns ? lane->interfaces : 0;
    if (lane->source == PACK_FROM_DST && columns && tile_probed(job->tile, PROBE_FINDING))
        check_group(job, lane, cursor->row);
    if (tile_variant(job->tile, VARIANT_PACK_INTERFACE_ROW) != 0 && !job->f->dst_access_mode) /* C-7 */
        cursor->row &= ~UINT32_C(3);
    cursor->stride = !job->f->dst_access_mode ? 1 : lane->set->has_remap ? 16 : 8;
}

static void fetch_linear(const struct pacr *job, const struct pacr_lane *lane, struct pacr_cursor *cursor,
                         uint32_t datum)
{
    cursor->interfaces = 0;
    cursor->datum = datum;
    cursor->left = x_count(job, lane);
    if (lane->source == PACK_FROM_DST && datum + cursor->left > DATUM_MASK + 1)
        tile_finding(job->tile, FINDING_PACK_DATUM_INDEX_WRAPS, TT_UNIT_PACK, lane->packer,
                     "%u datums from index %u on wrap", (unsigned)cursor->left, (unsigned)datum);
}

/* P-3.11: the byte address of the first datum of an L1 source. */
static uint32_t pacr_fetch_l1_addr(const struct pack_settings *set, const struct adc_channel *at)
{
    const uint32_t within = (16u >> set->datum_shift) - 1;
    const uint32_t addr = (set->l1_source + (pack_input_address(set, at) & set->l1_source_mask)) & ~UINT32_C(15);
    return (addr + set->bytes_per_datum * (at->x & within)) & 0x1FFFFF;
}

void pacr_fetch(const struct pacr *job, const struct pacr_lane *lane, struct pacr_cursor *cursor)
{
    const struct adc_channel *at = &pacr_adc(job, lane)->ch[0];
    const uint32_t datum = pack_input_datum(lane->set, at);
    cursor->left = 0;
    cursor->l1_addr = lane->source == PACK_FROM_L1 ? pacr_fetch_l1_addr(lane->set, at) : 0;
    if (lane->interfaces)
        fetch_interfaces(job, lane, cursor, datum);
    else
        fetch_linear(job, lane, cursor, datum);
}

bool pacr_is_read(const struct pacr_cursor *cursor)
{
    return !cursor->interfaces && !cursor->left;
}

/* The rows of all interfaces make one block, in rising order and with no gap. */
static void next_rows(struct pacr_cursor *cursor, struct pack_block *block)
{
    struct pack_row *run = block->rows;
    uint32_t row = cursor->row;
    for (uint32_t left = cursor->interfaces; left; left >>= 1, row += cursor->stride) {
        if (left & 1)
            *run++ = (struct pack_row){(uint16_t)(row & ROW_MASK), (uint8_t)cursor->column, (uint8_t)cursor->columns};
    }
    block->row_count = (uint32_t)(run - block->rows);
    block->count = block->row_count * cursor->columns;
    block->has_whole_rows = cursor->columns == DST_COLUMNS;
    cursor->interfaces = 0;
}

static void next_linear(struct pacr_cursor *cursor, struct pack_block *block)
{
    while (cursor->left && block->count < PACK_BLOCK_DATUMS) {
        struct pack_row *run = &block->rows[block->row_count++];
        const uint32_t space = PACK_BLOCK_DATUMS - block->count, column = cursor->datum % DST_COLUMNS;
        uint32_t count = DST_COLUMNS - column;
        count = count < space ? count : space;
        count = count < cursor->left ? count : cursor->left;
        run->row = (uint16_t)(cursor->datum / DST_COLUMNS);
        run->column = (uint8_t)column;
        run->count = (uint8_t)count;
        block->count += count;
        block->has_whole_rows &= count == DST_COLUMNS;
        cursor->datum = (cursor->datum + count) & DATUM_MASK;
        cursor->left -= count;
    }
}

void pacr_next_block(const struct pacr_lane *lane, struct pacr_cursor *cursor, struct pack_block *block)
{
    block->row_count = 0;
    block->count = 0;
    block->has_whole_rows = true;
    block->l1_addr = cursor->l1_addr;
    if (lane->interfaces)
        next_rows(cursor, block);
    else
        next_linear(cursor, block);
    cursor->l1_addr += block->count * lane->set->bytes_per_datum;
}
