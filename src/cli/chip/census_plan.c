/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/chip/census_plan.h"

#include "base/text/shell.h"
#include "base/text/text_stream.h"
#include "cli/batch/farm.h"
#include "cli/cli.h"
#include "show/wrap.h"

/* The command, `number` in place of "plan". */
static char *census_plan_command(const struct census_plan *plan, const char *number)
{
    struct text_stream text;
    if (text_stream_open(&text))
        return NULL;
    (void)fputs("tt-replay census", text.out);
    for (size_t i = 1; plan->argv[i]; i++) {
        const char *word = plan->argv[i];
        (void)fputc(' ', text.out);
        if (plan->shard >= word && plan->shard <= word + strlen(word))
            (void)fprintf(text.out, "%.*s%s%s", (int)(plan->shard - word), word, number, strchr(plan->shard, '/'));
        else
            shell_put_word(text.out, word);
    }
    return text_stream_close(&text);
}

enum tt_status census_plan_say(const struct census_plan *plan, struct tt_error *err)
{
    const struct kernel_options *how = plan->how;
    const struct kernel_lacking *lacking = how->lacking;
    char *command OWNED(mem_free_at) = census_plan_command(plan, "task");
    char *numbered OWNED(mem_free_at) = census_plan_command(plan, "{}");
    char *whole OWNED(mem_free_at) = census_plan_command(plan, "all");
    NEED(command && numbered && whole, err, "no memory");
    const struct batch_lines lines = {command,        numbered,      how->keep, (uint32_t)how->shards,
                                      lacking->parts, lacking->count};
    REPORT(report, stdout, cli_form(plan->is_json));
    report_say(&report, SAY("farm", how->keep), SAY("shards", how->shards), SAY("missing", lacking->count));
    report_print(&report, "%s: %zu of %" PRIu64 " part%s %s missing\n", how->keep, lacking->count, how->shards,
                 plural(how->shards), lacking->count == 1 ? "is" : "are");
    if (lacking->count)
        report_print(&report, "\nSubmit with one of\n");
    TRY(farm_say_commands(&report, &lines, err));
    report_print(&report, lacking->count ? "\nthen\n" : "\n");
    if (!plan->is_json)
        batch_put_command(stdout, whole);
    return TT_OK;
}
