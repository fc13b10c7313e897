/* SPDX-License-Identifier: Apache-2.0 */
/* Stands before the C library's functions: as LD_PRELOAD, or linked into a test. Only regular files fail: what goes to
 * a terminal or pipe is the program's report. */
#include "faults/faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FAULTS_EXPORT __attribute__((visibility("default")))

struct faults faults;

static int error_of(const char *name)
{
    static const struct {
        const char *name;
        int error;
    } errors[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS}};
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (strcmp(errors[i].name, name) == 0)
            return errors[i].error;
    return EIO;
}

__attribute__((constructor)) static void read_environment(void)
{
    static const char *const calls[FAULT_CALL_COUNT] = {"none", "write", "fsync", "rename", "link", "mkstemp"};
    const char *text = getenv("TTR_FAULT");
    char call[16], error[16];
    long at;
    if (!text || sscanf(text, "%15[a-z]:%ld:%15[A-Z]", call, &at, error) != 3)
        return;
    for (unsigned i = 0; i < FAULT_CALL_COUNT; i++)
        if (strcmp(calls[i], call) == 0)
            faults = (struct faults){.call = (enum fault_call)i, .at = at, .error = error_of(error)};
}

static int fails(enum fault_call call)
{
    if (faults.call != call || faults.count++ < faults.at)
        return 0;
    errno = faults.error;
    return 1;
}

static int is_regular(int descriptor)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

/* ISO C has no cast from an object pointer to a function's; the bytes are the same. */
static void find_next(void *function, size_t size, const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        abort();
    memcpy(function, &found, size);
}

FAULTS_EXPORT ssize_t write(int descriptor, const void *bytes, size_t count)
{
    ssize_t (*next)(int, const void *, size_t);
    if (is_regular(descriptor) && fails(FAULT_WRITE))
        return -1;
    find_next(&next, sizeof next, "write");
    return next(descriptor, bytes, count);
}

FAULTS_EXPORT ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset)
{
    ssize_t (*next)(int, const void *, size_t, off_t);
    if (is_regular(descriptor) && fails(FAULT_WRITE))
        return -1;
    find_next(&next, sizeof next, "pwrite");
    return next(descriptor, bytes, count, offset);
}

FAULTS_EXPORT ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset)
{
    ssize_t (*next)(int, const void *, size_t, off64_t);
    if (is_regular(descriptor) && fails(FAULT_WRITE))
        return -1;
    find_next(&next, sizeof next, "pwrite64");
    return next(descriptor, bytes, count, offset);
}

FAULTS_EXPORT int fsync(int descriptor)
{
    int (*next)(int);
    if (fails(FAULT_FSYNC))
        return -1;
    find_next(&next, sizeof next, "fsync");
    return next(descriptor);
}

FAULTS_EXPORT int rename(const char *from, const char *to)
{
    int (*next)(const char *, const char *);
    if (fails(FAULT_RENAME))
        return -1;
    find_next(&next, sizeof next, "rename");
    return next(from, to);
}

FAULTS_EXPORT int link(const char *from, const char *to)
{
    int (*next)(const char *, const char *);
    if (fails(FAULT_LINK))
        return -1;
    find_next(&next, sizeof next, "link");
    return next(from, to);
}

FAULTS_EXPORT int mkstemp(char *name)
{
    int (*next)(char *);
    if (fails(FAULT_MKSTEMP))
        return -1;
    find_next(&next, sizeof next, "mkstemp");
    return next(name);
}
