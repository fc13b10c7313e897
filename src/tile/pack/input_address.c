/* SPDX-License-Identifier: Apache-2.0 */
/* From address counters of channel 0 to the first datum: pack.md P-3.3, P-3.11. */
#include "tile/pack/pack_internal.h"

static uint32_t byte_address(const struct pack_settings *set, const struct adc_channel *at)
{
    return set->input.base + at->x * set->input.x + at->y * set->input.y + at->z * set->input.z + at->w * set->input.w;
}

uint32_t pack_input_datum(const struct pack_settings *set, const struct adc_channel *at)
{
    /* 16 bytes are read at once: the counters give the 16 bytes, the low bits of X the datum in them. */
    uint32_t within = 16u / set->bytes_per_datum - 1;
    uint32_t datum = ((byte_address(set, at) >> set->datum_shift) & ~within) + (at->x & within);
    return (datum + (set->dst_offset_rows << 4)) & 0x3FFF;
}

uint32_t pack_input_l1(const struct pack_settings *set, const struct adc_channel *at)
{
    uint32_t within = 16u / set->bytes_per_datum - 1;
    uint32_t addr = (set->l1_source + (byte_address(set, at) & set->l1_source_mask)) & ~UINT32_C(15);
    return (addr + set->bytes_per_datum * (at->x & within)) & 0x1FFFFF;
}
