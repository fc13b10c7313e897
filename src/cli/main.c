/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay VERB … */
#include "base/guard/lacking.h"
#include "base/input.h"
#include "base/memory.h"
#include "base/text/near.h"
#include "cli/cli.h"
#include "cli/failed_test.h"
#include "cli/start.h"
#include "cli/streams.h"
#include "cli/verbs.h"
#include "results/results.h"

#include <argp.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

static const char *main_name_at(size_t i, const void *user)
{
    (void)user;
    return verb_at(i) ? verb_at(i)->name : NULL;
}

static void main_print_help(FILE *out)
{
    (void)fprintf(out, "Usage: tt-replay VERB [OPTION...] ...\n"
                       "       tt-replay FILE [OPTION...]   what is wrong with a run: explain FILE\n"
                       "Replay the instructions of one Tensix tile, stage by stage, and compare the\n"
                       "result with what the device held.\n\n");
    for (size_t i = 0; verb_at(i); i++)
        (void)fprintf(out, "  %-9s  %s\n", verb_at(i)->name, verb_at(i)->doc);
    (void)fprintf(out, "\n"
                       "`tt-replay VERB --help` lists a verb's options, `tt-replay help PAGE` prints a\n"
                       "page (README lists them; also coverage, facts, silicon) or a fact such as P-6.9.\n"
                       "Exit status everywhere: 0 same or done, 1 differs or hangs, 2 trouble or a\n"
                       "damaged capture, 3 no verdict (what is compared rests on unknown state) or work\n"
                       "that tt-replay does not do.\n");
}

int main(int argc, char **argv)
{
    char option_help[] = "--help";
    argp_err_exit_status = EXIT_TROUBLE;
    mem_keep_freed();
    results_count_no_memory();
    inputs_remember();
    start_standard_streams();
    streams_begin();
    start_signals();
    const unsigned stack = start_stack();
    if (stack)
        return cli_trouble_text("the stack is limited to %u KiB, expected 256 or more (ulimit -s)", stack);
    if (argc < 2) {
        main_print_help(stderr);
        return EXIT_TROUBLE;
    }
    if (argc > 2 && strcmp(argv[1], "help") == 0) {
        if (!verb_find(argv[2]))
            return cli_finish(help_topic(argv[2]));
        memmove(&argv[1], &argv[2], sizeof argv[0] * (size_t)(argc - 2)); /* "help VERB" is "VERB --help" */
        argv[argc - 1] = option_help;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0 || strcmp(argv[1], "-h") == 0) {
        main_print_help(stdout);
        return cli_finish(EXIT_SAME);
    }
    if (strcmp(argv[1], "--version") == 0) {
        (void)puts("tt-replay " TTR_VERSION);
        for (int i = 0; i < GUARD_COUNT; i++)
            if (guard_lacking((enum guard)i))
                (void)puts(guard_lacking((enum guard)i));
        return cli_finish(EXIT_SAME);
    }
    const struct verb *verb = verb_find(argv[1]);
    if (!verb && (access(argv[1], F_OK) == 0 || failed_test_is(argv[1]))) { /* FILE alone is "explain FILE" */
        char name[] = "tt-replay explain";
        argv[0] = name;
        return cli_finish(verb_explain(argc, argv));
    }
    if (verb) {
        char name[64];
        (void)snprintf(name, sizeof name, "tt-replay %s", verb->name);
        argv[1] = name;
        return cli_finish(verb->run(argc - 1, argv + 1));
    }
    char near[NEAR_TEXT_MAX];
    if (strpbrk(argv[1], "./")) /* no verb has one: a file was meant */
        return cli_trouble_text("%s: cannot be opened: %s", argv[1], strerror(errno));
    return cli_trouble_text("no verb '%s'%s (`tt-replay --help` lists them)", argv[1],
                            near_text(argv[1], main_name_at, NULL, near));
}
