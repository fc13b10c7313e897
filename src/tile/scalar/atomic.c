/* SPDX-License-Identifier: Apache-2.0 */
/* ATINCGET, ATINCGETPTR, ATSWAP, ATCAS: the scalar unit's atomic accesses to L1 (F35). They take effect at
 * once. From the page alone; nothing of it is recorded. docs/semantics/scalar.md#atomics */
#include "base/little.h"
#include "tile/tile_internal.h"

#include "scalar_insns.h"

enum { LANES_16_BIT = 8, RING_WHOLE = 0x8000 };

/* Without a report: for a word that may have to wait, and then did nothing. */
static uint32_t peek_word(const struct tile *tile, uint32_t addr)
{
    const bool is_within = addr < tile->chip->l1_bytes && tile->chip->l1_bytes - addr >= sizeof(uint32_t);
    return is_within ? load_u32(&tile->state.l1[addr]) : 0;
}

static uint32_t line_of(struct tile *tile, unsigned thread, uint32_t addr_reg)
{
    return tile_read_gpr(tile, TT_UNIT_SCALAR, thread, addr_reg) * 16;
}

enum tile_step insn_atincget(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_atincget f = isa_decode_atincget(tile->chip->id, word);
    const uint32_t addr = line_of(tile, thread, f.addr_reg_index) + 4 * f.sel32b;
    const uint32_t mask = (uint32_t)((UINT64_C(2) << f.wrap_val) - 1);
    const uint32_t held = tile_load_word(tile, TT_UNIT_SCALAR, addr);
    const uint32_t step = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, f.data_reg_index);
    tile_store_word(tile, TT_UNIT_SCALAR, addr, ((held + step) & mask) | (held & ~mask));
    tile_write_gpr(tile, TT_UNIT_SCALAR, thread, f.data_reg_index, held);
    return TILE_DONE;
}

/* A ring of two pointers, read and write, in words 0 and 1: a writer waits while it is full, a reader while it is
 * empty. */
static bool ring_waits(const struct tile *tile, uint32_t line, const struct insn_atincgetptr *f)
{
    const uint32_t size = peek_word(tile, line + 4) - peek_word(tile, line);
    const uint32_t capacity = f->wrap_val ? UINT32_C(1) << (f->wrap_val - 1) : RING_WHOLE;
    const bool is_writer = f->sel32b & 1;
    return is_writer ? size % capacity == 0 && size != 0 : size == 0;
}

enum tile_step insn_atincgetptr(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_atincgetptr f = isa_decode_atincgetptr(tile->chip->id, word);
    if (ring_waits(tile, tile->state.gpr[thread][f.addr_reg_index] * 16, &f))
        return TILE_WAITS;
    const uint32_t line = line_of(tile, thread, f.addr_reg_index);
    const uint32_t addr = line + 4 * f.sel32b;
    const uint32_t mask = (UINT32_C(1) << f.wrap_val) - 1;
    const uint32_t held = tile_load_word(tile, TT_UNIT_SCALAR, addr);
    const uint32_t step = f.no_incr ? 0 : UINT32_C(1) << f.incr_val;
    tile_store_word(tile, TT_UNIT_SCALAR, addr, ((held + step) & mask) | (held & ~mask));
    tile_write_gpr(tile, TT_UNIT_SCALAR, thread, f.data_reg_index, held);
    return TILE_DONE;
}

/* Writes; nothing is read back, whatever the name says. */
enum tile_step insn_atswap(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_atswap f = isa_decode_atswap(tile->chip->id, word);
    const uint32_t line = line_of(tile, thread, f.addr_reg_index);
    const uint32_t first = f.data_reg_index & ~3u;
    const struct l1_writer who = {.unit = TT_UNIT_SCALAR};
    uint8_t bytes[16] = {0};
    for (uint32_t i = 0; i < 4; i++) {
        if (f.single && first + i != f.data_reg_index)
            continue;
        const uint32_t value = tile_read_gpr(tile, TT_UNIT_SCALAR, thread, first + i);
        store_u32(bytes + (size_t)4 * i, value);
    }
    for (uint32_t lane = 0; lane < LANES_16_BIT; lane++) {
        if (f.swap_mask >> lane & 1)
            tile_write_l1(tile, &who, line + 2 * lane, bytes + (size_t)2 * lane, 2);
    }
    return TILE_DONE;
}

enum tile_step insn_atcas(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_atcas f = isa_decode_atcas(tile->chip->id, word);
    if (peek_word(tile, tile->state.gpr[thread][f.addr_reg_index] * 16 + 4 * f.sel32b) != f.cmp_val)
        return TILE_WAITS;
    const uint32_t addr = line_of(tile, thread, f.addr_reg_index) + 4 * f.sel32b;
    /* Read once more, so that the probe gets it: only now does the word take effect. */
    (void)tile_load_word(tile, TT_UNIT_SCALAR, addr);
    tile_store_word(tile, TT_UNIT_SCALAR, addr, f.swap_val);
    return TILE_DONE;
}
