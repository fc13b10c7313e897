/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix unit: rows and columns that meet (M50 to M58, M63), by the wiring of schemas/isa; Dst, where it
 * is read, always by the cell. Row i of what is written comes from row i of what was read, by the order in which the
 * unit reports rows. */
#include "observe/depends_internal.h"

#include "isa/isa.h"
#include "numeric/dst_rows.h"

static uint32_t depends_matrix_row_bytes(enum tt_space space)
{
    return space == TT_SPACE_DST ? DEPENDS_DST_ROW_BYTES : DEPENDS_SRC_ROW_BYTES;
}

/* The lower half follows its upper at once and is the same row. No permutation of rows brings two neighbours, or rows
 * two apart, so far from each other: the two lowest bits of a row's number stay (F-3.4 to F-3.6). */
void depends_rows_list(const struct depends_insn *insn, enum tt_space space, bool is_write, struct depends_rows *rows)
{
    const uint32_t bytes = depends_matrix_row_bytes(space);
    rows->count = 0;
    rows->is_wide = false;
    for (size_t i = 0; i < insn->access_count; i++) {
        const struct probe_access *access = &insn->accesses[i];
        if (access->space != space || access->is_write != is_write)
            continue;
        for (uint32_t row = access->lo / bytes; row * bytes < access->hi && rows->count < DEPENDS_ROWS_MAX; row++) {
            const bool is_low_half =
                space == TT_SPACE_DST && rows->count && row == rows->at[rows->count - 1] + DST_LOW_HALF;
            rows->is_wide |= is_low_half;
            if (!is_low_half)
                rows->at[rows->count++] = row;
        }
    }
}

/* Which row of those written holds the element; rows->count: none. */
static uint32_t nth_row(const struct depends_rows *rows, enum tt_space space, uint32_t row)
{
    uint32_t n = 0;
    while (n < rows->count && rows->at[n] != row && !(space == TT_SPACE_DST && rows->at[n] + DST_LOW_HALF == row))
        n++;
    return n;
}

static void add_cell(const struct depends_target *target, enum tt_space space, uint32_t row, uint32_t column)
{
    const uint32_t bytes = depends_matrix_row_bytes(space), cell = bytes / SRC_COLUMNS;
    depends_add(target, space, row * bytes + column * cell, row * bytes + (column + 1) * cell);
    if (space == TT_SPACE_DST)
        depends_add(target, space, (row + DST_LOW_HALF) * bytes + column * cell,
                    (row + DST_LOW_HALF) * bytes + (column + 1) * cell);
}

static void add_column(const struct depends_target *target, enum tt_space space, const struct depends_rows *rows,
                       uint32_t column)
{
    for (uint32_t i = 0; i < rows->count; i++)
        add_cell(target, space, rows->at[i], column);
}

/* The n-th row that was read. Where the numbers of rows read and written differ (one row serves all): all rows that
 * were read. */
static void add_row(const struct depends_target *target, enum tt_space space, const struct depends_rows *read,
                    uint32_t written, uint32_t n)
{
    const uint32_t bytes = depends_matrix_row_bytes(space);
    for (uint32_t i = 0; i < read->count; i++)
        if (read->count != written || i == n)
            depends_add(target, space, read->at[i] * bytes, (read->at[i] + 1) * bytes);
}

/* Whether column 0 of SrcB serves all columns. */
static bool serves_all(const struct depends_insn *insn)
{
    return insn->row && (insn->word & insn->row->column0_if);
}

static void add_meeting(const struct depends_target *target, enum tt_space space, enum isa_wiring wiring,
                        uint32_t written, uint32_t n, uint32_t column)
{
    struct depends_rows read;
    depends_rows_list(target->insn, space, false, &read);
    switch (wiring) {
    case WIRING_NOTHING:
        return;
    case WIRING_CELL: {
        const bool is_broadcast = space == TT_SPACE_SRCB && serves_all(target->insn);
        if (read.count == written && n < read.count)
            add_cell(target, space, read.at[n], is_broadcast ? 0 : column);
        else
            add_column(target, space, &read, is_broadcast ? 0 : column);
        return;
    }
    case WIRING_ROW:
        add_row(target, space, &read, written, n);
        return;
    case WIRING_COLUMN:
        add_column(target, space, &read, column);
        return;
    case WIRING_TRANSPOSED:
        if (column < read.count)
            add_cell(target, space, read.at[column], n);
        return;
    case WIRING_ALL:
    case WIRING_LANES:
    case WIRING_COUNT:
        depends_add_space(target, space);
        return;
    }
}

/* Moves from Dst to a source: the target is a cell of the source, and Dst counts by the row. */
static void add_dst(const struct depends_target *target, uint32_t written, uint32_t n, uint32_t column)
{
    struct depends_rows read;
    depends_rows_list(target->insn, TT_SPACE_DST, false, &read);
    if (read.count == written && n < read.count)
        add_cell(target, TT_SPACE_DST, read.at[n], column);
    else
        add_column(target, TT_SPACE_DST, &read, column);
}

void depends_of_matrix(const struct depends_target *target)
{
    const struct isa_insn *insn = target->insn->row;
    const bool has_wiring = insn && insn->has_wiring;
    const bool has_cells =
        target->space == TT_SPACE_DST || target->space == TT_SPACE_SRCA || target->space == TT_SPACE_SRCB;
    if (!has_cells && has_wiring)
        return; /* flags, counters and banks go by the word */
    if (!has_wiring) {
        depends_add_all(target);
        return;
    }
    struct depends_rows written;
    depends_rows_list(target->insn, target->space, true, &written);
    const uint32_t bytes = depends_matrix_row_bytes(target->space);
    const uint32_t n = nth_row(&written, target->space, target->lo / bytes);
    const uint32_t column = target->lo % bytes / (bytes / SRC_COLUMNS);
    add_meeting(target, TT_SPACE_SRCA, (enum isa_wiring)insn->wiring[TT_SPACE_SRCA], written.count, n, column);
    add_meeting(target, TT_SPACE_SRCB, (enum isa_wiring)insn->wiring[TT_SPACE_SRCB], written.count, n, column);
    add_dst(target, written.count, n, column);
    depends_add(target, target->space, target->lo, target->hi); /* the cell that it accumulates into */
}
