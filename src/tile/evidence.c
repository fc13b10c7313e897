/* SPDX-License-Identifier: Apache-2.0 */
/* The facts that a word rests on in the settings that it meets (docs/semantics/evidence.md): looked at for a probe
 * alone, and without a word to it, for nothing is read that the instruction does not read itself. */
#include "isa/evidence.h"
#include "tile/matrix/matrix.h"
#include "tile/tile_internal.h"

struct met {
    struct tile *tile;
    unsigned thread;
    insn_id insn;
};

static uint32_t evidence_value(void *user, const struct evidence_condition *condition)
{
    const struct met *met = user;
    if (condition->kind == EVIDENCE_IF_SRCA || condition->kind == EVIDENCE_IF_SRCB)
        return matrix_format_met(met->tile, met->thread, met->insn, condition->kind == EVIDENCE_IF_SRCB);
    return cfg_decode_unseen(met->tile, CFG_READ_BY_EVIDENCE, met->thread, (enum reg_id)condition->field);
}

static struct weighed evidence_weigh(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    struct met met = {tile, thread, insn->id};
    const struct evidence_view view = {&met, evidence_value};
    struct weighed weighed = {.setting = evidence_setting_of(tile->chip->id, insn, word, &view)};
    weighed.fact = weighed.setting ? weighed.setting->fact : evidence_of_word(insn, word);
    if (tile->choices.count)
        weighed.fact =
            evidence_weaker(weighed.fact, evidence_of_choices(&tile->choices, &tile->variants, insn, word, &view));
    return weighed;
}

/* Kernels repeat their words, mostly in the settings of before. */
const struct fact *tile_weigh(struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word)
{
    const struct small_state *small = &tile->state.small;
    const struct weighed_by by = {
        .word = word,
        .thread = thread,
        .version = tile->cfg_version[CFG_READ_BY_EVIDENCE],
        .srca = small->src_format.a[small->src_bank.math_a & 1],
        .srcb = small->src_format.b[small->src_bank.math_b & 1],
        .is_there = true,
    };
    struct weighed *known = &tile->weighed[((word ^ thread << 24) * 2654435761u) >> 24];
    tile->setting = NULL;
    if (!insn)
        return NULL;
    if (memcmp(&known->by, &by, sizeof by) != 0) {
        *known = evidence_weigh(tile, thread, insn, word);
        known->by = by;
    }
    tile->setting = known->setting;
    return known->fact;
}

void tile_note_choices(struct tile *tile)
{
    memset(tile->weighed, 0, sizeof tile->weighed);
    evidence_choose(tile->chip->id, &tile->variants, &tile->choices);
}
