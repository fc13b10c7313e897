/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay farm: a batch in shards, for a batch system to run; and the parts that its actions share.
 * docs/how-to/farm.md */
#include "cli/batch/farm.h"

#include "base/text/shell.h"
#include "base/text/text.h"
#include "base/text/text_stream.h"
#include "cli/cli.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is "tt-replay farm ACTION" */
    const char *doc;
} actions[] = {
    {"plan", farm_plan, "share a folder's captures out to N shards; print what to submit"},
    {"run", farm_run, "do one shard: what each task of the batch system runs"},
    {"merge", farm_merge, "one database and one page of all results"},
    {"resume", farm_resume, "name what is missing; print the lines for just that"},
};

enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

static void farm_print_help(FILE *out)
{
    (void)fprintf(out, "Usage: tt-replay farm ACTION [OPTION...] ...\n"
                       "Replay thousands of captures with the batch system that is there: Slurm, LSF,\n"
                       "Grid Engine, GNU parallel. There is no daemon: a plan, tasks that do a shard\n"
                       "each, and a merge that gives the same bytes for any number of shards.\n\n");
    for (int i = 0; i < ACTION_COUNT; i++)
        (void)fprintf(out, "  %-9s  %s\n", actions[i].name, actions[i].doc);
    (void)fprintf(out, "\n"
                       "`tt-replay farm ACTION --help` lists an action's options.\n\n"
                       "Examples:\n"
                       "  tt-replay farm plan captures/ -N 64 -o farm/\n"
                       "  tt-replay farm run farm/ --shard 3/64\n"
                       "  tt-replay farm merge farm/ -o all.db --report all.html\n"
                       "  tt-replay farm resume farm/\n");
}

int verb_farm(int argc, char **argv)
{
    if (argc < 2) {
        farm_print_help(stderr);
        return EXIT_TROUBLE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "-?") == 0) {
        farm_print_help(stdout);
        return EXIT_SAME;
    }
    for (int i = 0; i < ACTION_COUNT; i++) {
        if (strcmp(argv[1], actions[i].name) != 0)
            continue;
        char name[64];
        (void)snprintf(name, sizeof name, "tt-replay farm %s", actions[i].name);
        argv[1] = name;
        return actions[i].run(argc - 1, argv + 1);
    }
    return cli_trouble_text("farm has no action '%s'; `tt-replay farm --help` lists them", argv[1]);
}

/* ---- shared ---- */

enum tt_status farm_path(const char *folder, const char *name, char path[static PATH_MAX], struct tt_error *err)
{
    REFUSE_IF(text_path(path, PATH_MAX, folder, name) >= PATH_MAX, err, "%.80s...: the path is too long", folder);
    return TT_OK;
}

enum tt_status farm_open(struct farm *farm, const char *folder, struct tt_error *err)
{
    char path[PATH_MAX];
    *farm = (struct farm){.folder = folder};
    TRY(farm_path(folder, "plan.json", path, err));
    TRY(farm_path(folder, "results", farm->results, err));
    return batch_plan_read(&farm->plan, path, err);
}

void farm_close(struct farm *farm)
{
    batch_plan_clear(&farm->plan);
}

static void say_line(void *user, const char *system, const char *line)
{
    struct report *report = user;
    report_item(report, NULL, SAY("system", system), SAY("line", line));
    if (!report->is_json)
        batch_put_command(report->out, line);
}

enum tt_status farm_say_commands(struct report *report, const struct batch_lines *lines, struct tt_error *err)
{
    report_list(report, "lines");
    const enum tt_status status = lines->count ? batch_lines_each(lines, say_line, report, err) : TT_OK;
    report_close(report);
    return status;
}

/* The command of each task. */
static char *farm_command(const struct farm *farm, const struct texts *places, const char *number)
{
    struct text_stream text;
    if (text_stream_open(&text))
        return NULL;
    (void)fputs("tt-replay farm run ", text.out);
    shell_put_word(text.out, farm->folder);
    for (size_t i = 0; i < places->count; i++) {
        (void)fputs(" --from ", text.out);
        shell_put_word(text.out, places->items[i]);
    }
    (void)fputs(number, text.out);
    return text_stream_close(&text);
}

enum tt_status farm_say_lines(struct report *report, const struct farm *farm, const uint32_t *which, size_t count,
                              struct tt_error *err)
{
    struct texts places OWNED(texts_clear) = {0};
    char number[32], log[PATH_MAX];
    TRY(farm_path(farm->folder, "log", log, err));
    TRY(farm_add_places(&places, farm, err));
    (void)snprintf(number, sizeof number, " --shard {}/%" PRIu32, farm->plan.shards);
    char *command OWNED(mem_free_at) = farm_command(farm, &places, "");
    char *numbered OWNED(mem_free_at) = farm_command(farm, &places, number);
    NEED(command && numbered, err, "no memory");
    const struct batch_lines lines = {command, numbered, log, farm->plan.shards, which, count};
    return farm_say_commands(report, &lines, err);
}
