/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay schedules: whether a kernel's end depends on which of its threads goes first. */
#include "explore/schedules.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "show/json_out.h"
#include "show/wrap.h"

#include <argp.h>
#include <inttypes.h>
#include <string.h>

enum {
    OPTION_JSON = 0x100,
    OPTION_BUDGET,
    OPTION_SEED,
    OPTION_RANDOM,
    BUDGET = 100,
    WIDTH = 80,
    LABEL = 15,
    LINE = 2048
};

static const struct argp_option options[] = {
    {"budget", OPTION_BUDGET, "N", 0, "schedules to try (default: 100)", 0},
    {"json", OPTION_JSON, NULL, 0, "as JSON (schemas/schedules.schema.json)", 0},
    {"random", OPTION_RANDOM, NULL, 0, "draw orders at random instead of going through all that can matter", 0},
    {"seed", OPTION_SEED, "S", 0, "of the first random schedule (default: 1); implies --random", 0},
    {0},
};

struct arguments {
    const char *path;
    uint64_t budget, seed;
    bool is_json, is_random;
};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case OPTION_BUDGET:
        arguments->budget = cli_option_count(state, "--budget", value, 0, UINT64_MAX);
        return 0;
    case OPTION_JSON:
        arguments->is_json = true;
        return 0;
    case OPTION_SEED:
        arguments->seed = cli_option_count(state, "--seed", value, 0, UINT64_MAX);
        arguments->is_random = true;
        return 0;
    case OPTION_RANDOM:
        arguments->is_random = true;
        return 0;
    default:
        return cli_parse_path(key, value, state, &arguments->path, "capture");
    }
}

/* "thread 2, PACR last=1 (event 40)" */
static void move_text(enum tt_chip chip, const struct replay_move *move, char *text, size_t size)
{
    char word[ISA_TEXT_MAX];
    if (move->is_core && move->thread >= THREADS)
        (void)snprintf(text, size, "event %" PRIu64 ", of no thread", move->event);
    else if (move->is_core)
        (void)snprintf(text, size, "thread %u's core at event %" PRIu64, move->thread, move->event);
    else
        (void)snprintf(text, size, "thread %u at %s (event %" PRIu64 ")", move->thread,
                       isa_disassemble(chip, move->word, word), move->event);
}

/* What makes the difference, in a sentence. */
static void print_how(enum tt_chip chip, const struct schedules_result *result, char *line, size_t size)
{
    char first[ISA_TEXT_MAX + 64], second[ISA_TEXT_MAX + 64];
    if (result->seed) {
        move_text(chip, &result->last, first, sizeof first);
        (void)snprintf(line, size,
                       "seed %" PRIu64 ", from its move %" PRIu64
                       " on: %s, before what the other threads had still to do",
                       result->seed, result->moves, first);
        return;
    }
    if (result->is_late) {
        (void)snprintf(line, size,
                       result->delayed.is_read ? "when %s reads %s before %s has written it"
                                               : "when %s rewrites %s before %s is done with it",
                       result->delayed.who, result->delayed.what, result->delayed.other);
        return;
    }
    move_text(chip, &result->later, first, sizeof first);
    move_text(chip, &result->earlier, second, sizeof second);
    (void)snprintf(line, size, "when %s comes before %s", first, second);
    const size_t length = strlen(line);
    if (result->turned > 1)
        (void)snprintf(line + length, size - length, ", with %" PRIu64 " other pair%s of moves turned round before",
                       result->turned - 1, result->turned > 2 ? "s" : "");
}

static void print_text(const struct ttcap_info *info, const struct schedules_result *result)
{
    char line[LINE];
    const enum verdict verdict = verdict_of(&result->facts);
    (void)printf("%s (%s)\n", info->name, chip_get(info->chip)->name);
    if (verdict == VERDICT_UNSUPPORTED || verdict == VERDICT_DAMAGED)
        wrap_labelled(stdout, LABEL, verdict_name(verdict), "%s", verdict_words(&result->facts, line));
    if (result->is_stuck_in_rounds) {
        (void)puts("  a deadlock in plain program order: see tt-replay replay --order program");
        return;
    }
    (void)printf("  schedules    %" PRIu64 " tried%s\n", result->tried,
                 result->is_whole ? ": all legal orders that can end otherwise" : "");
    if (result->hazards)
        (void)printf("  late units   %" PRIu64 " that nothing waits for, each tried\n", result->hazards);
    if (result->pairs)
        (void)printf("  pairs        %" PRIu64 " of moves tried both ways round\n", result->pairs);
    if (result->hand_overs)
        (void)printf("  hand-overs   %" PRIu64 " of banks that nothing orders, left as they came\n",
                     result->hand_overs);
    if (result->stuck)
        (void)printf("  stuck        %" PRIu64 ", in which nothing could go on\n", result->stuck);
    if (result->inner)
        (void)printf("  inner state  %" PRIu64 " leave it otherwise, with the same L1\n", result->inner);
    if (!result->has_difference) {
        (void)puts("  none changes a byte of L1");
        return;
    }
    print_how(info->chip, result, line, sizeof line);
    (void)fputs("  differs      ", stdout);
    wrap_text(stdout, line, 15, WIDTH);
    (void)printf("  leaves       %u byte%s of L1, the first at %#x: %02X, in rounds %02X\n", (unsigned)result->bytes,
                 plural(result->bytes), (unsigned)result->at, result->in_schedule, result->in_rounds);
}

