/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay fuzz: drawn programs on two backends, the first difference reduced and explained. docs/how-to/fuzz.md */
#include "fuzz/fuzz.h"
#include "ask/bisect/bisect.h"
#include "base/new_file.h"
#include "base/text/shell.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "isa/isa.h"
#include "order/options_text.h"
#include "show/reports.h"

enum { DEPTH = 12, COUNT = 10000, SHRINK_BUDGET = 3000, BISECT_BUDGET = 400 };

struct arguments {
    struct fuzz_options fuzz;
    uint32_t units;
    const char *against, *serve;
    struct texts variants;
    uint64_t depth;
    bool is_strict, has_undefined, is_json, has_coverage;
};

static const struct cli_option options[] = {
    {CLI_HEADING("The other backend:")},
    {"against", 0, "WHAT",
     "variant:K=V[,K=V]: this tile with other readings; exe:PATH: another build of tt-replay; cmd:'COMMAND {bundle} "
     "{out}': a simulator or a card, which is given a dump bundle and leaves one with its end state",
     INTO(struct arguments, against)},
    {"reports", 0, NULL,
     "with exe:, compare also what the tile reports while it runs (findings, accesses, values of stages), with and "
     "without its fast paths, and under other readings: for builds that should not differ in anything",
     INTO(struct arguments, fuzz.has_reports)},
    {"serve", 0, "PATH",
     "run a capture, or a folder of them, and print how each ends, with --reports also a sum of what it reports: what "
     "exe: has the other build do",
     INTO(struct arguments, serve)},
    {CLI_HEADING("What is drawn:")},
    {"chip", 0, "CHIP", CHIP_TEXT, NAMED(cli_chips, struct arguments, fuzz.chip)},
    {"unit", 0, "U[,U]", "draw programs about these units, or about a core (core) (default: all)",
     NAMED_BITS(cli_units, struct arguments, units)},
    {"seed", 0, "N", "seed of the draws (default 1)", INTO(struct arguments, fuzz.seed), .most = UINT32_MAX},
    {"depth", 0, "N", "words and fields at each place that a template leaves open (default 12)",
     INTO(struct arguments, depth), .most = DRAW_DEPTH_MAX},
    {"count", 0, "N", "stop after N legal programs (default 10000; 0: never)", INTO(struct arguments, fuzz.count)},
    {"for", 0, "S", "stop after S seconds without a difference", INTO(struct arguments, fuzz.seconds)},
    {"strict", 0, NULL, "draw only programs that raise no finding at all", INTO(struct arguments, is_strict)},
    {"card", 0, NULL,
     "draw only programs that a card can run: words alone, with an output that does not depend on what the tile held "
     "before; `python3 -m tt_replay.card {bundle} {out}` runs them there",
     INTO(struct arguments, fuzz.is_for_card)},
    {"undefined", 0, NULL,
     "with --reports, or with --coverage alone: let every second program meet undefined behaviour and unsupported work",
     INTO(struct arguments, has_undefined)},
    {"variant", 0, "K=V",
     "another reading of one step; may be given again; simulator: all readings that recordings of a simulator show",
     CALL(cli_take_variant, struct arguments, variants), OWNS(struct arguments, variants)},
    PROFILE_OPTION(struct arguments),
    {CLI_HEADING("What becomes of a difference:")},
    {"output", 'o', "FIRST.ttcap", "the reduced program to make, with what the other backend left at its end",
     INTO(struct arguments, fuzz.output)},
    {"budget", 0, "N", "at most N checks while the program is reduced (default 3000)",
     INTO(struct arguments, fuzz.budget)},
    {"force", 0, NULL, FORCE_TEXT, INTO(struct arguments, fuzz.replaces)},
    {CLI_HEADING("Output:")},
    {"coverage", 0, NULL, "print which instructions and forms were drawn; without --against nothing is compared",
     INTO(struct arguments, has_coverage)},
    {"json", 0, NULL, "as JSON (schemas/fuzz.schema.json)", INTO(struct arguments, is_json)},
    {0},
};

