/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the C library that are counted, and of which one can be made to fail. For tests alone. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

enum fault_call {
    FAULT_NONE,
    FAULT_MEMORY,      /* malloc, calloc, realloc, …: also those of libraries and of the C library itself */
    FAULT_OPEN,        /* open, openat, creat, fopen, scandir */
    FAULT_READ,        /* read, pread, readv, and a stream's */
    FAULT_WRITE,       /* write, pwrite, writev, and a stream's; standard error's always succeed */
    FAULT_SHORT_READ,  /* … that read or write half of what they were asked for; no error */
    FAULT_SHORT_WRITE, /* */
    FAULT_SYNC,        /* fsync, fdatasync */
    FAULT_TRUNCATE,    /* ftruncate, posix_fallocate */
    FAULT_RENAME,
    FAULT_LINK,   /* link, linkat */
    FAULT_UNLINK, /* unlink, rmdir: the thing is left */
    FAULT_MKDIR,
    FAULT_STAT,   /* stat, lstat, fstat, access, realpath, readlink, getcwd */
    FAULT_SEEK,   /* lseek */
    FAULT_CLOSE,  /* the descriptor is closed all the same, as Linux has it */
    FAULT_DUP,    /* dup, dup2 */
    FAULT_LOCK,   /* fcntl */
    FAULT_MAP,    /* mmap; the C library's own are among FAULT_MEMORY's */
    FAULT_CHILD,  /* fork, waitpid */
    FAULT_THREAD, /* pthread_create */
    FAULT_RANDOM, /* getrandom, getentropy */
    FAULT_PLACE,  /* rename, link, linkat: however a file is put in place; counted beside those two */
    FAULT_CALL_COUNT
};

/* The `at`-th call (from 0) fails with `error`, and all after it if is_lasting; or the process sends itself a signal
 * before the call, which then does what it always did, unless the caller is held: it goes no further. */
struct faults {
    enum fault_call call;
    long at;
    int error;
    int signal; /* or 0 */
    bool is_lasting, is_held;
};

/* What is to fail from now on, counted from now on; {0}: nothing. */
void fault_set(struct faults what);

/* Neither fails nor counts from now on. */
void fault_leave(void);

/* What a whole program counted; in a file that the tester maps as well. */
struct fault_counts {
    _Atomic long calls[FAULT_CALL_COUNT];
    _Atomic long failed;
    _Atomic long live; /* blocks of memory */
};

/* The page to count in; tests that link the shim count as well. */
extern struct fault_counts *fault_counts;

/* Counts a call; whether it is to fail, errno set. For the files of this folder. */
bool fault_hits(enum fault_call call);

/* The function of that name that stands behind ours. */
void fault_next(void *function, unsigned long size, const char *name);

/* By name: "memory", "short_read", …; FAULT_NONE if there is none such. */
enum fault_call fault_call_of(const char *name);
const char *fault_call_name(enum fault_call call);

/* Sets error or signal by its name: "ENOSPC", "SIGINT"; false if there is none such here. */
bool fault_parse_error(struct faults *faults, const char *name);
