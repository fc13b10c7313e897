/* SPDX-License-Identifier: Apache-2.0 */
/* The unpackers: a cell comes from one datum of L1, and from the byte of its shared exponent (U-3, U-5). */
#include "observe/depends_internal.h"

#include "base/search.h"
#include "numeric/dst_rows.h"

enum { GROUP = 16, DATUM_BYTES_MAX = 4 };

/* How many bytes a datum has: up to the next one, where that follows closely. */
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

/* ---- prepared once an instruction ---- */

/* The cell of a source, or of Dst as it lies; of 16 bits in Dst the upper half of 32 (M9x) where no row was written in
 * which they would stand otherwise. */
static uint32_t depends_unpack_cell_of(const struct depends_target *target, uint32_t cell, bool is_wide)
{
    const struct depends_insn *insn = target->insn;
    if (target->space != TT_SPACE_DST)
        return cell;
    const uint32_t row = cell / DST_COLUMNS, column = cell % DST_COLUMNS;
    const uint32_t narrow = dst_adj16(row, insn->has_remap), lo = narrow * DEPENDS_DST_ROW_BYTES;
    const bool is_narrow = !is_wide && depends_index_writes(insn->index, TT_SPACE_DST, lo, lo + DEPENDS_DST_ROW_BYTES);
    return (is_narrow ? narrow : dst_adj32(row, insn->has_remap, insn->has_swizzle)) * DST_COLUMNS + column;
}

static void depends_unpack_put_cell(struct depends_cells *cells, uint32_t cell, uint32_t datum)
{
    if (cell < cells->cell_count)
        cells->datum[cell] = datum + 1;
}

static bool prepare_cells(const struct depends_target *target, const struct depends_datums *datums)
{
    struct depends_cells *cells = &target->insn->index->cells;
    const bool is_dst = target->space == TT_SPACE_DST;
    const bool is_wide = is_dst && target->insn->index->bytes[TT_SPACE_DST][true] > 2 * datums->count;
    cells->cell_count = is_dst ? DST_ROWS * DST_COLUMNS : SRC_ROWS * SRC_COLUMNS;
    if (mem_grow(&cells->datum, &cells->datum_capacity, cells->cell_count, sizeof *cells->datum))
        return false;
    memset(cells->datum, 0, cells->cell_count * sizeof *cells->datum);
    for (uint32_t k = 0; k < datums->count; k++) {
        if (datums->cells[k] == UINT16_MAX)
            continue;
        const uint32_t cell = depends_unpack_cell_of(target, datums->cells[k], is_wide);
        depends_unpack_put_cell(cells, cell, k);
        if (is_wide)
            depends_unpack_put_cell(cells, cell + DST_LOW_HALF * DST_COLUMNS, k);
    }
    return true;
}

ORDER(by_addr, uint32_t, COMPARE(*a, *b))

static bool prepare_addrs(struct depends_cells *cells, const struct depends_datums *datums)
{
    if (mem_grow(&cells->addrs, &cells->addr_capacity, datums->count + 1u, sizeof *cells->addrs))
        return false;
    bool ascend = true;
    cells->addr_count = 0;
    for (uint32_t k = 0; k<datums->count; k += cells->datum_bytes> 1 ? 1 : GROUP / 2) {
        ascend &= !cells->addr_count || cells->addrs[cells->addr_count - 1] <= datums->addrs[k];
        cells->addrs[cells->addr_count++] = datums->addrs[k];
    }
    if (!ascend)
        qsort(cells->addrs, cells->addr_count, sizeof *cells->addrs, by_addr);
    return true;
}

/* Exponents were read in the order of their groups; one may be read again where a block of datums ended within its
 * group. */
static void prepare_exponents(const struct depends_insn *insn, struct depends_cells *cells)
{
    uint32_t *addrs = cells->exponents, count = 0;
    for (size_t i = 0; i < insn->access_count && count < DST_ROWS; i++) {
        const struct probe_access *read = &insn->accesses[i];
        if (read->is_write || read->space != TT_SPACE_L1 || read->hi - read->lo != 1)
            continue;
        const bool is_datum = bsearch(&read->lo, cells->addrs, cells->addr_count, sizeof read->lo, by_addr) != NULL;
        if (!is_datum && (!count || addrs[count - 1] != read->lo))
            addrs[count++] = read->lo;
    }
    cells->exponent_count = count;
}

/* An unpacker writes cells of one space: the preparation is for that space, and is made again if another is wanted. */
static bool depends_unpack_prepare(const struct depends_target *target, const struct depends_datums *datums)
{
    struct depends_cells *cells = &target->insn->index->cells;
    if (cells->is_ready && cells->space == target->space)
        return true;
    cells->datum_bytes = datum_bytes(datums);
    if (!prepare_cells(target, datums) || !prepare_addrs(cells, datums))
        return false;
    prepare_exponents(target->insn, cells);
    cells->space = target->space;
    cells->is_ready = true;
    return true;
}

/* ---- an element ---- */

/* The first group may have begun before the first datum: then the exponent is one of two. */
static void add_exponents(const struct depends_target *target, const struct depends_datums *datums, uint32_t datum)
{
    const struct depends_cells *cells = &target->insn->index->cells;
    const uint32_t *addrs = cells->exponents, count = cells->exponent_count;
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
    const struct depends_cells *cells = &target->insn->index->cells;
    const bool has_cells =
        target->space == TT_SPACE_DST || target->space == TT_SPACE_SRCA || target->space == TT_SPACE_SRCB;
    if (!has_cells)
        return; /* flags and banks depend on the word alone */
    if (!datums || !datums->cells || !datums->addrs) {
        depends_add_all(target);
        return;
    }
    if (!depends_unpack_prepare(target, datums)) {
        target->into->is_out_of_memory = true;
        return;
    }
    const uint32_t cell = target->space == TT_SPACE_DST ? target->lo / 2 : target->lo / 4 % (SRC_ROWS * SRC_COLUMNS);
    const uint32_t number = cell < cells->cell_count ? cells->datum[cell] : 0;
    if (!number) { /* a copy of a row, made behind the stages */
        depends_add_all(target);
        return;
    }
    depends_add(target, TT_SPACE_L1, datums->addrs[number - 1], datums->addrs[number - 1] + cells->datum_bytes);
    add_exponents(target, datums, number - 1);
}

/* Bytes of L1 that were read one behind the other, or on top of each other; false: there are gaps, or there are none.
 */
static bool find_read(const struct depends_insn *insn, uint32_t *lo, uint32_t *hi)
{
    *lo = *hi = 0;
    for (size_t i = 0; i < insn->access_count; i++) {
        const struct probe_access *read = &insn->accesses[i];
        if (read->is_write || read->space != TT_SPACE_L1)
            continue;
        const bool is_first = *lo == *hi;
        if (!is_first && (read->lo > *hi || read->hi < *lo))
            return false;
        *lo = is_first || read->lo < *lo ? read->lo : *lo;
        *hi = is_first || read->hi > *hi ? read->hi : *hi;
    }
    return *lo < *hi;
}

bool depends_is_each_cell_read(const struct depends_insn *insn)
{
    const struct depends_datums *datums = depends_datums_of(insn, insn->unit, 0);
    uint32_t lo, hi;
    bool are_read = datums && datums->cells && datums->addrs && find_read(insn, &lo, &hi);
    for (uint32_t k = 0; are_read && k < datums->count; k++)
        are_read = datums->addrs[k] >= lo && datums->addrs[k] < hi;
    return are_read;
}
