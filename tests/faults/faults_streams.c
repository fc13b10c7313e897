/* SPDX-License-Identifier: Apache-2.0 */
/* Streams: the C library's own call no function that can be stood before, so those that the program opens, and its
 * standard output, become streams over our read, write, lseek and close. Standard error stays. */
#include "faults/faults.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FAULTS_EXPORT __attribute__((visibility("default")))

static int descriptor_of(void *cookie)
{
    return (int)(intptr_t)cookie;
}

static ssize_t read_stream(void *cookie, char *bytes, size_t count)
{
    return read(descriptor_of(cookie), bytes, count);
}

/* "0 on error", and glibc takes what is short for one as well. */
static ssize_t write_stream(void *cookie, const char *bytes, size_t count)
{
    size_t done = 0;
    while (done < count) {
        const ssize_t n = write(descriptor_of(cookie), bytes + done, count - done);
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    return (ssize_t)done;
}

static int seek_stream(void *cookie, off64_t *offset, int whence)
{
    const off64_t at = lseek64(descriptor_of(cookie), *offset, whence);
    if (at < 0)
        return -1;
    *offset = at;
    return 0;
}

static int close_stream(void *cookie)
{
    return close(descriptor_of(cookie));
}

static FILE *stream_over(int descriptor, const char *mode)
{
    const cookie_io_functions_t functions = {read_stream, write_stream, seek_stream, close_stream};
    return fopencookie((void *)(intptr_t)descriptor, mode, functions);
}

FAULTS_EXPORT FILE *fdopen(int descriptor, const char *mode)
{
    if (descriptor < 0) {
        errno = EBADF;
        return NULL;
    }
    return stream_over(descriptor, mode);
}

FAULTS_EXPORT FILE *fopen(const char *path, const char *mode)
{
    const int more = strchr(mode, '+') ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY;
    const int make = *mode == 'r' ? 0 : O_CREAT | (*mode == 'w' ? O_TRUNC : O_APPEND);
    const int descriptor = open(path, more | make, 0666);
    if (descriptor < 0)
        return NULL;
    FILE *stream = stream_over(descriptor, mode);
    if (!stream)
        (void)close(descriptor);
    return stream;
}

__attribute__((constructor(102))) static void replace_standard_output(void)
{
    if (syscall(SYS_fcntl, STDOUT_FILENO, F_GETFD) < 0)
        return;
    FILE *stream = stream_over(STDOUT_FILENO, "w");
    if (stream)
        stdout = stream;
}
