/* SPDX-License-Identifier: Apache-2.0 */
/* Loaded into a program (LD_PRELOAD), runs its main() many times, each in a child of the process that is loaded and
 * linked already: mutants.py asks it, where a start would cost as much as the run. The child's standard streams are the
 * files "typed", "printed" and "said" of the current folder.
 *
 * FORK_SERVER has two descriptors. Asked on the first: 32 bits, how many bytes follow; the words, each with a zero byte
 * behind it. Answers on the other, 64 bits each: the child's pid; when it has ended its status, and microseconds of the
 * processor. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 4096 };

typedef int (*main_function)(int, char **, char **);
typedef int (*start_function)(main_function, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static main_function program;
static int asked, answered;
static char words[1 << 22]; /* none of the program's memory, which it counts */

static void read_all(void *into, size_t size)
{
    for (ssize_t got; size; size -= (size_t)got, into = (char *)into + got) {
        got = read(asked, into, size);
        if (got <= 0)
            _exit(0); /* whoever asked is gone */
    }
}

static void answer(int64_t number)
{
    if (write(answered, &number, sizeof number) != (ssize_t)sizeof number)
        _exit(0);
}

static void stream(int number, const char *name, int flags)
{
    const int file = open(name, flags);
    if (file < 0 || dup2(file, number) < 0)
        _exit(125);
    (void)close(file);
}

static int run(size_t size, char **environment)
{
    static char *argv[WORDS_MAX + 1]; /* there as long as the process, as a main's are */
    int argc = 0;
    for (size_t at = 0; at < size && argc < WORDS_MAX; at += strlen(words + at) + 1)
        argv[argc++] = words + at;
    argv[argc] = NULL;
    (void)unsetenv("LD_PRELOAD"); /* what it starts is itself */
    (void)unsetenv("FORK_SERVER");
    (void)close(asked);
    (void)close(answered);
    stream(0, "typed", O_RDONLY);
    stream(1, "printed", O_WRONLY | O_TRUNC);
    stream(2, "said", O_WRONLY | O_TRUNC);
    return program(argc, argv, environment);
}

/* Returns in children alone. */
static int serve(int argc, char **argv, char **environment)
{
    const char *numbers = getenv("FORK_SERVER");
    (void)argc;
    (void)argv;
    if (!numbers || sscanf(numbers, "%d %d", &asked, &answered) != 2)
        abort();
    for (;;) {
        uint32_t size;
        read_all(&size, sizeof size);
        if (size > sizeof words)
            abort();
        read_all(words, size);
        const pid_t child = fork();
        if (child == 0)
            return run(size, environment);
        struct rusage used;
        int status;
        answer(child);
        if (child < 0 || wait4(child, &status, 0, &used) != child)
            abort();
        answer(status);
        answer((used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 + used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    }
}

__attribute__((visibility("default"))) int __libc_start_main(main_function main, int argc, char **argv,
                                                             void (*begin)(void), void (*end)(void),
                                                             void (*unload)(void), void *stack);
int __libc_start_main(main_function main, int argc, char **argv, void (*begin)(void), void (*end)(void),
                      void (*unload)(void), void *stack)
{
    start_function start;
    void *const found = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&start, &found, sizeof start); /* ISO C has no cast of it */
    program = main;
    return start(serve, argc, argv, begin, end, unload, stack);
}
