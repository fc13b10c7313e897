/* SPDX-License-Identifier: Apache-2.0 */
/* Rows into a source bank: MOVD2A and MOVD2B from Dst, MOVB2A from SrcB (M57, M58). The bank is the matrix
 * unit's, whoever owns it; its implied format stays. */
#include "numeric/cells.h"
#include "tile/matrix/matrix_internal.h"

#include "matrix_findings.h"
#include "matrix_insns.h"
#include "name_texts.h"

enum { FOUR_ROWS = 2 /* of instr_mod */, ROWS_MAX = 4, LOW_OF_TF32 = 0x1FFF /* the bits that TF32 leaves of FP32 */ };

/* How cells of Dst are read. */
struct from_dst {
    const struct matrix_settings *set;
    enum matrix_style style;
    uint32_t format;
    bool is_low;
    bool low_is_zero; /* M57y */
    uint32_t columns;
};

TILE_INLINE struct from_dst from_dst(struct tile *tile, const struct matrix_settings *set, uint32_t format, bool is_low,
                                     const char *mnemonic)
{
    const struct from_dst move = {.set = set,
                                  .style = matrix_style_under(set, format),
                                  .format = format,
                                  .is_low = is_low,
                                  .columns = matrix_moved_columns(tile)};
    matrix_check_forced(tile, set);
    if (!set->has_32bit_dst && set->narrow_is_upper && is_low && move.style != STYLE_TF32)
        tile_finding(tile, FINDING_MATRIX_FORM_NOT_RECORDED, TT_UNIT_MATRIX, 0,
                     "%s of lower halves from 16-bit Dst under debug bit 11; they are taken", mnemonic);
    else if (!set->has_32bit_dst && (is_low || move.style == STYLE_TF32))
        tile_finding(tile, FINDING_MATRIX_MOV_UNDEFINED, TT_UNIT_MATRIX, 0, "%s of %s from 16-bit Dst", mnemonic,
                     is_low ? "lower halves" : "TF32");
    else if (set->has_32bit_dst && (move.style == STYLE_FP16 || (is_low && move.style == STYLE_TF32)))
        tile_finding(tile, FINDING_MATRIX_FORM_NOT_RECORDED, TT_UNIT_MATRIX, 0,
                     "%s of format %u from 32-bit Dst, half %u", mnemonic, (unsigned)format, (unsigned)is_low);
    if (move.columns != ALL_COLUMNS)
        tile_finding(tile, FINDING_MATRIX_FORM_NOT_RECORDED, TT_UNIT_MATRIX, 0, "%s with BLOCK_DEST_MOV", mnemonic);
    return move;
}

/* Apart: inside of another loop a compiler unrolls this one before it makes vectors of it. */
static __attribute__((noinline)) void cells_of_halves(enum matrix_style style,
                                                      const uint32_t halves[restrict SRC_COLUMNS],
                                                      uint32_t cells[restrict SRC_COLUMNS])
{
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        cells[column] = style == STYLE_FP16 ? src_from_fp16(dst16_to_fp16(halves[column]))
                                            : src_from_bf16(dst16_to_bf16(halves[column]));
}

/* pairs: the upper half above the lower. */
static void cells_of_pairs(const struct from_dst *move, const uint32_t pairs[restrict SRC_COLUMNS],
                           uint32_t cells[restrict SRC_COLUMNS])
{
    if (move->is_low && move->low_is_zero) {
        memset(cells, 0, SRC_COLUMNS * sizeof *cells);
        return;
    }
    const unsigned shift = move->is_low ? 0 : 16;
    if (move->style != STYLE_TF32) {
        uint32_t halves[SRC_COLUMNS];
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            halves[column] = pairs[column] >> shift & 0xFFFF;
        cells_of_halves(move->style, halves, cells);
        return;
    }
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        cells[column] = move->is_low ? pairs[column] & LOW_OF_TF32 : src_from_fp32(dst32_to_fp32(pairs[column]));
}

static void take_columns(uint32_t columns, const uint32_t from[SRC_COLUMNS], uint32_t cells[SRC_COLUMNS])
{
    if (columns == ALL_COLUMNS) {
        memcpy(cells, from, SRC_COLUMNS * sizeof *cells);
        return;
    }
    for (unsigned column = 0; column < SRC_COLUMNS; column++) {
        if (columns >> column & 1)
            cells[column] = from[column];
    }
}

