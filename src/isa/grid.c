/* SPDX-License-Identifier: Apache-2.0 */
/* Names of places that the device translates: coordinates outside of the grid of network 0. R70t */
#include "isa/grid.h"

/* The i-th bit that is set; false: there are not so many. */
static bool grid_nth(uint32_t bits, unsigned i, unsigned *at)
{
    while (i-- && bits)
        bits &= bits - 1;
    if (bits)
        *at = (unsigned)__builtin_ctz(bits);
    return bits != 0;
}

static bool find_worker(const struct grid *grid, unsigned *x, unsigned *y)
{
    unsigned column = 0, row = 0;
    if (!grid->workers_x || *x < grid->workers_x || *y < grid->workers_y ||
        !grid_nth(grid->worker_columns, *x - grid->workers_x, &column) ||
        !grid_nth(grid->worker_rows, *y - grid->workers_y, &row))
        return false;
    *x = column;
    *y = row;
    return true;
}

/* Half of the banks stand in each column of names, and all places of a bank below one another. */
static bool grid_find_dram(const struct grid *grid, unsigned *x, unsigned *y)
{
    const unsigned rows = grid->dram_places / 2;
    if (!grid->dram_x || *x < grid->dram_x || *y < grid->dram_y || *x - grid->dram_x > 1 || *y - grid->dram_y >= rows)
        return false;
    const unsigned i = (*x - grid->dram_x) * rows + *y - grid->dram_y;
    *x = grid->dram[i].x;
    *y = grid->dram[i].y;
    return true;
}

static bool find_ethernet(const struct grid *grid, unsigned *x, unsigned *y)
{
    const unsigned columns = grid->ethernet_columns, column = *x - grid->ethernet_x, row = *y - grid->ethernet_y;
    if (*x < grid->ethernet_x || *y < grid->ethernet_y || column >= columns || row >= grid->ethernet_places / columns)
        return false;
    const unsigned i = row * columns + column;
    *x = grid->ethernet[i].x;
    *y = grid->ethernet[i].y;
    return true;
}

void grid_untranslate(const struct chip *chip, unsigned *x, unsigned *y)
{
    const struct grid *grid = &chip->grid;
    if (*x <= chip->host.noc_x_last && *y <= chip->host.noc_y_last)
        return;
    if (*x == grid->pcie_x && *y == grid->pcie_y) {
        *x = grid->pcie_at_x;
        *y = grid->pcie_at_y;
    } else if (!find_worker(grid, x, y) && !grid_find_dram(grid, x, y)) {
        (void)find_ethernet(grid, x, y);
    }
}

void grid_translate_worker(const struct chip *chip, unsigned *x, unsigned *y)
{
    const struct grid *grid = &chip->grid;
    if (!grid->workers_x)
        return;
    *x = grid->workers_x + (unsigned)__builtin_popcount(grid->worker_columns & ((1U << *x) - 1));
    *y = grid->workers_y + (unsigned)__builtin_popcount(grid->worker_rows & ((1U << *y) - 1));
}

bool grid_is_pcie(const struct chip *chip, unsigned network, unsigned x, unsigned y)
{
    const struct grid *grid = &chip->grid;
    if (network && x <= chip->host.noc_x_last && y <= chip->host.noc_y_last) {
        x = chip->host.noc_x_last - x;
        y = chip->host.noc_y_last - y;
    }
    return (x == grid->pcie_x && y == grid->pcie_y) || (x == grid->pcie_at_x && y == grid->pcie_at_y);
}
