/* SPDX-License-Identifier: Apache-2.0 */
/* Every call of every kind failing, over every verb: exit status 2 and one sentence, or as if nothing had been; never a
 * half file, never one of another run. tests/faults/README.md
 *
 *     sweep TT_REPLAY SHIM FIXTURES TRACES [--most N] [--case NAME] [--call NAME]
 *
 * At most N calls of each kind and case fail (0, the default: all), the first ones and others spread evenly. */
#include "faults/sweep.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Which calls fail how. With a signal the call itself succeeds, and the program is sent that right before. */
static const struct {
    enum fault_call call;
    const char *error;
    bool is_lasting;
} kinds[] = {
    {FAULT_MEMORY, "ENOMEM", false},   {FAULT_MEMORY, "ENOMEM", true},   {FAULT_OPEN, "EMFILE", false},
    {FAULT_OPEN, "EACCES", true},      {FAULT_READ, "EIO", false},       {FAULT_READ, "EIO", true},
    {FAULT_WRITE, "ENOSPC", false},    {FAULT_WRITE, "ENOSPC", true},    {FAULT_SYNC, "EIO", false},
    {FAULT_TRUNCATE, "EIO", false},    {FAULT_RENAME, "EIO", false},     {FAULT_LINK, "EIO", false},
    {FAULT_LINK, "EPERM", false},      {FAULT_UNLINK, "EIO", false},     {FAULT_MKDIR, "EACCES", false},
    {FAULT_STAT, "EIO", false},        {FAULT_STAT, "EIO", true},        {FAULT_SEEK, "EIO", false},
    {FAULT_CLOSE, "EIO", false},       {FAULT_DUP, "EMFILE", false},     {FAULT_LOCK, "EIO", false},
    {FAULT_LOCK, "EAGAIN", true},      {FAULT_MAP, "ENOMEM", false},     {FAULT_CHILD, "EAGAIN", false},
    {FAULT_THREAD, "EAGAIN", false},   {FAULT_RANDOM, "EIO", false},     {FAULT_SHORT_READ, "EIO", false},
    {FAULT_SHORT_WRITE, "EIO", false}, {FAULT_OPEN, "EINTR", false},     {FAULT_READ, "EINTR", false},
    {FAULT_WRITE, "EINTR", false},     {FAULT_MEMORY, "SIGINT", false},  {FAULT_OPEN, "SIGTERM", false},
    {FAULT_READ, "SIGHUP", false},     {FAULT_WRITE, "SIGINT", false},   {FAULT_WRITE, "SIGPIPE", false},
    {FAULT_SYNC, "SIGTERM", false},    {FAULT_RENAME, "SIGTERM", false}, {FAULT_LINK, "SIGINT", false},
    {FAULT_UNLINK, "SIGHUP", false},   {FAULT_CLOSE, "SIGTERM", false},  {FAULT_WRITE, "SIGKILL", false},
    {FAULT_CHILD, "SIGTERM", false},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0], SAID_MAX = 200 };

struct sweep {
    struct sweep_tools tools;
    long most;
    const char *case_name, *call_name;
    long runs, failed, harmless, wrong;
};

static void make_inputs(const struct sweep_tools *tools)
{
    if (setenv("TT_REPLAY", tools->program, 1))
        sweep_die("setenv: %s", strerror(errno));
    for (size_t i = 0; i < sweep_input_count; i++) {
        char command[1200];
        (void)snprintf(command, sizeof command, "{ %s; } >said.out 2>said.err", sweep_inputs[i]);
        if (system(command) != 0)
            sweep_die("an input cannot be made: %s", sweep_inputs[i]);
    }
}

static void report(struct sweep *sweep, const char *name, const char *fault, const char *wrong)
{
    if (++sweep->wrong <= SAID_MAX)
        (void)printf("%s, %s: %.*s\n", name, fault, (int)strcspn(wrong, "\n"), wrong);
}

/* What a run under a fault left, the next one takes up. */
static const char *go_on(struct sweep *sweep, const struct sweep_case *one, const struct sweep_outcome *undisturbed,
                         const char *fault)
{
    struct sweep_outcome outcome;
    const char *wrong = NULL;
    sweep_run_on(&outcome, &sweep->tools, one);
    if (outcome.status != undisturbed->status)
        wrong = "the next run ends otherwise";
    else if (!sweep_has_all(&outcome, undisturbed))
        wrong = "the next run leaves other files";
    if (wrong)
        report(sweep, one->name, fault, wrong);
    sweep_outcome_clear(&outcome);
    return wrong;
}

