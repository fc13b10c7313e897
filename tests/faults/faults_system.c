/* SPDX-License-Identifier: Apache-2.0 */
/* Calls on what is no file: maps of memory, children, threads, random numbers. */
#include "faults/faults.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define FAULTS_EXPORT __attribute__((visibility("default")))

FAULTS_EXPORT void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset)
{
    void *(*next)(void *, size_t, int, int, int, off_t);
    if (fault_hits(FAULT_MAP))
        return MAP_FAILED;
    fault_next(&next, sizeof next, "mmap");
    return next(address, length, protection, flags, descriptor, offset);
}

FAULTS_EXPORT void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset)
{
    void *(*next)(void *, size_t, int, int, int, off64_t);
    if (fault_hits(FAULT_MAP))
        return MAP_FAILED;
    fault_next(&next, sizeof next, "mmap64");
    return next(address, length, protection, flags, descriptor, offset);
}

FAULTS_EXPORT pid_t fork(void)
{
    pid_t (*next)(void);
    if (fault_hits(FAULT_CHILD))
        return -1;
    fault_next(&next, sizeof next, "fork");
    const pid_t child = next();
    if (child == 0)
        fault_leave(); /* what it becomes runs undisturbed, and so does the way there */
    return child;
}

FAULTS_EXPORT pid_t waitpid(pid_t child, int *status, int options)
{
    pid_t (*next)(pid_t, int *, int);
    if (fault_hits(FAULT_CHILD))
        return -1;
    fault_next(&next, sizeof next, "waitpid");
    return next(child, status, options);
}

FAULTS_EXPORT int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                                 void *(*run)(void *), void *restrict user)
{
    int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    const int before = errno;
    if (fault_hits(FAULT_THREAD)) {
        const int error = errno;
        errno = before;
        return error;
    }
    fault_next(&next, sizeof next, "pthread_create");
    return next(thread, attributes, run, user);
}

FAULTS_EXPORT ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    ssize_t (*next)(void *, size_t, unsigned);
    if (fault_hits(FAULT_RANDOM))
        return -1;
    fault_next(&next, sizeof next, "getrandom");
    return next(bytes, count, flags);
}

FAULTS_EXPORT int getentropy(void *bytes, size_t count)
{
    int (*next)(void *, size_t);
    if (fault_hits(FAULT_RANDOM))
        return -1;
    fault_next(&next, sizeof next, "getentropy");
    return next(bytes, count);
}
