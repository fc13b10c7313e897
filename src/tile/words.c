/* SPDX-License-Identifier: Apache-2.0 */
#include "tile/words.h"

#include "numeric/format.h"
#include "tile/tile_internal.h"

static const struct stage_info stages_of_config[] = {
    [STAGE_OLD] = {"old", "word of configuration before the write"},
    [STAGE_MASK] = {"mask", "bits that the instruction writes"},
    [STAGE_NEW] = {"new", "word of configuration behind it"},
};
static const struct stage_info stages_of_sync[] = {
    [STAGE_BEFORE] = {"before", "semaphore, mutex or stream as the instruction met it"},
    [STAGE_AFTER] = {"after", "semaphore or mutex behind it"},
    [STAGE_WAITED_FOR] = {"waited_for", "what a wait is held against: mask of conditions, value to leave, target"},
};
static const struct stage_info stages_of_scalar[] = {
    [STAGE_OPERANDS] = {"operands", "what was read, and constants of the word, in that order"},
    [STAGE_WORD_RESULT] = {"result", "what was written: a register, L1, SrcA, SrcB or configuration"},
};
static const struct stage_info stages_of_adc[] = {
    [STAGE_BEFORE] = {"before", "counter before the step"},
    [STAGE_AFTER] = {"after", "counter behind it"},
    [STAGE_CARRY] = {"carry", "its carry copy behind the step"},
};
static const struct stage_info stages_of_mover[] = {
    [STAGE_MOVER_READ] = {"read", "word of L1"},
    [STAGE_MOVER_FORMAT] = {"format", "word that the mode makes of it: the same, or zero"},
    [STAGE_MOVER_WRITE] = {"write", "word as it is written"},
};

#define WORD_STAGES(NAME)                                                                                              \
    {                                                                                                                  \
        stages_of_##NAME, sizeof stages_of_##NAME / sizeof *stages_of_##NAME                                           \
    }
static const struct {
    const struct stage_info *stages;
    unsigned count;
} word_stages_of[TT_UNIT_COUNT] = {
    [TT_UNIT_SYNC] = WORD_STAGES(sync), [TT_UNIT_CONFIG] = WORD_STAGES(config), [TT_UNIT_SCALAR] = WORD_STAGES(scalar),
    [TT_UNIT_ADC] = WORD_STAGES(adc),   [TT_UNIT_MOVER] = WORD_STAGES(mover),
};

const struct stage_info *word_stages(enum tt_unit unit, unsigned *count)
{
    *count = word_stages_of[unit].count;
    return word_stages_of[unit].stages;
}

void tile_report_words(const struct tile *tile, enum tt_unit unit, unsigned stage, const uint32_t *values,
                       uint32_t count)
{
    const struct probe_stage report = {.unit = unit,
                                       .stage = (uint8_t)stage,
                                       .format = FORMAT_WORD,
                                       .value_bytes = sizeof *values,
                                       .count = count,
                                       .values = values};
    tile->probe->stage(tile->probe->user, &report);
}

void tile_report_bytes(const struct tile *tile, enum tt_unit unit, unsigned stage, const uint8_t *bytes, uint32_t count)
{
    for (uint32_t at = 0; at < count; at += sizeof(uint32_t)) {
        uint32_t value = 0;
        for (uint32_t i = 0; i < sizeof value && at + i < count; i++)
            value |= (uint32_t)bytes[at + i] << 8 * i;
        tile_report_words(tile, unit, stage, &value, 1);
    }
}
