/* SPDX-License-Identifier: Apache-2.0 */
/* UNPACR_NOP: clears a source bank, hands it over, pops a stream or writes a register, in order with UNPACR. The two
 * chips spell it differently: a code in the low bits, or fields. U-1.2 to U-1.4, U-8 */
#include "base/guard/built_wide.h"
#include "tile/mover/tdma.h"
#include "tile/unpack/sections.h"
#include "tile/unpack/unpack_internal.h"

#include "unpack_findings.h"
#include "unpack_insns.h"

enum { ALL_ONES = 0x7FFFF, ONE_FP16 = 0x0000F, ONE_BF16 = 0x0007F, ONE_INT8 = 0x00110 };
enum { SUM_MASK = 0x1FFFF };

/* The action of an instruction, whichever way it was spelled. */
struct nop {
    unsigned unpacker;
    bool clears, is_both_banks, waits_for_own_bank, hands_over;
    uint32_t value; /* cleared to */
    bool pops, writes_register;
};

/* Wormhole: options of the clear stand above its code. Code 5 is 1 with the bit for minus infinity. */
TILE_INLINE struct nop read_code(const struct insn_unpacr_nop *f)
{
    enum { POP = 0, CLEAR = 1, NOTHING = 2, POP_GIVEN = 3, WRITE_REGISTER = 4, CLEAR_TO_INFINITY = 5, HAND_OVER = 7 };
    struct nop nop = {.unpacker = f->unpack_block_selection};
    const bool is_to_infinity = f->code == CLEAR_TO_INFINITY;
    nop.clears = f->code == CLEAR || is_to_infinity;
    nop.value = is_to_infinity && nop.unpacker == 0 ? ALL_ONES : 0;
    nop.is_both_banks = nop.clears && f->both_banks;
    nop.waits_for_own_bank = f->own_bank;
    nop.hands_over = f->code == HAND_OVER || (nop.clears && f->hands_over);
    nop.pops = f->code == POP || f->code == POP_GIVEN;
    nop.writes_register = f->code == WRITE_REGISTER;
    return nop;
}

TILE_INLINE uint32_t clear_value(const struct tile *tile, unsigned thread, const struct insn_unpacr_nop *f)
{
    static const uint32_t ones[4] = {ONE_FP16, ONE_BF16, ONE_INT8, ONE_INT8};
    switch (f->src_clr_val_ctrl) {
    case 0:
        return 0;
    case 1:
        return f->unpacker_select && !tile->chip->unpack_srcb_clears_to_infinity ? 0 : ALL_ONES;
    case 2:
        return ones[f->clr_to1_fmt_ctrl];
    default:
        return unpack_thread_field(tile, unpack_unit(f->unpacker_select), thread,
                                   unpack_sections[f->unpacker_select].clear_value) &
               ALL_ONES;
    }
}

TILE_INLINE struct nop read_fields(const struct tile *tile, unsigned thread, const struct insn_unpacr_nop *f)
{
    enum { POP = 0, CLEAR = 1, NOTHING = 2, POP_GIVEN = 3, ONLY_HAND_OVER = 3 };
    struct nop nop = {.unpacker = f->unpacker_select};
    const bool only_hands_over = f->clr_to1_fmt_ctrl == ONLY_HAND_OVER;
    nop.clears = f->unpack_pop == CLEAR && !only_hands_over;
    nop.value = clear_value(tile, thread, f);
    nop.is_both_banks = nop.clears && f->bank_clr_ctrl;
    nop.waits_for_own_bank = f->stall_clr_cntrl;
    nop.hands_over = f->set_dvalid || only_hands_over;
    nop.pops = (f->unpack_pop == POP || f->unpack_pop == POP_GIVEN) && !only_hands_over;
    if (tile_variant(tile, VARIANT_UNPACK_NOP_CODE_7) != 0 && (f->word & 7) == 7) /* C-82 */
        nop = (struct nop){.unpacker = f->unpacker_select, .hands_over = true};
    return nop;
}

TILE_INLINE bool must_wait(const struct tile *tile, const struct nop *nop)
{
    const unsigned bank =
        nop->waits_for_own_bank ? unpack_bank(tile, nop->unpacker) : unpack_matrix_bank(tile, nop->unpacker);
    return nop->clears && !unpack_has_bank(tile, nop->unpacker, bank);
}

BUILT_WIDE static void fill_cells(uint32_t *cells, uint32_t count, uint32_t value)
{
    for (uint32_t i = 0; i < count; i++)
        cells[i] = value;
}

