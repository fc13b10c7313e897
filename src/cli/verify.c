/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay verify: every chunk, checksum and reference of captures. docs/formats/ttcap.md#verifying */
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

static void say_trouble(const struct tt_error *err)
{
    (void)cli_trouble(err);
}

int verb_verify(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "FILE.ttcap...",
        "Check every chunk, checksum and reference of captures, and that the executed words are those that the "
        "cores pushed, after expansion.\v"
        "Exit status: 0 all whole, 2 one is damaged, contradicts itself, or cannot be read.\n\n"
        "Example:\n"
        "  tt-replay verify case.ttcap",
        options, NULL};
    struct arguments arguments = {0};
    cli_read(&syntax, argc, argv, &arguments);
    const bool is_sound =
        verify_report(stdout, cli_form(arguments.is_json), arguments.paths.items, arguments.paths.count, say_trouble);
    cli_texts_clear(&arguments.paths);
    return is_sound ? EXIT_SAME : EXIT_TROUBLE;
}
