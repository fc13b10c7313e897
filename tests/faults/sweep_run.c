/* SPDX-License-Identifier: Apache-2.0 */
/* One run of a command in the folder of a sweep, and what it leaves there. */
#include "faults/sweep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS_MAX = 32, PATH_BYTES = 1024, TEXT_BYTES = 2048, SECONDS_MAX = 100 };

void sweep_die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)fprintf(stderr, "sweep: ");
    (void)vfprintf(stderr, format, args);
    (void)fprintf(stderr, "\n");
    va_end(args);
    exit(2);
}

/* Words by spaces; 'one word of several' in quotes. Cuts text to pieces. */
static void split(char *text, char **words)
{
    int count = 0;
    for (char *at = text; *at && count + 1 < WORDS_MAX;) {
        const char end = *at == '\'' ? '\'' : ' ';
        at += end == '\'';
        words[count++] = at;
        at += strcspn(at, end == ' ' ? " " : "'");
        while (*at == end || *at == ' ')
            *at++ = '\0';
    }
    words[count] = NULL;
}

static struct fault_counts *counts_page(void)
{
    static struct fault_counts *page;
    if (page)
        return page;
    const int descriptor = open("counts", O_RDWR | O_CREAT, 0600);
    if (descriptor < 0 || ftruncate(descriptor, sizeof *page) < 0)
        sweep_die("counts: %s", strerror(errno));
    void *address = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (address == MAP_FAILED)
        sweep_die("counts: %s", strerror(errno));
    (void)close(descriptor);
    page = address;
    return page;
}

/* In the child. */
static void become(const struct sweep_tools *tools, const struct sweep_case *one, const char *fault)
{
    char text[TEXT_BYTES], *words[WORDS_MAX + 1] = {"tt-replay"};
    (void)snprintf(text, sizeof text, "%s", one->command);
    split(text, words + 1);
    const int out = open("said.out", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err = open("said.err", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (out < 0 || err < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0)
        _exit(99);
    (void)close(out);
    (void)close(err);
    (void)setenv("LD_PRELOAD", tools->shim, 1);
    (void)setenv("TTR_FAULT_COUNTS", "counts", 1);
    (void)setenv("TTR_CLOCK", "constant", 1);
    (void)setenv("TMPDIR", "tmp", 1);
    if (fault)
        (void)setenv("TTR_FAULT", fault, 1);
    (void)alarm(SECONDS_MAX);
    (void)execv(tools->program, words);
    _exit(99);
}

static char *read_text(const char *path)
{
    char *text = calloc(1, 1 << 20);
    FILE *file = fopen(path, "r");
    if (!text || !file)
        sweep_die("%s: %s", path, strerror(errno));
    text[fread(text, 1, (1 << 20) - 1, file)] = '\0';
    (void)fclose(file);
    return text;
}

static int empty_one(const char *folder, const char *name)
{
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return remove(path);
}

/* Folders in it are empty or hold files alone. */
static void empty(const char *folder)
{
    (void)mkdir(folder, 0700);
    DIR *listing = opendir(folder);
    if (!listing)
        sweep_die("%s: %s", folder, strerror(errno));
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            empty_one(folder, entry->d_name) == 0)
            continue;
        char path[PATH_BYTES];
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        empty(path);
        (void)rmdir(path);
    }
    (void)closedir(listing);
}

/* FNV-1a of what is in the file. */
static uint64_t hash_of(const char *path)
{
    uint64_t hash = 0xCBF29CE484222325u;
    uint8_t bytes[1 << 14];
    const int descriptor = open(path, O_RDONLY);
    for (ssize_t n; descriptor >= 0 && (n = read(descriptor, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < n; i++)
            hash = (hash ^ bytes[i]) * 0x100000001B3u;
    (void)close(descriptor);
    return hash;
}

/* Of the folder of the sweep itself: what is not an input. */
static bool is_own(const char *folder, const char *name)
{
    static const char *const own[] = {"out", "tmp", "said.out", "said.err", "counts"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (strcmp(folder, ".") == 0 && strcmp(name, own[i]) == 0)
            return true;
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static void list(FILE *out, const char *folder)
{
    struct dirent **names;
    const int count = scandir(folder, &names, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[PATH_BYTES];
        struct stat there;
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        const bool is_left_out = is_own(folder, names[i]->d_name);
        free(names[i]);
        if (is_left_out || lstat(path, &there) < 0)
            continue;
        if (S_ISDIR(there.st_mode)) {
            (void)fprintf(out, "%s folder\n", path);
            list(out, path);
        } else {
            (void)fprintf(out, "%s %lld %016llx\n", path, (long long)there.st_size, (unsigned long long)hash_of(path));
        }
    }
    if (count >= 0)
        free(names);
}

static char *listing(const char *first, const char *second)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        sweep_die("no memory");
    list(out, first);
    if (second)
        list(out, second);
    (void)fclose(out);
    return text;
}

char *sweep_inputs_listing(void)
{
    return listing(".", NULL);
}

static void make_old(void)
{
    FILE *old = fopen("out/x", "w");
    if (!old || fputs("what was there before\n", old) < 0 || fclose(old))
        sweep_die("out/x: %s", strerror(errno));
}

static void run(struct sweep_outcome *outcome, const struct sweep_tools *tools, const struct sweep_case *one,
                const char *fault)
{
    struct fault_counts *counts = counts_page();
    *outcome = (struct sweep_outcome){.before = listing("out", NULL)};
    memset(counts, 0, sizeof *counts);
    const pid_t child = fork();
    if (child == 0)
        become(tools, one, fault);
    if (child < 0 || waitpid(child, &outcome->status, 0) != child)
        sweep_die("a run: %s", strerror(errno));
    outcome->is_late = WIFSIGNALED(outcome->status) && WTERMSIG(outcome->status) == SIGALRM;
    memcpy(&outcome->counts, counts, sizeof *counts);
    outcome->out = read_text("said.out");
    outcome->err = read_text("said.err");
    outcome->files = listing("out", "tmp");
}

void sweep_run(struct sweep_outcome *outcome, const struct sweep_tools *tools, const struct sweep_case *one,
               const char *fault)
{
    empty("out");
    empty("tmp");
    if (one->has_old)
        make_old();
    run(outcome, tools, one, fault);
}

void sweep_run_on(struct sweep_outcome *outcome, const struct sweep_tools *tools, const struct sweep_case *one)
{
    run(outcome, tools, one, NULL);
}

void sweep_outcome_clear(struct sweep_outcome *outcome)
{
    free(outcome->out);
    free(outcome->err);
    free(outcome->files);
    free(outcome->before);
}
