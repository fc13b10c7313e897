/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay residue: a run's reads without a write before them, and whether they reach an output. */
#include "base/guard/limits.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/replaying.h"
#include "show/reports.h"
#include "verdict/verdict.h"

enum { BUDGET = 5000 };

struct arguments {
    const char *path, *after;
    struct replay_words how;
    uint64_t budget, from, since;
    bool is_json, has_all;
};

static const struct cli_option options[] = {
    {CLI_PATH("capture", struct arguments, path)},
    {"after", 0, "OTHER.ttcap", "say what that run leaves at these places, and whether it would change an output",
     INTO(struct arguments, after)},
    {"all", 0, NULL, "list also what was read and changes nothing, and the ranges of L1 that were given",
     INTO(struct arguments, has_all)},
    {"budget", 0, "N", "at most N replays (default 5000)", INTO(struct arguments, budget), .least = 1},
    {"from", 0, "EVENT",
     "executed order: the run begins at this event; name what the one before it left otherwise than it found it and "
     "that changes an output, and who left it",
     INTO(struct arguments, from), .least = 1},
    {CLI_TABLE(cli_replaying, struct arguments, how)},
    {"json", 0, NULL, "as JSON (schemas/residue.schema.json)", INTO(struct arguments, is_json)},
    {"since", 0, "EVENT", "with --from: the run before began at this event (default: with the capture)",
     INTO(struct arguments, since)},
    {0},
};

static int exit_after(const struct residue_after *after)
{
    return after->changing || after->all_change ? EXIT_DIFFERS : after->open ? EXIT_NO_VERDICT : EXIT_SAME;
}

static void residue_show(const struct arguments *arguments, const struct ttcap_info *info,
                         const struct residue *residue, const struct residue_after *after, const char *other, int *code)
{
    const struct residue_view view = {.has_all = arguments->has_all, .after = after, .other = other};
    residue_report(stdout, cli_form(arguments->is_json), info, residue, &view);
    *code = after ? exit_after(after) : residue_exit(residue);
}

static enum tt_status residue_search(const struct arguments *arguments, const struct subject *subject,
                                     const struct subject *other, struct residue *residue, struct residue_after *after,
                                     struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(subject->capture);
    struct progress progress OWNED(progress_end);
    const struct residue_options how = {.replay = subject->replay,
                                        .path = arguments->path,
                                        .budget = arguments->budget,
                                        .from = arguments->from,
                                        .since = arguments->since,
                                        .has_after = arguments->after != NULL,
                                        .progress = progress_report,
                                        .is_late = limit_is_near,
                                        .user = &progress};
    progress_begin(&progress, "residue", "replays");
    REFUSE_IF(how.from && how.replay.order != REPLAY_EXECUTED, err, "--from goes with executed order");
    REFUSE_IF(how.from >= info->event_count, err, "--from %" PRIu64 ": there are %" PRIu64 " events", how.from,
              info->event_count);
    TRY(residue_find(residue, subject->capture, &how, err));
    return other->capture ? residue_after(after, residue, subject->capture, &how, other->capture, &other->replay, err)
                          : TT_OK;
}

static enum tt_status residue_ask(const struct arguments *arguments, const struct subject *subject,
                                  const struct subject *other, int *code, struct tt_error *err)
{
    struct residue residue OWNED(residue_clear) = {0};
    struct residue_after after OWNED(residue_after_clear) = {0};
    TRY(residue_search(arguments, subject, other, &residue, &after, err));
    residue_show(arguments, ttcap_info(subject->capture), &residue, other->capture ? &after : NULL,
                 other->capture ? ttcap_info(other->capture)->name : NULL, code);
    return TT_OK;
}

static enum tt_status residue_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    struct subject subject OWNED(subject_clear) = {0}, other OWNED(subject_clear) = {0};
    REFUSE_IF(arguments->after && arguments->from, err, "--after and --from exclude each other");
    REFUSE_IF(arguments->since && arguments->since >= arguments->from, err,
              "--since goes with --from, and comes before it");
    TRY(subject_open_capture(&subject, arguments->path, &arguments->how, err));
    if (arguments->after)
        TRY(subject_open_capture(&other, arguments->after, &arguments->how, err));
    return PLACED(residue_ask(arguments, &subject, &other, code, err), err, "%s", arguments->path);
}

int verb_residue(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap",
        "What a run read that it did not write first: fields of the configuration, registers, counters, banks, rows "
        "of Dst, SrcA and SrcB, vector registers, L1; who read it first, and whether what stands there at the start "
        "reaches an output: other values are put in its place until a byte of L1 or a compared byte is another one. "
        "Places that change nothing are counted, not named.\v"
        "Exit status: 0 no stale read reaches an output, 1 some do, 2 trouble or a damaged capture, 3 the budget was "
        "spent, or there was unsupported work. With --after: 1 where what the other run leaves changes an output.\n\n"
        "Examples:\n"
        "  tt-replay residue case.ttcap\n"
        "  tt-replay residue case.ttcap --after before.ttcap",
        options, NULL};
    struct arguments arguments = {.budget = BUDGET};
    return cli_do(&syntax, argc, argv, &arguments, residue_do);
}
