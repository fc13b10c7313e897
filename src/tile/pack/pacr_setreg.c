/* SPDX-License-Identifier: Apache-2.0 */
/* PACR_SETREG: flushes what waits before L1 and stores a word to the tile's registers. P-1.6, P-1.7. Nothing
 * of it is recorded. The TDMA-RISC holds the store's bases and scalers (F40). */
#include "pack_findings.h"
#include "pack_insns.h"
#include "tile/mover/tdma.h"
#include "tile/pack/pack_internal.h"

/* Blackhole: the section registers hold the first two of four bases, the TDMA's word the other two. */
static uint32_t pacr_setreg_base_of(const struct tile *tile, unsigned thread, unsigned select)
{
    const uint32_t tdma = tdma_base(tile->state.tdma.setreg_bases, select);
    if (!tile->chip->packer_has_read_interfaces || select >= 2)
        return tdma;
    return pack_thread_field(tile, thread,
                             select ? PACK_REG_THCON_SEC1_REG10_Packer_Reg_Wr_Addr
                                    : PACK_REG_THCON_SEC0_REG10_Packer_Reg_Wr_Addr);
}

/* Wormhole: ten bits, and above them their product with a scaler that the output format chooses. */
static uint32_t scaled(struct tile *tile, unsigned thread, uint32_t value)
{
    const unsigned which = pack_thread_field(tile, thread, PACK_REG_THCON_SEC0_REG1_Out_data_format) & 3;
    return value + (((value * tile->state.tdma.scalers[which]) & 0x1FFFF) << 12);
}

/* Datums that wait in the pre-L1 buffers of a packer go out, its streams go on where they are. */
static void flush_held(struct tile *tile, struct pack_stream *stream)
{
    const uint32_t open = stream->addr % PACK_STREAM_BLOCK, base = stream->addr - open;
    if (!stream->is_placed || !pack_fits_l1(tile, base, open))
        return;
    tile_l1_written(tile, base, open);
    memcpy(&tile->state.l1[base], stream->held, open);
}

static void flush_all(struct tile *tile)
{
    for (unsigned i = 0; i < tile->chip->packers; i++) {
        struct packer *packer = &tile->state.pack.packer[i];
        flush_held(tile, &packer->row_starts);
        flush_held(tile, &packer->exponents);
        flush_held(tile, &packer->data);
    }
}

static void load_half(struct tile *tile, uint32_t value, bool is_upper)
{
    uint32_t *data = &tile->state.pack.setreg_data;
    *data = is_upper ? (*data & 0xFFFF) | value << 16 : (*data & 0xFFFF0000) | value;
}

enum tile_step insn_pacr_setreg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_pacr_setreg f = isa_decode_pacr_setreg(tile->chip->id, word);
    const bool is_blackhole_form = tile->chip->packer_has_read_interfaces;
    if (is_blackhole_form && f.mode_sel) {
        load_half(tile, f.data_value, f.data_half);
        return TILE_DONE;
    }
    const uint32_t target = MMIO_REGISTERS + pacr_setreg_base_of(tile, thread, f.addr_sel) + (f.stream_id << 12);
    const uint32_t value = is_blackhole_form ? tile->state.pack.setreg_data : scaled(tile, thread, f.wr_data);
    flush_all(tile);
    if (target < MMIO_TDMA || target >= MMIO_STREAM_END) {
        tile_finding(tile, FINDING_PACK_SETREG_TARGET, TT_UNIT_PACK, 0, "nothing is stored at %#x", (unsigned)target);
        return TILE_DONE;
    }
    bus_store_at(tile, TT_UNIT_PACK, (int)thread, target, value);
    return TILE_DONE;
}
