/* SPDX-License-Identifier: Apache-2.0 */
/* The packer's stages in the order data flows, and the loop that runs them. The order is that of P-5. */
#include "tile/pack/pack_internal.h"

#include <string.h>

static pack_stage_function *const functions[PACK_STAGE_COUNT] = {
    [PACK_READ] = pack_read,
    [PACK_EARLY_CONVERT] = pack_early_convert,
    [PACK_EDGE_MASK] = pack_edge_mask,
    [PACK_RELU] = pack_relu,
    [PACK_EXPONENT_HISTOGRAM] = pack_exponent_histogram,
    [PACK_EXPONENT_THRESHOLD] = pack_exponent_threshold,
    [PACK_DOWNSAMPLE] = pack_downsample,
    [PACK_ROW_PAD] = pack_row_pad,
    [PACK_ZERO_COMPRESS] = pack_zero_compress,
    [PACK_LATE_CONVERT] = pack_late_convert,
    [PACK_BFP_ASSEMBLE] = pack_bfp_assemble,
    [PACK_L1_ACCUMULATE] = pack_l1_accumulate,
    [PACK_L1_WRITE] = pack_l1_write,
};

static const struct stage_info stages[PACK_STAGE_COUNT] = {
    [PACK_READ] = {"read", "datum as Dst held it, in IEEE bit order; or zero, or from L1"},
    [PACK_EARLY_CONVERT] = {"early_convert", "datum in the intermediate format"},
    [PACK_EDGE_MASK] = {"edge_mask", "datum, or what the edge mask puts in its place"},
    [PACK_RELU] = {"relu", "datum after ReLU"},
    [PACK_EXPONENT_HISTOGRAM] = {"exponent_histogram", "datum whose exponent was counted"},
    [PACK_EXPONENT_THRESHOLD] = {"exponent_threshold", "datum, or zero where its exponent is small"},
    [PACK_DOWNSAMPLE] = {"downsample", "datum that was kept"},
    [PACK_ROW_PAD] = {"row_pad", "datum, or zero behind a row"},
    [PACK_ZERO_COMPRESS] = {"zero_compress", "datum that was kept"},
    [PACK_LATE_CONVERT] = {"late_convert", "datum in the output format, or what a block is made from"},
    [PACK_BFP_ASSEMBLE] = {"bfp_assemble", "sign and magnitude, shared exponent above them"},
    [PACK_L1_ACCUMULATE] = {"l1_accumulate", "sum with the datum that L1 held"},
    [PACK_L1_WRITE] = {"l1_write", "datum in L1, as the stage before left it"},
};

const struct stage_info *pack_stages(unsigned *count)
{
    *count = PACK_STAGE_COUNT;
    return stages;
}

static void copy_to_1(const uint32_t *restrict values, uint32_t count, uint8_t *restrict bytes)
{
    for (uint32_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)values[i];
}

static void copy_to_2(const uint32_t *restrict values, uint32_t count, uint16_t *restrict halves)
{
    for (uint32_t i = 0; i < count; i++)
        halves[i] = (uint16_t)values[i];
}

/* Block datums, each with its exponent in the upper byte. */
static void join_exponents(const struct pack_block *block, uint16_t *restrict joined)
{
    for (size_t g = 0; g < block->group_count; g++) {
        const uint32_t upper = (uint32_t)block->exponents[g] << 8;
        for (size_t i = g * PACK_GROUP; i < (g + 1) * PACK_GROUP; i++)
            joined[i] = (uint16_t)((block->is_narrow ? block->halves[i] : block->values[i]) | upper);
    }
}

/* The values at their own width: as they stand in the block where they have it already. */
static const void *at_width(const struct pack_block *block, enum pack_stage stage, unsigned width, void *room)
{
    if (stage == PACK_BFP_ASSEMBLE)
        join_exponents(block, room);
    else if (block->is_narrow)
        return block->halves;
    else if (width == 4)
        return block->values;
    else if (width == 1)
        copy_to_1(block->values, block->count, room);
    else
        copy_to_2(block->values, block->count, room);
    return room;
}

static void tell(const struct pack_block *block, enum pack_stage stage)
{
    uint16_t room[PACK_BLOCK_MAX];
    const uint8_t width = pack_value_of(block->format).bytes;
    const struct probe_stage told = {
        .unit = TT_UNIT_PACK,
        .instance = (uint8_t)block->packer,
        .stage = (uint8_t)stage,
        .format = (uint8_t)block->format,
        .value_bytes = width,
        .count = block->count,
        .values = at_width(block, stage, width, room),
        .origin = block->origin,
    };
    block->tile->probe->stage(block->tile->probe->user, &told);
}

void pack_add_step(struct pack_settings *set, enum pack_source source, enum pack_stage stage, bool is_told)
{
    /* Whether zeros are put behind rows is asked by the instruction, not by the settings. */
    for (unsigned pads = stage == PACK_ROW_PAD; pads < 2; pads++) {
        struct pack_step *step = set->steps[source][pads];
        while (step->run)
            step++;
        *step = (struct pack_step){functions[stage], (uint8_t)stage, is_told, pack_takes_narrow(set, stage)};
    }
}

static bool has_to_number(const struct pack_settings *set, const struct packer *self, const struct pack_block *block)
{
    return set->uses_origin || block->row_pad || self->group_count || (set->is_block && block->count % PACK_GROUP);
}

/* Nobody listens. */
static void run_unseen(const struct pack_settings *set, struct packer *self, struct pack_block *block,
                       const struct pack_step *step)
{
    for (; step->run; step++) {
        if (block->is_narrow && !step->takes_narrow)
            pack_widen(block);
        step->run(set, self, block);
    }
}

void pack_run_stages(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    const struct pack_step *step = set->steps[block->source][block->row_pad & 1];
    const bool is_probed = tile_probed(block->tile, PROBE_STAGE);
    block->is_narrow = false;
    block->has_origin = is_probed || has_to_number(set, self, block);
    if (!is_probed) {
        run_unseen(set, self, block, step);
        return;
    }
    for (; step->run; step++) {
        if (block->is_narrow && !step->takes_narrow)
            pack_widen(block);
        step->run(set, self, block);
        if (step->is_told && block->count)
            tell(block, (enum pack_stage)step->stage);
    }
}
