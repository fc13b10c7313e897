/* SPDX-License-Identifier: Apache-2.0 */
/* Late conversions of a block, and the other readings of them (C-26, C-27, P-6.7, P-6.10). The arithmetic is in
 * numeric/late.h. */
#include "numeric/late.h"
#include "tile/pack/each.h"
#include "tile/pack/late_convert.h"

static uint32_t fp32_low_cut(uint32_t v)
{
    return v & ~UINT32_C(0x1FFF);
}

void late_fp32_to_tf32(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, fp32_low_cut);
}

void late_fp32_to_bf16(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, fp32_to_bf16_cut);
}

void late_fp32_to_fp16(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, fp32_to_fp16);
}

void late_tf32_to_container(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, tf32_to_container);
}

void late_tf32_to_bf16(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, tf32_to_bf16_cut);
}

void late_tf32_to_fp16(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, tf32_to_fp16);
}

void late_bf16_to_fp32(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, bf16_to_fp32);
}

void late_bf16_to_fp16(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, bf16_to_fp16);
}

void late_fp16_to_fp32(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, fp16_to_fp32);
}

void late_fp16_to_bf16(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, fp16_to_bf16);
}

void late_fp16_to_e5m2(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, fp16_to_e5m2);
}

void late_fp16_to_e5m7(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, fp16_to_e5m7);
}

void late_fp16_to_e4m3(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count)
{
    (void)set, (void)self;
    each(values, count, fp16_to_e4m3);
}

/* ---- other readings ---- */

static void bf16_keeps_zero_sign(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)set, (void)self;
    each(v, count, fp32_to_bf16_cut_keep_sign);
}

static void flush_then_e5m2(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    each(v, count, fp16_flush_denormal);
    late_fp16_to_e5m2(set, self, v, count);
}

static void flush_then_e5m7(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    each(v, count, fp16_flush_denormal);
    late_fp16_to_e5m7(set, self, v, count);
}

static void fp32_to_fp16_read(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)self;
    for (uint32_t i = 0; i < count; i++)
        v[i] = fp32_to_fp16_reading(v[i], set->fp16_reading);
}

static void tf32_to_fp16_read(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)self;
    for (uint32_t i = 0; i < count; i++)
        v[i] = tf32_to_fp16_reading(v[i], set->fp16_reading);
}

static void bf16_to_fp16_read(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)self;
    for (uint32_t i = 0; i < count; i++)
        v[i] = bf16_to_fp16_reading(v[i], set->fp16_reading);
}

static const struct {
    enum variant_id variant;
    pack_convert *device, *reading;
} readings[] = {
    {VARIANT_PACK_LATE_FP16_OVERFLOW, late_fp32_to_fp16, fp32_to_fp16_read},
    {VARIANT_PACK_LATE_FP16_OVERFLOW, late_tf32_to_fp16, tf32_to_fp16_read},
    {VARIANT_PACK_LATE_FP16_OVERFLOW, late_bf16_to_fp16, bf16_to_fp16_read},
    {VARIANT_PACK_LATE_FP16_UNDERFLOW, late_fp32_to_fp16, fp32_to_fp16_read},
    {VARIANT_PACK_LATE_FP16_UNDERFLOW, late_tf32_to_fp16, tf32_to_fp16_read},
    {VARIANT_PACK_LATE_FP16_UNDERFLOW, late_bf16_to_fp16, bf16_to_fp16_read},
    {VARIANT_PACK_LATE_BF16_ZERO_SIGN, late_fp32_to_bf16, bf16_keeps_zero_sign},
    {VARIANT_PACK_LATE_FP8_DENORMALS, late_fp16_to_e5m2, flush_then_e5m2},
    {VARIANT_PACK_LATE_FP8_DENORMALS, late_fp16_to_e5m7, flush_then_e5m7},
};

pack_convert *late_reading(const struct tile *tile, pack_convert *convert)
{
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        if (readings[i].device == convert && tile_variant(tile, readings[i].variant) != 0)
            return readings[i].reading;
    }
    return convert;
}
