/* SPDX-License-Identifier: Apache-2.0 */
/* Where each datum of the block stands in L1: in rows that follow each other, or that lie a row stride apart (tilize),
 * or in groups of 32 with counters behind them. U-3.7 to U-3.9, U-4.1, U-4.2, U-4.6 */
#include "tile/unpack/unpack_internal.h"

static void next_row(const struct unpack_settings *set, struct unpack_cursor *cursor)
{
    const uint64_t bits = cursor->row_bits + set->row_step_bits;
    cursor->row_bits = unpack_in_ring(set, bits / 8) * 8 + bits % 8;
    cursor->in_row = 0;
}

static uint32_t input_address_least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* As many datums as lie in a row, and for compressed input in the group of 32. */
static uint32_t datums_in_piece(const struct unpack_settings *set, const struct unpack_cursor *cursor, uint32_t index)
{
    uint32_t count = set->row_datums - cursor->in_row;
    if (set->is_compressed)
        count = input_address_least(count, UNPACK_RUN_GROUP - index % UNPACK_RUN_GROUP);
    return count;
}

/* The counters of a group stand between its datums and the next group's. Rows are counted from the instruction's first
 * datum, whatever the groups, and the pointer is looked at only where a row ends (U-3.9, U-4.2). */
static void skip_counters(struct unpack_cursor *cursor)
{
    cursor->row_bits += UNPACK_RUN_BYTES * 8;
}

void unpack_input_address(const struct unpack_settings *set, struct unpack_block *block)
{
    struct unpack_cursor *cursor = block->cursor;
    uint32_t index = cursor->index;
    block->count = 0;
    block->piece_count = 0;
    block->first_index = index;
    block->format = FORMAT_ADDRESS;
    while (cursor->left && block->count < set->block_datums && block->piece_count < UNPACK_PIECES_MAX) {
        const uint32_t room = input_address_least(cursor->left, set->block_datums - block->count);
        const uint32_t count = input_address_least(datums_in_piece(set, cursor, index), room);
        block->pieces[block->piece_count++] =
            (struct unpack_piece){cursor->row_bits + (uint64_t)cursor->in_row * set->datum_bits, count};
        block->count += count;
        index += count;
        cursor->left -= count;
        cursor->in_row += count;
        if (cursor->in_row == set->row_datums)
            next_row(set, cursor);
        if (set->is_compressed && index % UNPACK_RUN_GROUP == 0)
            skip_counters(cursor);
    }
    cursor->index = index;
}
