/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded into the program, this plays a reader that a capture took over: when the first bytes are hashed, JSON is
 * parsed or a database is opened, after the options were read, it tries each way out that the environment names, and
 * says how it went: BREAK_READ=FILE BREAK_WRITE=FILE BREAK_MOVE=OLD:NEW BREAK_RUN=PROGRAM BREAK_CONNECT=1
 * BREAK_CHANGE=FILE BREAK_SIGNAL=1 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void say(const char *what, int is_out)
{
    (void)fprintf(stderr, "break_out: %s %s\n", what, is_out ? "out" : "held");
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
SEEN uint64_t XXH3_64bits(const void *bytes, size_t size);
SEEN void *cJSON_ParseWithLengthOpts(const char *text, size_t size, const char **end, int is_ended);
SEEN int sqlite3_open_v2(const char *name, void **database, int flags, const char *vfs);

uint64_t XXH3_64bits(const void *bytes, size_t size)
{
    uint64_t (*next)(const void *, size_t);
    *(void **)&next = dlsym(RTLD_NEXT, "XXH3_64bits");
    try_once();
    return next(bytes, size);
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
