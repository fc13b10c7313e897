/* SPDX-License-Identifier: Apache-2.0 */
/* Source rows into Dst: MOVA2D, MOVB2D, and their debug forms, which do not wait (M55, M56, M59). */
#include "base/guard/built_wide.h"
#include "numeric/cells.h"
#include "tile/matrix/matrix_internal.h"

#include "matrix_findings.h"
#include "matrix_insns.h"
#include "place_texts.h"

enum { ROWS_MAX = 8, EIGHT_ROWS = 2 /* of instr_mod */ };
enum { BROADCASTS_COLUMN = 1, BROADCASTS_ROW = 2, FOUR_ROWS = 4 /* of movb2d_instr_mod */ };

/* The format in which cells are written, and the bits of them that count. */
struct to_dst {
    const struct matrix_settings *set;
    enum matrix_style style;
    uint32_t format;
    bool is_low; /* the lower half of 32 bits, the upper stays */
    bool broadcasts_column;
    uint32_t cell_mask;
    uint32_t columns;
};

/* Which bits of a cell are written, and how wide (SL-028, SL-029). */
static enum matrix_style style_to_dst(struct tile *tile, const struct matrix_settings *set, uint32_t format,
                                      const char *mnemonic)
{
    const enum matrix_style style = matrix_style_under(set, format);
    if (set->moves_whole_fp32 && set->has_fp32_dst)
        return STYLE_TF32;
    if (!set->has_32bit_dst || !set->moves_wide_exponent || style != STYLE_FP16)
        return style;
    /* The page does not except integers, of which that leaves out three bits; nobody has said that chips do so. */
    if (format != FORMAT_INT8 || set->moves_wide_integers)
        return STYLE_BF16;
    tile_finding(tile, FINDING_MATRIX_FORM_NOT_RECORDED, TT_UNIT_MATRIX, 0,
                 "%s of INT8 into 16-bit cells under " FIELD_TEXT_ALU_ACC_CTRL_INT8_math_enabled
                 " or " FIELD_TEXT_ALU_ACC_CTRL_Fp32_enabled ": it passes unchanged",
                 mnemonic);
    return style;
}

static struct to_dst mov_to_dst(struct tile *tile, const struct matrix_settings *set, uint32_t format, bool is_low,
                                const char *mnemonic)
{
    struct to_dst move = {.set = set,
                          .style = style_to_dst(tile, set, format, mnemonic),
                          .format = format,
                          .columns = matrix_moved_columns(tile)};
    matrix_check_forced(tile, set);
    move.is_low = is_low && move.style != STYLE_TF32;
    move.cell_mask = UINT32_MAX;
    if (move.style == STYLE_TF32 && is_low)
        tile_finding(tile, FINDING_MATRIX_TF32_TO_LOW_HALVES, TT_UNIT_MATRIX, 0,
                     "%s of format %u with dest_32b_lo; both halves are written", mnemonic, (unsigned)format);
    if (move.style == STYLE_FP16 && is_low)
        tile_finding(tile, FINDING_MATRIX_FORM_NOT_RECORDED, TT_UNIT_MATRIX, 0,
                     "%s of a 5-bit exponent format with dest_32b_lo", mnemonic);
    if (move.columns != ALL_COLUMNS)
        tile_finding(tile, FINDING_MATRIX_FORM_NOT_RECORDED, TT_UNIT_MATRIX, 0, "%s with BLOCK_DEST_MOV", mnemonic);
    return move;
}

/* A row as it is written: 16-bit cells, or pairs for TF32. One loop a style, which a compiler makes vectors of. */
BUILT_WIDE static void dst_cells(enum matrix_style style, const uint32_t cells[SRC_COLUMNS],
                                 uint32_t values[DST_COLUMNS])
{
    switch (style) {
    case STYLE_TF32:
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            values[column] = dst32_from_fp32(src_to_fp32(cells[column]));
        return;
    case STYLE_FP16:
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            values[column] = dst16_from_src_fp16(cells[column]);
        return;
    case STYLE_BF16:
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            values[column] = dst16_from_src_bf16(cells[column]);
        return;
    }
}

BUILT_WIDE static void flush_and_mask(const struct to_dst *move, const uint32_t source[restrict SRC_COLUMNS],
                                      uint32_t cells[restrict SRC_COLUMNS])
{
    const uint32_t mask = move->cell_mask, keeps = -(uint32_t)move->set->keeps_zeros;
    for (unsigned column = 0; column < SRC_COLUMNS; column++) {
        const uint32_t counts = keeps | -(uint32_t)((source[column] & 0xFF) != 0);
        cells[column] = source[column] & mask & counts;
    }
}

static void masked_cells(const struct to_dst *move, const uint32_t source[SRC_COLUMNS], uint32_t cells[SRC_COLUMNS])
{
    flush_and_mask(move, source, cells);
    if (move->broadcasts_column) {
        for (unsigned column = 1; column < SRC_COLUMNS; column++)
            cells[column] = cells[0];
    }
}

