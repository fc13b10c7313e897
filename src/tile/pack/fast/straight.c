/* SPDX-License-Identifier: Apache-2.0 */
/* All stages in one step, for what kernels pack most: four whole rows of floats that are converted once and go to L1,
 * without a probe. This file says which settings that holds for, and moves the datums; pacr_plain.c says when, and
 * counts. What comes out is what the stages make of it (tests/unit/pack/test_pack_fast.c). */
#include "tile/pack/fast/straight.h"
#include "base/little.h"
#include "tile/pack/fast/narrow.h"
#include "tile/pack/fast/pack_fast.h"
#include "tile/pack/fast/steps.h"
#include "tile/pack/fast/sums.h"
#include "tile/pack/fast/whole.h"

#include <string.h>

enum { DATUMS = PACK_PLAIN_ROWS * DST_COLUMNS, GROUPS = DATUMS / PACK_GROUP };

/* ---- four rows ---- */

uint32_t pack_straight_blocks(const struct pack_settings *set, struct packer *self, struct tile *tile, uint32_t row,
                              uint8_t *to)
{
    uint16_t halves[DATUMS];
    uint8_t exponents[GROUPS];
    const uint32_t most = pack_straight_rows(set, tile, row, halves);
    turn_numbers(halves, DATUMS, sizeof *halves);
    set->fast.loops->assemble(halves, GROUPS, set->datum_bits, exponents);
    pack_stream_append(set, self, &self->exponents, tile, exponents, GROUPS, self->datums);
    set->fast.store(halves, DATUMS, to);
    return most;
}

/* Sizes are constants here: what copies any number of bytes costs more than a row. */
static inline void copy_rows(uint16_t to[PACK_PLAIN_ROWS][DST_COLUMNS], const uint16_t (*from)[DST_COLUMNS],
                             uint32_t rows)
{
    for (uint32_t i = 0; i < PACK_PLAIN_ROWS; i++) {
        if (i < rows)
            memcpy(to[i], from[i], sizeof to[i]);
        else
            memset(to[i], 0, sizeof to[i]);
    }
}

/* As four, of which the others are zero: they have no magnitude, and nobody takes them. */
uint32_t pack_straight_few_rows(const struct pack_settings *set, const struct tile *tile, uint32_t row, uint32_t rows,
                                uint8_t *to)
{
    uint16_t high[PACK_PLAIN_ROWS][DST_COLUMNS], low[PACK_PLAIN_ROWS][DST_COLUMNS];
    uint8_t image[DATUMS * sizeof(uint32_t)];
    const uint32_t half_rows = rows * set->datum_bits / 16;
    copy_rows(high, &tile->state.dst[row], rows);
    if (set->reads_32b)
        copy_rows(low, &tile->state.dst[row + DST_LOW_HALF], rows);
    const uint32_t most = set->fast.rows(high[0], set->reads_32b ? low[0] : high[0], image);
    for (uint32_t i = 0; i < half_rows; i++)
        memcpy(&to[i * sizeof high[0]], &image[i * sizeof high[0]], sizeof high[0]);
    return most;
}

/* ---- settings ---- */

/* Stages that leave datums as they are, those that the loops below do, and those around them. */
static bool is_straight_stage(uint8_t stage)
{
    const uint32_t straight = 1u << PACK_READ | 1u << PACK_EARLY_CONVERT | 1u << PACK_EXPONENT_HISTOGRAM |
                              1u << PACK_ZERO_COMPRESS | 1u << PACK_BFP_ASSEMBLE | 1u << PACK_L1_WRITE;
    return straight >> stage & 1;
}

static bool has_straight_stages(const struct pack_settings *set)
{
    for (const struct pack_step *step = set->steps[PACK_FROM_DST][0]; step->run; step++) {
        if (!is_straight_stage(step->stage))
            return false;
    }
    return true;
}

static narrow_rows *rows_of(const struct narrow_loops *loops, const struct pack_settings *set)
{
    switch ((int)set->early.plain) {
    case PACK_BF16_FLUSH:
        return loops->bf16_rows;
    case PACK_BF16_TO_E8M6:
        return loops->bf16_rows_to_e8m6;
    case PACK_FP16_FLUSH:
        return loops->fp16_rows;
    case PACK_FP32_TO_BF16:
        return loops->fp32_rows_to_bf16;
    case PACK_FP32_TO_E8M6:
        return loops->fp32_rows_to_e8m6;
    default:
        return NULL;
    }
}

/* When bytes are stored makes no difference to whole blocks of 16 that come to where none is open. */
static bool is_straight(const struct pack_settings *set)
{
    const bool is_block = set->is_block && set->has_plain_rules && set->late_format == FORMAT_BF16;
    const bool is_plain = !set->compresses && !set->counts_exponents && !set->accumulate && !set->is_low_first &&
                          !set->uses_origin && set->has_exponents;
    const unsigned bits = set->fast.rows == set->fast.loops->fp32_rows ? 32 : 16;
    return set->fast.rows && is_plain && has_straight_stages(set) &&
           (set->is_block ? is_block && bits == 16 : set->datum_bits == bits);
}

static void resolve_rows(const struct narrow_loops *loops, struct pack_settings *set)
{
    const bool is_fp32 = set->read_format == FORMAT_FP32 || set->read_format == FORMAT_INT32;
    set->fast.rows = rows_of(loops, set);
    if (!set->fast.rows && is_fp32 && !pack_early_is_at_work(&set->early))
        set->fast.rows = loops->fp32_rows;
    set->fast.is_straight = is_straight(set);
}

static bool takes_plain_rows(const struct tile *tile, const struct pack_settings *set)
{
    return set->has_read_interfaces && set->source == PACK_FROM_DST && !set->sets_last_interface &&
           tile_variant(tile, VARIANT_PACK_INTERFACE_ROW) == 0 &&
           tile_variant(tile, VARIANT_PACK_INTERFACE_ZERO_MASK) == 0;
}

void pack_fast_resolve(const struct tile *tile, struct pack_settings *set)
{
    const struct narrow_loops *loops = tile->fast == TILE_FAST_AVX2 ? narrow_loops_avx2() : narrow_loops_plain();
    set->fast.whole = whole_loops_of(tile);
    narrow_resolve(loops, set);
    pack_fast_sums_resolve(tile, set);
    resolve_rows(loops, set);
    pack_fast_steps_resolve(set);
    set->fast.takes_plain_rows = takes_plain_rows(tile, set);
}
