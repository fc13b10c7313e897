/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded into the program, this plays a reader that a capture took over: when the first bytes are hashed, JSON is
 * parsed or a database is opened, after the options were read, it tries each way out that the environment names, and
 * says how it went: BREAK_READ=FILE BREAK_WRITE=FILE BREAK_MOVE=OLD:NEW BREAK_RUN=PROGRAM BREAK_CONNECT=1
 * BREAK_CHANGE=FILE BREAK_SIGNAL=1 BREAK_CALLS=FILE
 * BREAK_KERNEL=1 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void say(const char *what, int is_out)
{
    (void)fprintf(stderr, "\nbreak_out: %s %s\n", what, is_out ? "out" : "held");
}

static void try_to_open(const char *what, const char *path, int flags)
{
    const int descriptor = path ? open(path, flags, 0600) : -1;
    if (path)
        say(what, descriptor >= 0);
    if (descriptor >= 0)
        (void)close(descriptor);
}

static void try_to_move(const char *both)
{
    char old[PATH_MAX];
    const char *colon = both ? strchr(both, ':') : NULL;
    if (!colon)
        return;
    (void)snprintf(old, sizeof old, "%.*s", (int)(colon - both), both);
    say("move", rename(old, colon + 1) == 0);
}

/* Calls that no verb needs. What the system itself refuses this user counts as held. */
static void try_calls(const char *file)
{
    static char name[] = "tt-replay";
    const long here = AT_FDCWD, parent = getppid(), path = (long)file, text = (long)name;
    const struct {
        const char *name;
        long call, with[4];
    } calls[] = {
        {"utimensat", SYS_utimensat, {here, path, 0, 0}},
        {"setxattr", SYS_setxattr, {path, text, text, 0}},
        {"fchmodat", SYS_fchmodat, {here, path, 0700, 0}},
        {"fchownat", SYS_fchownat, {here, path, -1, -1}},
        {"symlinkat", SYS_symlinkat, {text, here, text, 0}},
        {"mknodat", SYS_mknodat, {here, text, S_IFIFO | 0600, 0}},
        {"truncate", SYS_truncate, {path, 0, 0, 0}},
        {"chroot", SYS_chroot, {path, 0, 0, 0}},
        {"mount", SYS_mount, {0, path, 0, 0}},
        {"fsopen", SYS_fsopen, {text, 0, 0, 0}},
        {"open_tree", SYS_open_tree, {here, path, 0, 0}},
        {"name_to_handle_at", SYS_name_to_handle_at, {here, path, 0, 0}},
        {"setuid", SYS_setuid, {(long)getuid(), 0, 0, 0}},
        {"setreuid", SYS_setreuid, {-1, -1, 0, 0}},
        {"setgroups", SYS_setgroups, {0, 0, 0, 0}},
        {"capset", SYS_capset, {0, 0, 0, 0}},
        {"sethostname", SYS_sethostname, {0, 0, 0, 0}},
        {"unshare", SYS_unshare, {0, 0, 0, 0}},
        {"setns", SYS_setns, {-1, 0, 0, 0}},
        {"clone(CLONE_NEWUSER)", SYS_clone, {CLONE_NEWUSER | CLONE_THREAD /* which no kernel grants */, 0, 0, 0}},
        {"kill", SYS_kill, {parent, 0, 0, 0}},
        {"kill(0)", SYS_kill, {0, 0, 0, 0}},
        {"tkill", SYS_tkill, {parent, 0, 0, 0}},
        {"pidfd_open", SYS_pidfd_open, {parent, 0, 0, 0}},
        {"ptrace", SYS_ptrace, {-1, 0, 0, 0}},
        {"process_vm_readv", SYS_process_vm_readv, {parent, 0, 0, 0}},
        {"prlimit64", SYS_prlimit64, {parent, 0, 0, 0}},
        {"setpriority", SYS_setpriority, {0, 0, 0, 0}},
        {"sched_setaffinity", SYS_sched_setaffinity, {0, 0, 0, 0}},
        {"ioctl(TIOCSTI)", SYS_ioctl, {STDERR_FILENO, TIOCSTI, 0, 0}},
        {"ioctl(FIONREAD)", SYS_ioctl, {STDERR_FILENO, FIONREAD, 0, 0}},
        {"prctl(PR_SET_DUMPABLE)", SYS_prctl, {PR_SET_DUMPABLE, 1, 0, 0}},
        {"personality", SYS_personality, {0xFFFFFFFF, 0, 0, 0}},
        {"socket", SYS_socket, {AF_UNIX, SOCK_STREAM, 0, 0}},
        {"socketpair", SYS_socketpair, {AF_UNIX, SOCK_STREAM, 0, 0}},
        {"memfd_create", SYS_memfd_create, {text, 0, 0, 0}},
        {"shmget", SYS_shmget, {0, 4096, 0, 0}},
        {"msgget", SYS_msgget, {0, 0, 0, 0}},
        {"keyctl", SYS_keyctl, {0, -3, 0, 0}},
        {"add_key", SYS_add_key, {0, 0, 0, 0}},
        {"bpf", SYS_bpf, {0, 0, 0, 0}},
        {"perf_event_open", SYS_perf_event_open, {0, 0, 0, 0}},
        {"userfaultfd", SYS_userfaultfd, {-1, 0, 0, 0}},
        {"io_uring_setup", SYS_io_uring_setup, {0, 0, 0, 0}},
        {"inotify_init1", SYS_inotify_init1, {0, 0, 0, 0}},
        {"epoll_create1", SYS_epoll_create1, {0, 0, 0, 0}},
        {"timer_create", SYS_timer_create, {-1, 0, 0, 0}},
        {"clone3", SYS_clone3, {0, 0, 0, 0}},
    };
    int is_out = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const long *with = calls[i].with;
        const long answer = syscall(calls[i].call, with[0], with[1], with[2], with[3]);
        if (answer < 0 && (errno == EPERM || errno == ENOSYS || errno == EACCES))
            continue;
        (void)fprintf(stderr, "break_out_call: %s %ld %s\n", calls[i].name, answer, answer < 0 ? strerror(errno) : "");
        is_out = 1;
    }
    say("calls", is_out);
}

