/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulation in L1 over a block at once: datums read in one loop, added in another (P-10). */
#include "tile/pack/fast/sums.h"

#include "base/little.h"
#include "numeric/l1_acc.h"

void pack_sums(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values,
               uint32_t (*add)(uint32_t held, uint32_t arriving))
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = add(held[i], values[i]);
}

void pack_fast_sums_resolve(const struct tile *tile, struct pack_settings *set)
{
    set->fast.sum = pack_sums;
    if (tile->fast != TILE_FAST_AVX2)
        return;
    if (set->accumulate == l1_acc_fp32 || set->accumulate == l1_acc_tf32)
        set->fast.sum = pack_sums_fp32_avx2;
    else if (set->accumulate == l1_acc_bf16)
        set->fast.sum = pack_sums_bf16_avx2;
    else if (set->accumulate == l1_acc_fp16)
        set->fast.sum = pack_sums_fp16_avx2;
}

void pack_fast_add_held(const struct pack_settings *set, const uint8_t *bytes, uint32_t count, uint32_t *values)
{
    uint32_t held[PACK_BLOCK_MAX];
    uint16_t halves[PACK_BLOCK_MAX];
    if (set->datum_bits == 32) {
        copy_numbers(held, bytes, count, sizeof *held);
    } else {
        copy_numbers(halves, bytes, count, sizeof *halves);
        set->fast.whole->widen(halves, count, held);
    }
    set->fast.sum(held, count, values, set->accumulate);
}

void pack_fast_accumulate(const struct pack_settings *set, struct packer *self, struct pack_fast_block *fast)
{
    struct pack_block *block = fast->block;
    const uint32_t width = set->datum_bits / 8, addr = self->data.addr;
    const bool was_16 = fast->is_16;
    if (was_16)
        pack_fast_widen(fast);
    if (tile_probed(block->tile, PROBE_ACCESS) || !pack_fits_l1(block->tile, addr, block->count * width)) {
        pack_l1_accumulate(set, self, block);
        return;
    }
    tile_saw_read(block->tile, TT_SPACE_L1, TT_UNIT_PACK, block->packer, addr, addr + block->count * width);
    pack_fast_add_held(set, &block->tile->state.l1[addr], block->count, block->values);
    if (was_16 && width == sizeof *fast->halves) /* a sum of 32 bits may come of 16 (formats that no recording pairs) */
        pack_fast_narrow(fast);
    block->tile->fast_taken[FAST_PACK_SUMS] = true;
}
