/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the evidence for the run with the level that was asked for. docs/semantics/evidence.md */
#include "ask/lint/lint_internal.h"
#include "base/search.h"

#include "evidence_findings.h"

static struct lint_item *lint_evidence_find(const struct lint *lint, finding_id id)
{
    return FIND(lint->items, lint->count, item->id == id);
}

static struct lint_item item_of(const struct results_evidence *evidence, bool has_insn,
                                const struct results_insn_row *insn)
{
    struct lint_item item = {.id = FINDING_EVIDENCE_TOO_WEAK,
                             .rank = lint_rank_of(finding_get(FINDING_EVIDENCE_TOO_WEAK)->kind),
                             .times = evidence->instructions,
                             .seq = evidence->seq,
                             .has_insn = has_insn,
                             .thread = insn->thread,
                             .unit = has_insn ? insn->unit : TT_UNIT_CORE,
                             .word = insn->word};
    (void)results_evidence_text(evidence, item.detail, sizeof item.detail);
    return item;
}

enum tt_status lint_ask_evidence(struct lint *lint, struct results *results, enum fact_level least,
                                 struct tt_error *err)
{
    struct results_evidence evidence;
    struct results_insn_row insn = {0};
    bool has_word = false;
    enum tt_status status = results_evidence_below(results, least, &evidence, err);
    if (status)
        return walk_ended(status);
    if (lint_evidence_find(lint, FINDING_EVIDENCE_TOO_WEAK)) /* a replay with the same option reported it */
        return TT_OK;
    status = results_insn_at(results, evidence.seq, &insn, &has_word, err);
    if (!status && mem_grow(&lint->items, &lint->capacity, lint->count + 1, sizeof *lint->items))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for what was found");
    if (status)
        return status;
    lint->items[lint->count++] = item_of(&evidence, has_word, &insn);
    lint_sort(lint);
    return TT_OK;
}
