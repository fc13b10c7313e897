/* SPDX-License-Identifier: Apache-2.0 */
/* Which of the loops and stages settings ask for. */
#include "tile/pack/fast/narrow.h"
#include "tile/pack/fast/pack_fast.h"
#include "tile/pack/fast/stages.h"
#include "tile/pack/fast/sums.h"

/* Cells of 16-bit Dst; null where they would be widened at once. */
static narrow_read *read_of(const struct pack_settings *set)
{
    if (set->reads_32b || (pack_early_is_at_work(&set->early) && !set->fast.convert && set->early.plain == PACK_AS_IS))
        return NULL;
    if (set->read_format == FORMAT_BF16)
        return narrow_loops.bf16_cells;
    return set->read_format == FORMAT_FP16 ? narrow_loops.fp16_cells : narrow_loops.plain_cells;
}

static narrow_convert *convert_of(enum pack_conversion conversion)
{
    if (conversion == PACK_BF16_FLUSH)
        return narrow_loops.bf16_flush;
    if (conversion == PACK_FP16_FLUSH)
        return narrow_loops.fp16_flush;
    return conversion == PACK_BF16_TO_E8M6 ? narrow_loops.bf16_to_e8m6 : NULL;
}

static narrow_cut *cut_of(enum pack_conversion conversion)
{
    if (conversion == PACK_FP32_TO_BF16)
        return narrow_loops.fp32_to_bf16;
    if (conversion == PACK_FP32_TO_E8M6)
        return narrow_loops.fp32_to_e8m6;
    return conversion == PACK_UPPER_HALF ? narrow_loops.upper_half : NULL;
}

static narrow_store *settings_store_of(unsigned datum_bits)
{
    switch (datum_bits) {
    case 8:
        return narrow_loops.store_8;
    case 4:
        return narrow_loops.store_4;
    case 2:
        return narrow_loops.store_2;
    default:
        return NULL;
    }
}

void pack_fast_resolve(struct pack_settings *set)
{
    set->fast.convert = convert_of(set->early.plain);
    set->fast.cut = cut_of(set->early.plain);
    set->fast.store = settings_store_of(set->datum_bits);
    set->fast.read = read_of(set);
    set->fast.sum = pack_fast_sum_of(set->accumulate);
    pack_fast_stages_resolve(set);
}
