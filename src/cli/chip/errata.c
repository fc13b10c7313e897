/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay errata: where a chip differs from recordings of simulators, by name. docs/semantics/replay.md, "Readings
 * by source". */
#include "cli/cli.h"
#include "cli/options.h"
#include "show/reports.h"

struct arguments {
    bool has_all, is_json;
};

static const struct cli_option options[] = {
    {"all", 0, NULL, "list every reading of a step, not only the errata", INTO(struct arguments, has_all)},
    {"json", 0, NULL, "as JSON (schemas/errata.schema.json)", INTO(struct arguments, is_json)},
    {0},
};

int verb_errata(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        NULL,
        "List the errata that are known: where a chip was measured, or is said by its maker, to differ from what "
        "simulators recorded; with citation, what each changes, and its default by source.\v"
        "Exit status: 0 done, 2 trouble.\n\n"
        "Examples:\n"
        "  tt-replay errata\n"
        "  tt-replay errata --all --json",
        options, NULL};
    struct arguments arguments = {0};
    cli_read(&syntax, argc, argv, &arguments);
    errata_report(stdout, cli_form(arguments.is_json), arguments.has_all);
    return EXIT_SAME;
}
