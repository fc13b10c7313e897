/* SPDX-License-Identifier: Apache-2.0 */
/* Tries to break out: each way fails, and files and threads work as before. A child for each, since there is no way
 * back. */
#include "base/guard/sandbox.h"
#include "unit/suite.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
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

static bool types_into_the_terminal(void)
{
    char byte = 'x';
    return ioctl(STDIN_FILENO, TIOCSTI, &byte) == 0 || errno != EPERM;
}

static bool changes_who_may_use_a_file(void)
{
    const int file = memfd_create("x", 0);
    return chmod("/tmp", 01777) == 0 || fchmod(file, 0600) == 0 || fchown(file, getuid(), getgid()) == 0 ||
           fsetxattr(file, "user.x", "x", 1, 0) == 0;
}

static bool signals_its_parent(void)
{
    return kill(getppid(), 0) == 0 || kill(0, 0) == 0 || syscall(SYS_tkill, getppid(), 0) == 0 ||
           syscall(SYS_tgkill, getppid(), getppid(), 0) == 0;
}

static bool makes_a_namespace(void)
{
    /* As clone3() does not exist here, a C library does without it. */
    return syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0) >= 0 || errno != EPERM ||
           syscall(SYS_clone3, NULL, (size_t)0) >= 0 || errno != ENOSYS;
}

/* Calls of younger kernels do not exist there, as clone3(). */
static bool mounts_by_newer_calls(void)
{
    return syscall(SYS_fsopen, "tmpfs", 0) >= 0 || errno != ENOSYS || syscall(SYS_open_tree, AT_FDCWD, "/", 0) >= 0 ||
           errno != ENOSYS || syscall(SYS_setreuid, -1, -1) >= 0 || errno != EPERM;
}

static bool limits_its_parent(void)
{
    struct rlimit limit;
    return prlimit(getppid(), RLIMIT_NOFILE, NULL, &limit) == 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0;
}

static bool cannot_signal_itself(void)
{
    return kill(getpid(), 0) != 0 || pthread_kill(pthread_self(), 0) != 0;
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

static bool (*const WAYS[])(void) = {runs_a_program,
                                     connects,
                                     connects_here,
                                     looks_into_its_parent,
                                     mounts,
                                     changes_its_root,
                                     cannot_work,
                                     types_into_the_terminal,
                                     changes_who_may_use_a_file,
                                     signals_its_parent,
                                     makes_a_namespace,
                                     mounts_by_newer_calls,
                                     limits_its_parent,
                                     cannot_signal_itself};

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
