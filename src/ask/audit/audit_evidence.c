/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the evidence for an instruction with the level that was asked for. docs/semantics/evidence.md */
#include "ask/audit/audit.h"
#include "base/error.h"
#include "base/memory.h"
#include "results/results.h"

#include "finding_ids.h"

/* A replay with the same option may have reported it already. */
static bool is_there(const struct audit *audit)
{
    for (size_t i = 0; i < audit->finding_count; i++)
        if (audit->findings[i].id == FINDING_EVIDENCE_TOO_WEAK)
            return true;
    return false;
}

enum tt_status audit_ask_evidence(struct audit *audit, enum fact_level least, struct tt_error *err)
{
    struct results_evidence evidence;
    enum tt_status status = results_evidence_of(audit->results, audit->seq, &evidence, err);
    if (status)
        return status == TT_END ? TT_OK : status;
    if (evidence.fact->level <= least || is_there(audit))
        return TT_OK;
    if (mem_grow(&audit->findings, &audit->finding_capacity, audit->finding_count + 1, sizeof *audit->findings))
        return tt_fail(err, TT_NO_MEMORY, "no memory for the findings");
    struct audit_finding *finding = &audit->findings[audit->finding_count++];
    finding->id = FINDING_EVIDENCE_TOO_WEAK;
    (void)results_evidence_text(&evidence, finding->detail, sizeof finding->detail);
    return TT_OK;
}