static void print_move(struct json_out *out, enum tt_chip chip, const char *key, const struct replay_move *move)
{
    char text[ISA_TEXT_MAX + 64];
    move_text(chip, move, text, sizeof text);
    json_out_string(out, key, text);
}

static void print_difference(struct json_out *out, enum tt_chip chip, const struct schedules_result *result)
{
    json_out_object(out, "difference");
    if (result->seed) {
        json_out_uint(out, "seed", result->seed);
        json_out_uint(out, "moves", result->moves);
        print_move(out, chip, "last_move", &result->last);
    } else if (result->is_late) {
        json_out_string(out, "who", result->delayed.who);
        json_out_bool(out, "is_read", result->delayed.is_read);
        json_out_string(out, "what", result->delayed.what);
        json_out_string(out, "other", result->delayed.other);
    } else {
        json_out_uint(out, "turned", result->turned);
        print_move(out, chip, "earlier", &result->earlier);
        print_move(out, chip, "later", &result->later);
    }
    json_out_uint(out, "at", result->at);
    json_out_uint(out, "bytes", result->bytes);
    json_out_end(out);
}

static void print_json(const struct ttcap_info *info, const struct schedules_result *result)
{
    struct json_out out;
    json_out_init(&out, stdout);
    json_out_object(&out, NULL);
    json_out_string(&out, "capture", info->name);
    json_out_string(&out, "chip", chip_get(info->chip)->name);
    json_out_uint(&out, "tried", result->tried);
    json_out_uint(&out, "stuck", result->stuck);
    json_out_uint(&out, "inner", result->inner);
    json_out_bool(&out, "is_deadlocked", result->is_stuck_in_rounds);
    json_out_bool(&out, "is_whole", result->is_whole);
    json_out_uint(&out, "late_units", result->hazards);
    json_out_uint(&out, "pairs", result->pairs);
    json_out_uint(&out, "hand_overs", result->hand_overs);
    if (result->has_difference)
        print_difference(&out, info->chip, result);
    else
        json_out_string(&out, "difference", NULL);
    json_out_end(&out);
}

int verb_schedules(int argc, char **argv)
{
    static const struct argp argp = {
        options,
        parse,
        "FILE.ttcap",
        "Replay what was pushed over and over, in other orders of cores and pipes that the sync unit allows, and say "
        "whether one of them leaves another byte in L1 than plain program order. Two moves are turned round only where "
        "they touch the same thing and the tile is another afterwards; so all orders that can matter are gone through, "
        "as far as the budget goes, those with the fewest pairs turned round first.\v"
        "Exit status: 0 none does, 1 one does or rounds hang, 2 trouble or a damaged capture, 3 no schedule came to "
        "its "
        "end or there was unsupported work.\n\n"
        "Example:\n"
        "  tt-replay schedules case.ttcap --budget 1000",
        NULL,
        NULL,
        NULL};
    struct arguments arguments = {.budget = BUDGET, .seed = 1};
    cli_parse(&argp, argc, argv, &arguments);
    struct tt_error err;
    struct ttcap *capture;
    if (ttcap_open(&capture, arguments.path, &err) != TT_OK)
        return cli_trouble(&err);
    const struct ttcap_info *info = ttcap_info(capture);
    struct progress progress;
    const struct schedules_options how = {arguments.budget, arguments.is_random, arguments.seed, &progress,
                                          progress_told};
    struct replay_options replay;
    struct schedules_result result;
    int code = EXIT_TROUBLE;
    replay_options_init(&replay, info);
    progress_begin(&progress, "schedules", "schedules");
    const enum tt_status status = schedules_run(capture, &replay, &how, &result, &err);
    progress_end(&progress);
    if (status != TT_OK) {
        tt_error_prefix(&err, "%s", arguments.path);
        (void)cli_trouble(&err);
    } else {
        (arguments.is_json ? print_json : print_text)(info, &result);
        code = verdict_exit(verdict_of(&result.facts));
    }
    ttcap_close(capture);
    return code;
}
