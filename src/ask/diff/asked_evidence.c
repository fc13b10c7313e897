/* SPDX-License-Identifier: Apache-2.0 */
/* The facts that a run rests on, against the requested level. docs/semantics/evidence.md */
#include "ask/diff/diff.h"

#include "finding_ids.h"

enum tt_status diff_ask_evidence(struct diff *diff, enum fact_level least, struct tt_error *err)
{
    struct verdict_facts *facts = &diff->facts;
    struct results_evidence evidence;
    struct results_insn_row insn = {0};
    bool has_word = false;
    enum tt_status status = results_evidence_below(diff->results, least, &evidence, err);
    if (!status)
        status = results_insn_at(diff->results, evidence.seq, &insn, &has_word, err);
    if (status)
        return status == TT_END ? TT_OK : status;
    facts->weak = evidence.instructions;
    facts->first_weak = (struct verdict_place){FINDING_EVIDENCE_TOO_WEAK, evidence.seq, has_word, insn.word};
    (void)results_evidence_text(&evidence, facts->weak_detail, sizeof facts->weak_detail);
    diff->verdict = verdict_of(facts);
    (void)verdict_words(facts, diff->reason);
    return TT_OK;
}
