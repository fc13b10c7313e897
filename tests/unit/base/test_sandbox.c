/* SPDX-License-Identifier: Apache-2.0 */
/* Tries to break out: each way fails, and files and threads work as before. A child for each, since there is no way
 * back. */
#include "base/guard/sandbox.h"
#include "unit/suite.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HELD, ESCAPED, ABSENT };

static bool runs_a_program(void)
{
    char *const arguments[] = {(char *)"true", NULL};
    (void)execv("/bin/true", arguments);
    return errno != EPERM; /* or it is that program by now, which exits with HELD: seen by `holds` */
}

static bool connects(void)
{
    return socket(AF_INET, SOCK_STREAM, 0) >= 0 || errno != EPERM;
}

static bool connects_here(void)
{
    int ends[2];
    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 || errno != EPERM;
}

static bool looks_into_its_parent(void)
{
    return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0 || errno != EPERM;
}

static bool mounts(void)
{
    return mount("none", "/tmp", "tmpfs", 0, NULL) == 0 || errno != EPERM;
}

static bool changes_its_root(void)
{
    return chroot("/tmp") == 0 || errno != EPERM;
}

static void *nothing(void *user)
{
    return user;
}

static bool cannot_work(void)
{
    char name[] = "/tmp/tt-replay-sandbox.XXXXXX";
    pthread_t thread;
    const int descriptor = mkstemp(name);
    const bool can_write = descriptor >= 0 && write(descriptor, "x", 1) == 1 && unlink(name) == 0;
    return !can_write || pthread_create(&thread, NULL, nothing, NULL) != 0 || pthread_join(thread, NULL) != 0;
}

/* Exit status of a child in the sandbox, of a thread that it starts there. */
static void *try_there(void *user)
{
    bool (*const *way)(void) = user;
    _exit((*way)() ? ESCAPED : HELD + 10);
}

static int outcome_of(bool (*way)(void))
{
    const pid_t child = fork();
    if (child == 0) {
        pthread_t thread;
        if (sandbox_enter() == SANDBOX_ABSENT)
            _exit(ABSENT);
        if (pthread_create(&thread, NULL, try_there, &way) == 0)
            (void)pthread_join(thread, NULL);
        _exit(ESCAPED);
    }
    int status = -1;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static bool (*const WAYS[])(void) = {runs_a_program, connects,         connects_here, looks_into_its_parent,
                                     mounts,         changes_its_root, cannot_work};

START_TEST(sandbox__each_way_out_is_shut)
{
    const int outcome = outcome_of(WAYS[_i]);
    ck_assert_msg(outcome == HELD + 10 || outcome == ABSENT, "way %d: %d", _i, outcome);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("sandbox");
    TCase *cases = tcase_create("sandbox");
    tcase_add_loop_test(cases, sandbox__each_way_out_is_shut, 0, sizeof WAYS / sizeof WAYS[0]);
    suite_add_tcase(suite, cases);
    return suite;
}