/* As many rows at once as a report takes. */
static __attribute__((noinline)) void clear_bank(struct tile *tile, unsigned unpacker, unsigned bank, uint32_t value)
{
    enum { CELLS = TILE_SAW_BYTES_MAX / sizeof(uint32_t), ROWS = CELLS / SRC_COLUMNS };
    const enum tt_space space = unpacker ? TT_SPACE_SRCB : TT_SPACE_SRCA;
    uint32_t(*rows)[SRC_COLUMNS] = unpack_source(tile, unpacker)[bank];
    uint32_t cells[CELLS];
    if (!tile_probed(tile, PROBE_ACCESS)) {
        fill_cells(rows[0], SRC_ROWS * SRC_COLUMNS, value);
        return;
    }
    fill_cells(cells, CELLS, value);
    for (uint32_t row = 0; row < SRC_ROWS; row += ROWS) {
        const uint32_t lo = (bank * SRC_ROWS + row) * SRC_COLUMNS * (uint32_t)sizeof *cells;
        tile_saw_write(tile, space, unpack_unit(unpacker), lo, lo + (uint32_t)sizeof cells, rows[row], cells);
        memcpy(rows[row], cells, sizeof cells);
    }
}

TILE_INLINE void clear(struct tile *tile, const struct nop *nop)
{
    const unsigned own = unpack_bank(tile, nop->unpacker);
    if (!nop->is_both_banks) {
        clear_bank(tile, nop->unpacker, own, nop->value);
        return;
    }
    for (unsigned bank = 0; bank < SRC_BANKS; bank++)
        clear_bank(tile, nop->unpacker, bank, nop->value);
}

/* U-8.7. The base stands in the TDMA-RISC's CLK_GATE_EN, packed as PACR_SETREG's are, as we read the page (F40t). */
static void write_register(struct tile *tile, unsigned thread, const struct nop *nop, uint32_t word)
{
    const uint32_t base = tdma_base(tile->state.tdma.nop_bases >> 8, word >> 22 & 1);
    uint32_t value = word >> 4 & 0x7FF;
    uint32_t *sum = &tile->state.unpack.register_sum[nop->unpacker];
    tile_finding(tile, FINDING_UNPACK_SET_REGISTER_NOT_RECORDED, unpack_unit(nop->unpacker), 0, "value %u",
                 (unsigned)value);
    if (word >> 3 & 1) {
        *sum = value ? (*sum + value) & SUM_MASK : 0;
        if (!value)
            return;
        value = *sum;
    }
    bus_store_at(tile, unpack_unit(nop->unpacker), (int)thread, MMIO_REGISTERS + base + ((word >> 16 & 0x3F) << 12),
                 value);
}

/* The word names the stream if it has a count, else the thread's configuration does (U-8.6). */
static uint32_t popped_stream(const struct tile *tile, unsigned thread, const struct nop *nop, uint32_t word)
{
    enum { GIVEN = 3, COUNT_AT = 4, COUNT_MASK = 0x7FF, STREAM_AT = 16, STREAM_MASK = 0x3F };
    if ((word & 3) == GIVEN && (word >> COUNT_AT & COUNT_MASK))
        return word >> STREAM_AT & STREAM_MASK;
    return unpack_thread_field(tile, unpack_unit(nop->unpacker), thread, unpack_sections[nop->unpacker].popped_stream);
}

/* A pop gives back room of a stream that hands messages to software. None does here: streams are idle (R57). */
static void pop(struct tile *tile, unsigned thread, const struct nop *nop, uint32_t word)
{
    tile_finding(tile, FINDING_UNPACK_STREAM_POP, unpack_unit(nop->unpacker), 0, "stream %u: it has no message here",
                 (unsigned)popped_stream(tile, thread, nop, word));
}

/* The bank's implied format is that of the register, whatever a context says (U-7.4). */
static void unpacr_nop_hand_over(struct tile *tile, unsigned thread, const struct nop *nop)
{
    unpack_imply_format(
        tile, nop->unpacker,
        unpack_thread_field(tile, unpack_unit(nop->unpacker), thread, unpack_sections[nop->unpacker].out_format));
    unpack_hand_over(tile, nop->unpacker);
    unpack_restart_row(tile, thread, nop->unpacker);
}

TILE_INLINE struct nop read_word(const struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_unpacr_nop f = isa_decode_unpacr_nop(tile->chip->id, word);
    return tile->chip->unpacr_nop_has_fields ? read_fields(tile, thread, &f) : read_code(&f);
}

/* The other actions; apart, so that to clear alone saves few registers. */
static __attribute__((noinline)) enum tile_step unpacr_nop_do_all(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct nop nop = read_word(tile, thread, word);
    if (nop.pops)
        pop(tile, thread, &nop, word);
    if (nop.clears)
        clear(tile, &nop);
    if (nop.writes_register)
        write_register(tile, thread, &nop, word);
    if (nop.hands_over)
        unpacr_nop_hand_over(tile, thread, &nop);
    return TILE_DONE;
}

enum tile_step insn_unpacr_nop(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct nop nop = read_word(tile, thread, word);
    if (must_wait(tile, &nop))
        return TILE_WAITS;
    if (nop.pops || nop.writes_register || nop.hands_over)
        return unpacr_nop_do_all(tile, thread, word);
    if (nop.clears)
        clear(tile, &nop);
    return TILE_DONE;
}
