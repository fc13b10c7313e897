/* SPDX-License-Identifier: Apache-2.0 */
/* What a run and its events rest on. docs/semantics/evidence.md */
#include "results/reader_internal.h"

#include "isa/evidence.h"

#include <stdio.h>

static void name_fact(struct results_evidence *evidence, const struct fact *fact)
{
    (void)snprintf(evidence->fact, sizeof evidence->fact, "%s", fact->id);
    (void)snprintf(evidence->page, sizeof evidence->page, "%s", fact->page);
    evidence->level = fact->level;
}

enum tt_status results_evidence_of(struct results *results, uint64_t seq, struct results_evidence *evidence,
                                   struct tt_error *err)
{
    const struct window *window;
    const struct window_event *event;
    *evidence = (struct results_evidence){.seq = seq, .instructions = 1};
    enum tt_status status = results_event(results, seq, &window, &event, err);
    if (!status && (!event || !event->fact || (event->is_core && !event->is_found_weaker)))
        status = TT_END;
    if (!status)
        name_fact(evidence, event->fact);
    events_release(window);
    return status;
}

char *results_evidence_text(const struct results_evidence *evidence, char *text, size_t size)
{
    (void)snprintf(text, size, "rests on %s, %s (%s)", evidence->fact, fact_level_name(evidence->level),
                   evidence->page);
    return text;
}

/* Whether a fact says less than another, or as much of more events. */
static bool is_weaker(const struct events_fact *fact, const struct events_fact *than)
{
    if (!than)
        return true;
    if (fact->fact->level != than->fact->level)
        return fact->fact->level > than->fact->level;
    if (fact->events != than->events)
        return fact->events > than->events;
    return fact->first_seq < than->first_seq;
}

enum tt_status results_weakest(struct results *results, struct results_evidence *evidence, struct tt_error *err)
{
    const struct events_survey *survey;
    const struct events_fact *weakest = NULL;
    *evidence = (struct results_evidence){.level = FACT_SILICON};
    const enum tt_status status = results_survey(results, &survey, err);
    for (unsigned i = 0; !status && i < fact_count(); i++)
        if (survey->facts[i].events && is_weaker(&survey->facts[i], weakest))
            weakest = &survey->facts[i];
    if (status || !weakest)
        return status ? status : TT_END;
    name_fact(evidence, weakest->fact);
    evidence->instructions = weakest->events;
    evidence->seq = weakest->first_seq;
    return TT_OK;
}

/* The fact that was first is known; its event's word is looked up. */
enum tt_status results_evidence_below(struct results *results, enum fact_level least, struct results_evidence *evidence,
                                      uint32_t *word, bool *has_word, struct tt_error *err)
{
    const struct events_survey *survey;
    const struct events_fact *first = NULL;
    const struct window *window;
    const struct window_event *event;
    uint64_t instructions = 0;
    *evidence = (struct results_evidence){.level = FACT_SILICON};
    enum tt_status status = results_survey(results, &survey, err);
    for (unsigned i = 0; !status && i < fact_count(); i++) {
        const struct events_fact *fact = &survey->facts[i];
        if (!fact->events || fact->fact->level <= least)
            continue;
        instructions += fact->events;
        if (!first || fact->first_seq < first->first_seq)
            first = fact;
    }
    if (status || !first)
        return status ? status : TT_END;
    name_fact(evidence, first->fact);
    evidence->seq = first->first_seq;
    evidence->instructions = instructions;
    status = results_event(results, first->first_seq, &window, &event, err);
    *has_word = event && !event->is_core;
    *word = event ? event->word : 0;
    events_release(window);
    return status;
}
