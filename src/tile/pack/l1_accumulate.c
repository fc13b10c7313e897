/* SPDX-License-Identifier: Apache-2.0 */
/* Pack_L1_Acc: each datum is added to the one in L1 where it goes. P-10. L1 is read when the datum is packed,
 * not when its 16-byte block is stored: that differs only if somebody else writes there in between. */
#include "base/little.h"
#include "numeric/l1_acc.h"
#include "tile/pack/fast/pack_fast.h"

#include "pack_findings.h"

/* Of [lo, lo + count), what lies within L1. */
static void l1_accumulate_report_read(const struct pack_block *block, uint32_t lo, uint32_t count)
{
    const uint32_t size = block->tile->chip->l1_bytes;
    if (lo < size)
        tile_saw_read(block->tile, TT_SPACE_L1, TT_UNIT_PACK, block->packer, lo, count < size - lo ? lo + count : size);
}

/* Addresses beyond L1 read 0; the store there is a finding. */
static void load_held(const struct tile *tile, uint32_t addr, uint32_t width, uint32_t count, uint32_t *held)
{
    const uint8_t *l1 = tile->state.l1;
    const bool fits = pack_fits_l1(tile, addr, count * width);
    if (fits && width == sizeof *held)
        copy_numbers(held, &l1[addr], count, sizeof *held);
    for (uint32_t i = 0; fits && width == sizeof(uint16_t) && i < count; i++)
        held[i] = load_u16(&l1[addr + 2 * i]);
    for (uint32_t i = 0; !fits && i < count; i++, addr += width)
        held[i] = addr <= tile->chip->l1_bytes - width ? load_number(&l1[addr], width) : 0;
}

void pack_l1_accumulate(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    uint32_t held[PACK_BLOCK_MAX];
    const uint32_t width = set->datum_bits / 8;
    load_held(block->tile, self->data.addr, width, block->count, held);
    if (set->sum) {
        block->tile->fast_taken[FAST_PACK_SUMS] = true;
        set->sum(held, block->count, block->values);
    } else {
        for (uint32_t i = 0; i < block->count; i++)
            block->values[i] = set->accumulate(held[i], block->values[i]);
    }
    l1_accumulate_report_read(block, self->data.addr, block->count * width);
}

enum { DEVICE, IEEE, CLEAN, READINGS };

static const struct {
    enum format format;
    pack_accumulate *add[READINGS];
} sums[] = {
    {FORMAT_FP32, {l1_acc_fp32, l1_acc_fp32_ieee, l1_acc_fp32}},
    {FORMAT_BF16, {l1_acc_bf16, l1_acc_bf16_ieee, l1_acc_bf16}},
    {FORMAT_FP16, {l1_acc_fp16, l1_acc_fp16_ieee, l1_acc_fp16_clean}},
    {FORMAT_TF32, {l1_acc_tf32, l1_acc_tf32, l1_acc_tf32}},
    {FORMAT_INT32, {l1_acc_int32, l1_acc_int32, l1_acc_int32}},
};

static unsigned reading_of(const struct tile *tile)
{
    if (tile_variant(tile, VARIANT_PACK_L1_ACC_ARITHMETIC) == PACK_L1_ACC_ARITHMETIC_IEEE)
        return IEEE;
    return tile_variant(tile, VARIANT_PACK_L1_ACC_FP16) != 0 ? CLEAN : DEVICE;
}

void pack_resolve_l1_accumulate(const struct pack_decode *from, struct pack_settings *set, bool is_enabled)
{
    set->accumulate = NULL;
    if (!is_enabled || tile_variant(from->tile, VARIANT_PACK_L1_ACC_ARITHMETIC) == PACK_L1_ACC_ARITHMETIC_OFF)
        return;
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        if (sums[i].format == set->out_format)
            set->accumulate = sums[i].add[reading_of(from->tile)];
    }
    if (set->accumulate && tile_takes(from->tile, FAST_PACK_SUMS))
        set->sum = pack_fast_sum_of(set->accumulate);
    if (!set->accumulate) /* datums are stored as they are */
        pack_warn(set, FINDING_PACK_ACCUMULATE_FORMAT);
    else if (set->out_format == FORMAT_TF32 || set->out_format == FORMAT_INT32)
        pack_warn(set, FINDING_PACK_ACCUMULATE_NOT_RECORDED);
}
