/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay probe: makes experiments that distinguish readings, and reads a chip's answers. docs/how-to/probe.md */
#include "base/pool.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "probe/experiments.h"
#include "probe/files.h"
#include "verdict/verdict.h"

enum { JOBS_MAX = 1024, DRAWS_MAX = 100000, COVER_MAX = 16 };

struct arguments {
    const char *folder, *output, *read, *emulate, *profile, *next;
    struct texts variants;
    struct experiment_options how;
    uint64_t repeats;
    bool is_json;
};

static const struct cli_option options[] = {
    {CLI_HEADING("Making experiments:")},
    {"output", 'o', "DIR", "the folder to make: probe.json, and for each experiment an image of L1",
     INTO(struct arguments, output)},
    {"chip", 0, "CHIP", CHIP_TEXT, NAMED(cli_chips, struct arguments, how.chip)},
    {"seed", 0, "N", "seed of the draws (default 1)", INTO(struct arguments, how.seed)},
    {"draws", 0, "N", "draw N programs of each template (default 32)", INTO(struct arguments, how.draws), .least = 1,
     .most = DRAWS_MAX},
    {"cover", 0, "N", "distinguish each two choices by N experiments, where there are as many (default 1)",
     INTO(struct arguments, how.cover), .least = 1, .most = COVER_MAX},
    {"jobs", 'j', "N", JOBS_TEXT, INTO(struct arguments, how.threads), .least = 1, .most = JOBS_MAX},
    {CLI_HEADING("Reading answers:")},
    {"read", 0, "FILE", "say from a chip's answers which readings it has", INTO(struct arguments, read)},
    {"write-profile", 0, "FILE",
     "with --read: the file to make of the readings that were decided, for --profile of other verbs",
     INTO(struct arguments, profile)},
    {"next", 0, "DIR",
     "with --read, where an answer fits no reading: the folder to make with experiments to run next, each the same "
     "program without one of its steps",
     INTO(struct arguments, next)},
    {CLI_HEADING("Without a chip:")},
    {"emulate", 0, "FILE", "the file to make of the emulated tile's answers", INTO(struct arguments, emulate)},
    {"variant", 0, "K=V", "with --emulate: the tile has this reading; may be given again",
     CALL(cli_take_variant, struct arguments, variants), OWNS(struct arguments, variants)},
    {"profile", 0, "FILE", "with --emulate: the tile has the readings of this profile",
     CALL(cli_take_profile, struct arguments, variants), OWNS(struct arguments, variants)},
    {"repeats", 0, "N", "with --emulate: answer each experiment N times (default 3)", INTO(struct arguments, repeats),
     .least = 1, .most = EXPERIMENT_REPEATS_MAX},
    {CLI_HEADING("Output:")},
    {"json", 0, NULL, "as JSON (schemas/probe.schema.json)", INTO(struct arguments, is_json)},
    {CLI_PATH("folder", struct arguments, folder), .is_optional = true},
    {0},
};

static void probe_check(const struct argp_state *state, void *into)
{
    const struct arguments *arguments = into;
    const int tasks = (arguments->output != NULL) + (arguments->read != NULL) + (arguments->emulate != NULL);
    CLI_REFUSE_IF(tasks != 1, state, "one of -o DIR, --read FILE and --emulate FILE says what to do");
    CLI_REFUSE_IF(arguments->output && arguments->folder, state,
                  "-o names the folder that is made; '%s' is one too many", arguments->folder);
    CLI_REFUSE_IF(!arguments->output && !arguments->folder, state, "no folder of experiments named");
    CLI_REFUSE_IF(!arguments->read && (arguments->profile || arguments->next), state,
                  "--write-profile and --next go with --read");
    CLI_REFUSE_IF(!arguments->emulate && arguments->variants.count, state, "--variant and --profile go with --emulate");
}

static enum tt_status probe_make(const struct arguments *arguments, struct tt_error *err)
{
    struct experiments set OWNED(experiments_clear) = {0};
    TRY(experiments_make(&arguments->how, &set, err));
    TRY(experiments_write(&set, arguments->output, err));
    experiments_report(stdout, cli_form(arguments->is_json), &set, arguments->output);
    return TT_OK;
}

