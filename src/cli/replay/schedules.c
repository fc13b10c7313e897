/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay schedules: whether a kernel's end depends on which of its threads goes first. */
#include "schedules/schedules.h"
#include "base/guard/limits.h"
#include "base/text/shell.h"
#include "capture/places.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "order/options_text.h"
#include "show/reports.h"

enum { BUDGET = 100 };

struct arguments {
    const char *path, *delays;
    uint64_t budget;
    uint32_t without; /* bit an edge of happens-before */
    bool is_json, is_forced;
    struct texts variants;
};

CLI_LIST(edge_left_out, EDGE_COUNT, hazard_edge_get((enum hazard_edge)i)->name)

static const struct cli_names edges_left_out = {edge_left_out, NULL, NULL};

static const struct cli_option options[] = {
    {CLI_PATH("capture", struct arguments, path)},
    {"budget", 0, "N", "try at most N schedules (default 100)", INTO(struct arguments, budget)},
    {"delays", 0, "FILE", "an order that ends otherwise, as delays that `tt-replay replay --delays` takes",
     INTO(struct arguments, delays)},
    {"force", 0, NULL, FORCE_TEXT, INTO(struct arguments, is_forced)},
    {"json", 0, NULL, "as JSON (schemas/schedules.schema.json)", INTO(struct arguments, is_json)},
    VARIANT_OPTION(VARIANT_TEXT, struct arguments),
    {"without", 0, "EDGE", "judge as if this edge of happens-before ordered nothing, as with `tt-replay replay`",
     NAMED_BITS(edges_left_out, struct arguments, without)},
    PROFILE_OPTION(struct arguments),
    {0},
};

/* The file, and the command that replays it. */
static enum tt_status schedules_put_delays(const struct arguments *arguments, const struct ttcap_info *info,
                                           const struct witness *witness, struct tt_error *err)
{
    const enum tt_status status =
        replay_delays_write(arguments->delays, arguments->is_forced, info, witness->delays, witness->count, err);
    if (!status && !arguments->is_json && witness->count) {
        (void)fputs("  replays with   tt-replay replay ", stdout);
        shell_put_word(stdout, arguments->path);
        (void)fputs(" --order program --delays ", stdout);
        shell_put_word(stdout, arguments->delays);
        for (size_t i = 0; i < arguments->variants.count; i++) {
            (void)fputs(" --variant ", stdout);
            shell_put_word(stdout, arguments->variants.items[i]);
        }
        for (unsigned i = 0; i < EDGE_COUNT; i++)
            if (arguments->without >> i & 1)
                (void)printf(" --without %s", hazard_edge_get((enum hazard_edge)i)->name);
        (void)putchar('\n');
    }
    return status;
}

static enum tt_status schedules_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    struct progress progress;
    const struct schedules_options how = {.budget = arguments->budget,
                                          .path = arguments->path,
                                          .user = &progress,
                                          .progress = progress_report,
                                          .is_late = limit_is_near};
    struct replay_options replay;
    struct schedules_result result;
    const struct replay_words words_of = {.variants = arguments->variants};
    TRY(ttcap_open(&capture, arguments->path, err));
    TRY(capture_places_check(capture, err));
    const struct ttcap_info *info = ttcap_info(capture);
    replay_options_init(&replay, info);
    replay.hazards_without = arguments->without;
    enum tt_status status = replay_words_parse(&words_of, info->chip, &replay, NULL, err);
    progress_begin(&progress, "schedules", "schedules");
    status = status ?: schedules_run(capture, &replay, &how, &result, err);
    progress_end(&progress);
    TRY(PLACED(status, err, "%s", arguments->path));
    schedules_report(stdout, cli_form(arguments->is_json), info, &result);
    const enum verdict verdict = verdict_of(&result.facts);
    *code = verdict_exit(verdict == VERDICT_SAME && result.open ? VERDICT_NONE : verdict);
    return arguments->delays ? schedules_put_delays(arguments, info, &result.witness, err) : TT_OK;
}

int verb_schedules(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap",
        "Replay the pushed words again and again, in other orders of cores and pipes that the sync unit allows, and "
        "say whether one of these orders leaves another byte in L1 than plain program order, or hangs. Two moves are "
        "swapped only where they touch the same thing and the tile differs afterwards: so all orders that can matter "
        "are tried, those with the fewest swaps first, until the budget is used up. Where nothing waits for a unit, "
        "its words are delayed, too.\v"
        "Exit status: 0 none does, 1 one does, or rounds hang, 2 trouble or a damaged capture, 3 no schedule came "
        "to its end, there was unsupported work, or of a race that is a fault nothing shows what it changes.\n\n"
        "Example:\n"
        "  tt-replay schedules case.ttcap --budget 1000",
        options, NULL};
    struct arguments arguments = {.budget = BUDGET};
    return cli_do(&syntax, argc, argv, &arguments, schedules_do);
}
