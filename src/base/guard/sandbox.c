/* SPDX-License-Identifier: Apache-2.0 */
/* A seccomp filter: a list of what is allowed, of some calls with certain arguments alone. All else fails with EPERM; a
 * call that is younger than Linux 5.1 with ENOSYS, whereupon a C library takes an older one. */
#include "base/guard/sandbox.h"

#include "base/guard/sanitized.h"
#include "base/usual.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__) && !defined(__ILP32__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && !defined(__AARCH64EB__)
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined(__s390x__)
#define MACHINE AUDIT_ARCH_S390X
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif

#if defined(MACHINE) && !IS_SANITIZED

enum { X32_CALLS = 0x40000000, FILTER_MAX = 512, FIRST_YOUNG = 424 /* from here on the same number on all machines */ };

/* The calls that work on files needs, by the traces of all verbs, and those that C libraries take in their place. */
/* clang-format off */
static const uint16_t allowed[] = {
/* files: to open, to look at, to read, to write, and the names of those that Landlock leaves in reach */
    SYS_openat, SYS_openat2, SYS_close, SYS_close_range, SYS_read, SYS_readv, SYS_pread64, SYS_preadv,
    SYS_write, SYS_writev, SYS_pwrite64, SYS_pwritev, SYS_lseek, SYS_fstat, SYS_newfstatat, SYS_statx,
    SYS_statfs, SYS_fstatfs, SYS_faccessat, SYS_faccessat2, SYS_getdents64, SYS_getcwd, SYS_chdir, SYS_fchdir,
    SYS_readlinkat, SYS_mkdirat, SYS_unlinkat,
#ifdef SYS_renameat
    SYS_renameat,
#endif
    SYS_renameat2, SYS_linkat, SYS_ftruncate, SYS_fallocate, SYS_fsync, SYS_fdatasync, SYS_flock, SYS_fcntl,
    SYS_fadvise64, SYS_umask, SYS_dup, SYS_dup3, SYS_pipe2, SYS_ppoll, SYS_pselect6,
    /* a stream that was accepted before, of a debugger */
    SYS_recvfrom, SYS_shutdown, SYS_getsockopt, SYS_setsockopt,
    /* memory */
    SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_brk, SYS_madvise, SYS_msync, SYS_mincore,
    /* time */
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_setitimer,
    SYS_getitimer, SYS_times, SYS_getrusage,
    /* this process and its threads */
    SYS_exit, SYS_exit_group, SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address,
    SYS_rseq, SYS_membarrier, SYS_sched_yield, SYS_sched_getaffinity, SYS_getcpu, SYS_rt_sigaction,
    SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigtimedwait, SYS_rt_sigpending, SYS_rt_sigsuspend,
    SYS_sigaltstack, SYS_restart_syscall, SYS_wait4, SYS_waitid, SYS_getpid, SYS_getppid,
    SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups,
    SYS_getpgid, SYS_getsid, SYS_uname, SYS_sysinfo, SYS_getrandom,
#ifdef SYS_arch_prctl
    SYS_arch_prctl,
#endif
#ifdef SYS_riscv_flush_icache
    SYS_riscv_flush_icache,
#endif
#ifdef SYS_riscv_hwprobe
    SYS_riscv_hwprobe,
#endif
    /* a narrower fence and filter, of who reads programs */
    SYS_landlock_create_ruleset, SYS_landlock_add_rule, SYS_landlock_restrict_self, SYS_seccomp,
#ifdef SYS_open /* not on younger machines */
    SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_mkdir, SYS_rmdir, SYS_unlink, SYS_rename,
    SYS_link, SYS_dup2, SYS_pipe, SYS_poll, SYS_select, SYS_getdents, SYS_getpgrp, SYS_fork, SYS_vfork,
    SYS_alarm,
#endif
};
/* clang-format on */

enum { ALLOWED = sizeof allowed / sizeof allowed[0] };

/* TCGETS2, by which younger C libraries ask whether something is a terminal; its own name needs a header that
 * <termios.h> stands against. */
#define GET_SETTINGS 0x802C542A

#define NEW_NAMESPACES UINT32_C(0x7E020000) /* CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET */

#ifdef __s390x__
enum { CLONE_FLAGS = 1, LOW_HALF = 4 }; /* the flags are its second argument; the machine is big-endian */
#else
enum { CLONE_FLAGS = 0, LOW_HALF = 0 };
#endif

