/* SPDX-License-Identifier: Apache-2.0 */
/* What events rest on, where a finding says that it is less than what their words do. docs/semantics/evidence.md */
#include "results/sink_internal.h"

int64_t sink_use_fact(struct results_sink *sink, const struct fact *fact)
{
    const unsigned number = fact_number(fact);
    sink->has_fact[number] = true;
    return number;
}

void sink_evidence(struct results_sink *sink)
{
    const struct fact *of_word = sink->is_core ? NULL : evidence_of_word(sink->insn, sink->word);
    if (evidence_weaker(of_word, sink->weakest) == of_word)
        return;
    row_begin(&sink->rows, ROW_EVIDENCE);
    row_int(&sink->rows, (int64_t)sink->seq);
    row_int(&sink->rows, sink_use_fact(sink, sink->weakest));
    sink_row_end(sink);
}

void sink_write_facts(struct results_sink *sink)
{
    for (unsigned i = 0; i < fact_count(); i++) {
        const struct fact *fact = fact_get(i);
        if (!sink->has_fact[i])
            continue;
        row_begin(&sink->rows, ROW_FACT);
        row_int(&sink->rows, i);
        row_text(&sink->rows, fact->id);
        row_text(&sink->rows, fact_level_name(fact->level));
        row_int(&sink->rows, fact->level);
        row_text(&sink->rows, fact->page);
        sink_row_end(sink);
    }
}
