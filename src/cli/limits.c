/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/limits.h"

#include "base/guard/lacking.h"
#include "base/guard/sandbox.h"
#include "base/number.h"
#include "base/pool.h"
#include "capture/program/index.h"
#include "cli/cli.h"
#include "cli/verbs.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_MEMORY = 0x7000, KEY_DISK, KEY_TIME, KEY_NO_SANDBOX, KEY_VERBOSE, GROUP = 90 };

/* --verbose stands first, so that a verb which has its own can leave it out. */
static const struct argp_option options[] = {
    {"verbose", KEY_VERBOSE, NULL, 0, "say on standard error what the limits are, and what is out of reach", GROUP},
    {NULL, 0, NULL, 0, "Limits; 0 is none (defaults follow the size of the input: docs/resources.md):", GROUP},
    {"max-memory", KEY_MEMORY, "MIB", 0, "memory in MiB", GROUP},
    {"max-disk", KEY_DISK, "MIB", 0, "size of each file that is written, in MiB", GROUP},
    {"max-time", KEY_TIME, "S", 0, "seconds", GROUP},
    {"no-sandbox", KEY_NO_SANDBOX, NULL, 0,
     "do not give up network, other programs and files that were not named (to run it under a debugger)", GROUP},
    {0},
};

static error_t limits_take(int key, char *text, struct argp_state *state)
{
    static const char *const names[LIMIT_COUNT] = {"--max-memory", "--max-disk", "--max-time"};
    struct cli_limits *limits = state->input;
    if (key == KEY_NO_SANDBOX) {
        limits->has_no_sandbox = true;
        return 0;
    }
    if (key == KEY_VERBOSE) {
        limits->is_verbose = true;
        return 0;
    }
    if (key < KEY_MEMORY || key > KEY_TIME)
        return ARGP_ERR_UNKNOWN;
    const int kind = key - KEY_MEMORY;
    uint64_t value = 0;
    CLI_REFUSE_IF(!number_read(text, 10, UINT32_MAX, &value), state, "%s '%s' is not a number from 0 to %u",
                  names[kind], text, (unsigned)UINT32_MAX);
    limits->limit[kind] = kind == LIMIT_TIME ? value : value << 20;
    limits->is_given[kind] = true;
    return 0;
}

const struct argp cli_limits_argp = {options, limits_take, NULL, NULL, NULL, NULL, NULL};

/* ---- where they are not given ---- */

enum { DEPTH_MAX = 8, MIB_MAX = 1 << 20 };
enum { PROCESSOR_MEMORY = 256, PROGRAM_MEMORY = 4096 };

static uint64_t limits_bytes_of(int folder, const char *name, unsigned depth);

