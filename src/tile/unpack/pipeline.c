/* SPDX-License-Identifier: Apache-2.0 */
/* The unpackers' stages in the order data flows, and the loop that runs them. The order is that of U-3,
 * U-4, U-5, U-6. */
#include "tile/unpack/unpack_internal.h"

static unpack_stage_function *const functions[UNPACK_STAGE_COUNT] = {
    [UNPACK_INPUT_ADDRESS] = unpack_input_address,
    [UNPACK_ROW_WALK] = unpack_row_walk,
    [UNPACK_EXPONENT_FETCH] = unpack_exponent_fetch,
    [UNPACK_DECOMPRESS] = unpack_decompress,
    [UNPACK_CONVERT] = unpack_convert,
    [UNPACK_UPSAMPLE] = unpack_upsample,
    [UNPACK_OUTPUT_ADDRESS] = unpack_output_address,
    [UNPACK_COLUMN_SHIFT] = unpack_column_shift,
    [UNPACK_HALOIZE] = unpack_haloize,
    [UNPACK_WRITE] = unpack_write,
};

static const struct stage_info stages[UNPACK_STAGE_COUNT] = {
    [UNPACK_INPUT_ADDRESS] = {"input_address", "byte address of the datum in L1"},
    [UNPACK_ROW_WALK] = {"row_walk", "datum as it stands in L1, exponent aside; or zero"},
    [UNPACK_EXPONENT_FETCH] = {"exponent_fetch", "sign and magnitude, shared exponent above them"},
    [UNPACK_DECOMPRESS] = {"decompress", "datum, or a zero that its counter stood for"},
    [UNPACK_CONVERT] = {"convert", "datum in the format of the target"},
    [UNPACK_UPSAMPLE] = {"upsample", "datum, or a zero behind it"},
    [UNPACK_OUTPUT_ADDRESS] = {"output_address", "cell of the bank or of Dst, row * 16 + column; -1: dropped"},
    [UNPACK_COLUMN_SHIFT] = {"column_shift", "cell after the shift; -1: dropped"},
    [UNPACK_HALOIZE] = {"haloize", "cell after rows and columns changed places; -1: dropped"},
    [UNPACK_WRITE] = {"write", "datum that was written, and the cell it went to"},
};

const struct stage_info *unpack_stages(unsigned *count)
{
    *count = UNPACK_STAGE_COUNT;
    return stages;
}

static void put_addresses(const struct unpack_settings *set, const struct unpack_block *block, uint32_t *values)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < block->piece_count; i++) {
        const struct unpack_piece *piece = &block->pieces[i];
        for (uint32_t k = 0; k < piece->count; k++)
            values[at++] = (uint32_t)((piece->bits + (uint64_t)k * set->datum_bits) / 8);
    }
}

static void pipeline_put_cells(const struct unpack_block *block, uint32_t *values)
{
    memset(values, 0xFF, block->count * sizeof *values);
    for (uint32_t i = 0; i < block->run_count; i++) {
        const struct unpack_run *run = &block->runs[i];
        const uint32_t first = run->row * (uint32_t)SRC_COLUMNS + run->column;
        const uint32_t step = run->down * (uint32_t)SRC_COLUMNS + run->right;
        for (uint32_t k = 0; k < run->count; k++)
            values[run->first + k] = first + k * step;
    }
}

/* A block datum with its exponent in the upper byte. */
static void put_block_datums(const struct unpack_block *block, uint32_t *values)
{
    for (uint32_t i = 0; i < block->count; i++)
        values[i] = block->values[i] | (uint32_t)block->exponents[i] << 8;
}

/* The format in which a stage's values are reported. */
static enum format format_of(const struct unpack_settings *set, const struct unpack_block *block,
                             enum unpack_stage stage)
{
    if (stage == UNPACK_ROW_WALK && set->is_block)
        return FORMAT_UINT8; /* bare bits: no exponent has been read yet */
    return stage >= UNPACK_OUTPUT_ADDRESS && stage < UNPACK_WRITE ? FORMAT_ADDRESS : block->format;
}

static void pipeline_report(const struct unpack_settings *set, const struct unpack_block *block,
                            enum unpack_stage stage)
{
    uint32_t values[UNPACK_BLOCK_MAX], cells[UNPACK_BLOCK_MAX];
    uint16_t origin[UNPACK_BLOCK_MAX];
    memcpy(values, block->values, block->count * sizeof *values);
    if (stage == UNPACK_INPUT_ADDRESS)
        put_addresses(set, block, values);
    else if (set->is_block && (stage == UNPACK_EXPONENT_FETCH || stage == UNPACK_DECOMPRESS))
        put_block_datums(block, values);
    else if (stage >= UNPACK_OUTPUT_ADDRESS && stage < UNPACK_WRITE)
        pipeline_put_cells(block, values);
    if (stage == UNPACK_WRITE)
        pipeline_put_cells(block, cells);
    for (uint32_t i = 0; stage == UNPACK_WRITE && i < block->count; i++)
        origin[i] = (uint16_t)cells[i];
    const struct probe_stage report = {
        .unit = unpack_unit(set->unpacker),
        .stage = (uint8_t)stage,
        .format = (uint8_t)format_of(set, block, stage),
        .value_bytes = sizeof *values,
        .count = block->count,
        .values = values,
        .origin = stage == UNPACK_WRITE ? origin : NULL,
    };
    block->tile->probe->stage(block->tile->probe->user, &report);
}

void unpack_run_stages(const struct unpack_settings *set, struct unpack_block *block)
{
    const bool is_probed = tile_probed(block->tile, PROBE_STAGE);
    for (unsigned i = 0; i < set->stage_count; i++) {
        const enum unpack_stage stage = set->stages[i];
        if (is_probed && block->count && stage == UNPACK_WRITE) /* datums, before their bits change places */
            pipeline_report(set, block, stage);
        functions[stage](set, block);
        if (is_probed && block->count && stage != UNPACK_WRITE)
            pipeline_report(set, block, stage);
    }
}
