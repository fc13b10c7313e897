/* SPDX-License-Identifier: Apache-2.0 */
/* SETDMAREG: a half register from the instruction, or what the packers know of their data tiles (F35, F36). Only the
 * first form is recorded. */
#include "tile/pack/pack.h"
#include "tile/tile_internal.h"

#include "scalar_insns.h"
#include "scalar_regs.h"

enum { SOURCE_TILE_SIZES, SOURCE_ZERO_FLAGS, SOURCE_HEADER, SOURCE_HISTOGRAM = 6, SOURCE_ANY_ZERO = 8, SOURCE_MAXIMUM };
enum { SIZE_16_BITS, SIZE_32_BITS, SIZE_128_BITS, SIZE_HEADER };

/* The fields of a data tile's header, spare bits included; the rest is reserved, and SIZE_HEADER keeps it, whatever the
 * source (F36). */
static const uint32_t header_mask[4] = {0x0000FFFF, 0x00FF0000, 0xFFFFFFFF, 0};

static uint32_t setdmareg_field(const struct tile *tile, unsigned thread, enum scalar_reg id)
{
    return cfg_field(tile, TT_UNIT_SCALAR, thread, (enum reg_id)id);
}

/* Word 1 of the header: the format, and whether compression is off, as the thread's configuration has them now. On
 * Wormhole packer 0's section may speak for all four; on Blackhole those bits mean something else (C-56). */
static uint32_t header_formats(const struct tile *tile, unsigned packer, unsigned thread)
{
    static const struct {
        enum scalar_reg format, keeps_zeros;
    } ids[PACKERS_MAX] = {
        {SCALAR_REG_THCON_SEC0_REG1_Out_data_format, SCALAR_REG_THCON_SEC0_REG1_Disable_zero_compress},
        {SCALAR_REG_THCON_SEC0_REG8_Out_data_format, SCALAR_REG_THCON_SEC0_REG8_Disable_zero_compress},
        {SCALAR_REG_THCON_SEC1_REG1_Out_data_format, SCALAR_REG_THCON_SEC1_REG1_Disable_zero_compress},
        {SCALAR_REG_THCON_SEC1_REG8_Out_data_format, SCALAR_REG_THCON_SEC1_REG8_Disable_zero_compress}};
    uint32_t keeps_zeros = setdmareg_field(tile, thread, ids[packer].keeps_zeros);
    if (!tile->chip->packer_has_read_interfaces &&
        setdmareg_field(tile, thread, SCALAR_REG_THCON_SEC0_REG1_All_pack_disable_zero_compress_ovrd))
        keeps_zeros =
            setdmareg_field(tile, thread, SCALAR_REG_THCON_SEC0_REG1_All_pack_disable_zero_compress) >> packer & 1;
    return setdmareg_field(tile, thread, ids[packer].format) << 16 | keeps_zeros << 20;
}

static void fetch_header(const struct tile *tile, unsigned packer, unsigned thread, uint32_t header[4])
{
    if (packer >= tile->chip->packers)
        return;
    pack_tile_header(tile, packer, thread, header);
    header[1] = header_formats(tile, packer, thread);
}

TILE_INLINE enum tile_step set_half(struct tile *tile, unsigned thread, uint32_t half, uint32_t value)
{
    const uint32_t shift = 16 * (half & 1);
    tile_stage_word(tile, TT_UNIT_SCALAR, STAGE_OPERANDS, value);
    tile_merge_gpr(tile, TT_UNIT_SCALAR, thread, half / 2, value << shift, ~(0xFFFFu << shift));
    return TILE_DONE;
}

/* 128 bits of a source, as four words. */
static void setdmareg_fetch(struct tile *tile, unsigned thread, uint32_t source, uint32_t packers, uint32_t value[4])
{
    memset(value, 0, 4 * sizeof *value);
    switch (source) {
    case SOURCE_TILE_SIZES:
        for (unsigned i = 0; i < tile->chip->packers; i++)
            value[i] = pack_tile_size(tile, i, thread);
        break;
    case SOURCE_ZERO_FLAGS:
        for (unsigned i = 0; i < tile->chip->packers; i++)
            value[i] = pack_zero_flags(tile, i);
        break;
    case SOURCE_HEADER:
    case SOURCE_HEADER + 1:
    case SOURCE_HEADER + 2:
    case SOURCE_HEADER + 3:
        fetch_header(tile, source - SOURCE_HEADER, thread, value);
        break;
    case SOURCE_HISTOGRAM:
    case SOURCE_HISTOGRAM + 1:
        if ((packers & 3) < tile->chip->packers)
            pack_histogram(tile, packers & 3, source - SOURCE_HISTOGRAM, value);
        break;
    case SOURCE_ANY_ZERO:
        for (unsigned i = 0; i < tile->chip->packers; i++)
            value[0] |= (pack_zero_flags(tile, i) & 1) << i;
        pack_clear_acc_tile_size(tile, packers, thread);
        break;
    case SOURCE_MAXIMUM:
        value[0] = pack_histogram_maximum(tile, 0);
        break;
    default:
        break; /* other sources read zero */
    }
}

static enum tile_step set_four(struct tile *tile, unsigned thread, uint32_t first, const uint32_t value[4],
                               const uint32_t mask[4])
{
    for (uint32_t i = 0; i < 4; i++)
        tile_stage_word(tile, TT_UNIT_SCALAR, STAGE_OPERANDS, value[i]);
    for (uint32_t i = 0; i < 4; i++)
        tile_merge_gpr(tile, TT_UNIT_SCALAR, thread, first + i, value[i], ~mask[i]);
    return TILE_DONE;
}

static enum tile_step set_special(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_setdmareg f = isa_decode_setdmareg(tile->chip->id, word);
    static const uint32_t all[4] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    const uint32_t half = f.reg_index16b;
    uint32_t value[4];
    setdmareg_fetch(tile, thread, f.source, f.packers, value);
    switch (f.payload_sig_sel_size) {
    case SIZE_16_BITS:
        return set_half(tile, thread, half, value[f.in_half / 2] >> 16 * (f.in_half & 1));
    case SIZE_32_BITS:
        tile_stage_word(tile, TT_UNIT_SCALAR, STAGE_OPERANDS, value[f.in_half / 2]);
        tile_write_gpr(tile, TT_UNIT_SCALAR, thread, half / 2, value[f.in_half / 2]);
        return TILE_DONE;
    case SIZE_HEADER:
        return set_four(tile, thread, half / 2 & ~3u, value, header_mask);
    default:
        return set_four(tile, thread, half / 2 & ~3u, value, all);
    }
}

enum tile_step insn_setdmareg(struct tile *tile, unsigned thread, uint32_t word)
{
    const struct insn_setdmareg f = isa_decode_setdmareg(tile->chip->id, word);
    if (!f.set_signals_mode)
        return set_half(tile, thread, f.reg_index16b, f.value);
    return set_special(tile, thread, word);
}
