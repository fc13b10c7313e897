/* SPDX-License-Identifier: Apache-2.0 */
#include "base/guard/apart.h"

#include "base/child.h"
#include "base/guard/sandbox.h"
#include "base/guard/sanitized.h"

#include <limits.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MIB = 1 << 20, EXIT_NO_MEMORY = 3, DESCRIPTORS_MAX = 1 << 16 };
/* A program of tt-metal's with all its debug information is a few MiB, and takes a tenth of a second. */
enum { SECONDS = 5, SECONDS_PER_MIB = 1, MEMORY_MIB = 256, MEMORY_PER_BYTE = 16 };

struct end {
    enum tt_status status;
    char text[sizeof((struct tt_error *)NULL)->text];
};

void apart_end_without_memory(void)
{
    _exit(EXIT_NO_MEMORY);
}

static unsigned apart_seconds(const struct apart *apart)
{
    return SECONDS + SECONDS_PER_MIB * (unsigned)(apart->bytes / MIB);
}

static uint64_t apart_memory(const struct apart *apart)
{
    return (uint64_t)MEMORY_MIB * MIB + (uint64_t)MEMORY_PER_BYTE * apart->bytes;
}

/* A null status is taken for none: then the child has not come to its end. */
static void apart_put_end(enum tt_status status, const struct tt_error *why, FILE *out)
{
    struct end end = {.status = status};
    if (status)
        (void)memcpy(end.text, why->text, sizeof end.text);
    (void)fputc(0, out);
    (void)fwrite(&end, sizeof end, 1, out);
}

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION

/* A fuzzer counts what it reaches, which it cannot in another process. */
enum tt_status apart_run(const struct apart *apart, struct tt_error *err)
{
    FILE *records = tmpfile();
    if (!records)
        return tt_fail(err, TT_IO, "%s: %s", apart->path, strerror(errno));
    enum tt_status status = apart->work(apart->user, records, err);
    apart_put_end(status, err, records);
    rewind(records);
    status = status ?: apart->take(apart->user, records, err);
    (void)fclose(records);
    return status;
}

#else

/* ---- the child ---- */

static void lower_to(int resource, rlim_t least)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) < 0)
        return;
    limit.rlim_max = limit.rlim_max < least ? limit.rlim_max : least;
    limit.rlim_cur = limit.rlim_cur < limit.rlim_max ? limit.rlim_cur : limit.rlim_max;
    (void)setrlimit(resource, &limit);
}

#if !IS_SANITIZED
/* The memory that the limit counts and this process has already: of the parent's work. */
static uint64_t memory_so_far(void)
{
    unsigned long pages = 0;
    FILE *numbers = fopen("/proc/self/statm", "re");
    if (!numbers)
        return 0;
    if (fscanf(numbers, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
        pages = 0;
    (void)fclose(numbers);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}
#endif

static void apart_set_limits(const struct apart *apart)
{
#if !IS_SANITIZED
    lower_to(RLIMIT_DATA, memory_so_far() + apart_memory(apart));
#endif
    lower_to(RLIMIT_CORE, 0);
    lower_to(RLIMIT_CPU, apart_seconds(apart));
}

static bool close_range_of(int from, int to)
{
#ifdef SYS_close_range
    return from > to || syscall(SYS_close_range, (unsigned)from, (unsigned)to, 0U) == 0;
#else
    return from > to;
#endif
}

/* Sanitizers say what they found on standard error. */
static void close_all_but(int own)
{
    const int first = IS_SANITIZED ? STDERR_FILENO + 1 : STDIN_FILENO;
    struct rlimit limit;
    int end = DESCRIPTORS_MAX;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < DESCRIPTORS_MAX)
        end = (int)limit.rlim_cur;
    if (!close_range_of(first, own - 1) || !close_range_of(own > first ? own + 1 : first, INT_MAX))
        for (int descriptor = first; descriptor < end; descriptor++)
            if (descriptor != own)
                (void)close(descriptor);
#ifndef TTR_COVERAGE /* gcov writes its counts when the program ends */
    lower_to(RLIMIT_NOFILE, 0);
#endif
}

static __attribute__((noreturn)) void apart_become(const struct apart *apart, int to, const sigset_t *before)
{
    struct tt_error why = {{0}};
    FILE *out = fdopen(to, "w");
    for (int number = 1; number < NSIG; number++)
        (void)signal(number, SIG_DFL); /* the parent's remove its files */
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)sigprocmask(SIG_SETMASK, before, NULL);
    if (!out)
        _exit(EXIT_NO_MEMORY);
    apart_set_limits(apart);
    close_all_but(to);
    (void)sandbox_enter();
    const enum tt_status status = apart->work(apart->user, out, &why);
    apart_put_end(status, &why, out);
    const int has_failed = fflush(out);
#ifdef TTR_COVERAGE
    extern void __gcov_dump(void);
    __gcov_dump();
#endif
    _exit(has_failed ? 1 : 0);
}

