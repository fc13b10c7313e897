/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay residue: a run's reads without a write before them, and whether they reach an output. */
#include "base/guard/limits.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/replaying.h"
#include "show/answers/residue_report.h"
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

static int one(const struct arguments *arguments)
{
    struct tt_error err = {{0}};
    struct progress progress;
    struct residue_options how = {
        .budget = arguments->budget, .progress = progress_report, .is_late = limit_is_near, .user = &progress};
    struct residue residue = {0};
    struct residue_after after = {0};
    struct subject subject = {0}, other = {0};
    enum tt_status status = subject_open_capture(&subject, arguments->path, &arguments->how, &err);
    if (!status && arguments->after)
        status = subject_open_capture(&other, arguments->after, &arguments->how, &err);
    how.replay = subject.replay;
    how.from = arguments->from;
    how.since = arguments->since;
    how.has_after = arguments->after != NULL;
    if (!status && how.from && how.replay.order != REPLAY_EXECUTED)
        status = tt_fail(&err, TT_BAD_INPUT, "%s: --from goes with executed order", arguments->path);
    else if (!status && how.from >= ttcap_info(subject.capture)->event_count)
        status = tt_fail(&err, TT_BAD_INPUT, "%s: --from %llu: there are %llu events", arguments->path,
                         (unsigned long long)how.from, (unsigned long long)ttcap_info(subject.capture)->event_count);
    if (!status) {
        progress_begin(&progress, "residue", "replays");
        status = residue_find(&residue, subject.capture, &how, &err);
        if (!status && other.capture)
            status = residue_after(&after, &residue, subject.capture, &how, other.capture, &other.replay, &err);
        progress_end(&progress);
        if (status)
            tt_error_prefix(&err, "%s", arguments->path);
    }
    int code;
    if (status) {
        code = cli_trouble(&err);
    } else {
        const struct residue_view view = {.has_all = arguments->has_all,
                                          .after = other.capture ? &after : NULL,
                                          .other = other.capture ? ttcap_info(other.capture)->name : NULL};
        residue_report(stdout, cli_form(arguments->is_json), ttcap_info(subject.capture), &residue, &view);
        code = other.capture ? exit_after(&after) : residue_exit(&residue);
    }
    residue_after_clear(&after);
    residue_clear(&residue);
    subject_clear(&other);
    subject_clear(&subject);
    return code;
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
        "spent, or there was unsupported work. With --after: 1 where what the other run leaves "
        "changes an output.\n\n"
        "Examples:\n"
        "  tt-replay residue case.ttcap\n"
        "  tt-replay residue case.ttcap --after before.ttcap",
        options, NULL};
    struct arguments arguments = {.budget = BUDGET};
    int code;
    cli_read(&syntax, argc, argv, &arguments);
    if (arguments.after && arguments.from)
        code = cli_trouble_text("--after and --from exclude each other");
    else if (arguments.since && arguments.since >= arguments.from)
        code = cli_trouble_text("--since goes with --from, and comes before it");
    else
        code = one(&arguments);
    replay_words_clear(&arguments.how);
    return code;
}
