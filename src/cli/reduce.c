/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay reduce: the smallest capture of which a check still holds. */
#include "ask/reduce/reduce.h"
#include "base/path.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "isa/chip.h"
#include "show/json_out.h"

#include <argp.h>
#include <inttypes.h>

enum { OPT_BUDGET = 256, OPT_CHECK, OPT_FORCE, OPT_JSON, OPT_STATUS, BUDGET = 5000 };

struct arguments {
    const char *path, *output;
    struct reduce_options reduce;
    bool is_json;
    struct progress progress;
    char label[96]; /* of it */
};

static const struct argp_option options[] = {
    {"check", OPT_CHECK, "'CMD {}'", 0, "a command of the shell that says whether it still shows; {} is the capture",
     0},
    {"output", 'o', "MIN.ttcap", 0, "the capture to make", 0},
    {"status", OPT_STATUS, "N", 0, "the check's exit status when it shows (default 0)", 0},
    {"budget", OPT_BUDGET, "N", 0, "checks at most (default 5000)", 0},
    {"force", OPT_FORCE, 0, 0, "replace what is there", 0},
    {"json", OPT_JSON, 0, 0, "as JSON (schemas/reduce.schema.json)", 0},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPT_CHECK:
        arguments->reduce.check = text;
        return 0;
    case 'o':
        arguments->output = text;
        return 0;
    case OPT_STATUS:
        arguments->reduce.wanted = (int)cli_option_count(state, "--status", text, 0, 255);
        return 0;
    case OPT_BUDGET:
        arguments->reduce.budget = cli_option_count(state, "--budget", text, 0, UINT64_MAX);
        return 0;
    case OPT_FORCE:
        arguments->reduce.replaces = true;
        return 0;
    case OPT_JSON:
        arguments->is_json = true;
        return 0;
    case ARGP_KEY_SUCCESS:
        if (!arguments->reduce.check)
            argp_error(state, "no check named: --check 'CMD {}'");
        else if (!arguments->output)
            argp_error(state, "no capture to make named: -o MIN.ttcap");
        return 0;
    default:
        return cli_parse_path(key, text, state, &arguments->path, "capture");
    }
}

static void on_progress(void *user, const char *what, uint64_t left, uint64_t of, uint64_t checks)
{
    struct arguments *arguments = user;
    (void)snprintf(arguments->label, sizeof arguments->label, "reduce: %" PRIu64 " of %" PRIu64 " %s left,", left, of,
                   what);
    progress_show(&arguments->progress, checks, arguments->reduce.budget);
}

static void print_size(const char *label, uint64_t before, uint64_t after)
{
    (void)printf("  %-13s%" PRIu64 " of %" PRIu64 "\n", label, after, before);
}

static void print_text(const struct arguments *arguments, const struct ttcap_info *info,
                       const struct reduce_result *result)
{
    (void)printf("%s (%s) -> %s\n", info->name, chip_get(info->chip)->name, arguments->output);
    print_size("events", result->before.events, result->after.events);
    print_size("checkpoints", result->before.checkpoints, result->after.checkpoints);
    print_size("known bytes", result->before.known_bytes, result->after.known_bytes);
    (void)printf("  %-13s%" PRIu64 "%s\n", "checks", result->checks,
                 result->is_budget_spent ? ", all of the budget: --budget N allows more" : "");
}

static void put_size(struct json_out *out, const char *key, const struct reduce_size *size)
{
    json_out_object_line(out, key);
    json_out_uint(out, "events", size->events);
    json_out_uint(out, "checkpoints", size->checkpoints);
    json_out_uint(out, "known_bytes", size->known_bytes);
    json_out_end(out);
}

static void print_json(const struct arguments *arguments, const struct ttcap_info *info,
                       const struct reduce_result *result)
{
    struct json_out out;
    json_out_init(&out, stdout);
    json_out_object(&out, NULL);
    json_out_string(&out, "capture", info->name);
    json_out_string(&out, "output", arguments->output);
    put_size(&out, "before", &result->before);
    put_size(&out, "after", &result->after);
    json_out_uint(&out, "checks", result->checks);
    json_out_bool(&out, "is_budget_spent", result->is_budget_spent);
    json_out_end(&out);
}

int verb_reduce(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "FILE.ttcap",
        "Make the smallest capture of which a check still holds, by taking away regions of checkpoints, events, pages "
        "and words as long as it does.\v"
        "Exit status: 0 done, 2 trouble (also where the check does not hold at first).\n\n"
        "Examples:\n"
        "  tt-replay reduce case.ttcap -o min.ttcap --check \\\n"
        "      'tt-replay bisect {} | grep -q pack.bfp.round=truncate'\n"
        "  tt-replay reduce case.ttcap -o min.ttcap --check 'my-simulator {}' \\\n"
        "      --status 139",
        0,
        0,
        0};
    struct arguments arguments = {.reduce = {.budget = BUDGET, .progress = on_progress}};
    arguments.reduce.user = &arguments;
    cli_parse(&argp, argc, argv, &arguments);
    struct tt_error err = {{0}};
    struct ttcap *capture = NULL;
    struct reduce_result result;
    enum tt_status status = path_keep_input(arguments.output, arguments.path, &err);
    if (!status)
        status = ttcap_open(&capture, arguments.path, &err);
    if (!status) {
        progress_begin(&arguments.progress, arguments.label, "checks");
        status = reduce_run(capture, arguments.output, &arguments.reduce, &result, &err);
        progress_end(&arguments.progress);
    }
    if (!status && arguments.is_json)
        print_json(&arguments, ttcap_info(capture), &result);
    else if (!status)
        print_text(&arguments, ttcap_info(capture), &result);
    const int code = status ? cli_trouble(&err) : (int)EXIT_SAME;
    ttcap_close(capture);
    return code;
}
