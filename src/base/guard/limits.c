/* SPDX-License-Identifier: Apache-2.0 */
/* Sentences are made when limits are set: a handler may print, but not make them. */
#include "base/guard/limits.h"

#include "base/child.h"
#include "base/guard/sanitized.h"
#include "base/temporary.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_LIMIT = 2, MIB = 1 << 20, LIMIT_TEXT_MAX = 160 };

/* A signal handler gets no argument through which it could reach one: base/temporary.h. */
static struct {
    uint64_t limit[LIMIT_COUNT];
    struct rlimit data, file; /* before */
    int64_t near;             /* in milliseconds, of child_now() */
    bool is_time_asked;
    char time_text[LIMIT_TEXT_MAX], disk_text[LIMIT_TEXT_MAX];
} set;

static void limits_end(int signal_number)
{
    const char *text = signal_number == SIGALRM ? set.time_text : set.disk_text;
    children_end();
    temporaries_remove();
    /* The program ends, and there is no stream left for a message. */
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(EXIT_LIMIT);
    _exit(EXIT_LIMIT);
}

static void handle(int signal_number)
{
    struct sigaction action = {.sa_handler = limits_end};
    (void)sigfillset(&action.sa_mask);
    (void)sigaction(signal_number, &action, NULL);
}

/* Whether the soft limit is now this one. */
static int lower(int resource, uint64_t bytes, struct rlimit *before)
{
    if (getrlimit(resource, before) < 0)
        return 0;
    if ((before->rlim_cur != RLIM_INFINITY && before->rlim_cur <= bytes) || bytes > RLIM_INFINITY / 2)
        return 0;
    const struct rlimit now = {(rlim_t)bytes, before->rlim_max};
    return setrlimit(resource, &now) == 0;
}

static void set_time(uint64_t seconds)
{
    const struct itimerval timer = {.it_value = {.tv_sec = (time_t)seconds}};
    (void)snprintf(set.time_text, sizeof set.time_text,
                   "tt-replay: not done after %" PRIu64 " seconds, the limit of --max-time; a higher one, or 0 for "
                   "none, allows more\n",
                   seconds);
    handle(SIGALRM);
    if (setitimer(ITIMER_REAL, &timer, NULL) < 0)
        return;
    set.limit[LIMIT_TIME] = seconds;
    set.near = child_now() + (int64_t)seconds * 900;
}

bool limit_is_near(void *unused)
{
    (void)unused;
    return set.limit[LIMIT_TIME] && child_now() >= set.near;
}

void limits_time_is_asked(void)
{
    set.is_time_asked = true;
}

uint64_t limit_search_seconds(void)
{
    enum { SECONDS = 30 };
    return set.is_time_asked ? set.limit[LIMIT_TIME] : SECONDS;
}

uint64_t limit_used_ms(void)
{
    enum { MS = 1000 };
    static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    uint64_t used = 0;
    for (int i = 0; i < 2; i++) {
        struct rusage usage;
        if (getrusage(whose[i], &usage) == 0)
            used += (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * MS +
                    (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / MS;
    }
    return used;
}

bool limit_of_search(void *unused)
{
    enum { MS = 1000 };
    return (!set.is_time_asked && limit_used_ms() >= limit_search_seconds() * MS) || limit_is_near(unused);
}

void limits_set(const uint64_t limits[LIMIT_COUNT], bool has_more)
{
    (void)snprintf(set.disk_text, sizeof set.disk_text,
                   "tt-replay: a file would be larger than %" PRIu64 " MiB, the limit of --max-disk; a higher one, or "
                   "0 for none, allows more\n",
                   limits[LIMIT_DISK] / MIB);
    if (limits[LIMIT_DISK] && lower(RLIMIT_FSIZE, limits[LIMIT_DISK], &set.file)) {
        set.limit[LIMIT_DISK] = limits[LIMIT_DISK];
        if (!has_more)
            handle(SIGXFSZ);
    }
#if !IS_SANITIZED
    if (limits[LIMIT_MEMORY] && lower(RLIMIT_DATA, limits[LIMIT_MEMORY], &set.data))
        set.limit[LIMIT_MEMORY] = limits[LIMIT_MEMORY];
#endif
    if (limits[LIMIT_TIME])
        set_time(limits[LIMIT_TIME]);
}

uint64_t limit_of(enum limit_kind kind)
{
    return set.limit[kind];
}

void limits_lift(void)
{
    if (set.limit[LIMIT_MEMORY])
        (void)setrlimit(RLIMIT_DATA, &set.data);
    if (set.limit[LIMIT_DISK])
        (void)setrlimit(RLIMIT_FSIZE, &set.file);
}

static void append_limit(struct tt_error *err, enum limit_kind kind, const char *option)
{
    const size_t length = strlen(err->text);
    (void)snprintf(err->text + length, sizeof err->text - length,
                   " (the limit of %s is %" PRIu64 " MiB; a higher one, or none, allows more)", option,
                   set.limit[kind] / MIB);
}

void limits_explain(struct tt_error *err)
{
    if (set.limit[LIMIT_MEMORY] && (strstr(err->text, "no memory") || strstr(err->text, "out of memory")))
        append_limit(err, LIMIT_MEMORY, "--max-memory");
    else if (set.limit[LIMIT_DISK] && strstr(err->text, "File too large"))
        append_limit(err, LIMIT_DISK, "--max-disk");
}
