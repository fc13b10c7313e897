/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of narrow.h for any machine, and which of them settings ask for. */
#include "tile/pack/fast/narrow_loops.h"

#include "tile/pack/dst_cells.h"
#include "tile/pack/early_convert.h"

const struct narrow_loops *narrow_loops_plain(void)
{
    return &loops;
}

const struct narrow_loops *narrow_loops_choose(void)
{
    const struct narrow_loops *avx2 = narrow_loops_avx2();
    return avx2 ? avx2 : &loops;
}

static narrow_read *narrow_read_of(const struct narrow_loops *from, pack_read_cells *read)
{
    if (read == read_bf16_cells)
        return from->bf16_cells;
    if (read == read_fp16_cells)
        return from->fp16_cells;
    return read == read_cells ? from->plain_cells : NULL;
}

static narrow_convert *narrow_convert_of(const struct narrow_loops *from, pack_convert *convert)
{
    if (convert == early_bf16_flush)
        return from->bf16_flush;
    if (convert == early_fp16_flush)
        return from->fp16_flush;
    return convert == early_bf16_to_e8m6 ? from->bf16_to_e8m6 : NULL;
}

static narrow_cut *narrow_cut_of(const struct narrow_loops *from, pack_convert *convert)
{
    if (convert == early_fp32_to_bf16)
        return from->fp32_to_bf16;
    if (convert == early_fp32_to_e8m6)
        return from->fp32_to_e8m6;
    return convert == early_upper_half ? from->upper_half : NULL;
}

static narrow_store *narrow_store_of(const struct narrow_loops *from, unsigned datum_bits)
{
    switch (datum_bits) {
    case 8:
        return from->store_8;
    case 4:
        return from->store_4;
    case 2:
        return from->store_2;
    default:
        return NULL;
    }
}

void pack_widen(struct pack_block *block)
{
    for (uint32_t i = 0; i < block->count; i++)
        block->values[i] = block->halves[i];
    block->is_narrow = false;
}

bool pack_takes_narrow(const struct pack_settings *set, enum pack_stage stage)
{
    switch ((int)stage) {
    case PACK_READ:
    case PACK_EDGE_MASK:
    case PACK_ROW_PAD:
        return true;
    case PACK_EARLY_CONVERT:
        return set->narrow.convert;
    case PACK_RELU:
        return !set->relu.compares_numbers;
    case PACK_EXPONENT_HISTOGRAM:
        return !set->counts_exponents;
    case PACK_ZERO_COMPRESS:
        return !set->compresses;
    case PACK_BFP_ASSEMBLE:
        return set->has_plain_rules && set->late_format == FORMAT_BF16;
    case PACK_L1_WRITE:
        return set->datum_bits < 32 && !set->compresses;
    default:
        return false;
    }
}

void pack_settle_narrow(const struct pack_decode *from, struct pack_settings *set)
{
    struct pack_narrow *narrow = &set->narrow;
    narrow->loops = from->loops;
    narrow->read = set->reads_32b ? NULL : narrow_read_of(from->loops, set->read);
    if (set->read == read_fp32_cells)
        set->read = from->loops->fp32_cells;
    narrow->convert = narrow_convert_of(from->loops, set->early);
    narrow->cut = narrow_cut_of(from->loops, set->early);
    narrow->store = narrow_store_of(from->loops, set->datum_bits);
    if (set->early && !narrow->convert) /* it would be widened at once */
        narrow->read = NULL;
}
