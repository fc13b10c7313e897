/* SPDX-License-Identifier: Apache-2.0 */
#include "base/child.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHILDREN_MAX = 64 };

/* A signal handler gets no argument through which it could reach them: base/temporary.h. A child of which there is no
 * room ends with this program only where that is killed. */
static atomic_int children[CHILDREN_MAX];

static void child_change(pid_t from, pid_t to)
{
    for (size_t i = 0; i < CHILDREN_MAX; i++) {
        int expected = from;
        if (atomic_compare_exchange_strong(&children[i], &expected, to))
            return;
    }
}

int child_pipe(int ends[2])
{
    if (pipe(ends) < 0)
        return -1;
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
}

pid_t child_fork(void)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t child = fork();
    const int reason = errno;
    if (child == 0) {
        (void)setpgid(0, 0);
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (int number = 1; number < NSIG; number++) {
            struct sigaction action;
            if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
                (void)signal(number, SIG_DFL); /* handlers are of this program */
        }
    } else if (child > 0) {
        (void)setpgid(child, child); /* whoever comes first */
        child_change(0, child);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return child;
}

int64_t child_now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * CHILD_MILLISECONDS + time.tv_nsec / 1000000;
}

/* Whether it has ended; it can still be waited for. */
static int child_has_ended(pid_t child, int64_t deadline)
{
    static const struct timespec moment = {0, 1000000};
    siginfo_t info = {.si_pid = 0};
    int result;
    do {
        const int options = WEXITED | WNOWAIT | (deadline < 0 ? 0 : WNOHANG);
        while ((result = waitid(P_PID, (id_t)child, &info, options)) < 0 && errno == EINTR)
            ;
        if (result < 0 || info.si_pid == child)
            return 1;
        (void)nanosleep(&moment, NULL);
    } while (child_now() < deadline);
    return 0;
}

int child_wait(pid_t child, int64_t deadline, int *wait_status)
{
    pid_t ended;
    (void)child_has_ended(child, deadline);
    (void)kill(-child, SIGKILL);
    while ((ended = waitpid(child, wait_status, 0)) < 0 && errno == EINTR)
        ;
    child_change(child, 0);
    return ended < 0 ? -1 : 0;
}

void children_end(void)
{
    for (size_t i = 0; i < CHILDREN_MAX; i++) {
        const int child = atomic_load(&children[i]);
        if (child > 0)
            (void)kill(-child, SIGKILL);
    }
}
