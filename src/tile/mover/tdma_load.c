/* SPDX-License-Identifier: Apache-2.0 */
/* Loads of the TDMA-RISC's registers (F40, P-8.7, P-11.2). Between whole words nothing is under way: the mover and the
 * packers are at rest. Recorded is STATUS alone. */
#include "tile/mover/tdma.h"
#include "tile/pack/pack.h"

#include "tdma_findings.h"

enum { SCALER_BITS = 9, SUM_AT = 16, SUM_HIGH_AT = 31, SUM_HALF = 0xFFFF };

static bool tdma_is_between(unsigned cell, unsigned first, unsigned count)
{
    return cell >= first && cell < first + count;
}

/* The first three scalers, and bit 16 of what an unpacker's stores have summed up (U-8.7). */
static uint32_t tdma_scalers(const struct tile *tile, unsigned unpacker)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < 3; i++)
        value |= (uint32_t)tile->state.tdma.scalers[i] << i * SCALER_BITS;
    return value | (tile->state.unpack.register_sum[unpacker & 1] >> SUM_AT & 1) << SUM_HIGH_AT;
}

static uint32_t tdma_queues(const struct tile *tile)
{
    uint32_t value = tile->state.tdma.setreg_bases << 8;
    for (unsigned i = 0; i < PACKERS_MAX; i++)
        value |= (uint32_t)pack_queue_state(tile, i) << 2 * i;
    return value;
}

static uint32_t tdma_sums(const struct tile *tile, unsigned packer, unsigned thread)
{
    return (tile->state.unpack.register_sum[packer & 1] & SUM_HALF) << 16 |
           (pack_tile_size(tile, packer, thread) >> 16 & SUM_HALF);
}

/* The packers' knowledge: a row a packer in the table, a place a thread in the row. */
static uint32_t tdma_sideband(const struct tile *tile, unsigned cell)
{
    enum { SIZES = TDMA_CELL_PACKED_SIZE_0, SUMS = TDMA_CELL_ACC_PACKED_SIZE_0, ALL = PACKERS_MAX * THREADS };
    if (tdma_is_between(cell, SIZES, ALL))
        return pack_tile_size(tile, (cell - SIZES) / THREADS, (cell - SIZES) % THREADS) & SUM_HALF;
    if (tdma_is_between(cell, SUMS, ALL))
        return tdma_sums(tile, (cell - SUMS) / THREADS, (cell - SUMS) % THREADS);
    if (tdma_is_between(cell, TDMA_CELL_ALL_ZERO_FLAGS, PACKERS_MAX))
        return pack_zero_flags(tile, cell - TDMA_CELL_ALL_ZERO_FLAGS);
    if (tdma_is_between(cell, TDMA_CELL_FIFO_PACKED_TILE_SIZE, PACKERS_MAX))
        return pack_queued_size(tile, cell - TDMA_CELL_FIFO_PACKED_TILE_SIZE);
    return pack_queued_flags(tile, cell - TDMA_CELL_FIFO_PACKED_TILE_ZEROMASK);
}

static uint32_t tdma_held(const struct tile *tile, unsigned user, unsigned cell)
{
    enum { AT_REST = 8 };
    const struct tdma_state *tdma = &tile->state.tdma;
    switch (cell) {
    case TDMA_CELL_XMOV_L1_BASE_ADDR:
        return tdma->move_bases[user];
    case TDMA_CELL_CLK_GATE_EN:
        return tdma->nop_bases;
    case TDMA_CELL_CLK_GATE_HYST:
        return tdma->hysteresis;
    case TDMA_CELL_STATUS:
        return AT_REST;
    case TDMA_CELL_SETREG_BASES:
        return tdma_queues(tile);
    case TDMA_CELL_SCALERS:
    case TDMA_CELL_SCALERS + 1:
        return tdma_scalers(tile, cell - TDMA_CELL_SCALERS);
    default: /* parameters and the command: for stores; a load gives 0 */
        return cell <= TDMA_CELL_COMMAND ? 0 : tdma_sideband(tile, cell);
    }
}

bool tdma_load(const struct tile *tile, const struct bus_access *load, uint32_t *value)
{
    const struct mmio_target *at = load->at;
    *value = at->reg ? tdma_held(tile, tdma_user(load), at->reg->cell + at->index) : 0;
    return at->reg != NULL;
}

bool tdma_load_waits(const struct tile *tile, const struct mmio_target *at)
{
    return at->place == PLACE_TDMA && at->reg && at->reg->cell == TDMA_CELL_FIFO_PACKED_TILE_SIZE &&
           (pack_queue_state(tile, at->index) & PACK_QUEUE_EMPTY);
}

void tdma_loaded(struct tile *tile, const struct bus_access *load)
{
    const struct mmio_register *reg = load->at->reg;
    const unsigned packer = load->at->index;
    if (load->at->place != PLACE_TDMA || !reg || reg->cell <= TDMA_CELL_CLK_GATE_EN)
        return;
    tile_finding(tile, FINDING_TDMA_NOT_RECORDED, load->unit, 0, "%s is loaded", reg->name);
    if (reg->act != MMIO_ACT_POPS_TILE)
        return;
    if (pack_queue_state(tile, packer) & PACK_QUEUE_EMPTY)
        tile_finding(tile, FINDING_TDMA_QUEUE_EMPTY, load->unit, packer, "%s of packer %u: no tile is in its queue; 0",
                     reg->name, packer);
    else
        pack_dequeue(tile, packer);
}
