/* SPDX-License-Identifier: Apache-2.0 */
/* Early conversions of a block, and the other readings of them. The arithmetic is in numeric/early.h. */
#include "numeric/early.h"

#include "numeric/late.h"
#include "tile/pack/each.h"
#include "tile/pack/early_convert.h"

#define UNUSED_SETTINGS ((void)set, (void)self)

void early_fp32_to_tf32(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, fp32_to_tf32_nearest_away);
}

void early_fp32_to_bf16(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, fp32_to_bf16_nearest_away);
}

void early_fp32_to_e8m6(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, fp32_to_e8m6_nearest_away);
}

void early_upper_half(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, fp32_to_bf16_raw);
}

void early_int32_to_int8_raw(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, int32_to_int8_raw);
}

void early_int32_to_uint8_raw(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, int32_to_uint8_raw);
}

void early_bf16_flush(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, bf16_flush);
}

void early_bf16_to_tf32(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, bf16_to_tf32);
}

void early_bf16_to_e8m6(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, bf16_to_e8m6);
}

void early_bf16_to_fp16(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, bf16_to_fp16);
}

void early_fp16_flush(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, fp16_flush);
}

void early_fp16_to_e5m6(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, fp16_to_e5m6);
}

void early_fp16_to_e5m7_raw(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, fp16_to_e5m7_raw);
}

void early_fp16_to_e5m2_raw(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, fp16_to_e5m2_raw);
}

void early_cell_to_int8_raw(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    UNUSED_SETTINGS;
    each(values, count, cell16_to_int8_raw);
}

/* ---- integers over 2^shift (P-4.8) ---- */

/* The shift of the datum `ahead` of the packer's position. Which counter names the output filter is not documented:
 * we take the plane of the tile position. OPEN pack-descale-filter */
static unsigned shift_at(const struct pack_settings *set, const struct packer *self, uint32_t ahead)
{
    if (!set->descales_by_filter)
        return set->descale_shift;
    struct pack_position at = self->position;
    pack_position_advance(set, &at, ahead);
    const uint32_t filter = (at.z + set->edge.z_offset) & 63;
    return set->descale_words[filter >> 2] >> (8 * (filter & 3)) & 31;
}

void early_int32_to_int8(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = int32_to_int8(values[i], shift_at(set, self, i));
}

void early_int32_to_uint8(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = int32_to_uint8(values[i], shift_at(set, self, i));
}

void early_int32_to_int8_stochastic(const struct pack_settings *set, struct packer *self, uint32_t *values,
                                    uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = int32_to_int8_stochastic(values[i], shift_at(set, self, i), pack_random(self));
}

void early_int32_to_uint8_stochastic(const struct pack_settings *set, struct packer *self, uint32_t *values,
                                     uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = int32_to_uint8_stochastic(values[i], shift_at(set, self, i), pack_random(self));
}

/* ---- stochastic rounding (P-12) ---- */

static inline void each_random(struct packer *self, uint32_t *values, uint32_t count,
                               uint32_t (*convert)(uint32_t, uint32_t))
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = convert(values[i], pack_random(self));
}

void early_fp32_to_tf32_stochastic(const struct pack_settings *set, struct packer *self, uint32_t *values,
                                   uint32_t count)
{
    (void)set;
    each_random(self, values, count, fp32_to_tf32_stochastic);
}

void early_fp32_to_bf16_stochastic(const struct pack_settings *set, struct packer *self, uint32_t *values,
                                   uint32_t count)
{
    (void)set;
    each_random(self, values, count, fp32_to_bf16_stochastic);
}

void early_fp32_to_e8m6_stochastic(const struct pack_settings *set, struct packer *self, uint32_t *values,
                                   uint32_t count)
{
    (void)set;
    each_random(self, values, count, fp32_to_e8m6_stochastic);
}

void early_bf16_to_e8m6_stochastic(const struct pack_settings *set, struct packer *self, uint32_t *values,
                                   uint32_t count)
{
    (void)set;
    each_random(self, values, count, bf16_to_e8m6_stochastic);
}

void early_fp16_to_e5m6_stochastic(const struct pack_settings *set, struct packer *self, uint32_t *values,
                                   uint32_t count)
{
    (void)set;
    each_random(self, values, count, fp16_to_e5m6_stochastic);
}
