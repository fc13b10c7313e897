/* SPDX-License-Identifier: Apache-2.0 */
/* Source rows moved about in their bank: TRNSPSRCB, SHIFTXA, SHIFTXB (M63 to M65). */
#include "tile/matrix/compute.h"
#include "tile/matrix/matrix_internal.h"

#include "matrix_insns.h"

#include <string.h>

enum { TRANSPOSED_FROM = 16 };

enum tile_step insn_trnspsrcb(struct tile *tile, unsigned thread, uint32_t word)
{
    (void)thread;
    (void)word;
    if (matrix_waits(tile, BANK_B))
        return TILE_WAITS;
    const unsigned bank = matrix_bank_b(tile);
    uint32_t face[FACE_ROWS][SRC_COLUMNS];
    memcpy(face, tile->state.srcb[bank][TRANSPOSED_FROM], sizeof face);
    matrix_saw_src_read(tile, TT_SPACE_SRCB, bank, TRANSPOSED_FROM, FACE_ROWS);
    for (uint32_t row = 0; row < FACE_ROWS; row++) {
        uint32_t cells[SRC_COLUMNS];
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            cells[column] = face[column][row];
        matrix_write_src(tile, TT_SPACE_SRCB, bank, TRANSPOSED_FROM + row, cells);
    }
    return TILE_DONE;
}

enum tile_step insn_shiftxa(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_shiftxa f = isa_decode_shiftxa(tile->chip->id, word);
    enum { RIGHT = 2, LEFT = 3 };
    (void)thread;
    if (matrix_waits(tile, BANK_A))
        return TILE_WAITS;
    if (f.shift_mode != RIGHT && f.shift_mode != LEFT)
        return TILE_DONE;
    const unsigned bank = matrix_bank_a(tile);
    const uint32_t from = tile->state.matrix.last_srca_row & (SRC_ROWS - FACE_ROWS);
    uint32_t face[FACE_ROWS][SRC_COLUMNS];
    memcpy(face, tile->state.srca[bank][from], sizeof face);
    matrix_saw_src_read(tile, TT_SPACE_SRCA, bank, from, FACE_ROWS);
    for (uint32_t row = 0; row < FACE_ROWS; row++) {
        uint32_t cells[SRC_COLUMNS] = {0};
        const size_t moved = (SRC_COLUMNS - 1) * sizeof *cells;
        if (f.shift_mode == RIGHT)
            memcpy(cells + 1, face[row], moved);
        else
            memcpy(cells, face[row] + 1, moved);
        matrix_write_src(tile, TT_SPACE_SRCA, bank, row, cells);
    }
    return TILE_DONE;
}

enum tile_step insn_shiftxb(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_shiftxb f = isa_decode_shiftxb(tile->chip->id, word);
    if (matrix_waits(tile, BANK_B))
        return TILE_WAITS;
    const unsigned bank = matrix_bank_b(tile);
    const uint32_t row = (f.shift_row + tile->state.small.rwc[thread].srcb) & SRC_ROW_MASK;
    const uint32_t *held = tile->state.srcb[bank][row];
    /* C5: the published loop leaves the last but one column as it is. */
    const unsigned shifted =
        tile_variant(tile, VARIANT_MATRIX_SHIFTXB_COLUMNS) == 0 ? SRC_COLUMNS - 1 : SRC_COLUMNS - 2;
    uint32_t cells[SRC_COLUMNS];
    memcpy(cells, held, sizeof cells);
    matrix_saw_src_read(tile, TT_SPACE_SRCB, bank, row, 1);
    memcpy(cells, held + 1, shifted * sizeof *cells);
    cells[SRC_COLUMNS - 1] = f.rot_shift ? 0 : held[0];
    matrix_write_src(tile, TT_SPACE_SRCB, bank, row, cells);
    matrix_step(tile, thread, matrix_settings_get(tile, thread), f.addr_mode);
    return TILE_DONE;
}