/* Blackhole's chips leave the upper cell as it lies, and make the row full: what a cleared row held is there again. */
static void unmask_upper(struct tile *tile, const struct to_dst *move, uint32_t row)
{
    if (!move->set->moves_whole_fp32 || matrix_row_is_valid(tile, move->set, row, true))
        return;
    tile_finding(tile, FINDING_MATRIX_LOW_MOVE_UNMASKS, TT_UNIT_MATRIX, 0, "%s (row %u)",
                 finding_get(FINDING_MATRIX_LOW_MOVE_UNMASKS)->doc, (unsigned)row);
    matrix_put_valid(tile, matrix_physical_row(move->set, row, true), 1, true);
}

static void move_row(struct tile *tile, const struct to_dst *move, const uint32_t source[SRC_COLUMNS], uint32_t row)
{
    uint32_t cells[SRC_COLUMNS], values[DST_COLUMNS], held[DST_COLUMNS];
    masked_cells(move, source, cells);
    dst_cells(move->style, cells, values);
    if (move->style == STYLE_TF32) {
        matrix_write_row32(tile, move->set, row, values, move->columns);
        return;
    }
    if (!move->is_low) {
        matrix_write_row16(tile, move->set, row, values, move->columns);
        return;
    }
    unmask_upper(tile, move, row);
    matrix_read_upper(tile, move->set, row, move->columns, held);
    for (unsigned column = 0; column < DST_COLUMNS; column++)
        values[column] |= held[column] << 16;
    matrix_write_row32(tile, move->set, row, values, move->columns);
}

/* The same at the width of 16 bits. */
BUILT_WIDE static void dst_cells16(enum matrix_style style, const uint32_t cells[restrict SRC_COLUMNS],
                                   uint16_t values[restrict DST_COLUMNS])
{
    for (unsigned column = 0; column < DST_COLUMNS; column++)
        values[column] =
            (uint16_t)(style == STYLE_FP16 ? dst16_from_src_fp16(cells[column]) : dst16_from_src_bf16(cells[column]));
}

static void move_rows16(const struct to_dst *move, const uint32_t (*source)[SRC_COLUMNS], uint32_t step, uint32_t rows,
                        uint16_t (*values)[DST_COLUMNS])
{
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t cells[SRC_COLUMNS];
        masked_cells(move, source[i * step], cells);
        dst_cells16(move->style, cells, values[i]);
    }
}

/* As many rows from `row` of Dst on. */
struct moved_rows {
    const uint32_t (*bank)[SRC_COLUMNS];
    uint32_t from, step; /* rows of the source, from one to the next */
    uint32_t row, rows;
};

/* The content of Dst after the move: of lower halves the whole of 32 bits. */
static void mov_to_dst_report(struct tile *tile, const struct to_dst *move, const struct moved_rows *job)
{
    const bool is_wide = move->style == STYLE_TF32 || move->is_low;
    struct matrix_moved moved;
    moved.format = is_wide ? FORMAT_FP32 : matrix_datum_format(move->style, move->format);
    moved.count = 0;
    for (uint32_t i = 0; i < job->rows; i++) {
        const uint32_t from = job->from + i * job->step, at = matrix_physical_row(move->set, job->row + i, is_wide);
        const uint16_t *upper = tile->state.dst[at];
        uint32_t cells[SRC_COLUMNS];
        masked_cells(move, job->bank[from], cells);
        for (unsigned column = 0; column < DST_COLUMNS; column++) {
            const unsigned source = move->broadcasts_column ? 0 : column;
            const uint32_t stored =
                is_wide ? dst32_to_fp32((uint32_t)upper[column] << 16 | tile->state.dst[at + DST_LOW_HALF][column])
                        : matrix_dst16_datum(moved.format, upper[column]);
            if (move->columns >> column & 1)
                matrix_moved_put(&moved, from * SRC_COLUMNS + source, (job->row + i) * DST_COLUMNS + column,
                                 job->bank[from][source], cells[column], stored);
        }
    }
    matrix_report_moved(tile, &moved);
}

static void write_rows(struct tile *tile, const struct to_dst *move, const struct moved_rows *job)
{
    const uint32_t(*source)[SRC_COLUMNS] = &job->bank[job->from];
    const uint32_t step = job->step, row = job->row, rows = job->rows;
    uint16_t values[ROWS_MAX][DST_COLUMNS];
    if (move->style == STYLE_TF32 || move->is_low || move->columns != ALL_COLUMNS) {
        for (uint32_t i = 0; i < rows; i++)
            move_row(tile, move, source[i * step], row + i);
        return;
    }
    move_rows16(move, source, step, rows, values);
    matrix_write_rows16(tile, move->set, row, rows, (const uint16_t(*)[DST_COLUMNS])values);
}

