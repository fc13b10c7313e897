/* SPDX-License-Identifier: Apache-2.0 */
/* Other readings of the early conversions: conflicts C-22, C-23, C-25. */
#include "numeric/early.h"
#include "tile/pack/each.h"
#include "tile/pack/early_convert.h"

static uint32_t bf16_to_e8m6_2m127(uint32_t u)
{
    return bf16_round_to_e8m6(bf16_flush_2m127(u));
}

static uint32_t bf16_to_tf32_2m127(uint32_t u)
{
    return bf16_flush_2m127(u) << 3;
}

static uint32_t flushed_fp32_to_tf32(uint32_t v)
{
    return fp32_to_tf32_nearest_away(fp32_flush(v));
}

static uint32_t flushed_fp32_to_bf16(uint32_t v)
{
    return fp32_to_bf16_nearest_away(fp32_flush(v));
}

static uint32_t flushed_fp32_to_e8m6(uint32_t v)
{
    return fp32_to_e8m6_nearest_away(fp32_flush(v));
}

static void bf16_flush_below_2m127(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)set, (void)self;
    each(v, count, bf16_flush_2m127);
}

static void bf16_to_e8m6_below_2m127(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)set, (void)self;
    each(v, count, bf16_to_e8m6_2m127);
}

static void bf16_to_tf32_below_2m127(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)set, (void)self;
    each(v, count, bf16_to_tf32_2m127);
}

static void tf32_flush_first(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)set, (void)self;
    each(v, count, flushed_fp32_to_tf32);
}

static void bf16_flush_first(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)set, (void)self;
    each(v, count, flushed_fp32_to_bf16);
}

static void e8m6_flush_first(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)set, (void)self;
    each(v, count, flushed_fp32_to_e8m6);
}

static void bf16_truncate(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)set, (void)self;
    each(v, count, fp32_to_bf16_truncate);
}

static void bf16_nearest_even(const struct pack_settings *set, struct packer *self, uint32_t *v, uint32_t count)
{
    (void)set, (void)self;
    each(v, count, fp32_to_bf16_nearest_even);
}

static const struct {
    enum variant_id variant;
    unsigned choice;
    pack_convert *device, *reading;
} readings[] = {
    {VARIANT_PACK_EARLY_BF16_ROUND, PACK_EARLY_BF16_ROUND_TRUNCATE, early_fp32_to_bf16, bf16_truncate},
    {VARIANT_PACK_EARLY_BF16_ROUND, PACK_EARLY_BF16_ROUND_RNE, early_fp32_to_bf16, bf16_nearest_even},
    {VARIANT_PACK_EARLY_FLUSH_ORDER, PACK_EARLY_FLUSH_ORDER_BEFORE_ROUND, early_fp32_to_tf32, tf32_flush_first},
    {VARIANT_PACK_EARLY_FLUSH_ORDER, PACK_EARLY_FLUSH_ORDER_BEFORE_ROUND, early_fp32_to_bf16, bf16_flush_first},
    {VARIANT_PACK_EARLY_FLUSH_ORDER, PACK_EARLY_FLUSH_ORDER_BEFORE_ROUND, early_fp32_to_e8m6, e8m6_flush_first},
    {VARIANT_PACK_EARLY_FLUSH_LIMIT, PACK_EARLY_FLUSH_LIMIT_BELOW_2M127, early_bf16_flush, bf16_flush_below_2m127},
    {VARIANT_PACK_EARLY_FLUSH_LIMIT, PACK_EARLY_FLUSH_LIMIT_BELOW_2M127, early_bf16_to_e8m6, bf16_to_e8m6_below_2m127},
    {VARIANT_PACK_EARLY_FLUSH_LIMIT, PACK_EARLY_FLUSH_LIMIT_BELOW_2M127, early_bf16_to_tf32, bf16_to_tf32_below_2m127},
};

pack_convert *early_reading(const struct tile *tile, pack_convert *convert)
{
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++) {
        if (readings[i].device == convert && tile_variant(tile, readings[i].variant) == readings[i].choice)
            return readings[i].reading;
    }
    return convert;
}
