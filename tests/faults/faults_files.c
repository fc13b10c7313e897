/* SPDX-License-Identifier: Apache-2.0 */
/* Calls on files: each counts, fails if it is to, and else does what it always did. */
#include "faults/faults.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define FAULTS_EXPORT __attribute__((visibility("default")))

/* Half of it, where that is to be. */
static size_t shortened(enum fault_call call, size_t count)
{
    return count > 1 && fault_hits(call) ? count / 2 : count;
}

FAULTS_EXPORT ssize_t read(int descriptor, void *bytes, size_t count)
{
    ssize_t (*next)(int, void *, size_t);
    if (fault_hits(FAULT_READ))
        return -1;
    fault_next(&next, sizeof next, "read");
    return next(descriptor, bytes, shortened(FAULT_SHORT_READ, count));
}

FAULTS_EXPORT ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset)
{
    ssize_t (*next)(int, void *, size_t, off_t);
    if (fault_hits(FAULT_READ))
        return -1;
    fault_next(&next, sizeof next, "pread");
    return next(descriptor, bytes, shortened(FAULT_SHORT_READ, count), offset);
}

FAULTS_EXPORT ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset)
{
    ssize_t (*next)(int, void *, size_t, off64_t);
    if (fault_hits(FAULT_READ))
        return -1;
    fault_next(&next, sizeof next, "pread64");
    return next(descriptor, bytes, shortened(FAULT_SHORT_READ, count), offset);
}

FAULTS_EXPORT ssize_t readv(int descriptor, const struct iovec *parts, int count)
{
    ssize_t (*next)(int, const struct iovec *, int);
    if (fault_hits(FAULT_READ))
        return -1;
    fault_next(&next, sizeof next, "readv");
    return next(descriptor, parts, count);
}

FAULTS_EXPORT ssize_t write(int descriptor, const void *bytes, size_t count)
{
    ssize_t (*next)(int, const void *, size_t);
    if (descriptor != STDERR_FILENO && fault_hits(FAULT_WRITE))
        return -1;
    fault_next(&next, sizeof next, "write");
    return next(descriptor, bytes, shortened(FAULT_SHORT_WRITE, count));
}

FAULTS_EXPORT ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset)
{
    ssize_t (*next)(int, const void *, size_t, off_t);
    if (descriptor != STDERR_FILENO && fault_hits(FAULT_WRITE))
        return -1;
    fault_next(&next, sizeof next, "pwrite");
    return next(descriptor, bytes, shortened(FAULT_SHORT_WRITE, count), offset);
}

FAULTS_EXPORT ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset)
{
    ssize_t (*next)(int, const void *, size_t, off64_t);
    if (descriptor != STDERR_FILENO && fault_hits(FAULT_WRITE))
        return -1;
    fault_next(&next, sizeof next, "pwrite64");
    return next(descriptor, bytes, shortened(FAULT_SHORT_WRITE, count), offset);
}

FAULTS_EXPORT ssize_t writev(int descriptor, const struct iovec *parts, int count)
{
    ssize_t (*next)(int, const struct iovec *, int);
    if (descriptor != STDERR_FILENO && fault_hits(FAULT_WRITE))
        return -1;
    fault_next(&next, sizeof next, "writev");
    return next(descriptor, parts, count);
}

FAULTS_EXPORT int fsync(int descriptor)
{
    int (*next)(int);
    if (fault_hits(FAULT_SYNC))
        return -1;
    fault_next(&next, sizeof next, "fsync");
    return next(descriptor);
}

FAULTS_EXPORT int fdatasync(int descriptor)
{
    int (*next)(int);
    if (fault_hits(FAULT_SYNC))
        return -1;
    fault_next(&next, sizeof next, "fdatasync");
    return next(descriptor);
}

FAULTS_EXPORT int ftruncate(int descriptor, off_t length)
{
    int (*next)(int, off_t);
    if (fault_hits(FAULT_TRUNCATE))
        return -1;
    fault_next(&next, sizeof next, "ftruncate");
    return next(descriptor, length);
}

FAULTS_EXPORT int ftruncate64(int descriptor, off64_t length)
{
    int (*next)(int, off64_t);
    if (fault_hits(FAULT_TRUNCATE))
        return -1;
    fault_next(&next, sizeof next, "ftruncate64");
    return next(descriptor, length);
}