/* 1 where an answer fits nothing, or experiments contradict each other; 3 where something stays open, or nothing was
 * asked. */
static int probe_status_of(const struct experiments *set, const struct experiment_reading *reading)
{
    int status = set->count ? EXIT_SAME : EXIT_NO_VERDICT; /* no experiment, no answer */
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        if (reading->verdicts[id].state == EXPERIMENT_OPEN || reading->verdicts[id].state == EXPERIMENT_INCONSISTENT)
            status = EXIT_NO_VERDICT;
    for (size_t at = 0; at < set->count; at++) {
        if (reading->outcomes[at] == EXPERIMENT_FITS_NONE || reading->outcomes[at] == EXPERIMENT_CONTRADICTS)
            return EXIT_DIFFERS;
        if (reading->outcomes[at] != EXPERIMENT_FITS)
            status = EXIT_NO_VERDICT;
    }
    return status;
}

static enum tt_status write_next(const struct experiments *set, const struct experiment_reading *reading,
                                 const char *folder, struct tt_error *err)
{
    struct experiments next OWNED(experiments_clear) = {0};
    TRY(experiments_reduce(set, reading, &next, err));
    return next.count ? experiments_write(&next, folder, err) : TT_OK;
}

static enum tt_status probe_read_answers(const struct arguments *arguments, const struct experiments *set, int *code,
                                         struct tt_error *err)
{
    struct experiment_answer *answers OWNED(mem_free_at) = NULL;
    struct experiment_reading reading OWNED(experiment_reading_clear) = {.outcomes = NULL};
    TRY(experiment_answers_open(set, arguments->read, &answers, err));
    TRY(experiment_read(set, answers, &reading, err));
    if (arguments->profile)
        TRY(experiment_profile_write(set, &reading, arguments->profile, err));
    if (arguments->next)
        TRY(write_next(set, &reading, arguments->next, err));
    experiment_reading_report(stdout, cli_form(arguments->is_json), set, &reading);
    *code = probe_status_of(set, &reading);
    return TT_OK;
}

static enum tt_status emulate(const struct arguments *arguments, const struct experiments *set, struct tt_error *err)
{
    struct variant_set variants = {{0}};
    for (size_t i = 0; i < arguments->variants.count; i++)
        REFUSE_IF(variant_parse(&variants, arguments->variants.items[i]), err,
                  "%s: no such reading: --variant help lists them", arguments->variants.items[i]);
    return experiment_answers_write(set, &variants, (unsigned)arguments->repeats, arguments->emulate, err);
}

static enum tt_status probe_do(void *words, int *code, struct tt_error *err)
{
    struct arguments *arguments = words;
    struct experiments set OWNED(experiments_clear) = {0};
    if (!arguments->how.threads)
        arguments->how.threads = pool_processors();
    if (arguments->output)
        return probe_make(arguments, err);
    TRY(experiments_open(&set, arguments->folder, err));
    return arguments->read ? probe_read_answers(arguments, &set, code, err) : emulate(arguments, &set, err);
}

int verb_probe(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "[FOLDER]",
        "Make short experiments for a chip that distinguish the readings of --variant, the fewest that do; and say "
        "from what the chip answered which readings it has.\v"
        "Each experiment is an image of L1, with a program that one core of the chip runs from address 0; "
        "python/tt_replay/probe.py runs them on a card and writes the file of answers.\n\n"
        "Exit status: 0 done, all that was asked is decided; 1 an answer fits no reading; 2 trouble; 3 something "
        "stays open, or nothing was asked.\n\n"
        "Examples:\n"
        "  tt-replay probe -o questions\n"
        "  python3 -m tt_replay.probe questions answers.json\n"
        "  tt-replay probe questions --read answers.json --write-profile card.json\n"
        "  tt-replay replay kernel.ttcap --profile card.json -o run.db",
        options, probe_check};
    struct arguments arguments = {.how = {.seed = 1, .draws = 32, .cover = 1}, .repeats = 3};
    return cli_do(&syntax, argc, argv, &arguments, probe_do);
}
