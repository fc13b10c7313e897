/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay VERB … */
#include "base/child.h"
#include "base/guard/lacking.h"
#include "base/input.h"
#include "base/temporary.h"
#include "base/text/near.h"
#include "cli/cli.h"
#include "cli/failed_test.h"
#include "cli/streams.h"
#include "cli/verbs.h"
#include "results/results.h"

#include <argp.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

/* Makes sure that descriptors 0 to 2 are taken: a file that is opened later must not become standard output. Use of one
 * that was closed fails, as it would have. docs/formats/files.md */
static void start_standard_streams(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF)
            continue;
        /* The lowest free number is this one. Opened the wrong way round, so that reading or writing fails. */
        if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor)
            _exit(2); /* there is no stream to write a message to */
    }
}

/* The stack grows up to 2 MiB, of which `precision` takes nearly a half, where the system allows that; else returns the
 * KiB that there are, of which nothing is to be expected but a crash. */
static unsigned start_stack(void)
{
    enum { LEAST = 2 << 20, KIB = 1 << 10 };
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) < 0 || stack.rlim_cur == RLIM_INFINITY || stack.rlim_cur >= LEAST)
        return 0;
    const unsigned was = (unsigned)(stack.rlim_cur / KIB);
    stack.rlim_cur = LEAST;
    return setrlimit(RLIMIT_STACK, &stack) < 0 ? was : 0;
}

/* Whether standard error may show a line of progress. Set before any handler is. */
static volatile sig_atomic_t has_terminal;

static void start_say(const char *text, size_t length)
{
    /* The program ends, and there is no stream left for a message. */
    if (write(STDERR_FILENO, text, length) < 0)
        return;
}

static void start_end(int signal_number)
{
    static const char clear[] = "\r\033[K", interrupted[] = "tt-replay: interrupted\n",
                      terminated[] = "tt-replay: terminated\n";
    children_end();
    temporaries_remove();
    if (has_terminal)
        start_say(clear, sizeof clear - 1);
    if (signal_number == SIGINT)
        start_say(interrupted, sizeof interrupted - 1);
    if (signal_number == SIGTERM)
        start_say(terminated, sizeof terminated - 1);
    sigset_t one;
    (void)sigemptyset(&one);
    (void)sigaddset(&one, signal_number);
    (void)signal(signal_number, SIG_DFL);
    (void)sigprocmask(SIG_UNBLOCK, &one, NULL);
    (void)raise(signal_number);
}

/* A signal that ends the program takes its unfinished files along (base/temporary.h) and the line of progress, and then
 * ends it as if nobody had looked. Signals that the caller ignores stay ignored. A file that grows
 * beyond a limit of the system is an error of the write, not a signal; of --max-disk: base/limits.h. */
static void start_signals(void)
{
    static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGALRM, SIGXCPU, SIGABRT};
    struct sigaction action = {.sa_handler = start_end}, before;
    has_terminal = isatty(STDERR_FILENO);
    (void)sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++) {
        /* A signal that was ignored before (nohup, a job in the background) stays ignored, but for SIGPIPE: the first
         * write to a pipe that nobody reads any more, as in `| head`, ends the program. */
        const int is_ignored = sigaction(ending[i], NULL, &before) == 0 && before.sa_handler == SIG_IGN;
        if (!is_ignored || ending[i] == SIGPIPE)
            (void)sigaction(ending[i], &action, NULL);
    }
    (void)signal(SIGXFSZ, SIG_IGN);
}

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
        return cli_trouble_text("the stack is limited to %u KiB, expected 2048 or more (ulimit -s)", stack);
    if (argc < 2) {
        main_print_help(stderr);
        return EXIT_TROUBLE;
    }
    if (argc > 2 && strcmp(argv[1], "help") == 0 && strcmp(argv[2], "--help") != 0) {
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
