/* SPDX-License-Identifier: Apache-2.0 */
/* What events rest on, where it is not what the row of their word says. docs/semantics/evidence.md */
#include "results/sink_internal.h"

int64_t sink_use_fact(struct results_sink *sink, const struct fact *fact)
{
    const unsigned number = fact_number(fact);
    sink->facts[number].is_named = true;
    return number;
}

void sink_evidence(struct results_sink *sink)
{
    struct sink_fact *fact = &sink->facts[fact_number(sink->weakest)];
    if (!fact->events++)
        fact->first_seq = sink->seq;
    fact->is_named = true;
    if (sink->weakest == sink->of_word)
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
        if (!sink->facts[i].is_named)
            continue;
        row_begin(&sink->rows, ROW_FACT);
        row_int(&sink->rows, i);
        row_text(&sink->rows, fact->id);
        row_text(&sink->rows, fact_level_name(fact->level));
        row_int(&sink->rows, fact->level);
        row_text(&sink->rows, fact->page);
        row_int(&sink->rows, (int64_t)sink->facts[i].events);
        if (sink->facts[i].events)
            row_int(&sink->rows, (int64_t)sink->facts[i].first_seq);
        else
            row_null(&sink->rows);
        sink_row_end(sink);
    }
}