struct filter {
    struct sock_filter code[FILTER_MAX];
    unsigned short count;
};

static void sandbox_put(struct filter *filter, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false)
{
    filter->code[filter->count++] = (struct sock_filter){code, if_true, if_false, value};
}

static void sandbox_load(struct filter *filter, size_t offset)
{
    sandbox_put(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void give(struct filter *filter, uint32_t what)
{
    sandbox_put(filter, BPF_RET | BPF_K, what, 0, 0);
}

static void sandbox_answer(struct filter *filter, uint32_t call, uint32_t what)
{
    sandbox_put(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    give(filter, what);
}

/* Only with one of these values in the lower half of an argument. The number of the call is loaded, here and behind. */
static void allow_values(struct filter *filter, uint32_t call, unsigned argument, const uint32_t *values, uint8_t count)
{
    sandbox_put(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, (uint8_t)(count + 3));
    sandbox_load(filter, offsetof(struct seccomp_data, args) + 8 * argument + LOW_HALF);
    for (uint8_t i = 0; i < count; i++)
        sandbox_put(filter, BPF_JMP | BPF_JEQ | BPF_K, values[i], (uint8_t)(count - i), 0);
    give(filter, SECCOMP_RET_ERRNO | EPERM);
    give(filter, SECCOMP_RET_ALLOW);
}

/* Threads and children, but no namespaces. clone3() has its flags in memory, where a filter cannot look: the C library
 * takes clone() instead. */
static void allow_clone(struct filter *filter)
{
    sandbox_put(filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
    sandbox_load(filter, offsetof(struct seccomp_data, args) + 8 * CLONE_FLAGS + LOW_HALF);
    sandbox_put(filter, BPF_JMP | BPF_JSET | BPF_K, NEW_NAMESPACES, 0, 1);
    give(filter, SECCOMP_RET_ERRNO | EPERM);
    give(filter, SECCOMP_RET_ALLOW);
}

static void sandbox_fill(struct filter *filter)
{
    static const uint32_t of_terminals[] = {TCGETS, GET_SETTINGS, TIOCGWINSZ};
    static const uint32_t of_process[] = {PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, PR_SET_PDEATHSIG, PR_SET_NAME};
    const uint32_t own[] = {(uint32_t)getpid(), 0};
    sandbox_load(filter, offsetof(struct seccomp_data, arch));
    sandbox_put(filter, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    give(filter, SECCOMP_RET_ERRNO | EPERM); /* the calls of another machine have other numbers */
    sandbox_load(filter, offsetof(struct seccomp_data, nr));
    sandbox_put(filter, BPF_JMP | BPF_JGE | BPF_K, X32_CALLS, 0, 1);
    give(filter, SECCOMP_RET_ERRNO | EPERM);
    for (unsigned i = 0; i < ALLOWED; i++)
        sandbox_answer(filter, allowed[i], SECCOMP_RET_ALLOW);
    allow_values(filter, SYS_ioctl, 1, of_terminals, 3);
    allow_values(filter, SYS_prctl, 0, of_process, 4);
    /* Signals to this process alone: kill(0, ...) is to its group. */
    allow_values(filter, SYS_kill, 0, own, 1);
    allow_values(filter, SYS_tgkill, 0, own, 1);
    allow_values(filter, SYS_prlimit64, 0, own, 2);
    allow_clone(filter);
    sandbox_put(filter, BPF_JMP | BPF_JGE | BPF_K, FIRST_YOUNG, 0, 1);
    give(filter, SECCOMP_RET_ERRNO | ENOSYS);
    give(filter, SECCOMP_RET_ERRNO | EPERM);
}

enum sandbox_state sandbox_enter(void)
{
    struct filter filter = {.count = 0};
    sandbox_fill(&filter);
    const struct sock_fprog program = {.len = filter.count, .filter = filter.code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
        return SANDBOX_ABSENT;
    return SANDBOX_ON;
}

enum sandbox_state sandbox_look(void)
{
    const uint32_t denies = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &denies) == 0 ? SANDBOX_ON : SANDBOX_ABSENT;
}

#else

enum sandbox_state sandbox_look(void)
{
    return SANDBOX_ABSENT;
}

enum sandbox_state sandbox_enter(void)
{
    return SANDBOX_ABSENT;
}

#endif