FAULTS_EXPORT int rename(const char *from, const char *to)
{
    int (*next)(const char *, const char *);
    if (fault_hits(FAULT_RENAME) || fault_hits(FAULT_PLACE))
        return -1;
    fault_next(&next, sizeof next, "rename");
    return next(from, to);
}

FAULTS_EXPORT int link(const char *from, const char *to)
{
    int (*next)(const char *, const char *);
    if (fault_hits(FAULT_LINK) || fault_hits(FAULT_PLACE))
        return -1;
    fault_next(&next, sizeof next, "link");
    return next(from, to);
}

FAULTS_EXPORT int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    int (*next)(int, const char *, int, const char *, int);
    if (fault_hits(FAULT_LINK) || fault_hits(FAULT_PLACE))
        return -1;
    fault_next(&next, sizeof next, "linkat");
    return next(from_folder, from, to_folder, to, flags);
}

FAULTS_EXPORT int unlink(const char *path)
{
    int (*next)(const char *);
    if (fault_hits(FAULT_UNLINK))
        return -1;
    fault_next(&next, sizeof next, "unlink");
    return next(path);
}

FAULTS_EXPORT int rmdir(const char *path)
{
    int (*next)(const char *);
    if (fault_hits(FAULT_UNLINK))
        return -1;
    fault_next(&next, sizeof next, "rmdir");
    return next(path);
}

FAULTS_EXPORT int mkdir(const char *path, mode_t mode)
{
    int (*next)(const char *, mode_t);
    if (fault_hits(FAULT_MKDIR))
        return -1;
    fault_next(&next, sizeof next, "mkdir");
    return next(path, mode);
}

FAULTS_EXPORT int stat(const char *restrict path, struct stat *restrict status)
{
    int (*next)(const char *restrict, struct stat *restrict);
    if (fault_hits(FAULT_STAT))
        return -1;
    fault_next(&next, sizeof next, "stat");
    return next(path, status);
}

FAULTS_EXPORT int lstat(const char *restrict path, struct stat *restrict status)
{
    int (*next)(const char *restrict, struct stat *restrict);
    if (fault_hits(FAULT_STAT))
        return -1;
    fault_next(&next, sizeof next, "lstat");
    return next(path, status);
}

FAULTS_EXPORT int stat64(const char *restrict path, struct stat64 *restrict status)
{
    int (*next)(const char *restrict, struct stat64 *restrict);
    if (fault_hits(FAULT_STAT))
        return -1;
    fault_next(&next, sizeof next, "stat64");
    return next(path, status);
}

FAULTS_EXPORT int lstat64(const char *restrict path, struct stat64 *restrict status)
{
    int (*next)(const char *restrict, struct stat64 *restrict);
    if (fault_hits(FAULT_STAT))
        return -1;
    fault_next(&next, sizeof next, "lstat64");
    return next(path, status);
}

FAULTS_EXPORT int fstat(int descriptor, struct stat *status)
{
    int (*next)(int, struct stat *);
    if (fault_hits(FAULT_STAT))
        return -1;
    fault_next(&next, sizeof next, "fstat");
    return next(descriptor, status);
}

FAULTS_EXPORT int fstat64(int descriptor, struct stat64 *status)
{
    int (*next)(int, struct stat64 *);
    if (fault_hits(FAULT_STAT))
        return -1;
    fault_next(&next, sizeof next, "fstat64");
    return next(descriptor, status);
}

FAULTS_EXPORT int access(const char *path, int mode)
{
    int (*next)(const char *, int);
    if (fault_hits(FAULT_STAT))
        return -1;
    fault_next(&next, sizeof next, "access");
    return next(path, mode);
}

FAULTS_EXPORT char *realpath(const char *restrict path, char *restrict into)
{
    char *(*next)(const char *restrict, char *restrict);
    if (fault_hits(FAULT_STAT))
        return NULL;
    fault_next(&next, sizeof next, "realpath");
    return next(path, into);
}

FAULTS_EXPORT ssize_t readlink(const char *restrict path, char *restrict into, size_t size)
{
    ssize_t (*next)(const char *restrict, char *restrict, size_t);
    if (fault_hits(FAULT_STAT))
        return -1;
    fault_next(&next, sizeof next, "readlink");
    return next(path, into, size);
}

