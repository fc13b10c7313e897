/* SPDX-License-Identifier: Apache-2.0 */
/* The short way of a block through the stages, for what kernels pack most: four whole rows of floats that are converted
 * once and go to L1, nobody looking. What comes out is what the stages make of it
 * (tests/unit/pack/test_pack_plain.c). */
#include "base/little.h"
#include "numeric/dst_rows.h"
#include "tile/pack/dst_cells.h"
#include "tile/pack/early_convert.h"
#include "tile/pack/narrow.h"
#include "tile/pack/pack_internal.h"

#include <string.h>

enum { DATUMS = PACK_PLAIN_ROWS * DST_COLUMNS, GROUPS = DATUMS / PACK_GROUP };

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
    if (set->early == early_bf16_flush && set->read == read_bf16_cells)
        return loops->bf16_rows;
    if (set->early == early_bf16_to_e8m6 && set->read == read_bf16_cells)
        return loops->bf16_rows_to_e8m6;
    if (set->early == early_fp16_flush && set->read == read_fp16_cells)
        return loops->fp16_rows;
    if (set->early == early_fp32_to_bf16)
        return loops->fp32_rows_to_bf16;
    return set->early == early_fp32_to_e8m6 ? loops->fp32_rows_to_e8m6 : NULL;
}

void pack_settle_straight(const struct pack_decode *from, struct pack_settings *set)
{
    const bool is_block = set->is_block && set->has_plain_rules && set->late_format == FORMAT_BF16;
    const bool is_plain = !set->compresses && !set->counts_exponents && !set->accumulate && !set->is_low_first &&
                          !set->uses_origin && !set->writes_through && set->has_exponents;
    if (!is_plain || !has_straight_stages(set))
        return;
    if (is_block || (!set->is_block && set->datum_bits == 16))
        set->narrow.rows = rows_of(from->loops, set);
    else if (!set->is_block && set->datum_bits == 32 && set->read == from->loops->fp32_cells && !set->early)
        set->narrow.rows_32 = from->loops->fp32_rows;
}

/* ---- a block ---- */

static bool are_valid(const struct tile *tile, uint32_t row)
{
    uint32_t four;
    memcpy(&four, &tile->state.dst_valid[row], sizeof four);
    return four == UINT32_C(0x01010101);
}

/* Whether whole blocks of 16 bytes go to where none is open, within L1. */
static bool takes(const struct tile *tile, const struct pack_stream *stream, uint32_t bytes)
{
    return (stream->addr | bytes) % PACK_STREAM_BLOCK == 0 && pack_fits_l1(tile, stream->addr, bytes);
}

static void write_blocks(const struct pack_settings *set, struct packer *self, struct pack_block *block,
                         uint16_t halves[DATUMS], uint8_t *to)
{
    uint32_t shared[GROUPS];
    uint8_t exponents[GROUPS];
    set->narrow.loops->assemble(halves, GROUPS, set->datum_bits, shared);
    for (unsigned g = 0; g < GROUPS; g++)
        exponents[g] = (uint8_t)shared[g];
    pack_stream_append(set, self, &self->exponents, block, exponents, GROUPS, self->datums);
    set->narrow.store(halves, DATUMS, to);
}

/* From rows of cells to bytes of L1. Returns the largest magnitude in the intermediate format. */
static uint32_t write(const struct pack_settings *set, struct packer *self, struct pack_block *block,
                      const uint16_t *high, const uint16_t *low, uint8_t *to)
{
    uint16_t halves[DATUMS];
    uint32_t values[DATUMS], most;
    if (set->narrow.rows_32) {
        most = set->narrow.rows_32(high, low, values);
        copy_numbers(to, values, DATUMS, sizeof *values);
        return most;
    }
    most = set->narrow.rows(high, low, halves);
    if (set->is_block)
        write_blocks(set, self, block, halves, to);
    else
        copy_numbers(to, halves, DATUMS, sizeof *halves);
    return most;
}

static void count(const struct pack_settings *set, struct packer *self, struct pack_block *block, uint32_t most)
{
    const uint32_t bytes = DATUMS * set->datum_bits / 8;
    const uint32_t exponent = most >> set->value.exponent_shift & set->value.exponent_mask;
    if (exponent > self->histogram_maximum)
        self->histogram_maximum = exponent;
    if (set->keeps_zero_flags)
        pack_count_row(set, self, block, most == 0);
    self->data.addr += bytes;
    self->tile_bytes += bytes;
    self->datums += DATUMS;
    block->packed += DATUMS;
}

bool pack_run_straight(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    struct tile *tile = block->tile;
    const uint32_t logical = block->rows[0].row;
    const bool has_loop = set->narrow.rows || set->narrow.rows_32;
    if (!has_loop || self->group_count || !takes(tile, &self->data, DATUMS * set->datum_bits / 8))
        return false;
    const uint32_t row =
        set->reads_32b ? dst_adj32(logical, set->has_remap, set->has_swizzle) : dst_adj16(logical, set->has_remap);
    if (!are_valid(tile, row))
        return false;
    const uint32_t low = set->reads_32b ? row + DST_LOW_HALF : row; /* of 16 bits nobody looks at it */
    const uint32_t most =
        write(set, self, block, tile->state.dst[row], tile->state.dst[low], &tile->state.l1[self->data.addr]);
    count(set, self, block, most);
    return true;
}
