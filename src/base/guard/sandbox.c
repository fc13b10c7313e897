/* SPDX-License-Identifier: Apache-2.0 */
/* A seccomp filter. Calls that no work on files needs are denied by a list, so that a newer C library that reads files
 * by a newer call is not in the way; of calls that it does need, those with other arguments. */
#include "base/guard/sandbox.h"

#include "base/guard/sanitized.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <termios.h>
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

enum { X32_CALLS = 0x40000000, FILTER_MAX = 512 };

static const uint16_t denied[] = {
    SYS_execve,
    SYS_execveat,
    /* the network */
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
    SYS_accept4,
    SYS_sendto,
    SYS_sendmsg,
    SYS_sendmmsg,
    /* other processes */
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_setns,
    SYS_unshare,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_kcmp,
#ifdef SYS_pidfd_send_signal
    SYS_pidfd_send_signal,
#endif
#ifdef SYS_pidfd_open
    SYS_pidfd_open,
#endif
#ifdef SYS_pidfd_getfd
    SYS_pidfd_getfd,
#endif
#ifdef SYS_process_madvise
    SYS_process_madvise,
#endif
/* who may use a file, and what else is said of it */
#ifdef SYS_chmod
    SYS_chmod,
#endif
#ifdef SYS_chown
    SYS_chown,
    SYS_lchown,
#endif
    SYS_fchmod,
    SYS_fchmodat,
#ifdef SYS_fchmodat2
    SYS_fchmodat2,
#endif
    SYS_fchown,
    SYS_fchownat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
#ifdef SYS_mknod
    SYS_mknod,
#endif
    SYS_mknodat,
    /* the system */
    SYS_mount,
    SYS_umount2,
#ifdef SYS_fsopen
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
#endif
#ifdef SYS_mount_setattr
    SYS_mount_setattr,
#endif
    SYS_acct,
    SYS_quotactl,
    SYS_syslog,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_fanotify_init,
    SYS_name_to_handle_at,
    SYS_pivot_root,
    SYS_chroot,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_userfaultfd,
    SYS_open_by_handle_at,
    SYS_setuid,
    SYS_setgid,
    SYS_setresuid,
    SYS_setresgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setfsuid,
    SYS_setfsgid,
    SYS_setgroups,
    SYS_capset,
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
#endif
};

enum { DENIED = sizeof denied / sizeof denied[0] };

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

static void sandbox_refuse(struct filter *filter, uint32_t call, uint32_t error)
{
    sandbox_put(filter, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1);
    give(filter, SECCOMP_RET_ERRNO | error);
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
#ifdef SYS_clone3
    sandbox_refuse(filter, SYS_clone3, ENOSYS);
#endif
}

static void sandbox_fill(struct filter *filter)
{
    static const uint32_t of_terminals[] = {TCGETS, GET_SETTINGS, TIOCGWINSZ};
    const uint32_t own[] = {(uint32_t)getpid(), 0};
    sandbox_load(filter, offsetof(struct seccomp_data, arch));
    sandbox_put(filter, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    give(filter, SECCOMP_RET_ERRNO | EPERM); /* the calls of another machine have other numbers */
    sandbox_load(filter, offsetof(struct seccomp_data, nr));
    sandbox_put(filter, BPF_JMP | BPF_JGE | BPF_K, X32_CALLS, 0, 1);
    give(filter, SECCOMP_RET_ERRNO | EPERM);
    for (unsigned i = 0; i < DENIED; i++)
        sandbox_refuse(filter, denied[i], EPERM);
    allow_values(filter, SYS_ioctl, 1, of_terminals, 3);
    /* Signals to this process alone: kill(0, ...) is to its group. */
    allow_values(filter, SYS_kill, 0, own, 1);
    allow_values(filter, SYS_tgkill, 0, own, 1);
    sandbox_refuse(filter, SYS_tkill, EPERM);
    allow_values(filter, SYS_prlimit64, 0, own, 2);
    allow_clone(filter);
    give(filter, SECCOMP_RET_ALLOW);
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

#else

enum sandbox_state sandbox_enter(void)
{
    return SANDBOX_ABSENT;
}

#endif
