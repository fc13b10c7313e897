/* SPDX-License-Identifier: Apache-2.0 */
/* Writes database, page and summary from results, and has the options for them. */
#include "cli/batch/batch.h"

#include "base/input.h"
#include "batch/seal.h"
#include "batch/whole/batch_report.h"
#include "batch/whole/merge.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "show/junit.h"

#include <unistd.h>

const struct cli_option cli_batch_output[] = {
    {CLI_HEADING("What comes out:"), .group = 1},
    {"output", 'o', "ALL.db", "the database to make", INTO(struct batch_output, output),
     .required = "no database to make is named: -o ALL.db"},
    {"report", 0, "ALL.html", "a page for a browser to make", INTO(struct batch_output, report)},
    {"junit", 0, "FILE",
     "a JUnit file for continuous integration to make: a case for each capture, failed where it differs, skipped where "
     "there is no verdict, an error where there is trouble",
     INTO(struct batch_output, junit)},
    {"limit", 0, "N", "causes to list (default 20)", INTO(struct batch_output, groups_max), .least = 1},
    {"force", 0, NULL, "replace the output files if they exist, whatever they are",
     INTO(struct batch_output, is_forced)},
    {"json", 0, NULL, "the summary as JSON (schemas/batch.schema.json)", INTO(struct batch_output, is_json)},
    {0},
};

enum tt_status batch_output_check(const struct batch_output *output, struct tt_error *err)
{
    if (!*output->output) /* files beside it would have a name without one */
        return tt_fail(err, TT_BAD_INPUT, "--output: expected a name, found none");
    if (output->is_forced)
        return TT_OK;
    if (output->junit && junit_check(output->junit, err))
        return TT_BAD_INPUT;
    REFUSE_IF(access(output->output, F_OK) == 0 && !seal_is_database(output->output), err,
              "%s: the file exists and is no database of a batch; --force replaces it", output->output);
    REFUSE_IF(output->report && access(output->report, F_OK) == 0 && !batch_page_is(output->report), err,
              "%s: the file exists and is no page of a batch; --force replaces it", output->report);
    return TT_OK;
}

enum tt_status batch_output_refuse_inputs(const struct batch_output *output, struct tt_error *err)
{
    TRY(input_refuse_output(output->output, err));
    if (output->report)
        TRY(input_refuse_output(output->report, err));
    return output->junit ? input_refuse_output(output->junit, err) : TT_OK;
}

enum tt_status batch_output_make(const struct batch_output *output, const struct batch_merged *merged, int *code,
                                 struct tt_error *err)
{
    const struct batch_view view = {output->name, output->folder, output->groups_max};
    TRY(batch_database_write(merged, output->output, true, err));
    if (output->report)
        TRY(batch_page_write(merged, output->report, err));
    if (output->junit)
        TRY(batch_junit_write(merged, output->junit, err));
    batch_report(stdout, cli_form(output->is_json), merged, &view);
    *code = batch_exit_status(merged);
    return TT_OK;
}
