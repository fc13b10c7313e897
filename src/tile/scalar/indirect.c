/* SPDX-License-Identifier: Apache-2.0 */
/* LOADIND, and STOREIND to L1 and to the register window: addresses made of two scalar registers (F35).
 * From the page alone; nothing of it is recorded. */
#include "tile/scalar/indirect.h"

#include "base/little.h"
#include "tile/bus.h"

#include "scalar_findings.h"
#include "scalar_insns.h"

enum { WINDOW_MASK = 0xFFFFC };

uint32_t scalar_half(struct tile *tile, unsigned thread, uint32_t half)
{
    return tile_read_gpr(tile, TT_UNIT_SCALAR, thread, half / 2) >> 16 * (half & 1) & 0xFFFF;
}

void scalar_step_half(struct tile *tile, unsigned thread, uint32_t half, uint32_t increment_code)
{
    static const uint8_t increments[4] = {0, 2, 4, 16};
    const uint32_t shift = 16 * (half & 1);
    if (increments[increment_code & 3] == 0)
        return;
    const uint32_t old = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, half / 2);
    const uint32_t stepped = (old >> shift) + increments[increment_code & 3];
    tile_write_gpr(tile, TT_UNIT_SCALAR, thread, half / 2, (old & ~(0xFFFFu << shift)) | (stepped & 0xFFFF) << shift);
}

static uint32_t indirect_l1_addr(struct tile *tile, unsigned thread, uint32_t addr_reg, uint32_t offset_half)
{
    return tile_read_gpr(tile, TT_UNIT_SCALAR, thread, addr_reg) * 16 + scalar_half(tile, thread, offset_half);
}

static void load_four(struct tile *tile, unsigned thread, uint32_t addr, uint32_t reg)
{
    uint8_t bytes[16];
    tile_read_l1(tile, TT_UNIT_SCALAR, addr & ~15u, bytes, sizeof bytes);
    for (uint32_t i = 0; i < 4; i++)
        tile_write_gpr(tile, TT_UNIT_SCALAR, thread, (reg & ~3u) + i, load_u32(bytes + (size_t)4 * i));
}

/* Loads into the low bits of the register; the others stay. */
static void load_low(struct tile *tile, unsigned thread, uint32_t addr, uint32_t reg, uint32_t bytes)
{
    const uint32_t mask = (uint32_t)((UINT64_C(1) << 8 * bytes) - 1);
    uint8_t loaded[4] = {0};
    tile_read_l1(tile, TT_UNIT_SCALAR, addr & ~(bytes - 1), loaded, bytes);
    const uint32_t old = mask == UINT32_MAX ? 0 : tile_read_gpr(tile, TT_UNIT_SCALAR, thread, reg);
    tile_write_gpr(tile, TT_UNIT_SCALAR, thread, reg, (old & ~mask) | load_u32(loaded));
}

enum tile_step insn_loadind(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_loadind f = isa_decode_loadind(tile->chip->id, word);
    const uint32_t addr = indirect_l1_addr(tile, thread, f.addr_reg_index, f.offset_index);
    scalar_step_half(tile, thread, f.offset_index, f.auto_inc_spec);
    switch ((enum scalar_width)f.size_sel) {
    case WIDTH_16_BYTES:
        load_four(tile, thread, addr, f.data_reg_index);
        break;
    case WIDTH_4_BYTES:
        load_low(tile, thread, addr, f.data_reg_index, 4);
        break;
    case WIDTH_2_BYTES:
        load_low(tile, thread, addr, f.data_reg_index, 2);
        break;
    case WIDTH_1_BYTE:
        load_low(tile, thread, addr, f.data_reg_index, 1);
        break;
    }
    return TILE_DONE;
}

static enum tile_step indirect_store_l1(struct tile *tile, unsigned thread, const struct insn_storeind *f)
{
    static const uint8_t widths[4] = {16, 4, 2, 1};
    const struct l1_writer who = {.unit = TT_UNIT_SCALAR};
    const uint32_t addr = indirect_l1_addr(tile, thread, f->addr_reg_index, f->offset_index);
    const uint32_t count = widths[f->size_sel << 1 | f->reg_size_sel];
    const uint32_t reg = count == 16 ? f->data_reg_index & ~3u : f->data_reg_index;
    uint8_t bytes[16];
    for (uint32_t i = 0; i < (count + 3) / 4; i++) {
        const uint32_t value = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, reg + i);
        store_u32(bytes + (size_t)4 * i, value);
    }
    scalar_step_half(tile, thread, f->offset_index, f->auto_inc_spec);
    tile_write_l1(tile, &who, addr & ~(count - 1), bytes, count);
    return TILE_DONE;
}

static enum tile_step store_window(struct tile *tile, unsigned thread, const struct insn_storeind *f)
{
    const uint32_t base = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, f->addr_reg_index);
    const uint32_t offset = (base + (scalar_half(tile, thread, f->offset_index) >> 4)) & WINDOW_MASK;
    const uint32_t value = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, f->data_reg_index);
    scalar_step_half(tile, thread, f->offset_index, f->auto_inc_spec);
    if (MMIO_REGISTERS + offset < MMIO_TDMA)
        tile_finding(tile, FINDING_SCALAR_STORE_UNDEFINED, TT_UNIT_SCALAR, 0,
                     "STOREIND to %#x: below %Xh nothing is defined; nothing is stored",
                     (unsigned)(MMIO_REGISTERS + offset), (unsigned)MMIO_TDMA);
    else
        bus_store_at(tile, TT_UNIT_SCALAR, (int)thread, MMIO_REGISTERS + offset, value);
    return TILE_DONE;
}

enum tile_step insn_storeind(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_storeind f = isa_decode_storeind(tile->chip->id, word);
    if (f.mem_hier_sel)
        return indirect_store_l1(tile, thread, &f);
    return f.size_sel ? store_window(tile, thread, &f) : scalar_store_src(tile, thread, &f);
}
