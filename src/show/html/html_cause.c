/* SPDX-License-Identifier: Apache-2.0 */
/* Why a run differs: the result of bisect, if it ran; and the command that runs it. */
#include "show/html/html_internal.h"

#include "ask/bisect/cause_text.h"
#include "base/text/shell.h"
#include "base/text/text_stream.h"
#include "isa/facts.h"
#include "isa/registers.h"

/* On one line: the command that asks bisect for the cause of this run. */
static enum tt_status put_command(struct html *html)
{
    const struct results_run_row *run = results_run(html->results);
    struct text_stream stream;
    if (text_stream_open(&stream) < 0)
        return tt_fail(html->err, TT_NO_MEMORY, "no memory for the page");
    (void)fputs("tt-replay bisect ", stream.out);
    shell_put_word(stream.out, run->capture_path);
    (void)fprintf(stream.out, " --order %s", run->order);
    shell_put_options(stream.out, "--variant", run->variants);
    shell_put_options(stream.out, "--set", run->sets);
    shell_put_options(stream.out, "--assume", run->assumes);
    const struct expects *expects = html->options->expects;
    for (size_t i = 0; expects && i < expects->count; i++)
        expect_put_options(stream.out, &expects->items[i]->asked, " ");
    char *text = text_stream_close(&stream);
    NEED(text, html->err, "no memory for the page");
    report_say(&html->report, SAY("bisect", text));
    mem_free(text);
    return TT_OK;
}

static void put_explanation(struct report *out, enum tt_chip chip, const struct bisect_explanation *explanation)
{
    char text[BISECT_CAUSE_TEXT_MAX];
    const struct bisect_change *first = &explanation->changes[0];
    const bool is_reading = explanation->count == 1 && first->kind == BISECT_READING;
    const bool is_field = explanation->count == 1 && first->kind == BISECT_SET;
    const char *meaning = is_reading ? variant_get(first->variant)->doc
                          : is_field ? reg_field_get(chip, first->set.field)->doc
                                     : NULL;
    const struct fact *erratum = is_reading ? variant_erratum(first->variant) : NULL;
    report_item(out, NULL, SAY("text", bisect_explanation_text(chip, explanation, text, sizeof text)),
                SAY("explained", explanation->explained), SAY("undecided_bytes", explanation->undecided),
                SAY_IF("meaning", meaning != NULL, meaning),
                SAY_IF("erratum", erratum != NULL, erratum ? erratum->source : NULL));
}

/* Where the replay as it is and the explained one part. */
static void put_branch(struct report *out, enum tt_chip chip, const struct bisect_branch *branch)
{
    char word[ISA_TEXT_MAX], source[TTCAP_LINES_TEXT_MAX] = "";
    if (!branch->is_found)
        return;
    if (branch->source.frame_count)
        (void)ttcap_lines_text(branch->source.frames, branch->source.frame_count, source);
    report_item(out, "goes_apart", SAY("event", branch->seq), SAY("thread", branch->thread),
                SAY("unit", unit_name(branch->unit)), SAY("instance", branch->instance),
                SAY("instruction", isa_disassemble(chip, branch->word, word)),
                SAY_IF("source", source[0], (const char *)source),
                SAY_IF("stage", branch->stage[0], (const char *)branch->stage));
}

static void put_found(struct html *html, const struct bisect_result *result)
{
    const enum tt_chip chip = results_run(html->results)->chip;
    struct report *out = &html->report;
    report_object(out, "found");
    report_say(out, SAY("cause", bisect_cause_name(result->cause)), SAY("values", result->values),
               SAY("replays", result->replays), SAY("is_budget_spent", result->is_budget_spent),
               SAY("later_bytes", result->later),
               SAY_IF("unsure", bisect_unsure_text(result) != NULL, bisect_unsure_text(result)));
    REPORT_EACH(out, "explanations", i, result->explanation_count)
        put_explanation(out, chip, &result->explanations[i]);
    put_branch(out, chip, &result->branches[0]);
    report_close(out);
}

enum tt_status html_put_cause(struct html *html)
{
    report_object(&html->report, "why");
    const enum tt_status status = put_command(html);
    if (!status && html->options->cause)
        put_found(html, html->options->cause);
    report_close(&html->report);
    return status;
}
