/* SPDX-License-Identifier: Apache-2.0 */
/* The facts that events and runs rest on; $defs/evidence in schemas/VERB.schema.json. */
#include "show/parts.h"

#include "base/text/text.h"
#include "show/wrap.h"

const char *evidence_level_text(enum fact_level level)
{
    static const char *const words[FACT_LEVEL_COUNT] = {
        [FACT_SILICON] = "a measured chip",       [FACT_MAKER] = "the maker's word",
        [FACT_SIMULATOR] = "recordings",          [FACT_DOCUMENTED] = "documents, no recording",
        [FACT_EXTRAPOLATED] = "an extrapolation", [FACT_GUESSED] = "a guess"};
    return words[level];
}

const char *evidence_fact_text(const struct fact *fact, char text[static EVIDENCE_TEXT_MAX])
{
    return text_print(text, EVIDENCE_TEXT_MAX, "%s: %s (%s)", evidence_level_text(fact->level), fact->id, fact->page);
}

/* False: nothing is known, or the database cannot say. */
static bool evidence_report_find(struct results *results, uint64_t seq, struct results_evidence *evidence)
{
    struct tt_error err = {""};
    return results_evidence_of(results, seq, evidence, &err) == TT_OK;
}

const char *evidence_text_of(struct results *results, uint64_t seq, bool only_weak, char text[static EVIDENCE_TEXT_MAX])
{
    struct results_evidence evidence;
    text[0] = '\0';
    if (evidence_report_find(results, seq, &evidence) && !(only_weak && evidence.fact->level < FACT_DOCUMENTED))
        (void)evidence_fact_text(evidence.fact, text);
    return text;
}

void say_evidence(struct report *report, struct results *results, uint64_t seq)
{
    struct results_evidence evidence;
    if (report->is_json && evidence_report_find(results, seq, &evidence))
        report_item(report, "evidence", SAY("level", fact_level_name(evidence.fact->level)),
                    SAY("fact", evidence.fact->id), SAY("page", evidence.fact->page));
}

void say_evidence_text(const struct report *report, struct results *results, uint64_t seq, int label_width)
{
    char text[EVIDENCE_TEXT_MAX];
    if (!report->is_json && *evidence_text_of(results, seq, false, text))
        report_label(report, label_width, "rests on", "%s", text);
}

void say_run_evidence(struct report *report, struct results *results, const char *seq_name, int label_width)
{
    struct tt_error err = {""};
    struct results_evidence evidence;
    char text[EVIDENCE_TEXT_MAX];
    const enum tt_status status = results_weakest(results, &evidence, &err);
    if (status && status != TT_END)
        report_label(report, label_width, "rests on", "not known: %s", err.text);
    if (status)
        return;
    report_item(report, "evidence", SAY("level", fact_level_name(evidence.fact->level)), SAY("fact", evidence.fact->id),
                SAY("page", evidence.fact->page), SAY("instructions", evidence.instructions),
                SAY("first_event", evidence.seq));
    if (evidence.fact->level <= FACT_MAKER)
        report_label(report, label_width, "rests on", "silicon or the maker's word throughout");
    else if (evidence.fact->level > FACT_SIMULATOR)
        report_label(report, label_width, "rests on", "%s, %" PRIu64 " time%s, first at %s %" PRIu64,
                     evidence_fact_text(evidence.fact, text), evidence.instructions, plural(evidence.instructions),
                     seq_name, evidence.seq);
    else
        report_label(report, label_width, "rests on", "recordings, the maker's word or silicon throughout");
}
