/* SPDX-License-Identifier: Apache-2.0 */
/* ZEROSRC: whole banks of SrcA and SrcB to zero, SrcA also to minus infinity (M62). Valid bits and implied
 * formats stay. */
#include "tile/matrix/matrix_internal.h"

#include "matrix_insns.h"

enum { MINUS_INFINITY = 0x7FFFF };

static void zerosrc_fill(struct tile *tile, enum tt_space space, unsigned bank, uint32_t cell)
{
    uint32_t cells[SRC_COLUMNS];
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        cells[column] = cell;
    for (uint32_t row = 0; row < SRC_ROWS; row++)
        matrix_write_src(tile, space, bank, row, cells);
}

enum tile_step insn_zerosrc(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_zerosrc f = isa_decode_zerosrc(tile->chip->id, word);
    (void)thread;
    const uint32_t bank_a = f.write_mode ? tile->state.small.src_bank.math_a : tile->state.small.src_bank.unp_a;
    const uint32_t bank_b = f.write_mode ? tile->state.small.src_bank.math_b : tile->state.small.src_bank.unp_b;
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        if ((f.src_mask & BANK_A) && (f.bank_mask || bank == (bank_a & 1)))
            zerosrc_fill(tile, TT_SPACE_SRCA, bank, f.zero_val ? MINUS_INFINITY : 0);
        if ((f.src_mask & BANK_B) && (f.bank_mask || bank == (bank_b & 1)))
            zerosrc_fill(tile, TT_SPACE_SRCB, bank, 0);
    }
    return TILE_DONE;
}