static void fuzz_check(const struct argp_state *state, void *into)
{
    const struct arguments *arguments = into;
    if (arguments->serve)
        return;
    CLI_REFUSE_IF(arguments->fuzz.has_reports && (!arguments->against || strncmp(arguments->against, "exe:", 4) != 0),
                  state, "--reports goes with --against exe:PATH");
    CLI_REFUSE_IF(arguments->has_undefined &&
                      ((arguments->against && !arguments->fuzz.has_reports) || arguments->is_strict),
                  state, "--undefined goes with --reports, or with --coverage alone, and without --strict");
    CLI_REFUSE_IF(!arguments->against && !arguments->has_coverage, state,
                  "no other backend: --against variant:K=V, exe:PATH or cmd:COMMAND");
    CLI_REFUSE_IF(!arguments->against && arguments->fuzz.output, state, "-o goes with --against");
    CLI_REFUSE_IF(!arguments->fuzz.count && !arguments->fuzz.seconds, state, "--count 0 has no end: --for S sets one");
}

/* ---- the words as options ---- */

static enum tt_status take_backend(const char *text, struct fuzz_options *fuzz, struct tt_error *err)
{
    struct fuzz_backend *backend = &fuzz->backend;
    backend->variants = fuzz->variants;
    if (!text) {
        backend->kind = FUZZ_NOBODY;
        return TT_OK;
    }
    if (strncmp(text, "variant:", 8) == 0)
        return variants_parse(text + 8, &backend->variants, err);
    backend->kind = strncmp(text, "exe:", 4) == 0 ? FUZZ_BUILD : FUZZ_COMMAND;
    backend->text = text + 4;
    REFUSE_IF((strncmp(text, "exe:", 4) != 0 && strncmp(text, "cmd:", 4) != 0) || !*backend->text, err,
              "--against '%s': expected variant:K=V, exe:PATH or cmd:COMMAND", text);
    REFUSE_IF(backend->kind == FUZZ_COMMAND && (!strstr(text, "{bundle}") || !strstr(text, "{out}")), err,
              "--against '%s': the command has no {bundle} or no {out}", text);
    return TT_OK;
}

/* On a card core B stores the words: programs of a core would need another start. */
static enum tt_status leave_out_cores(struct fuzz_options *fuzz, struct tt_error *err)
{
    fuzz->free.units &= ~(unit_bit(TT_UNIT_CORE) | unit_bit(TT_UNIT_FRONTEND));
    return fuzz->free.units ? TT_OK : tt_fail(err, TT_BAD_INPUT, "--card: it runs no programs of cores (--unit)");
}

static enum tt_status take_variants(const struct arguments *arguments, struct variant_set *variants,
                                    struct tt_error *err)
{
    for (size_t i = 0; i < arguments->variants.count; i++)
        TRY(variants_parse(arguments->variants.items[i], variants, err));
    return TT_OK;
}

static enum tt_status take_all(struct arguments *arguments, struct tt_error *err)
{
    struct fuzz_options *fuzz = &arguments->fuzz;
    struct new_file *file;
    fuzz->free = (struct draw_free){.units = arguments->units ? arguments->units : UINT32_MAX,
                                    .depth = (uint32_t)arguments->depth};
    fuzz->limit = arguments->is_strict ? FUZZ_STRICT : arguments->has_undefined ? FUZZ_UNDEFINED : FUZZ_DEFINED;
    TRY(fuzz->is_for_card ? leave_out_cores(fuzz, err) : TT_OK);
    TRY(take_variants(arguments, &fuzz->variants, err));
    TRY(take_backend(arguments->against, fuzz, err));
    if (fuzz->output) {
        TRY(new_file_open(&file, fuzz->output, fuzz->replaces, err));
        new_file_abandon(file);
    }
    if (arguments->has_coverage)
        NEED(fuzz->coverage = fuzz_coverage_new(fuzz->chip), err, "no memory");
    return TT_OK;
}

/* ---- the answer ---- */

/* The result of bisect for the reduced program. */
static enum tt_status explain(const struct fuzz_options *fuzz, struct ttcap **capture, struct bisect_result *result,
                              struct tt_error *err)
{
    struct bisect_options bisect = {.budget = BISECT_BUDGET};
    NEED(result, err, "no memory");
    TRY(ttcap_open(capture, fuzz->output, err));
    replay_options_init(&bisect.replay, ttcap_info(*capture));
    bisect.replay.order = fuzz_order(ttcap_info(*capture));
    bisect.replay.variants = fuzz->variants;
    return bisect_run(*capture, &bisect, result, err);
}

