/* SPDX-License-Identifier: Apache-2.0 */
/* A seccomp filter: a list of calls that are denied, so that a newer C library that reads files by a newer call is not
 * in the way. */
#include "base/guard/sandbox.h"

#include "base/guard/sanitized.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

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

enum { X32_CALLS = 0x40000000, FILTER_MAX = 192 };

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
#ifdef SYS_pidfd_getfd
    SYS_pidfd_getfd,
#endif
    /* the system */
    SYS_mount,
    SYS_umount2,
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
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
#endif
};

enum { DENIED = sizeof denied / sizeof denied[0] };

static struct sock_filter sandbox_load(size_t offset)
{
    return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset);
}

static struct sock_filter give(uint32_t what)
{
    return (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what);
}

enum sandbox_state sandbox_enter(void)
{
    struct sock_filter filter[FILTER_MAX];
    const uint32_t no = SECCOMP_RET_ERRNO | EPERM;
    unsigned short n = 0;
    filter[n++] = sandbox_load(offsetof(struct seccomp_data, arch));
    filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    filter[n++] = give(no); /* the calls of another machine have other numbers */
    filter[n++] = sandbox_load(offsetof(struct seccomp_data, nr));
    filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_CALLS, 0, 1);
    filter[n++] = give(no);
    for (unsigned i = 0; i < DENIED; i++) {
        filter[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, denied[i], 0, 1);
        filter[n++] = give(no);
    }
    filter[n++] = give(SECCOMP_RET_ALLOW);
    const struct sock_fprog program = {.len = n, .filter = filter};
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
