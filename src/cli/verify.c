/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay verify: every chunk, checksum and reference of captures. docs/formats/ttcap.md#verifying */
#include "batch/seal.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "show/reports.h"

struct arguments {
    struct cli_texts paths;
    bool is_json;
};

static const struct cli_option options[] = {
    {CLI_PATHS("no capture named", struct arguments, paths)},
    {"json", 0, NULL, "as JSON (schemas/verify.schema.json)", INTO(struct arguments, is_json)},
    {0},
};

/* The files of a batch are held against their seals, and leave the list; whether all of them hold. */
static bool check_seals(struct cli_texts *paths, bool is_json, bool *has_any)
{
    static const char *const names[] = {
        [SEAL_PLAN] = "a plan", [SEAL_RESULT] = "a result", [SEAL_DATABASE] = "a batch"};
    size_t left = 0;
    bool are_sound = true;
    for (size_t i = 0; i < paths->count; i++) {
        struct tt_error err;
        enum seal_kind kind;
        const enum tt_status status = seal_look(&kind, paths->items[i], &err);
        if (kind == SEAL_NONE) {
            paths->items[left++] = paths->items[i];
            continue;
        }
        *has_any = true;
        are_sound = are_sound && status == TT_OK;
        if (status)
            (void)cli_trouble(&err);
        else if (!is_json)
            (void)printf("%s: sound: %s, as its SHA-256 says\n", paths->items[i], names[kind]);
    }
    paths->count = left;
    return are_sound;
}

static void say_trouble(const struct tt_error *err)
{
    (void)cli_trouble(err);
}

int verb_verify(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE...",
        "Check every chunk, checksum and reference of captures, and that the executed words are those that the "
        "cores pushed, after expansion. Of a batch's database, plan or result: that it is as it was written.\v"
        "Exit status: 0 all whole, 2 one is damaged, contradicts itself, or cannot be read.\n\n"
        "Example:\n"
        "  tt-replay verify case.ttcap",
        options, NULL};
    struct arguments arguments = {0};
    cli_read(&syntax, argc, argv, &arguments);
    bool has_seals = false;
    const bool are_sealed = check_seals(&arguments.paths, arguments.is_json, &has_seals);
    const bool is_sound =
        (has_seals && arguments.paths.count == 0 && !arguments.is_json) ||
        verify_report(stdout, cli_form(arguments.is_json), arguments.paths.items, arguments.paths.count, say_trouble);
    cli_texts_clear(&arguments.paths);
    return is_sound && are_sealed ? EXIT_SAME : EXIT_TROUBLE;
}
