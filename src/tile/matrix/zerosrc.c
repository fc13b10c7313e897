/* SPDX-License-Identifier: Apache-2.0 */
/* ZEROSRC: whole banks of SrcA and SrcB to zero, SrcA also to minus infinity (matrix.md M62). Valid bits and implied
 * formats stay. */
#include "tile/matrix/matrix.h"

#include "tile_handlers.h"

enum { MINUS_INFINITY = 0x7FFFF };

static void fill(struct tile *tile, enum tt_space space, uint32_t src[SRC_ROWS][SRC_COLUMNS], unsigned bank,
                 uint32_t cell)
{
    for (uint32_t row = 0; row < SRC_ROWS; row++) {
        uint32_t cells[SRC_COLUMNS];
        const uint32_t lo = (bank * SRC_ROWS + row) * (uint32_t)sizeof cells;
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            cells[column] = cell;
        tile_saw_write(tile, space, TT_UNIT_MATRIX, lo, lo + (uint32_t)sizeof cells, src[row], cells);
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            src[row][column] = cell;
    }
}

enum tile_step insn_zerosrc(struct tile *tile, unsigned thread, const struct insn_zerosrc *f)
{
    (void)thread;
    const uint32_t bank_a = f->write_mode ? tile->state.small.src_bank.math_a : tile->state.small.src_bank.unp_a;
    const uint32_t bank_b = f->write_mode ? tile->state.small.src_bank.math_b : tile->state.small.src_bank.unp_b;
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        if ((f->src_mask & 1) && (f->bank_mask || bank == bank_a))
            fill(tile, TT_SPACE_SRCA, tile->state.srca[bank], bank, f->zero_val ? MINUS_INFINITY : 0);
        if ((f->src_mask & 2) && (f->bank_mask || bank == bank_b))
            fill(tile, TT_SPACE_SRCB, tile->state.srcb[bank], bank, 0);
    }
    return TILE_DONE;
}