/* Debug bit 11 has 16-bit moves see pairs, too, so that there are lower halves (M57x). */
static bool from_dst_is_wide(const struct from_dst *move)
{
    return move->set->has_32bit_dst || (move->set->narrow_is_upper && move->is_low);
}

/* values: of Dst, as they were read. */
static void read_row(struct tile *tile, const struct from_dst *move, uint32_t row, uint32_t values[DST_COLUMNS],
                     uint32_t cells[SRC_COLUMNS])
{
    uint32_t moved[SRC_COLUMNS];
    if (from_dst_is_wide(move)) {
        matrix_read_row32(tile, move->set, row, values);
        cells_of_pairs(move, values, moved);
    } else {
        matrix_read_row16(tile, move->set, row, values);
        cells_of_halves(move->style, values, moved);
    }
    take_columns(move->columns, moved, cells);
}

/* The bits that count of a value that was read. */
static uint32_t taken_of_dst(const struct from_dst *move, uint32_t value)
{
    if (!from_dst_is_wide(move))
        return value;
    if (move->is_low && move->low_is_zero)
        return 0;
    if (move->style == STYLE_TF32)
        return move->is_low ? value & LOW_OF_TF32 : value & ~(uint32_t)LOW_OF_TF32;
    return move->is_low ? value & 0xFFFF : value >> 16;
}

static void mov_to_src_report(struct tile *tile, const struct from_dst *move, uint32_t from, uint32_t to, uint32_t rows,
                              const uint32_t (*values)[DST_COLUMNS], const uint32_t (*cells)[SRC_COLUMNS])
{
    struct matrix_moved moved;
    moved.format = matrix_datum_format(move->style, move->format);
    moved.count = 0;
    for (uint32_t i = 0; i < rows; i++)
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            if (move->columns >> column & 1)
                matrix_moved_put(&moved, (from + i) * DST_COLUMNS + column, (to + i) * SRC_COLUMNS + column,
                                 values[i][column], taken_of_dst(move, values[i][column]),
                                 matrix_src_datum(moved.format, cells[i][column]));
    matrix_report_moved(tile, &moved);
}

TILE_INLINE void move_rows(struct tile *tile, const struct from_dst *move, uint32_t dst_row, enum tt_space space,
                           unsigned bank, uint32_t src_row, uint32_t rows)
{
    const uint32_t from = dst_row & (DST_ROWS - rows), to = src_row & (SRC_ROWS - rows);
    uint32_t(*held)[SRC_COLUMNS] = space == TT_SPACE_SRCA ? &tile->state.srca[bank][to] : &tile->state.srcb[bank][to];
    uint32_t values[ROWS_MAX][DST_COLUMNS];
    for (uint32_t i = 0; i < rows; i++) {
        uint32_t cells[SRC_COLUMNS];
        memcpy(cells, held[i], sizeof cells);
        read_row(tile, move, from + i, values[i], cells);
        matrix_write_src(tile, space, bank, to + i, cells);
    }
    if (tile_probed(tile, PROBE_STAGE))
        mov_to_src_report(tile, move, from, to, rows, (const uint32_t(*)[DST_COLUMNS])values,
                          (const uint32_t(*)[SRC_COLUMNS])held);
}

enum tile_step insn_movd2a(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_movd2a f = isa_decode_movd2a(tile->chip->id, word);
    const struct matrix_settings *set = matrix_settings_get(tile, thread);
    const struct from_dst move = from_dst(tile, set, matrix_srca_format(tile, set), f.dest_32b_lo, INSN_TEXT_MOVD2A);
    const uint32_t rows = f.instr_mod & FOUR_ROWS ? 4 : 1;
    const uint32_t to = f.src + tile->state.small.rwc[thread].srca;
    tile->state.matrix.last_srca_row = to & (SRC_ROWS - rows);
    move_rows(tile, &move, matrix_row(tile, thread, set, f.dst), TT_SPACE_SRCA, matrix_bank_a(tile), to, rows);
    return matrix_step(tile, thread, set, f.addr_mode);
}

