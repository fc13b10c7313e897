/* SPDX-License-Identifier: Apache-2.0 */
/* Source rows moved about in their bank: TRNSPSRCB, SHIFTXA, SHIFTXB (M63 to M65). */
#include "tile/matrix/compute.h"
#include "tile/matrix/matrix_internal.h"

#include "matrix_insns.h"

enum { TRANSPOSED_FROM = 16 };

/* Where a cell comes from, in rows and columns of what is moved. */
enum shift_kind { TRANSPOSED, TO_THE_RIGHT, TO_THE_LEFT };

/* Rows as they were, and where they go; of a row that rotates the last column comes from the first. */
struct shifted {
    enum shift_kind kind;
    bool rotates;
    const uint32_t (*before)[SRC_COLUMNS];
    uint32_t from, to, rows;
};

/* Zeros that move in come from no cell, and are left out. The format of the cells does not matter to these
 * instructions: all 19 bits are shown. */
static void shift_report(struct tile *tile, const struct shifted *shifted)
{
    struct matrix_moved moved;
    moved.format = FORMAT_TF32_19;
    moved.count = 0;
    for (uint32_t i = 0; tile_probed(tile, PROBE_STAGE) && i < shifted->rows * SRC_COLUMNS; i++) {
        const uint32_t row = i / SRC_COLUMNS, column = i % SRC_COLUMNS, last = SRC_COLUMNS - 1;
        const bool is_left = shifted->kind == TO_THE_LEFT;
        if (shifted->kind != TRANSPOSED && column == (is_left ? last : 0) && !shifted->rotates)
            continue;
        const uint32_t source = shifted->kind == TRANSPOSED
                                    ? column * SRC_COLUMNS + row
                                    : row * SRC_COLUMNS + (column + (is_left ? 1 : last)) % SRC_COLUMNS;
        const uint32_t cell = shifted->before[source / SRC_COLUMNS][source % SRC_COLUMNS];
        matrix_moved_put(&moved, shifted->from * SRC_COLUMNS + source, shifted->to * SRC_COLUMNS + i, cell, cell,
                         matrix_src_datum(moved.format, cell));
    }
    if (moved.count)
        matrix_report_moved(tile, &moved);
}

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
    shift_report(tile, &(struct shifted){TRANSPOSED, false, (const uint32_t(*)[SRC_COLUMNS])face, TRANSPOSED_FROM,
                                         TRANSPOSED_FROM, FACE_ROWS});
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
    shift_report(tile, &(struct shifted){f.shift_mode == RIGHT ? TO_THE_RIGHT : TO_THE_LEFT, false,
                                         (const uint32_t(*)[SRC_COLUMNS])face, from, 0, FACE_ROWS});
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
    uint32_t cells[SRC_COLUMNS], before[1][SRC_COLUMNS];
    memcpy(cells, held, sizeof cells);
    memcpy(before[0], held, sizeof before[0]);
    matrix_saw_src_read(tile, TT_SPACE_SRCB, bank, row, 1);
    memcpy(cells, held + 1, shifted * sizeof *cells);
    cells[SRC_COLUMNS - 1] = f.rot_shift ? 0 : held[0];
    matrix_write_src(tile, TT_SPACE_SRCB, bank, row, cells);
    shift_report(tile,
                 &(struct shifted){TO_THE_LEFT, !f.rot_shift, (const uint32_t(*)[SRC_COLUMNS])before, row, row, 1});
    matrix_step(tile, thread, matrix_settings_get(tile, thread), f.addr_mode);
    return TILE_DONE;
}
