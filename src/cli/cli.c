/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cli.h"
#include "cli/limits.h"

#include "base/number.h"
#include "base/scratch.h"
#include "base/visible.h"
#include "isa/variants.h"
#include "results/results.h"
#include "results/stored_run.h"
#include "results/subject.h"
#include "show/wrap.h"

#include <argp.h>
#include <unistd.h>

int cli_trouble(const struct tt_error *err)
{
    (void)fflush(stdout);
    struct tt_error whole = *err;
    limits_explain(&whole);
    (void)fprintf(stderr, "tt-replay: %s\n", whole.text);
    return EXIT_TROUBLE;
}

int cli_trouble_text(const char *format, ...)
{
    struct tt_error err;
    va_list args;
    va_start(args, format);
    char text[sizeof err.text];
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    visible_text(text, err.text, sizeof err.text);
    return cli_trouble(&err);
}

int cli_finish(int status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return cli_trouble_text("standard output cannot be written: %s", errno ? strerror(errno) : "write error");
}

static bool cli_has_colour(void)
{
    const char *no = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(no && *no);
}

enum report_form cli_form(bool is_json)
{
    return is_json ? REPORT_JSON : cli_has_colour() ? REPORT_COLOUR : REPORT_TEXT;
}

/* A verb, and the parts of all verbs. */
struct verb_and_limits {
    void *input;
    struct cli_limits limits;
};

static error_t hand_on(int key, char *text, struct argp_state *state)
{
    (void)text;
    struct verb_and_limits *both = state->input;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = both->input;
    state->child_inputs[1] = &both->limits;
    return 0;
}

static bool cli_has_option(const struct argp_option *options, const char *name)
{
    for (; options->name || options->doc; options++)
        if (options->name && strcmp(options->name, name) == 0)
            return true;
    return false;
}

void cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    struct verb_and_limits both = {.input = input};
    const struct argp verb = {argp->options, argp->parser, NULL, NULL, NULL, NULL, NULL};
    struct argp limits = cli_limits_argp;
    limits.options += cli_has_option(argp->options, "verbose") ? 1 : 0;
    const struct argp_child children[] = {
        {&verb, 0, NULL, 0}, {&limits, 0, NULL, 0}, {program_tile_argp(argv[0]), 0, NULL, 0}, {0}};
    const struct argp all = {NULL, hand_on, argp->args_doc, argp->doc, children, NULL, NULL};
    program_tile_words(&argc, argv);
    unknown_option_say(&all, argc, argv);
    if (argp_parse(&all, argc, argv, 0, NULL, &both))
        cli_no_memory();
    cli_limits_begin(&both.limits, argc, argv);
}

void cli_no_memory(void)
{
    exit(cli_trouble_text("the command line cannot be read: no memory"));
}

enum tt_status cli_store_run(struct scratch *scratch, const char *path, struct ttcap *capture,
                             const struct replay_options *options, struct tt_error *err)
{
    struct replay_summary summary;
    enum tt_status status = scratch_make(scratch, "run.db", err);
    const struct stored_run run = {scratch->file, RESULTS_REPLACE | RESULTS_UNSYNCED | RESULTS_BY_PATH, path, NULL};
    return status ? status : stored_run_replay(&run, capture, options, &summary, err);
}

/* Of a capture the run in its usual order. */
static enum tt_status run_of_capture(struct scratch *scratch, const char *path, struct ttcap *capture,
                                     struct tt_error *err)
{
    const struct replay_words usual = {.units = NULL};
    struct subject subject OWNED(subject_clear) = {.capture = capture};
    TRY(subject_open_capture(&subject, path, &usual, err));
    return PLACED(cli_store_run(scratch, path, subject.capture, &subject.replay, err), err, "%s", path);
}

enum tt_status opened_run_open(struct opened_run *run, const char *path, struct tt_error *err)
{
    bool is_database = false;
    struct tt_error no_capture = {{0}};
    struct ttcap *capture = NULL;
    if (results_is_database(&is_database, path, &no_capture) || is_database || ttcap_open(&capture, path, &no_capture))
        return results_open(&run->results, path, err);
    TRY(run_of_capture(&run->scratch, path, capture, err));
    return results_open(&run->results, run->scratch.file, err);
}

void opened_run_close(struct opened_run *run)
{
    results_close(run->results);
    scratch_remove(&run->scratch);
}

enum tt_status cli_ask_run(const char *path, cli_question *ask, void *words, int *code, struct tt_error *err)
{
    struct opened_run run OWNED(opened_run_close) = {0};
    TRY(opened_run_open(&run, path, err));
    return PLACED(ask(words, run.results, code, err), err, "%s", path);
}

void cli_refuse(const struct argp_state *state, const char *format, ...)
{
    enum { MOST = 8192 };
    char text[MOST], shown[MOST];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    argp_error(state, "%s", visible_text(text, shown, sizeof shown));
}

uint64_t cli_option_count(const struct argp_state *state, const char *what, const char *text, uint64_t least,
                          uint64_t most)
{
    uint64_t value = 0;
    if (number_read(text, 10, most, &value) && value >= least)
        return value;
    if (most == UINT64_MAX)
        cli_refuse(state, "%s '%s' is not a number%s", what, text, least ? " from 1 on" : "");
    else
        cli_refuse(state, "%s '%s' is not a number from %" PRIu64 " to %" PRIu64, what, text, least, most);
    return value;
}

uint32_t cli_option_word(const struct argp_state *state, const char *what, const char *text)
{
    uint64_t value = 0;
    CLI_REFUSE_IF(!number_read(text, 0, UINT32_MAX, &value), state, "%s '%s' is not a number from 0 to 0xffffffff",
                  what, text);
    return (uint32_t)value;
}

void cli_option_rows(const struct argp_state *state, const char *text, uint32_t *first, uint32_t *last)
{
    const char *colon = strchr(text, ':');
    const size_t length = strcspn(text, ":");
    char number[32];
    uint64_t lo = 0, hi = UINT32_MAX;
    (void)snprintf(number, sizeof number, "%.*s", (int)(length < sizeof number ? length : sizeof number - 1), text);
    CLI_REFUSE_IF((!length && (!colon || !colon[1])) || (length && !number_read(number, 0, UINT32_MAX - 1, &lo)) ||
                      (colon && colon[1] && !number_read(colon + 1, 0, UINT64_MAX, &hi)) || hi < lo,
                  state, "--rows '%s': expected A:B, two numbers (either may be left out), or one", text);
    *first = (uint32_t)lo;
    *last = !colon ? *first + 1 : hi < UINT32_MAX ? (uint32_t)hi : UINT32_MAX;
}

const char *cli_option_variant(const char *text)
{
    if (strcmp(text, "help") != 0)
        return text;
    for (size_t i = 0; i < VARIANT_COUNT; i++) {
        const struct variant_info *info = variant_get((enum variant_id)i);
        (void)printf("%s=", info->key);
        for (uint8_t choice = 0; choice < info->choice_count; choice++)
            (void)printf("%s%s", choice ? "|" : "", info->choices[choice]);
        (void)printf("\n");
        (void)printf("    ");
        wrap_text(stdout, info->doc, 4, 80);
    }
    exit(cli_finish(EXIT_SAME));
}