enum tile_step insn_movd2b(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_movd2b f = isa_decode_movd2b(tile->chip->id, word);
    const struct matrix_settings *set = matrix_settings_get(tile, thread);
    struct from_dst move = from_dst(tile, set, matrix_moved_srcb_format(tile, set), f.dest_32b_lo, INSN_TEXT_MOVD2B);
    move.low_is_zero = tile->chip->movd2b_low_tf32_is_zero &&
                       (move.style == STYLE_TF32 || (set->moves_whole_fp32 && set->has_fp32_dst));
    const uint32_t rows = f.instr_mod & FOUR_ROWS ? 4 : 1;
    const uint32_t to = f.src + tile->state.small.rwc[thread].srcb;
    move_rows(tile, &move, matrix_row(tile, thread, set, f.dst), TT_SPACE_SRCB, matrix_bank_b(tile), to, rows);
    return matrix_step(tile, thread, set, f.addr_mode);
}

/* MOVB2A moves rows of SrcB's bank, cut to a mask. */
struct from_srcb {
    uint32_t from, to, rows, format, mask;
    bool keeps_zeros;
};

static void mov_to_src_move_srcb(struct tile *tile, const struct from_srcb *move)
{
    const unsigned bank = matrix_bank_a(tile), bank_b = matrix_bank_b(tile);
    const uint32_t columns = matrix_moved_columns(tile), keeps = -(uint32_t)move->keeps_zeros, mask = move->mask;
    struct matrix_moved report;
    report.format = matrix_datum_format(matrix_style_of(move->format), move->format);
    report.count = 0;
    for (uint32_t i = 0; i < move->rows; i++) {
        const uint32_t *source = tile->state.srcb[bank_b][move->from + i];
        uint32_t cells[SRC_COLUMNS], moved[SRC_COLUMNS];
        memcpy(cells, tile->state.srca[bank][move->to + i], sizeof cells);
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            moved[column] = source[column] & mask & (keeps | -(uint32_t)((source[column] & 0xFF) != 0));
        take_columns(columns, moved, cells);
        matrix_write_src(tile, TT_SPACE_SRCA, bank, move->to + i, cells);
        for (unsigned column = 0; tile_probed(tile, PROBE_STAGE) && column < SRC_COLUMNS; column++)
            if (columns >> column & 1)
                matrix_moved_put(&report, (move->from + i) * SRC_COLUMNS + column,
                                 (move->to + i) * SRC_COLUMNS + column, source[column], moved[column],
                                 matrix_src_datum(report.format, moved[column]));
    }
    if (tile_probed(tile, PROBE_STAGE))
        matrix_report_moved(tile, &report);
}

/* C4: which chip cuts cells is a belief, so that what is cut is said. */
static uint32_t movb2a_mask(const struct tile *tile, const struct matrix_settings *set, uint32_t format)
{
    const unsigned choice = tile_variant(tile, VARIANT_MATRIX_MOVB2A_CELLS);
    if (choice == MATRIX_MOVB2A_CELLS_CHIP)
        return matrix_mask_of_chip(tile, format);
    return choice == MATRIX_MOVB2A_CELLS_COPY ? UINT32_MAX : matrix_operand_mask(set, format);
}

enum tile_step insn_movb2a(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_movb2a f = isa_decode_movb2a(tile->chip->id, word);
    if (matrix_waits(tile, BANK_B))
        return TILE_WAITS;
    const struct matrix_settings *set = matrix_settings_get(tile, thread);
    const struct rwc *rwc = &tile->state.small.rwc[thread];
    const uint32_t rows = f.instr_mod & FOUR_ROWS ? 4 : 1;
    const uint32_t format = matrix_srcb_format(tile, set);
    const struct from_srcb move = {
        .from = (f.srcb + rwc->srcb) & (SRC_ROWS - rows),
        .to = (f.srca + rwc->srca) & (SRC_ROWS - rows),
        .rows = rows,
        .format = format,
        .mask = movb2a_mask(tile, set, format),
        .keeps_zeros = set->keeps_zeros,
    };
    tile->state.matrix.last_srca_row = move.to;
    if (move.mask != UINT32_MAX && tile_probed(tile, PROBE_FINDING))
        matrix_check_mask(tile, INSN_TEXT_MOVB2A,
                          &(struct matrix_masked){"SrcB",
                                                  (const uint32_t(*)[SRC_COLUMNS])tile->state.srcb[matrix_bank_b(tile)],
                                                  move.from, rows, format, move.mask});
    if (tile->probe->wants)
        matrix_saw_src_read(tile, TT_SPACE_SRCB, matrix_bank_b(tile), move.from, rows);
    mov_to_src_move_srcb(tile, &move);
    return matrix_step(tile, thread, set, f.addr_mode);
}
