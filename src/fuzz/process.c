/* SPDX-License-Identifier: Apache-2.0 */
/* Another program: its standard output, and how it ended. */
#include "fuzz/fuzz_internal.h"

#include "base/child.h"
#include "base/guard/limits.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_FOUND = 127, SIGNALLED = 128, OUTPUT_MAX = 1 << 20 };

/* In the child: never comes back. */
static void process_become(char *const *argv, int output, unsigned seconds)
{
    const int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0) {
        (void)dup2(nothing, STDIN_FILENO);
        (void)dup2(nothing, STDERR_FILENO);
    }
    (void)dup2(output, STDOUT_FILENO);
    limits_lift();
    const struct rlimit limit = {seconds, seconds + 2};
    (void)setrlimit(RLIMIT_CPU, &limit);
    (void)execvp(argv[0], argv);
    _exit(NOT_FOUND);
}

/* Until it says nothing more, or the time is over. */
static void listen(int from, char *output, int64_t end)
{
    size_t count = 0;
    char rest[4096];
    for (;;) {
        struct pollfd wait = {from, POLLIN, 0};
        const int64_t left = end - child_now();
        const int is_ready = left > 0 ? poll(&wait, 1, (int)left) : 0;
        if (is_ready < 0 && errno == EINTR)
            continue;
        if (is_ready <= 0)
            return;
        const bool is_room = count < OUTPUT_MAX;
        const ssize_t got = read(from, is_room ? output + count : rest, is_room ? OUTPUT_MAX - count : sizeof rest);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return;
        count += is_room ? (size_t)got : 0;
        output[count] = '\0';
    }
}

enum tt_status fuzz_process(char *const *argv, unsigned seconds, struct fuzz_process *process, struct tt_error *err)
{
    enum { WALL = 5 }; /* the machine may have other work */
    int ends[2];
    process->output = mem_calloc(1, OUTPUT_MAX + 1);
    if (!process->output || child_pipe(ends) < 0)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory for what it says", argv[0]);
    const pid_t child = child_fork();
    const int64_t end = child_now() + (int64_t)WALL * seconds * CHILD_MILLISECONDS;
    if (child == 0)
        process_become(argv, ends[1], seconds);
    (void)close(ends[1]);
    if (child < 0) {
        (void)close(ends[0]);
        return tt_fail(err, TT_IO, "%s: cannot be run: %s", argv[0], strerror(errno));
    }
    listen(ends[0], process->output, end);
    (void)close(ends[0]);
    int wait_status = 0;
    (void)child_wait(child, end, &wait_status);
    process->code = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : SIGNALLED + WTERMSIG(wait_status);
    return process->code == NOT_FOUND ? tt_fail(err, TT_BAD_INPUT, "%s: there is no such program", argv[0]) : TT_OK;
}

void fuzz_process_clear(struct fuzz_process *process)
{
    mem_free(process->output);
    process->output = NULL;
}