/* ---- the parent ---- */

/* wait_status below 0: whoever has the program has taken it. */
static enum tt_status say_death(const struct apart *apart, int wait_status, struct tt_error *err)
{
    const uint64_t mib = apart_memory(apart) / MIB;
    if (IS_SANITIZED && wait_status >= 0 && WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 1)
        abort(); /* a sanitizer has ended the child, and said why: no test may take that for a bad file */
    if (wait_status >= 0 && WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == EXIT_NO_MEMORY)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory for its %s, which may take %" PRIu64 " MiB", apart->path,
                       apart->what, mib);
    REFUSE_IF(wait_status >= 0 && WIFSIGNALED(wait_status) &&
                  (WTERMSIG(wait_status) == SIGXCPU || WTERMSIG(wait_status) == SIGKILL),
              err, "%s: its %s is not read after %u seconds of processor time; a program of %zu bytes takes less",
              apart->path, apart->what, apart_seconds(apart), apart->bytes);
    REFUSE_IF(wait_status >= 0 && WIFSIGNALED(wait_status), err,
              "%s: its %s cannot be read: who read it was ended by signal %d (%s)", apart->path, apart->what,
              WTERMSIG(wait_status), strsignal(WTERMSIG(wait_status)));
    return tt_fail(err, TT_BAD_INPUT, "%s: its %s cannot be read: who read it has ended before", apart->path,
                   apart->what);
}

static enum tt_status apart_hear(const struct apart *apart, FILE *in, bool *has_end, struct tt_error *err)
{
    struct end end;
    const enum tt_status status = apart->take(apart->user, in, err);
    *has_end = status || fread(&end, sizeof end, 1, in) == 1;
    if (ferror(in)) { /* of the system, whatever was made of the bytes before */
        *has_end = true;
        return tt_fail(err, TT_IO, "%s: its %s cannot be read: %s", apart->path, apart->what, strerror(errno));
    }
    if (status || !*has_end || end.status == TT_OK)
        return status;
    const bool is_known = end.status > TT_OK && end.status <= TT_UNSUPPORTED && memchr(end.text, 0, sizeof end.text);
    return is_known ? tt_fail(err, end.status, "%s", end.text)
                    : tt_fail(err, TT_BAD_INPUT, "%s: its %s cannot be read", apart->path, apart->what);
}

static enum tt_status apart_part(const struct apart *apart, pid_t child, int from, struct tt_error *err)
{
    bool has_end = false;
    int wait_status = 0;
    FILE *in = fdopen(from, "r");
    enum tt_status status = in ? apart_hear(apart, in, &has_end, err)
                               : tt_fail(err, TT_NO_MEMORY, "%s: no memory for its %s", apart->path, apart->what);
    if (!in)
        (void)close(from);
    else
        (void)fclose(in);
    pid_t ended;
    while ((ended = waitpid(child, &wait_status, 0)) < 0 && errno == EINTR)
        ;
    return status || has_end ? status : say_death(apart, ended < 0 ? -1 : wait_status, err);
}

enum tt_status apart_run(const struct apart *apart, struct tt_error *err)
{
    int ends[2];
    sigset_t all, before;
    if (child_pipe(ends) < 0)
        return tt_fail(err, TT_IO, "%s: %s", apart->path, strerror(errno));
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t child = fork();
    const int reason = errno;
    if (child == 0)
        apart_become(apart, ends[1], &before);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)close(ends[1]);
    if (child > 0)
        return apart_part(apart, child, ends[0], err);
    (void)close(ends[0]);
    return tt_fail(err, TT_IO, "%s: no process to read it in: %s", apart->path, strerror(reason));
}

#endif
