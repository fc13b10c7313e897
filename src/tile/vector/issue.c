/* SPDX-License-Identifier: Apache-2.0 */
/* From an instruction word to its work: operands, the backdoor into the macro templates (V10 to V13). */
#include "tile/vector/vector_internal.h"

#include "name_texts.h"
#include "vector_dispatch.h"
#include "vector_findings.h"

enum { FIRST_TEMPLATE_REGISTER = 12 };

const struct vector_insn *vector_insn_of(enum tt_chip chip, uint32_t word)
{
    const struct vector_insn *insn = &vector_insns[chip][word >> 24];
    return insn->run ? insn : NULL;
}

static uint32_t issue_operand(uint32_t word, struct vector_place place)
{
    return word >> place.low & place.mask;
}

void vector_decode(struct vector_job *job)
{
    const struct vector_insn *insn = job->insn;
    const uint32_t word = job->word;
    job->mod = issue_operand(word, insn->mod);
    job->vd = issue_operand(word, insn->vd);
    job->vc = issue_operand(word, insn->vc);
    job->vb = issue_operand(word, word & insn->other_vb_if ? insn->other_vb : insn->vb);
    job->va = issue_operand(word, insn->va);
    job->imm12 = issue_operand(word, insn->imm12);
}

/* V12: lanes that keep the word as a template instead of doing it. True when none is left to do it. No store
 * becomes a template, and its counters step all the same (V12x). */
static bool takes_backdoor(struct vector_job *job)
{
    const bool is_store = job->insn->run == vector_sfpstore;
    if (job->vd < FIRST_TEMPLATE_REGISTER || !(job->insn->has_backdoor || is_store))
        return false;
    const uint32_t does_it = vector_lanes_with(job->tile, LANE_DISABLE_BACKDOOR);
    uint32_t *template = job->tile->state.vector.templates[job->vd - FIRST_TEMPLATE_REGISTER];
    const uint32_t keeps = is_store ? 0 : job->lanes & ~does_it;
    for (unsigned lane = 0; lane < LANES; lane++)
        template[lane] = keeps >> lane & 1 ? job->word : template[lane];
    if (job->turned)
        tile_finding(job->tile, FINDING_VECTOR_BACKDOOR_MAY_TURN, TT_UNIT_VECTOR, job->instance, "word %08X",
                     (unsigned)job->word);
    job->lanes &= does_it;
    job->doing = does_it;
    if (is_store && !does_it)
        tile_finding(job->tile, FINDING_VECTOR_STORES_NOTHING, TT_UNIT_VECTOR, job->instance,
                     INSN_TEXT_SFPSTORE " of register %u", (unsigned)job->vd);
    return !does_it && !is_store;
}

/* Whether SFPLOADMACRO or an instruction from outside can be executed at all; raises the finding. */
static bool vector_is_possible(const struct vector_job *job)
{
    return job->insn->run != vector_sfploadmacro || vector_can_schedule(job);
}

void vector_do(struct vector_job *job)
{
    job->lanes = vector_enabled_lanes(job->tile);
    job->doing = UINT32_MAX;
    if (takes_backdoor(job))
        return;
    if (tile_probed(job->tile, PROBE_FINDING))
        tile_report_forms(job->tile, isa_find(job->tile->chip->id, job->word), job->word, job->instance);
    vector_report_mask(job, VECTOR_LANES_ENABLED, job->lanes);
    job->insn->run(job);
}

enum tile_step vector_issue(struct tile *tile, unsigned thread, uint32_t word)
{
    struct vector_job job = {.tile = tile,
                             .insn = vector_insn_of(tile->chip->id, word),
                             .traits = vector_traits_of(tile),
                             .thread = thread,
                             .word = word};
    vector_decode(&job);
    if (!vector_is_possible(&job))
        return TILE_UNSUPPORTED;
    job.turned = tile->state.vector.turned;
    tile->state.vector.turned = 0;
    if (vector_is_waiting(tile))
        vector_cycle(tile, &job);
    else
        vector_do(&job);
    return TILE_DONE;
}

void vector_sfpnop(struct vector_job *job)
{
    (void)job;
}
