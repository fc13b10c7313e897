/* SPDX-License-Identifier: Apache-2.0 */
/* MOVA2D: one or eight rows of SrcA into Dst (matrix.md M55). Recorded for eight. */
#include "numeric/cells.h"
#include "numeric/dst_rows.h"
#include "numeric/format.h"
#include "tile/matrix/matrix.h"

#include "tile_handlers.h"

#include <string.h>

enum { EIGHT_ROWS = 2 /* of instr_mod */ };

/* What a row is written as, and through which rows of Dst. */
struct move {
    uint32_t format;
    bool is_wide;     /* TF32: 32 bits */
    bool is_low;      /* the lower half of 32 bits, the upper stays */
    bool keeps_zeros; /* a cell with exponent 0 is moved as it is */
    bool remap, swizzle;
};

static bool has_fp16_style(uint32_t format)
{
    return format == 1 || format == 2 || format == 3 || format == 10 || format == 11 || format == 14; /* M21 */
}

static struct move settle(struct tile *tile, unsigned thread, const struct insn_mova2d *f)
{
    struct move move = {
        .format = matrix_srca_format(tile, thread),
        .keeps_zeros = cfg_field(tile, thread, REG_ALU_ACC_CTRL_Zero_Flag_disabled_src),
        .remap = cfg_field(tile, thread, REG_DEST_ACCESS_CFG_remap_addrs),
        .swizzle = cfg_field(tile, thread, REG_DEST_ACCESS_CFG_swizzle_32b),
    };
    move.is_wide = move.format == FORMAT_TF32;
    move.is_low = f->dest_32b_lo && !move.is_wide && !has_fp16_style(move.format);
    if (move.is_wide && f->dest_32b_lo)
        tile_finding(tile, FINDING_MATRIX_TF32_TO_LOW_HALVES, TT_UNIT_MATRIX, 0,
                     "MOVA2D of TF32 with dest_32b_lo; both halves are written");
    if (!(f->instr_mod & EIGHT_ROWS))
        tile_finding(tile, FINDING_MATRIX_FORM_NOT_RECORDED, TT_UNIT_MATRIX, 0, "MOVA2D of one row");
    return move;
}

static void write_row(struct tile *tile, uint32_t row, const uint16_t cells[DST_COLUMNS])
{
    const uint32_t lo = row * (uint32_t)sizeof tile->state.dst[0];
    tile_saw_write(tile, TT_SPACE_DST, TT_UNIT_MATRIX, lo, lo + (uint32_t)sizeof tile->state.dst[0],
                   tile->state.dst[row], cells);
    memcpy(tile->state.dst[row], cells, sizeof tile->state.dst[0]);
}

static void mark_valid(struct tile *tile, uint32_t row)
{
    const uint8_t one = 1;
    if (tile->state.dst_valid[row] == one)
        return;
    tile_saw_write(tile, TT_SPACE_DST_VALID, TT_UNIT_MATRIX, row, row + 1, &tile->state.dst_valid[row], &one);
    tile->state.dst_valid[row] = one;
}

static void move_row(struct tile *tile, const struct move *move, const uint32_t source[SRC_COLUMNS], uint32_t row)
{
    uint16_t high[DST_COLUMNS] = {0}, low[DST_COLUMNS];
    const bool is_pair = move->is_wide || move->is_low;
    const uint32_t at = is_pair ? dst_adj32(row, move->remap, move->swizzle) : dst_adj16(row, move->remap);
    if (move->is_low && tile->state.dst_valid[at])
        memcpy(high, tile->state.dst[at], sizeof high);
    for (unsigned column = 0; column < SRC_COLUMNS; column++) {
        const bool is_zero = !move->keeps_zeros && (source[column] & 0xFF) == 0;
        const uint32_t cell = is_zero ? 0 : source[column];
        const uint32_t wide = dst32_from_fp32(src_to_fp32(cell));
        const uint32_t narrow =
            has_fp16_style(move->format) ? dst16_from_fp16(src_to_fp16(cell)) : dst16_from_bf16(src_to_bf16(cell));
        low[column] = (uint16_t)(move->is_wide ? wide : narrow);
        if (!move->is_low)
            high[column] = (uint16_t)(move->is_wide ? wide >> 16 : narrow);
    }
    write_row(tile, at, high);
    if (is_pair)
        write_row(tile, at + DST_LOW_HALF, low);
    mark_valid(tile, at);
}

enum tile_step insn_mova2d(struct tile *tile, unsigned thread, const struct insn_mova2d *f)
{
    const unsigned bank = tile->state.small.src_bank.math_a & 1;
    if (!tile->state.small.src_valid.a[bank])
        return TILE_WAITS;
    const struct move move = settle(tile, thread, f);
    const uint32_t rows = f->instr_mod & EIGHT_ROWS ? 8 : 1;
    const uint32_t from = (f->src + tile->state.small.rwc[thread].srca) & (SRC_ROWS - rows);
    const uint32_t to = matrix_dst_row(tile, thread, f->dst) & (DST_ROWS - rows);

    const uint32_t row_bytes = sizeof tile->state.srca[0][0];
    const uint32_t lo = (bank * SRC_ROWS + from) * row_bytes;
    tile_saw_read(tile, TT_SPACE_SRCA, TT_UNIT_MATRIX, 0, lo, lo + rows * row_bytes);
    for (uint32_t i = 0; i < rows; i++)
        move_row(tile, &move, tile->state.srca[bank][from + i], to + i);
    matrix_step_counters(tile, thread, f->addr_mode);
    return TILE_DONE;
}
