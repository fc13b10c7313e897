/* SPDX-License-Identifier: Apache-2.0 */
/* The making of what comes out of results, and the options for it. */
#include "cli/batch_output.h"

#include "batch/database.h"
#include "batch/merge.h"
#include "batch/summary.h"
#include "cli/cli.h"

#include <unistd.h>

enum { OPT_REPORT = 2000, OPT_LIMIT, OPT_FORCE, OPT_JSON };

static const struct argp_option options[] = {
    {0, 0, 0, 0, "What comes out:", 1},
    {"output", 'o', "ALL.db", 0, "the database to make", 1},
    {"report", OPT_REPORT, "ALL.html", 0, "a page for a browser to make", 1},
    {"limit", OPT_LIMIT, "N", 0, "causes to list (default 20)", 1},
    {"force", OPT_FORCE, 0, 0, "replace what is there, whatever it is", 1},
    {"json", OPT_JSON, 0, 0, "the summary as JSON (schemas/batch.schema.json)", 1},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
{
    struct batch_output *output = state->input;
    switch (key) {
    case 'o':
        output->output = text;
        return 0;
    case OPT_REPORT:
        output->report = text;
        return 0;
    case OPT_LIMIT:
        output->groups_max = cli_option_count(state, "--limit", text, 1, SIZE_MAX);
        return 0;
    case OPT_FORCE:
        output->is_forced = true;
        return 0;
    case OPT_JSON:
        output->is_json = true;
        return 0;
    case ARGP_KEY_END:
        if (!output->output)
            argp_error(state, "no database to make is named: -o ALL.db");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp batch_output_argp = {options, parse, 0, 0, 0, 0, 0};

enum tt_status batch_output_check(const struct batch_output *output, struct tt_error *err)
{
    if (output->is_forced)
        return TT_OK;
    if (access(output->output, F_OK) == 0 && !batch_database_is(output->output))
        return tt_fail(err, TT_BAD_INPUT, "%s: the file exists and is no database of a batch; --force replaces it",
                       output->output);
    if (output->report && access(output->report, F_OK) == 0 && !batch_page_is(output->report))
        return tt_fail(err, TT_BAD_INPUT, "%s: the file exists and is no page of a batch; --force replaces it",
                       output->report);
    return TT_OK;
}

int batch_output_make(const struct batch_output *output, const struct batch_merged *merged)
{
    struct tt_error err = {{0}};
    enum tt_status status = batch_database_write(merged, output->output, true, &err);
    if (!status && output->report)
        status = batch_page_write(merged, output->report, &err);
    if (status)
        return cli_trouble(&err);
    const struct batch_telling telling = {output->name, output->folder, cli_has_colour(), output->groups_max};
    if (output->is_json)
        batch_summary_json(stdout, merged);
    else
        batch_summary_text(stdout, merged, &telling);
    return batch_exit_status(merged);
}
