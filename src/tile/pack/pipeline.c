/* SPDX-License-Identifier: Apache-2.0 */
/* The packer's stages in the order data flows, and the loop that runs them. The order is that of P-5. */
#include "tile/pack/pack_internal.h"

static pack_stage_function *const functions[PACK_STAGE_COUNT] = {
#define FUNCTION(STAGE, NAME, VALUE) [PACK_##STAGE] = pack_##NAME,
    PACK_STAGES(FUNCTION)
#undef FUNCTION
};

static const struct stage_info stages[PACK_STAGE_COUNT] = {
#define INFO(STAGE, NAME, VALUE) [PACK_##STAGE] = {#NAME, VALUE},
    PACK_STAGES(INFO)
#undef INFO
};

const struct stage_info *pack_stages(unsigned *count)
{
    *count = PACK_STAGE_COUNT;
    return stages;
}

static void pipeline_report_values(const struct pack_block *block, enum pack_stage stage, const void *values)
{
    const struct probe_stage report = {
        .unit = TT_UNIT_PACK,
        .instance = (uint8_t)block->packer,
        .stage = (uint8_t)stage,
        .format = (uint8_t)block->format,
        .value_bytes = pack_value_of(block->format).bytes,
        .count = block->count,
        .values = values,
        .origin = block->origin,
    };
    block->tile->probe->stage(block->tile->probe->user, &report);
}

/* Block datums, each with its exponent in the upper byte. */
static void join_exponents(const struct pack_block *block, uint16_t *joined)
{
    for (uint32_t i = 0; i < block->count; i++)
        joined[i] = (uint16_t)(block->values[i] | (uint32_t)block->exponents[i / PACK_GROUP] << 8);
}

/* As numbers of the format's width. */
static void pipeline_report_stage(const struct pack_block *block, enum pack_stage stage)
{
    uint16_t halves[PACK_BLOCK_MAX];
    uint8_t bytes[PACK_BLOCK_MAX];
    const unsigned width = pack_value_of(block->format).bytes;
    if (stage == PACK_BFP_ASSEMBLE) {
        join_exponents(block, halves);
        pipeline_report_values(block, stage, halves);
    } else if (width == 4) {
        pipeline_report_values(block, stage, block->values);
    } else if (width == 2) {
        for (uint32_t i = 0; i < block->count; i++)
            halves[i] = (uint16_t)block->values[i];
        pipeline_report_values(block, stage, halves);
    } else {
        for (uint32_t i = 0; i < block->count; i++)
            bytes[i] = (uint8_t)block->values[i];
        pipeline_report_values(block, stage, bytes);
    }
}

void pack_add_step(struct pack_settings *set, enum pack_source source, enum pack_stage stage, bool is_reported)
{
    /* Whether zeros are put behind rows is asked by the instruction, not by the settings. */
    for (unsigned pads = stage == PACK_ROW_PAD; pads < 2; pads++) {
        struct pack_step *step = set->steps[source][pads];
        while (step->run)
            step++;
        *step = (struct pack_step){.run = functions[stage], .stage = (uint8_t)stage, .is_reported = is_reported};
    }
}

void pack_run_stages(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    const bool is_probed = tile_probed(block->tile, PROBE_STAGE);
    for (const struct pack_step *step = set->steps[block->source][block->row_pad & 1]; step->run; step++) {
        step->run(set, self, block);
        if (is_probed && step->is_reported && block->count)
            pipeline_report_stage(block, (enum pack_stage)step->stage);
    }
}
