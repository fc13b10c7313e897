/* SPDX-License-Identifier: Apache-2.0 */
/* Moves between SrcA, SrcB and Dst, of which no stage is reported: which cell a cell comes from says the wiring, and
 * what became of its number the bits that were written. */
#include "precision/precision_internal.h"

#include "numeric/cells.h"
#include "numeric/dst_rows.h"

#include <math.h>

double cell_value(enum format format, uint32_t high, uint32_t low)
{
    switch ((int)format) {
    case FORMAT_BF16:
        return precision_value(format, dst16_to_bf16(high));
    case FORMAT_FP16:
        return precision_value(format, dst16_to_fp16(high));
    case FORMAT_FP32:
        return precision_value(format, dst32_to_fp32(high << 16 | low));
    default:
        return NAN;
    }
}

static const enum tt_space registers[] = {TT_SPACE_DST, TT_SPACE_SRCA, TT_SPACE_SRCB};
enum { REGISTERS = sizeof registers / sizeof *registers };

/* The one cell of a register that a moved cell comes from; its own old value, and the lower half of 32 bits, aside.
 * False: there are several. */
static bool moves_find_source(const struct depends *depends, enum tt_space space, uint32_t cell,
                              enum tt_space *from_space, uint32_t *from)
{
    unsigned found = 0;
    for (size_t i = 0; i < depends->count; i++) {
        const struct depends_range *range = &depends->items[i];
        if (range->space != TT_SPACE_DST && range->space != TT_SPACE_SRCA && range->space != TT_SPACE_SRCB)
            continue;
        const uint32_t width = space_element_bytes(range->space);
        for (uint32_t at = range->lo / width; at * width < range->hi; at++) {
            const bool is_self = range->space == space && at == cell;
            const bool is_low = found == 1 && range->space == TT_SPACE_DST && *from_space == TT_SPACE_DST &&
                                at == *from + DST_LOW_HALF * DST_COLUMNS;
            if (is_self || is_low)
                continue;
            *from_space = range->space;
            *from = at;
            found++;
        }
    }
    return found == 1;
}

/* The formats in which the bits may be the number. */
static bool reads_as(struct shadowing *run, enum tt_space space, uint32_t cell, bool is_wide, double wanted,
                     enum format *format, double *value)
{
    static const enum format narrow[] = {FORMAT_BF16, FORMAT_FP16}, sources[] = {FORMAT_TF32_19, FORMAT_FP16};
    uint32_t high = 0, low = 0;
    if (!cell_bytes(run->log, space, cell, true, &high))
        return false;
    for (unsigned i = 0; i < (is_wide ? 1 : 2); i++) {
        if (space != TT_SPACE_DST) {
            *format = sources[i];
            *value = precision_value(*format, i ? src_to_fp16(high) : src_to_tf32(high));
        } else {
            *format = is_wide ? FORMAT_FP32 : narrow[i];
            if (is_wide)
                (void)cell_bytes(run->log, space, cell + DST_LOW_HALF * DST_COLUMNS, true, &low);
            *value = cell_value(*format, high, low);
        }
        if (isfinite(*value) && shade_joins(wanted, *value))
            return true;
    }
    return false;
}

static bool move_cell(struct shadowing *run, const struct depends_insn *insn, enum tt_space space, uint32_t cell,
                      bool is_wide)
{
    struct depends depends = {0};
    const uint32_t width = space_element_bytes(space);
    depends_of(insn, space, cell * width, (cell + 1) * width, &depends);
    depends_expand(insn, &depends);
    run->is_broken |= depends.is_out_of_memory;
    enum tt_space from_space = TT_SPACE_DST;
    uint32_t from_cell = 0;
    const bool is_copy = moves_find_source(&depends, space, cell, &from_space, &from_cell);
    depends_clear(&depends);
    const struct shade *from = is_copy ? cells_at(run->cells, from_space, from_cell) : NULL;
    if (!from)
        return is_copy; /* of a cell without an error */
    enum format format;
    double value;
    if (!reads_as(run, space, cell, is_wide, from->actual, &format, &value)) {
        run->precision->reinterpreted++;
        return true;
    }
    struct shade shade;
    shade_copy(&shade, from);
    const unsigned source = source_of(run, unit_name(TT_UNIT_MATRIX), run->insn->insn->mnemonic, format);
    source_rounds(run, &shade, source, value, value_ulp(format, fabs(value)));
    shade.is_wide = is_wide;
    pending_add(run, space, cell, &shade);
    return true;
}

bool rule_of_move(struct shadowing *run)
{
    const struct isa_insn *row = run->insn->insn;
    if (!row || !row->has_wiring || !log_reads_errors(run))
        return false;
    bool is_known = false, has_remap, has_swizzle;
    rows_order(run, &has_remap, &has_swizzle);
    const struct depends_insn *insn = insn_log_end(run->log, has_remap, has_swizzle);
    for (unsigned i = 0; i < REGISTERS; i++) {
        const enum tt_space space = registers[i];
        struct depends_rows rows;
        depends_rows_list(&run->log->insn, space, true, &rows);
        for (uint32_t r = 0; r < rows.count; r++)
            for (uint32_t column = 0; column < DST_COLUMNS; column++)
                is_known |= move_cell(run, insn, space, rows.at[r] * DST_COLUMNS + column, rows.is_wide);
    }
    return is_known;
}