static uint64_t folder_bytes(int folder, unsigned depth)
{
    uint64_t bytes = 0;
    DIR *entries = fdopendir(folder);
    if (!entries) {
        (void)close(folder);
        return 0;
    }
    for (const struct dirent *entry; (entry = readdir(entries));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            bytes += limits_bytes_of(dirfd(entries), entry->d_name, depth + 1);
    (void)closedir(entries);
    return bytes;
}

/* Of a file, or of all files in a folder and those in it. */
static uint64_t limits_bytes_of(int folder, const char *name, unsigned depth)
{
    struct stat there;
    if (fstatat(folder, name, &there, depth ? AT_SYMLINK_NOFOLLOW : 0) < 0)
        return 0;
    if (S_ISREG(there.st_mode) && there.st_size > 0)
        return (uint64_t)there.st_size;
    if (!S_ISDIR(there.st_mode) || depth == DEPTH_MAX)
        return 0;
    const int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return inner < 0 ? 0 : folder_bytes(inner, depth);
}

/* Of all words that name a file or a folder, outputs to be replaced, too. */
static uint64_t mib_of(int argc, char **argv)
{
    uint64_t bytes = 0;
    for (int i = 1; i < argc; i++) {
        const char *value = argv[i][0] == '-' ? strchr(argv[i], '=') : argv[i] - 1;
        bytes += value ? limits_bytes_of(AT_FDCWD, value + 1, 0) : 0;
    }
    const uint64_t mib = (bytes >> 20) + 1;
    return mib < MIB_MAX ? mib : MIB_MAX;
}

/* All tiles of a chip run at once: a program among the words, or a conversation. */
static bool runs_program(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--wire", sizeof "--wire" - 1) == 0 || program_is(argv[i]))
            return true;
    return false;
}

/* The actions that this process cannot do any more. */
struct limits_guards {
    bool has_calls, has_files;
};

static struct limits_guards limits_give_up(const struct verb *row, int argc, char **argv)
{
    if (row && row->how & VERB_RUNS_OTHERS)
        return (struct limits_guards){false, false};
    const bool has_files = row && cli_reach_limit(row->reads, row->writes, argc, argv);
    return (struct limits_guards){sandbox_enter() == SANDBOX_ON, has_files};
}

void cli_limits_sandbox(int argc, char **argv)
{
    static const char without[] = "--no-sandbox";
    const struct verb *row = verb_find(argv[0]);
    for (int i = 1; i < argc; i++) {
        const size_t length = strlen(argv[i]);
        if (length >= sizeof "--no-s" - 1 && strncmp(argv[i], without, length) == 0)
            return;
    }
    if (row)
        (void)limits_give_up(row, argc, argv);
}

/* Its name, and the feature that the kernel lacks for it. */
static void limits_say(const struct cli_limits *now, const struct verb *row, const struct limits_guards *guards)
{
    static const char *const units[LIMIT_COUNT] = {" MiB of memory", " MiB a file", " seconds"};
    (void)fputs("tt-replay: limits:", stderr);
    for (int kind = 0; kind < LIMIT_COUNT; kind++)
        (void)fprintf(stderr, "%s %" PRIu64 "%s", kind ? "," : "", now->limit[kind] >> (kind == LIMIT_TIME ? 0 : 20),
                      units[kind]);
    (void)fprintf(stderr, " (0: none)\ntt-replay: sandbox: calls %s, files %s%s\n",
                  guards->has_calls ? "denied" : "open", guards->has_files ? "fenced" : "open",
                  now->has_no_sandbox                  ? " (--no-sandbox)"
                  : row && row->how & VERB_RUNS_OTHERS ? " (this verb runs other programs)"
                                                       : "");
    for (int i = 0; i < GUARD_COUNT; i++)
        if (guard_lacking((enum guard)i))
            (void)fprintf(stderr, "tt-replay: sandbox: %s\n", guard_lacking((enum guard)i));
}

void cli_limits_begin(const struct cli_limits *limits, int argc, char **argv)
{
    static bool have_begun; /* a verb within a verb has those of the outer one */
    const struct verb *row = verb_find(argv[0]);
    struct cli_limits now = *limits;
    if (have_begun)
        return;
    have_begun = true;
    if (row) {
        const uint64_t mib = mib_of(argc, argv), processors = row->how & VERB_PARALLEL ? pool_processors() : 0;
        const uint64_t usual[LIMIT_COUNT] = {
            (row->memory + row->memory_of * mib + processors * PROCESSOR_MEMORY +
             (runs_program(argc, argv) ? PROGRAM_MEMORY : 0))
                << 20,
            (row->disk + row->disk_of * mib) << 20,
            row->time + row->time_of * mib,
        };
        for (int kind = 0; kind < LIMIT_COUNT; kind++)
            if (!now.is_given[kind])
                now.limit[kind] = usual[kind];
    }
    limits_set(now.limit, row && row->how & VERB_PARALLEL);
    if (now.is_given[LIMIT_TIME])
        limits_time_is_asked();
    const struct limits_guards guards =
        limits->has_no_sandbox ? (struct limits_guards){false, false} : limits_give_up(row, argc, argv);
    if (limits->is_verbose)
        limits_say(&now, row, &guards);
}