static void print_again(const struct arguments *arguments)
{
    (void)fputs("\nagain: tt-replay bisect", stdout);
    for (size_t i = 0; i < arguments->variants.count; i++) {
        (void)fputs(" --variant ", stdout);
        shell_put_word(stdout, arguments->variants.items[i]);
    }
    (void)fputc(' ', stdout);
    shell_put_word(stdout, arguments->fuzz.output);
    (void)fputc('\n', stdout);
}

/* The reports of both are in their databases. */
static void print_reports(const struct fuzz_options *fuzz)
{
    (void)fputs("\n  tt-replay replay ", stdout);
    shell_put_word(stdout, fuzz->output);
    (void)fputs(" -o run.db\n  ", stdout);
    shell_put_word(stdout, fuzz->backend.text);
    (void)fputs(" replay ", stdout);
    shell_put_word(stdout, fuzz->output);
    (void)fputs(" -o other.db\n  tt-replay diff run.db --against other.db\n", stdout);
}

static enum tt_status fuzz_answer(const struct arguments *arguments, const struct fuzz_result *found, int *code,
                                  struct tt_error *err)
{
    const struct fuzz_options *fuzz = &arguments->fuzz;
    const bool is_silent = found->is_found ? found->outcome == FUZZ_SILENT : !found->programs;
    const bool is_explained = found->is_found && found->has_reference && found->outcome != FUZZ_REPORTS && !is_silent;
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    struct bisect_result *explanation OWNED(mem_free_at) = is_explained ? mem_calloc(1, sizeof *explanation) : NULL;
    const struct replay_words usual = {.units = NULL};
    const struct bisect_asked asked = {.path = fuzz->output, .how = &usual};
    if (is_explained)
        TRY(explain(fuzz, &capture, explanation, err));
    *code = is_silent ? EXIT_NO_VERDICT : found->is_found ? EXIT_DIFFERS : EXIT_SAME;
    fuzz_report(stdout, cli_form(arguments->is_json), fuzz, found, explanation);
    if (is_explained && !arguments->is_json) {
        (void)fputc('\n', stdout);
        bisect_report(stdout, cli_form(false), &asked, ttcap_info(capture), explanation);
        print_again(arguments);
    }
    if (found->is_found && found->outcome == FUZZ_REPORTS && fuzz->output && !arguments->is_json)
        print_reports(fuzz);
    return TT_OK;
}

static enum tt_status fuzz_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct fuzz_options *fuzz = &arguments->fuzz;
    struct progress progress;
    struct fuzz_result result = {0};
    struct variant_set variants = {0};
    if (arguments->serve) {
        TRY(take_variants(arguments, &variants, err));
        return fuzz_serve(arguments->serve, arguments->variants.count ? &variants : NULL, fuzz->has_reports, stdout,
                          err);
    }
    fuzz->progress = progress_report;
    fuzz->user = &progress;
    enum tt_status status = take_all(arguments, err);
    progress_begin(&progress, "fuzz", "programs");
    status = status ?: fuzz_run(fuzz, &result, err);
    progress_end(&progress);
    status = status ?: fuzz_answer(arguments, &result, code, err);
    fuzz_coverage_free(fuzz->coverage);
    return status;
}

int verb_fuzz(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "",
        "Draw legal programs of a whole tile, run each here and on another backend, and hold all that both leave "
        "against each other. The first program that differs is reduced to few words and operands, written with what "
        "the other backend left, and explained as by `tt-replay bisect`.\v"
        "A program that waits for ever, or meets undefined behaviour or what nothing here does, does not count.\n\n"
        "Exit status: 0 nothing differs, 1 a program differs, 2 trouble, 3 no program was legal, or the "
        "other backend leaves nothing that could be compared.\n\n"
        "Examples:\n"
        "  tt-replay fuzz --against exe:build/old/tt-replay -o first.ttcap\n"
        "  tt-replay fuzz --against variant:simulator --unit pack -o first.ttcap\n"
        "  tt-replay fuzz --against 'cmd:my-simulator {bundle} {out}' --strict\n"
        "  tt-replay fuzz --coverage --count 2000",
        options, fuzz_check};
    struct arguments arguments = {.fuzz = {.seed = 1, .count = COUNT, .budget = SHRINK_BUDGET}, .depth = DEPTH};
    return cli_do(&syntax, argc, argv, &arguments, fuzz_do);
}
