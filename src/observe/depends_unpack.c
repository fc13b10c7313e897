/* SPDX-License-Identifier: Apache-2.0 */
/* The unpackers: a cell comes from one datum of L1, and from the byte of its shared exponent (U-3, U-5). */
#include "observe/depends_internal.h"

#include "numeric/dst_rows.h"

enum { GROUP = 16, DATUM_BYTES_MAX = 4 };

/* How far a datum reaches: to the next, where one follows closely. */
static uint32_t datum_bytes(const struct depends_datums *datums)
{
    uint32_t least = DATUM_BYTES_MAX;
    for (uint32_t k = 1; k < datums->count; k++) {
        const uint32_t step = datums->addrs[k] - datums->addrs[k - 1];
        if (step == 0)
            return 1; /* two in a byte */
        least = step < least ? step : least;
    }
    return least;
}

static bool is_cell(const struct depends_target *target, uint32_t cell, bool is_wide)
{
    const struct depends_insn *insn = target->insn;
    if (target->space != TT_SPACE_DST)
        return cell == target->lo / 4 % (SRC_ROWS * SRC_COLUMNS);
    const uint32_t row = target->lo / DEPENDS_DST_ROW_BYTES, logical = cell / DST_COLUMNS;
    if (target->lo % DEPENDS_DST_ROW_BYTES / 2 != cell % DST_COLUMNS)
        return false;
    const uint32_t narrow = dst_adj16(logical, insn->has_remap);
    if (!is_wide && depends_reaches(insn, TT_SPACE_DST, narrow * DEPENDS_DST_ROW_BYTES, true))
        return row == narrow;
    const uint32_t upper = dst_adj32(logical, insn->has_remap, insn->has_swizzle);
    return row == upper || (is_wide && row == upper + DST_LOW_HALF); /* of 16 bits the upper half: M9x */
}

/* Exponents were read in the order of their groups, each maybe again where a block of datums ended in the middle. The
 * first group may have begun before the first datum: then either of two. */
static void add_exponents(const struct depends_target *target, const struct depends_datums *datums, uint32_t datum,
                          uint32_t bytes)
{
    uint32_t addrs[DST_ROWS], count = 0;
    for (size_t i = 0; i < target->insn->access_count && count < DST_ROWS; i++) {
        const struct depends_access *read = &target->insn->accesses[i];
        if (read->is_write || read->space != TT_SPACE_L1 || read->hi - read->lo != 1)
            continue;
        bool is_datum = false;
        for (uint32_t k = 0; k < datums->count && !is_datum; k += bytes > 1 ? 1 : GROUP / 2)
            is_datum = read->lo == datums->addrs[k];
        if (!is_datum && (!count || addrs[count - 1] != read->lo))
            addrs[count++] = read->lo;
    }
    if (!count)
        return;
    const uint32_t first = datum / GROUP, begun = count * GROUP == datums->count ? first : first + 1;
    for (uint32_t k = first; k <= begun && k < count; k++)
        depends_add(target, TT_SPACE_L1, addrs[k], addrs[k] + 1);
    if (first >= count)
        depends_add(target, TT_SPACE_L1, addrs[count - 1], addrs[count - 1] + 1);
}

void depends_of_unpack(const struct depends_target *target)
{
    const struct depends_datums *datums = depends_datums_of(target->insn, target->insn->unit, 0);
    const bool has_cells =
        target->space == TT_SPACE_DST || target->space == TT_SPACE_SRCA || target->space == TT_SPACE_SRCB;
    if (!has_cells)
        return; /* flags and banks go by the word */
    if (!datums || !datums->cells || !datums->addrs) {
        depends_add_all(target);
        return;
    }
    const bool is_wide =
        target->space == TT_SPACE_DST && depends_bytes(target->insn, TT_SPACE_DST, true) > 2 * datums->count;
    const uint32_t bytes = datum_bytes(datums);
    bool is_found = false;
    for (uint32_t k = datums->count; k-- > 0 && !is_found;) {
        if (datums->cells[k] == UINT16_MAX || !is_cell(target, datums->cells[k], is_wide))
            continue;
        is_found = true;
        depends_add(target, TT_SPACE_L1, datums->addrs[k], datums->addrs[k] + bytes);
        add_exponents(target, datums, k, bytes);
    }
    if (!is_found) /* a copy of a row, made behind the stages */
        depends_add_all(target);
}
