/* SPDX-License-Identifier: Apache-2.0 */
/* Text and JSON of the draws, the first difference, and its cause. */
#include "fuzz/fuzz.h"

#include "ask/bisect/bisect.h"
#include "ask/bisect/cause_text.h"
#include "isa/chip.h"

enum { LABEL = 15, FORMS_TEXT = 128, FORM_MAX = 32 };

static const char *report_outcome_name(const struct fuzz_result *result)
{
    return !result->is_found                 ? "same"
           : result->outcome == FUZZ_DIFFERS ? "differs"
           : result->outcome == FUZZ_REPORTS ? "reports"
           : result->outcome == FUZZ_SILENT  ? "no verdict"
                                             : "undone";
}

static const char *outcome_text(const struct fuzz_result *result)
{
    return !result->is_found                 ? "nothing differs"
           : result->outcome == FUZZ_DIFFERS ? "differs"
           : result->outcome == FUZZ_REPORTS ? "leaves the same, and reports something else on the way"
           : result->outcome == FUZZ_SILENT  ? "no verdict: the other backend leaves nothing that could be compared"
                                             : "the other backend does not come to the end";
}

static void report_say_first(struct report *report, const struct fuzz_options *options,
                             const struct fuzz_result *result)
{
    report_label(report, LABEL, "first", "program %" PRIu64 " of seed %" PRIu64 ", template %s", result->number,
                 options->seed, result->name);
    report_object(report, "first");
    report_say(report, SAY("program", result->number), SAY("name", result->name));
    report_close(report);
    if (!options->output)
        return;
    report_label(report, LABEL, "reduced", "%" PRIu64 " of %" PRIu64 " words, %" PRIu64 " checks", result->events_after,
                 result->events_before, result->checks);
    report_label(report, LABEL, "written", "%s", options->output);
    report_object(report, "reduced");
    report_say(report, SAY("before", result->events_before), SAY("after", result->events_after),
               SAY("checks", result->checks), SAY("output", options->output),
               SAY("has_reference", result->has_reference));
    report_close(report);
}

/* ---- draws ---- */

/* "0-2,5": the values of a modifier that exist and were not drawn. */
static void missing_text(uint32_t missing, char text[static FORMS_TEXT])
{
    size_t length = 0;
    text[0] = '\0';
    for (unsigned value = 0; value < FORM_MAX && length + 12 < FORMS_TEXT; value++)
        if (missing >> value & 1)
            length += (size_t)snprintf(text + length, FORMS_TEXT - length, "%s%u", length ? "," : "", value);
}

static void report_say_insn(struct report *report, const struct fuzz_coverage *coverage, const struct isa_insn *insn)
{
    const struct fuzz_drawn *drawn = fuzz_coverage_of(coverage, insn->opcode);
    char text[FORMS_TEXT], all[2 * FORMS_TEXT] = "";
    size_t length = 0;
    for (unsigned i = 0; i < insn->modifier_count && i < FUZZ_MODIFIERS_MAX; i++) {
        const struct isa_modifier *modifier = &insn->modifiers[i];
        const uint32_t whole = modifier->mask >= 31 ? UINT32_MAX : (UINT32_C(1) << (modifier->mask + 1u)) - 1;
        missing_text(modifier->exist & whole & ~drawn->forms[i], text);
        if (*text && length + FORMS_TEXT < sizeof all)
            length += (size_t)snprintf(all + length, sizeof all - length, "%s%s %s", length ? "; " : "", modifier->name,
                                       text);
    }
    report_row(report, CELL("mnemonic", "  %-12s", insn->mnemonic), CELL("drawn", " %9s", drawn->count),
               CELL_AS("missing", "forms not drawn", "  %s", (const char *)all));
}

static void say_coverage(struct report *report, const struct fuzz_options *options)
{
    uint64_t count = 0, drawn = 0;
    REPORT_ROWS(report, "coverage", "Instructions drawn", NULL, opcode, 256) {
        const struct isa_insn *insn = isa_by_opcode[options->chip][opcode];
        if (!insn || !insn->is_supported)
            continue;
        count++;
        drawn += fuzz_coverage_of(options->coverage, opcode)->count != 0;
        report_say_insn(report, options->coverage, insn);
    }
    report_label(report, LABEL, "instructions", "%" PRIu64 " of %" PRIu64 " drawn", drawn, count);
    report_say(report, SAY("instructions", count), SAY("instructions_drawn", drawn));
}

/* ---- the whole ---- */

static void say_cause(struct report *report, const struct fuzz_options *options,
                      const struct bisect_result *explanation)
{
    char cause[BISECT_CAUSE_TEXT_MAX] = "";
    if (explanation->explanation_count)
        (void)bisect_cause_text(options->chip, &explanation->explanations[0], cause, sizeof cause);
    report_say(report, SAY_OR_NULL("cause", *cause != '\0', (const char *)cause));
}

void fuzz_report(FILE *out, enum report_form form, const struct fuzz_options *options, const struct fuzz_result *result,
                 const struct bisect_result *explanation)
{
    REPORT(report, out, form);
    report_print(&report, "%s, seed %" PRIu64 ": %s\n", chip_get(options->chip)->name, options->seed,
                 outcome_text(result));
    report_say(&report, SAY("chip", chip_get(options->chip)->name), SAY("seed", options->seed),
               SAY("verdict", report_outcome_name(result)));
    report_label(&report, LABEL, "programs", "%" PRIu64 ", %" PRIu64 " more were not legal and do not count",
                 result->programs, result->skipped);
    report_say(&report, SAY("programs", result->programs), SAY("skipped", result->skipped));
    if (result->is_found)
        report_say_first(&report, options, result);
    if (options->coverage)
        say_coverage(&report, options);
    if (explanation)
        say_cause(&report, options, explanation);
}
