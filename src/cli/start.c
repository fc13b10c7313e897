/* SPDX-License-Identifier: Apache-2.0 */
/* Standard streams, and signals that end the program. */
#include "cli/start.h"

#include "base/child.h"
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

void start_standard_streams(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF)
            continue;
        /* The lowest free number is this one. Opened the wrong way round, so that reading or writing fails. */
        if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor)
            _exit(2); /* there is no stream to write a message to */
    }
}

unsigned start_stack(void)
{
    enum { LEAST = 256 << 10, KIB = 1 << 10 };
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

void start_signals(void)
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