static void move_rows(struct tile *tile, const struct to_dst *move, const struct moved_rows *job)
{
    write_rows(tile, move, job);
    if (tile_probed(tile, PROBE_STAGE))
        mov_to_dst_report(tile, move, job);
}

/* ---- from SrcA ---- */

struct from_srca {
    const char *mnemonic;
    uint32_t dst, instr_mod, addr_mode, src, is_low;
};

static void move_srca(struct tile *tile, unsigned thread, const struct from_srca *f)
{
    const struct matrix_settings *set = matrix_settings_get(tile, thread);
    const unsigned bank = matrix_bank_a(tile);
    const struct to_dst move = mov_to_dst(tile, set, matrix_srca_format(tile, set), f->is_low, f->mnemonic);
    const uint32_t rows = f->instr_mod & EIGHT_ROWS ? 8 : 1;
    const uint32_t from = (f->src + tile->state.small.rwc[thread].srca) & (SRC_ROWS - rows);
    const uint32_t to = matrix_row(tile, thread, set, f->dst) & (DST_ROWS - rows);

    tile->state.matrix.last_srca_row = from;
    matrix_saw_src_read(tile, TT_SPACE_SRCA, bank, from, rows);
    move_rows(tile, &move,
              &(struct moved_rows){(const uint32_t(*)[SRC_COLUMNS])tile->state.srca[bank], from, 1, to, rows});
    matrix_step(tile, thread, set, f->addr_mode);
}

enum tile_step insn_mova2d(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_mova2d f = isa_decode_mova2d(tile->chip->id, word);
    if (matrix_waits(tile, BANK_A))
        return TILE_WAITS;
    move_srca(tile, thread, &(struct from_srca){"MOVA2D", f.dst, f.instr_mod, f.addr_mode, f.src, f.dest_32b_lo});
    return TILE_DONE;
}

enum tile_step insn_movdbga2d(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_movdbga2d f = isa_decode_movdbga2d(tile->chip->id, word);
    move_srca(tile, thread, &(struct from_srca){"MOVDBGA2D", f.dst, f.instr_mod, f.addr_mode, f.src, f.dest_32b_lo});
    return TILE_DONE;
}

/* ---- from SrcB ---- */

struct from_srcb {
    const char *mnemonic;
    uint32_t dst, mod, addr_mode, src, is_low;
};

static void mov_to_dst_move_srcb(struct tile *tile, unsigned thread, const struct from_srcb *f)
{
    const struct matrix_settings *set = matrix_settings_get(tile, thread);
    const unsigned bank = matrix_bank_b(tile);
    struct to_dst move = mov_to_dst(tile, set, matrix_moved_srcb_format(tile, set), f->is_low, f->mnemonic);
    move.cell_mask = matrix_moved_mask(tile, set, matrix_srcb_format(tile, set));
    move.broadcasts_column = f->mod & BROADCASTS_COLUMN;
    const bool broadcasts_row = f->mod & BROADCASTS_ROW;
    const uint32_t rows = broadcasts_row ? 8 : f->mod & FOUR_ROWS ? 4 : 1;
    const uint32_t aligned = broadcasts_row ? 1 : rows;
    const uint32_t from = (f->src + tile->state.small.rwc[thread].srcb) & (SRC_ROWS - aligned);
    const uint32_t to = matrix_row(tile, thread, set, f->dst) & (DST_ROWS - rows);

    const uint32_t format = matrix_srcb_format(tile, set);
    if (set->masks_moves_by_operand && tile_probed(tile, PROBE_FINDING) &&
        matrix_mask_is_extrapolated(format, MATRIX_USE_MOVE, true))
        matrix_check_mask(tile, f->mnemonic,
                          &(struct matrix_masked){"SrcB", (const uint32_t(*)[SRC_COLUMNS])tile->state.srcb[bank], from,
                                                  aligned, format, move.cell_mask});
    matrix_saw_src_read(tile, TT_SPACE_SRCB, bank, from, aligned);
    move_rows(
        tile, &move,
        &(struct moved_rows){(const uint32_t(*)[SRC_COLUMNS])tile->state.srcb[bank], from, !broadcasts_row, to, rows});
    matrix_step(tile, thread, set, f->addr_mode);
}

enum tile_step insn_movb2d(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_movb2d f = isa_decode_movb2d(tile->chip->id, word);
    if (matrix_waits(tile, BANK_B))
        return TILE_WAITS;
    mov_to_dst_move_srcb(tile, thread,
                         &(struct from_srcb){"MOVB2D", f.dst, f.movb2d_instr_mod, f.addr_mode, f.src, f.dest_32b_lo});
    return TILE_DONE;
}

enum tile_step insn_movdbgb2d(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_movdbgb2d f = isa_decode_movdbgb2d(tile->chip->id, word);
    mov_to_dst_move_srcb(
        tile, thread, &(struct from_srcb){"MOVDBGB2D", f.dst, f.movb2d_instr_mod, f.addr_mode, f.src, f.dest_32b_lo});
    return TILE_DONE;
}
