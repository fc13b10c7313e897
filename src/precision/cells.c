/* SPDX-License-Identifier: Apache-2.0 */
/* Shades of the registers, a room for each cell of Dst, SrcA, SrcB and the vector registers. */
#include "precision/precision_internal.h"

#include "base/little.h"
#include "numeric/dst_rows.h"

struct space_cells {
    uint32_t count;
    struct shade *shades;
    bool *has;
};

struct cells {
    struct space_cells spaces[TT_SPACE_COUNT];
};

static const enum tt_space followed[] = {TT_SPACE_DST, TT_SPACE_SRCA, TT_SPACE_SRCB, TT_SPACE_LREG};

struct cells *cells_new(enum tt_chip chip)
{
    struct cells *cells = mem_calloc(1, sizeof *cells);
    for (size_t i = 0; cells && i < sizeof followed / sizeof *followed; i++) {
        struct space_cells *space = &cells->spaces[followed[i]];
        space->count = space_bytes(chip, followed[i]) / space_element_bytes(followed[i]);
        space->shades = mem_calloc(space->count, sizeof *space->shades);
        space->has = mem_calloc(space->count, sizeof *space->has);
        if (!space->shades || !space->has) {
            cells_free(cells);
            return NULL;
        }
    }
    return cells;
}

void cells_free(struct cells *cells)
{
    for (int i = 0; cells && i < TT_SPACE_COUNT; i++) {
        mem_free(cells->spaces[i].shades);
        mem_free(cells->spaces[i].has);
    }
    mem_free(cells);
}

struct shade *cells_at(struct cells *cells, enum tt_space space, uint32_t cell)
{
    struct space_cells *of = &cells->spaces[space];
    return cell < of->count && of->has[cell] ? &of->shades[cell] : NULL;
}

void cells_put(struct cells *cells, enum tt_space space, uint32_t cell, const struct shade *shade)
{
    struct space_cells *of = &cells->spaces[space];
    if (cell >= of->count)
        return;
    of->has[cell] = true;
    shade_copy(&of->shades[cell], shade);
}

/* A lower half that is written takes the upper's number along. */
static void drop_upper(struct space_cells *dst, uint32_t cell)
{
    const uint32_t below = DST_LOW_HALF * DST_COLUMNS;
    if (cell >= below && dst->has[cell - below] && dst->shades[cell - below].is_wide)
        dst->has[cell - below] = false;
}

void cells_drop(struct cells *cells, enum tt_space space, uint32_t first, uint32_t end)
{
    struct space_cells *of = &cells->spaces[space];
    for (uint32_t cell = first; cell < end && cell < of->count; cell++) {
        of->has[cell] = false;
        if (space == TT_SPACE_DST)
            drop_upper(of, cell);
    }
}

bool cell_bytes(const struct insn_log *log, enum tt_space space, uint32_t cell, bool is_after, uint32_t *bits)
{
    const uint32_t width = space_element_bytes(space), lo = cell * width;
    for (size_t i = log->insn.access_count; i-- > 0;) {
        const struct probe_access *access = &log->accesses[i];
        const size_t from = is_after ? log->retained[i].after : log->retained[i].before;
        if (access->space != space || !from || lo < access->lo || lo + width > access->hi)
            continue;
        *bits = load_number(log->bytes + from + (lo - access->lo), width);
        return true;
    }
    return false;
}