static void run_one(struct sweep *sweep, const struct sweep_case *one, const struct sweep_outcome *undisturbed,
                    unsigned kind, long at)
{
    char text[64];
    struct sweep_outcome outcome;
    struct faults fault = {.call = kinds[kind].call, .is_lasting = kinds[kind].is_lasting};
    (void)snprintf(text, sizeof text, "%s:%ld:%s%s", fault_call_name(fault.call), at, kinds[kind].error,
                   kinds[kind].is_lasting ? ":lasting" : "");
    if (!fault_parse_error(&fault, kinds[kind].error))
        sweep_die("no error %s", kinds[kind].error);
    sweep_run(&outcome, &sweep->tools, one, text);
    const char *wrong = sweep_fault_of(&outcome, undisturbed, one, &fault);
    if (wrong)
        report(sweep, one->name, text, wrong);
    if (one->goes_on && !wrong)
        wrong = go_on(sweep, one, undisturbed, text);
    sweep->runs++;
    sweep->failed += outcome.counts.failed > 0;
    sweep->harmless += !wrong && outcome.status == undisturbed->status;
    sweep_outcome_clear(&outcome);
}

/* The first calls matter as much as the rest. */
static void run_kind(struct sweep *sweep, const struct sweep_case *one, const struct sweep_outcome *undisturbed,
                     unsigned kind)
{
    const long count = atomic_load(&undisturbed->counts.calls[kinds[kind].call]);
    const long most = sweep->most > 0 && sweep->most < count ? sweep->most : count;
    const long first = most / 3;
    for (long i = 0; i < most; i++)
        run_one(sweep, one, undisturbed, kind, i < first ? i : first + (i - first) * (count - first) / (most - first));
}

static void check_undisturbed(const struct sweep_case *one, const struct sweep_outcome *first,
                              const struct sweep_outcome *second)
{
    if (!WIFEXITED(first->status) || WEXITSTATUS(first->status) == 2 || WEXITSTATUS(first->status) > 3)
        sweep_die("%s does not run undisturbed: %s", one->name, first->err);
    if (strcmp(first->files, second->files) != 0 || strcmp(first->out, second->out) != 0)
        sweep_die("%s: two undisturbed runs differ:\n%s%s%s%s", one->name, first->out, second->out, first->files,
                  second->files);
}

static void run_case(struct sweep *sweep, const struct sweep_case *one)
{
    struct sweep_outcome undisturbed, again;
    const struct sweep before = *sweep;
    sweep_run(&undisturbed, &sweep->tools, one, NULL);
    sweep_run(&again, &sweep->tools, one, NULL);
    check_undisturbed(one, &undisturbed, &again);
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        if (!sweep->call_name || strcmp(sweep->call_name, fault_call_name(kinds[kind].call)) == 0)
            run_kind(sweep, one, &undisturbed, kind);
    (void)printf("%-16s %7ld runs: %ld reported, %ld as if nothing had been, %ld wrong\n", one->name,
                 sweep->runs - before.runs,
                 sweep->runs - before.runs - (sweep->harmless - before.harmless) - (sweep->wrong - before.wrong),
                 sweep->harmless - before.harmless, sweep->wrong - before.wrong);
    (void)fflush(stdout);
    sweep_outcome_clear(&undisturbed);
    sweep_outcome_clear(&again);
}

static int run_all(struct sweep *sweep)
{
    make_inputs(&sweep->tools);
    char *inputs = sweep_inputs_listing();
    for (size_t i = 0; i < sweep_case_count; i++)
        if (!sweep->case_name || strncmp(sweep_cases[i].name, sweep->case_name, strlen(sweep->case_name)) == 0)
            run_case(sweep, &sweep_cases[i]);
    char *inputs_now = sweep_inputs_listing();
    if (strcmp(inputs, inputs_now) != 0)
        report(sweep, "all", "any", "an input is another than before");
    free(inputs);
    free(inputs_now);
    (void)printf("%ld runs, a fault in %ld of them, %ld wrong\n", sweep->runs, sweep->failed, sweep->wrong);
    if (sweep->failed * 10 < sweep->runs * 9)
        sweep_die("too few faults: is the shim there?");
    return sweep->wrong > 0;
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/tt-replay-sweep.XXXXXX", program[PATH_MAX], shim[PATH_MAX], fixtures[PATH_MAX],
         traces[PATH_MAX];
    struct sweep sweep = {.tools = {program, shim}};
    if (argc < 5 || !realpath(argv[1], program) || !realpath(argv[2], shim) || !realpath(argv[3], fixtures) ||
        !realpath(argv[4], traces))
        sweep_die("sweep TT_REPLAY SHIM FIXTURES TRACES [--most N] [--case NAME] [--call NAME]");
    for (int i = 5; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--most") == 0)
            sweep.most = atol(argv[i + 1]);
        else if (strcmp(argv[i], "--case") == 0)
            sweep.case_name = argv[i + 1];
        else if (strcmp(argv[i], "--call") == 0)
            sweep.call_name = argv[i + 1];
    }
    if (setenv("FIXTURES", fixtures, 1) || setenv("TRACES", traces, 1) || !mkdtemp(folder) || chdir(folder))
        sweep_die("%s: %s", folder, strerror(errno));
    const int result = run_all(&sweep);
    char command[sizeof folder + 16];
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 || result;
}
