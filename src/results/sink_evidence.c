/* SPDX-License-Identifier: Apache-2.0 */
/* What events rest on, where it is not what the row of their word says. docs/semantics/evidence.md */
#include "results/sink_internal.h"

int64_t sink_use_fact(struct results_sink *sink, const struct fact *fact)
{
    struct used_names *used = &sink->used;
    const unsigned number = fact_number(fact);
    if (!used->facts[number].number) {
        used->fact_order[used->fact_count++] = number;
        used->facts[number].number = used->fact_count;
    }
    return used->facts[number].number;
}

void sink_evidence(struct results_sink *sink)
{
    const int64_t number = sink_use_fact(sink, sink->weakest);
    struct sink_fact *fact = &sink->used.facts[fact_number(sink->weakest)];
    if (!fact->events++)
        fact->first_seq = sink->seq;
    if (sink->weakest == sink->of_word)
        return;
    row_begin(&sink->rows, ROW_EVIDENCE);
    row_int(&sink->rows, (int64_t)sink->seq);
    row_int(&sink->rows, number);
    sink_row_end(sink);
}

void sink_write_facts(struct results_sink *sink)
{
    for (unsigned i = 0; i < sink->used.fact_count; i++) {
        const struct fact *fact = fact_get(sink->used.fact_order[i]);
        const struct sink_fact *counted = &sink->used.facts[sink->used.fact_order[i]];
        row_begin(&sink->rows, ROW_FACT);
        row_int(&sink->rows, counted->number);
        row_text(&sink->rows, fact->id);
        row_text(&sink->rows, fact_level_name(fact->level));
        row_int(&sink->rows, fact->level);
        row_text(&sink->rows, fact->page);
        row_int(&sink->rows, (int64_t)counted->events);
        if (counted->events)
            row_int(&sink->rows, (int64_t)counted->first_seq);
        else
            row_null(&sink->rows);
        sink_row_end(sink);
    }
}
