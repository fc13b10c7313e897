/* SPDX-License-Identifier: Apache-2.0 */
/* STOREIND into SrcA or SrcB: four BF16 datums from two scalar registers into the unpackers' bank (F35).
 * From the page alone. */

#include "numeric/cells.h"
#include "tile/scalar/indirect.h"

#include "name_texts.h"
#include "scalar_findings.h"
#include "scalar_insns.h"
#include "scalar_regs.h"

enum { SRCA_ROWS_BEFORE = 4, ROWS_WITHOUT_OVERRIDE = 16, DATUMS = 4 };

/* A datum of a register's low half lies in the order of Dst: sign, mantissa 7, exponent 8. */
static uint32_t cell_of_low_half(uint32_t bits)
{
    return (bits >> 15 & 1) << 18 | (bits >> 8 & 0x7F) << 11 | (bits & 0xFF);
}

static uint32_t store_src_cell_of(uint32_t word, unsigned half)
{
    return half ? src_from_bf16(word >> 16) : cell_of_low_half(word & 0xFFFF);
}

/* The row of the bank, or one past its end where nothing is written: rows before SrcA's first, and those that nothing
 * defines. */
static uint32_t row_of(const struct tile *tile, unsigned thread, bool is_srcb, uint32_t row)
{
    const uint32_t base = tile->state.small.unp_row[is_srcb][thread];
    if (is_srcb)
        return row < ROWS_WITHOUT_OVERRIDE ? (row + base) % SRC_ROWS : SRC_ROWS;
    if (row < SRCA_ROWS_BEFORE)
        return SRC_ROWS;
    row -= SRCA_ROWS_BEFORE;
    if (cfg_field(tile, TT_UNIT_SCALAR, thread, (enum reg_id)SCALAR_REG_SRCA_SET_SetOvrdWithAddr))
        return row < SRC_ROWS ? row : SRC_ROWS;
    return row < ROWS_WITHOUT_OVERRIDE ? (row + base) % SRC_ROWS : SRC_ROWS;
}

static void write_row(struct tile *tile, bool is_srcb, uint32_t row, uint32_t column, const uint32_t cells[DATUMS])
{
    const struct small_state *small = &tile->state.small;
    const uint32_t bank = (is_srcb ? small->src_bank.unp_b : small->src_bank.unp_a) & 1;
    uint32_t *to = &(is_srcb ? tile->state.srcb : tile->state.srca)[bank][row][column];
    const uint32_t lo = 4 * ((bank * SRC_ROWS + row) * SRC_COLUMNS + column);
    tile_saw_write(tile, is_srcb ? TT_SPACE_SRCB : TT_SPACE_SRCA, TT_UNIT_SCALAR, lo, lo + 4 * DATUMS, to, cells);
    for (uint32_t i = 0; i < DATUMS; i++)
        to[i] = cells[i];
}

enum tile_step scalar_store_src(struct tile *tile, unsigned thread, const struct insn_storeind *f)
{
    const struct small_state *small = &tile->state.small;
    const bool is_srcb = f->reg_size_sel;
    const uint32_t bank = (is_srcb ? small->src_bank.unp_b : small->src_bank.unp_a) & 1;
    if (is_srcb ? small->src_valid.b[bank] : small->src_valid.a[bank])
        return TILE_WAITS;

    uint32_t cells[DATUMS];
    const uint32_t base = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, f->addr_reg_index);
    const uint32_t at = base + (scalar_half(tile, thread, f->offset_index) >> 4);
    for (uint32_t i = 0; i < DATUMS; i++) {
        const uint32_t word = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, (f->data_reg_index & ~3u) + i / 2);
        cells[i] = store_src_cell_of(word, i % 2);
    }
    scalar_step_half(tile, thread, f->offset_index, f->auto_inc_spec);
    if (at > 0xFFFF) {
        tile_finding(tile, FINDING_SCALAR_STORE_UNDEFINED, TT_UNIT_SCALAR, 0,
                     INSN_TEXT_STOREIND " to Src%c at %#x: bits above 15 must be 0; nothing is stored",
                     is_srcb ? 'B' : 'A', (unsigned)at);
        return TILE_DONE;
    }
    const uint32_t row = row_of(tile, thread, is_srcb, at >> 2);
    if (row < SRC_ROWS)
        write_row(tile, is_srcb, row, DATUMS * (at & 3), cells);
    else if (is_srcb || at >> 2 >= SRCA_ROWS_BEFORE)
        tile_finding(tile, FINDING_SCALAR_STORE_UNDEFINED, TT_UNIT_SCALAR, 0,
                     INSN_TEXT_STOREIND " to row %u of Src%c, which is past its last; nothing is stored",
                     (unsigned)((at >> 2) - (is_srcb ? 0 : SRCA_ROWS_BEFORE)), is_srcb ? 'B' : 'A');
    return TILE_DONE;
}
