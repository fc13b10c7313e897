/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs that keep compared bytes undecided, and the dumps that would decide them: smallest set of spaces first,
 * with the command and the dump to take. schemas/diff.schema.json, "undecided" */
#include "show/reports.h"

#include "base/text/shell.h"
#include "isa/spaces.h"
#include "show/report.h"

enum { INPUTS_SHOWN = 12, BRXY_SHOWN = 4, SPACES_TEXT = 128 };

/* "cfg,dst" */
static const char *spaces_text(uint32_t spaces, char text[static SPACES_TEXT])
{
    size_t at = 0;
    text[0] = 0;
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        if (spaces >> space & 1)
            at +=
                (size_t)snprintf(text + at, SPACES_TEXT - at, "%s%s", at ? "," : "", space_name((enum tt_space)space));
    return text;
}

static void say_inputs(struct report *report, const struct undecided *undecided)
{
    const size_t shown = report->is_json ? undecided->input_count : INPUTS_SHOWN;
    uint64_t more = 0;
    report_table(report, "inputs", "What keeps bytes undecided: inputs that the recording does not hold", NULL);
    for (size_t i = 0; i < undecided->input_count; i++) {
        const struct undecided_input *input = &undecided->inputs[i];
        const bool is_shown = i < shown && (input->bytes || report->is_json);
        more += input->bytes && !is_shown;
        if (!is_shown)
            continue;
        report_row(report, CELL("bytes", "  %12s", input->bytes), CELL_AS("input", "input", "  %s", input->name),
                   SAY("space", space_name(input->space)), SAY("lo", input->lo), SAY("hi", input->hi),
                   SAY("is_assumed", input->is_assumed));
    }
    if (more)
        report_print(report, "  and %" PRIu64 " more (--json, or table unknown_input)\n", more);
    report_close(report);
}

/* The tool's command that takes a dump of it (docs/how-to/capture-from-silicon.md). */
static const char *dump_of(enum tt_space space)
{
    static const char *const dumps[TT_SPACE_COUNT] = {
        [TT_SPACE_L1] = "--l1 ADDR=FILE, or --exalens of what tt-exalens prints for",
        [TT_SPACE_CFG] = "--cfg FILE, or --exalens (reg, tensix)",
        [TT_SPACE_THREAD_CFG] = "--thread-cfg FILE",
        [TT_SPACE_GPR] = "--gpr FILE, or --llk-json",
        [TT_SPACE_DST] = "--dst FILE, or python3 -m tt_replay.exalens",
        [TT_SPACE_DST_VALID] = "--dst-valid FILE",
        [TT_SPACE_SRCA] = "--srca FILE",
        [TT_SPACE_SRCB] = "--srcb FILE",
        [TT_SPACE_LREG] = "--lreg FILE",
        [TT_SPACE_STATE] = "--state FILE, or --llk-json",
    };
    return dumps[space];
}

/* The lines to type into tt-exalens, for what is needed most first. */
static void print_brxy(const struct report *report, const struct undecided *undecided)
{
    unsigned said = 0;
    for (size_t i = 0; i < undecided->input_count && said < BRXY_SHOWN; i++) {
        const struct undecided_input *input = &undecided->inputs[i];
        if (input->space != TT_SPACE_L1 || !input->bytes)
            continue;
        const uint32_t lo = input->lo & ~3u;
        report_print(report, "              brxy 0x%" PRIx32 " %" PRIu32 "\n", lo, (input->hi - lo + 3) / 4);
        said++;
    }
}

static void undecided_report_print_command(const struct report *report, const struct diff *diff,
                                           const struct undecided *undecided, uint32_t spaces)
{
    char text[SPACES_TEXT];
    const struct results_run_row *run = diff->run;
    report_print(report, "\n  tt-replay replay ");
    shell_put_word(report->out, run->capture_path);
    if (strcmp(run->order, "executed") != 0)
        report_print(report, " --order %s", run->order);
    shell_put_options(report->out, "--variant", run->variants);
    shell_put_options(report->out, "--set", run->sets);
    shell_put_options(report->out, "--assume", run->assumes);
    report_print(report, " \\\n      --assume %s -o RUN.db\n", spaces_text(spaces, text));
    report_print(report, "or a capture that holds it at the start, from tt-replay import --override:\n");
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        if (spaces >> space & 1)
            report_print(report, "  %-10s  %s\n", space_name((enum tt_space)space), dump_of((enum tt_space)space));
        if (spaces >> space & 1 && space == TT_SPACE_L1)
            print_brxy(report, undecided);
    }
}

static void say_ways(struct report *report, const struct undecided *undecided)
{
    char text[SPACES_TEXT];
    REPORT_ROWS(report, "ways", "What would decide them", NULL, i, undecided->way_count)
        report_row(report, CELL("bytes", "  %12s", undecided->ways[i].bytes),
                   CELL("assume", "  %s", spaces_text(undecided->ways[i].spaces, text)));
}

/* Dumps at the end alone hold bytes beside those that a kernel writes. */
static void print_others(const struct report *report, const struct undecided *undecided)
{
    if (undecided->unwritten)
        report_print(report, "  %" PRIu64 " undecided bytes were never written: they are what they were at the start\n",
                     undecided->unwritten);
    if (undecided->lost)
        report_print(report,
                     "  %" PRIu64 " undecided bytes rest on unsupported work, undefined behaviour, or Dst that\n"
                     "  no checkpoint holds: no assumption decides them\n",
                     undecided->lost);
}

void diff_report_undecided(struct report *report, const struct diff *diff)
{
    const struct undecided *undecided = diff->undecided;
    char text[SPACES_TEXT];
    if (!undecided || (!undecided->bytes && !diff->facts.assumed)) {
        report_say(report, SAY_NULL("undecided"));
        return;
    }
    report_object(report, "undecided");
    report_say(report, SAY("bytes", undecided->bytes), SAY("unwritten", undecided->unwritten),
               SAY("lost", undecided->lost), SAY("assumed", spaces_text(diff->facts.assumed, text)));
    say_inputs(report, undecided);
    say_ways(report, undecided);
    report_close(report);
    if (report->is_json || !undecided->bytes)
        return;
    print_others(report, undecided);
    if (undecided->way_count)
        undecided_report_print_command(report, diff, undecided, undecided->ways[undecided->way_count - 1].spaces);
}
