/* SPDX-License-Identifier: Apache-2.0 */
/* Which call is to fail: as LD_PRELOAD before a whole program, from the environment; linked into a test, as it says.
 *
 *     TTR_FAULT=CALL:N:ERROR[:lasting]    the N-th call fails (from 0), and all after it
 *     TTR_FAULT=CALL:N:SIGNAL[:held]      the program is sent a signal right before it, and does not come to it
 *     TTR_FAULT_COUNTS=FILE               counts go into this file, a struct fault_counts
 */
#include "faults/faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct faults faults;

static struct fault_counts own_counts;
struct fault_counts *fault_counts = &own_counts;

void fault_set(struct faults what)
{
    faults = (struct faults){0};
    atomic_store(&fault_counts->calls[what.call], 0);
    faults = what;
}

void fault_leave(void)
{
    faults = (struct faults){0};
    fault_counts = &own_counts;
}

static void read_fault(const char *text)
{
    char call[16], error[16], how[16] = "";
    long at;
    if (sscanf(text, "%15[a-z_]:%ld:%15[A-Z]:%15s", call, &at, error, how) < 3)
        return;
    struct faults what = {.call = fault_call_of(call),
                          .at = at,
                          .is_lasting = strcmp(how, "lasting") == 0,
                          .is_held = strcmp(how, "held") == 0};
    if (fault_parse_error(&what, error))
        faults = what;
}

/* System calls themselves: ours are not to be counted. */
static void map_counts(const char *path)
{
    const long descriptor = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    if (descriptor < 0)
        return;
    const long address =
        syscall(SYS_mmap, NULL, sizeof *fault_counts, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (address > 0 || address < -4096)
        fault_counts = (struct fault_counts *)address;
    (void)syscall(SYS_close, descriptor);
}

__attribute__((constructor(101))) static void read_environment(void)
{
    const char *counts = getenv("TTR_FAULT_COUNTS"), *fault = getenv("TTR_FAULT");
    if (counts)
        map_counts(counts);
    if (fault)
        read_fault(fault);
    /* Programs that this one starts run undisturbed. */
    if (counts || fault) {
        (void)unsetenv("LD_PRELOAD");
        (void)unsetenv("TTR_FAULT");
        (void)unsetenv("TTR_FAULT_COUNTS");
    }
}

bool fault_hits(enum fault_call call)
{
    const long n = atomic_fetch_add(&fault_counts->calls[call], 1);
    if (faults.call != call || (faults.is_lasting ? n < faults.at : n != faults.at))
        return false;
    (void)atomic_fetch_add(&fault_counts->failed, 1);
    if (faults.signal) {
        (void)kill(getpid(), faults.signal);
        while (faults.is_held)
            (void)pause();
        return false;
    }
    errno = faults.error;
    return true;
}

/* ISO C has no cast from an object pointer to a function's; the bytes are the same. */
void fault_next(void *function, unsigned long size, const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        abort();
    memcpy(function, &found, size);
}