FAULTS_EXPORT char *getcwd(char *into, size_t size)
{
    char *(*next)(char *, size_t);
    if (fault_hits(FAULT_STAT))
        return NULL;
    fault_next(&next, sizeof next, "getcwd");
    return next(into, size);
}

FAULTS_EXPORT off_t lseek(int descriptor, off_t offset, int whence)
{
    off_t (*next)(int, off_t, int);
    if (fault_hits(FAULT_SEEK))
        return -1;
    fault_next(&next, sizeof next, "lseek");
    return next(descriptor, offset, whence);
}

FAULTS_EXPORT off64_t lseek64(int descriptor, off64_t offset, int whence)
{
    off64_t (*next)(int, off64_t, int);
    if (fault_hits(FAULT_SEEK))
        return -1;
    fault_next(&next, sizeof next, "lseek64");
    return next(descriptor, offset, whence);
}

FAULTS_EXPORT int dup(int descriptor)
{
    int (*next)(int);
    if (fault_hits(FAULT_DUP))
        return -1;
    fault_next(&next, sizeof next, "dup");
    return next(descriptor);
}

FAULTS_EXPORT int dup2(int descriptor, int other)
{
    int (*next)(int, int);
    if (fault_hits(FAULT_DUP))
        return -1;
    fault_next(&next, sizeof next, "dup2");
    return next(descriptor, other);
}

FAULTS_EXPORT int close(int descriptor)
{
    int (*next)(int);
    fault_next(&next, sizeof next, "close");
    const int result = next(descriptor);
    return fault_hits(FAULT_CLOSE) ? -1 : result;
}

/* The mode, which is there only if a file can be made. */
static mode_t mode_of(int flags, va_list arguments)
{
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

FAULTS_EXPORT int open(const char *path, int flags, ...)
{
    int (*next)(const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    if (fault_hits(FAULT_OPEN))
        return -1;
    fault_next(&next, sizeof next, "open");
    return next(path, flags, mode);
}

FAULTS_EXPORT int open64(const char *path, int flags, ...)
{
    int (*next)(const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    if (fault_hits(FAULT_OPEN))
        return -1;
    fault_next(&next, sizeof next, "open64");
    return next(path, flags, mode);
}

FAULTS_EXPORT int openat(int folder, const char *path, int flags, ...)
{
    int (*next)(int, const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    if (fault_hits(FAULT_OPEN))
        return -1;
    fault_next(&next, sizeof next, "openat");
    return next(folder, path, flags, mode);
}

FAULTS_EXPORT int openat64(int folder, const char *path, int flags, ...)
{
    int (*next)(int, const char *, int, ...);
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    if (fault_hits(FAULT_OPEN))
        return -1;
    fault_next(&next, sizeof next, "openat64");
    return next(folder, path, flags, mode);
}

/* Every command's argument fits a pointer. */
FAULTS_EXPORT int fcntl(int descriptor, int command, ...)
{
    int (*next)(int, int, ...);
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (fault_hits(FAULT_LOCK))
        return -1;
    fault_next(&next, sizeof next, "fcntl");
    return next(descriptor, command, argument);
}

/* Every command's argument fits a pointer. */
FAULTS_EXPORT int fcntl64(int descriptor, int command, ...)
{
    int (*next)(int, int, ...);
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (fault_hits(FAULT_LOCK))
        return -1;
    fault_next(&next, sizeof next, "fcntl64");
    return next(descriptor, command, argument);
}

FAULTS_EXPORT int scandir(const char *restrict path, struct dirent ***restrict names,
                          int (*choose)(const struct dirent *),
                          int (*compare)(const struct dirent **, const struct dirent **))
{
    int (*next)(const char *, struct dirent ***, int (*)(const struct dirent *),
                int (*)(const struct dirent **, const struct dirent **));
    if (fault_hits(FAULT_OPEN))
        return -1;
    fault_next(&next, sizeof next, "scandir");
    return next(path, names, choose, compare);
}

FAULTS_EXPORT DIR *opendir(const char *path)
{
    DIR *(*next)(const char *);
    if (fault_hits(FAULT_OPEN))
        return NULL;
    fault_next(&next, sizeof next, "opendir");
    return next(path);
}
