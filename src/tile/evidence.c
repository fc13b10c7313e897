/* SPDX-License-Identifier: Apache-2.0 */
/* What a word rests on in the settings that it meets (docs/semantics/evidence.md): looked at for a probe alone, and
 * without a word to it, for nothing is read that the instruction does not read itself. */
#include "tile/tile_internal.h"

#include "isa/evidence.h"

#include "matrix_regs.h"

#include <string.h>

struct met {
    struct tile *tile;
    unsigned thread;
};

static uint32_t field_of(const struct met *met, enum reg_id id)
{
    const uint8_t reader = 1u << CFG_READ_BY_EVIDENCE;
    struct tile *tile = met->tile;
    const struct reg_field *field = reg_field_get(tile->chip->id, id);
    uint32_t word;
    if (!field->name)
        return 0;
    if (field->space == TT_SPACE_THREAD_CFG) {
        word = tile->state.thread_cfg[met->thread][field->word];
        tile->thread_cfg_readers[field->word] |= reader;
    } else {
        word = tile->state.cfg[cfg_state_of(tile, met->thread)][field->word];
        tile->thread_cfg_readers[0] |= reader; /* cfg_state_of() */
        tile->cfg_readers[field->word] |= reader;
    }
    return (uint32_t)(word >> field->shift & ((UINT64_C(1) << field->bits) - 1));
}

/* As configured, or as the bank was filled (M19). */
static uint32_t srca_format(const struct met *met)
{
    const struct small_state *small = &met->tile->state.small;
    if (met->tile->chip->src_format_is_implied && !field_of(met, (enum reg_id)MATRIX_REG_DISABLE_IMPLIED_SRCA_FMT_Base))
        return small->src_format.a[small->src_bank.math_a & 1];
    return field_of(met, (enum reg_id)MATRIX_REG_ALU_FORMAT_SPEC_REG_SrcA_override)
               ? field_of(met, (enum reg_id)MATRIX_REG_ALU_FORMAT_SPEC_REG_SrcA_val)
               : field_of(met, (enum reg_id)MATRIX_REG_ALU_FORMAT_SPEC_REG0_SrcA);
}

static uint32_t srcb_format(const struct met *met)
{
    const struct small_state *small = &met->tile->state.small;
    if (met->tile->chip->src_format_is_implied && !field_of(met, (enum reg_id)MATRIX_REG_DISABLE_IMPLIED_SRCB_FMT_Base))
        return small->src_format.b[small->src_bank.math_b & 1];
    return field_of(met, (enum reg_id)MATRIX_REG_ALU_FORMAT_SPEC_REG_SrcB_override)
               ? field_of(met, (enum reg_id)MATRIX_REG_ALU_FORMAT_SPEC_REG_SrcB_val)
               : field_of(met, (enum reg_id)MATRIX_REG_ALU_FORMAT_SPEC_REG1_SrcB);
}

static uint32_t value(void *user, const struct evidence_condition *condition)
{
    const struct met *met = user;
    if (condition->kind == EVIDENCE_IF_SRCA)
        return srca_format(met);
    if (condition->kind == EVIDENCE_IF_SRCB)
        return srcb_format(met);
    return field_of(met, (enum reg_id)condition->field);
}

static struct weighed weigh(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    struct met met = {tile, thread};
    const struct evidence_view view = {&met, value};
    struct weighed weighed = {.setting = evidence_setting_of(tile->chip->id, insn, word, &view)};
    weighed.fact = weighed.setting ? weighed.setting->fact : evidence_of_word(insn, word);
    if (tile->has_choices)
        weighed.fact = evidence_weaker(
            weighed.fact, evidence_of_choices(tile->chip->id, insn, word, &tile->variants, &view));
    return weighed;
}

/* Kernels repeat their words, mostly in the settings of before. */
const struct fact *tile_weigh(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    const struct small_state *small = &tile->state.small;
    const uint32_t srca = small->src_format.a[small->src_bank.math_a & 1];
    const uint32_t srcb = small->src_format.b[small->src_bank.math_b & 1];
    const uint32_t version = tile->cfg_version[CFG_READ_BY_EVIDENCE];
    struct weighed *known = &tile->weighed[((word ^ thread << 24) * 2654435761u) >> 24];
    tile->setting = NULL;
    if (!insn)
        return NULL;
    if (!known->is_there || known->word != word || known->version != version || known->thread != thread ||
        known->srca != srca || known->srcb != srcb) {
        *known = weigh(tile, thread, insn, word);
        known->word = word;
        known->version = version;
        known->thread = (uint8_t)thread;
        known->srca = srca;
        known->srcb = srcb;
        known->is_there = true;
    }
    tile->setting = known->setting;
    return known->fact;
}

void tile_note_choices(struct tile *tile)
{
    memset(tile->weighed, 0, sizeof tile->weighed);
    tile->has_choices = false;
    for (unsigned i = 0; i < VARIANT_COUNT; i++)
        tile->has_choices |= tile->variants.choice[i] != 0;
}
