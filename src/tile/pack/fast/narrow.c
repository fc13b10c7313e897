/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of narrow.h for any machine, and which of them settings ask for. */
#include "tile/pack/fast/narrow_loops.h"

#include "tile/pack/fast/stages.h"

const struct narrow_loops *narrow_loops_plain(void)
{
    return &loops;
}

/* Cells of 16-bit Dst; null where they would be widened at once. */
static narrow_read *read_of(const struct narrow_loops *from, const struct pack_settings *set)
{
    if (set->reads_32b || (pack_early_is_at_work(&set->early) && !set->fast.convert && set->early.plain == PACK_AS_IS))
        return NULL;
    if (set->read_format == FORMAT_BF16)
        return from->bf16_cells;
    return set->read_format == FORMAT_FP16 ? from->fp16_cells : from->plain_cells;
}

static narrow_convert *convert_of(const struct narrow_loops *from, enum pack_conversion conversion)
{
    if (conversion == PACK_BF16_FLUSH)
        return from->bf16_flush;
    if (conversion == PACK_FP16_FLUSH)
        return from->fp16_flush;
    return conversion == PACK_BF16_TO_E8M6 ? from->bf16_to_e8m6 : NULL;
}

static narrow_cut *cut_of(const struct narrow_loops *from, enum pack_conversion conversion)
{
    if (conversion == PACK_FP32_TO_BF16)
        return from->fp32_to_bf16;
    if (conversion == PACK_FP32_TO_E8M6)
        return from->fp32_to_e8m6;
    return conversion == PACK_UPPER_HALF ? from->upper_half : NULL;
}

static narrow_store *store_of(const struct narrow_loops *from, unsigned datum_bits)
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

void narrow_resolve(const struct narrow_loops *from, struct pack_settings *set)
{
    set->fast.loops = from;
    set->fast.convert = convert_of(from, set->early.plain);
    set->fast.cut = cut_of(from, set->early.plain);
    set->fast.store = store_of(from, set->datum_bits);
    set->fast.read = read_of(from, set);
    pack_fast_stages_resolve(set);
}