static void try_all(void)
{
    const char *program = getenv("BREAK_RUN");
    try_to_open("read", getenv("BREAK_READ"), O_RDONLY);
    try_to_open("write", getenv("BREAK_WRITE"), O_WRONLY | O_CREAT);
    try_to_move(getenv("BREAK_MOVE"));
    if (getenv("BREAK_CONNECT"))
        say("connect", socket(AF_INET, SOCK_STREAM, 0) >= 0);
    if (getenv("BREAK_CHANGE"))
        say("change", chmod(getenv("BREAK_CHANGE"), 0700) == 0);
    if (getenv("BREAK_SIGNAL"))
        say("signal", kill(getppid(), 0) == 0);
    if (getenv("BREAK_CALLS"))
        try_calls(getenv("BREAK_CALLS"));
    if (program) {
        (void)execl(program, program, (char *)NULL);
        say("run", 0);
    }
}

static void try_once(void)
{
    static int is_done;
    if (is_done++ == 0)
        try_all();
}

#define SEEN __attribute__((visibility("default")))
SEEN long syscall(long call, ...);
SEEN uint64_t XXH3_64bits(const void *bytes, size_t size);
SEEN void *cJSON_ParseWithLengthOpts(const char *text, size_t size, const char **end, int is_ended);
SEEN ssize_t read(int descriptor, void *bytes, size_t size);
SEEN int sqlite3_open_v2(const char *name, void **database, int flags, const char *vfs);

/* BREAK_KERNEL=1: one with neither a filter of calls nor fences. */
long syscall(long call, ...)
{
    long (*next)(long, ...), with[5];
    va_list list;
    *(void **)&next = dlsym(RTLD_NEXT, "syscall");
    va_start(list, call);
    for (int i = 0; i < 5; i++)
        with[i] = va_arg(list, long);
    va_end(list);
    if (getenv("BREAK_KERNEL") && (call == SYS_seccomp || call == SYS_landlock_create_ruleset)) {
        errno = ENOSYS;
        return -1;
    }
    return next(call, with[0], with[1], with[2], with[3], with[4]);
}

uint64_t XXH3_64bits(const void *bytes, size_t size)
{
    uint64_t (*next)(const void *, size_t);
    *(void **)&next = dlsym(RTLD_NEXT, "XXH3_64bits");
    try_once();
    return next(bytes, size);
}

ssize_t read(int descriptor, void *bytes, size_t size)
{
    ssize_t (*next)(int, void *, size_t);
    *(void **)&next = dlsym(RTLD_NEXT, "read");
    if (descriptor == STDIN_FILENO)
        try_once();
    return next(descriptor, bytes, size);
}

int sqlite3_open_v2(const char *name, void **database, int flags, const char *vfs)
{
    int (*next)(const char *, void **, int, const char *);
    *(void **)&next = dlsym(RTLD_NEXT, "sqlite3_open_v2");
    try_once();
    return next(name, database, flags, vfs);
}

void *cJSON_ParseWithLengthOpts(const char *text, size_t size, const char **end, int is_ended)
{
    void *(*next)(const char *, size_t, const char **, int);
    *(void **)&next = dlsym(RTLD_NEXT, "cJSON_ParseWithLengthOpts");
    try_once();
    return next(text, size, end, is_ended);
}
