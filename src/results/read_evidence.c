/* SPDX-License-Identifier: Apache-2.0 */
/* The evidence of a run and of its events. docs/semantics/evidence.md */
#include "results/reader_internal.h"

#include "isa/evidence.h"

enum tt_status results_evidence_of(struct results *results, uint64_t seq, struct results_evidence *evidence,
                                   struct tt_error *err)
{
    const struct window *window;
    const struct window_event *event;
    enum tt_status status = results_event(results, seq, &window, &event, err);
    if (!status && (!event || !event->fact || (event->is_core && !event->is_found_weaker)))
        status = TT_END;
    *evidence = (struct results_evidence){status ? NULL : event->fact, 1, seq};
    events_release(window);
    return status;
}

char *results_evidence_text(const struct results_evidence *evidence, char *text, size_t size)
{
    (void)snprintf(text, size, "rests on %s, %s (%s)", evidence->fact->id, fact_level_name(evidence->fact->level),
                   evidence->fact->page);
    return text;
}

/* Whether a fact says less than another, or as much of more events. */
static bool is_weaker(const struct results_evidence *fact, const struct results_evidence *than)
{
    if (!than->fact)
        return true;
    if (fact->fact->level != than->fact->level)
        return fact->fact->level > than->fact->level;
    if (fact->instructions != than->instructions)
        return fact->instructions > than->instructions;
    return fact->seq < than->seq;
}

enum tt_status results_weakest(struct results *results, struct results_evidence *evidence, struct tt_error *err)
{
    const struct events_survey *survey;
    *evidence = (struct results_evidence){NULL, 0, 0};
    const enum tt_status status = results_survey(results, &survey, err);
    for (unsigned i = 0; !status && i < fact_count(); i++)
        if (survey->facts[i].instructions && is_weaker(&survey->facts[i], evidence))
            *evidence = survey->facts[i];
    return !status && !evidence->fact ? TT_END : status;
}

enum tt_status results_evidence_below(struct results *results, enum fact_level least, struct results_evidence *evidence,
                                      struct tt_error *err)
{
    const struct events_survey *survey;
    uint64_t instructions = 0;
    *evidence = (struct results_evidence){NULL, 0, 0};
    const enum tt_status status = results_survey(results, &survey, err);
    for (unsigned i = 0; !status && i < fact_count(); i++) {
        const struct results_evidence *fact = &survey->facts[i];
        if (!fact->instructions || fact->fact->level <= least)
            continue;
        instructions += fact->instructions;
        if (!evidence->fact || fact->seq < evidence->seq)
            *evidence = *fact;
    }
    evidence->instructions = instructions;
    return !status && !evidence->fact ? TT_END : status;
}
