/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/reach.h"

#include "base/guard/fence.h"
#include "base/path.h"
#include "capture/bundle.h"

#include <limits.h>

enum { PARTS_MAX = 256 };

/* Programs, their libraries, time zones, the machine; nothing of the user's. */
static const char *const of_the_system[] = {
    "/usr",           "/lib",          "/lib64",
    "/etc",           "/proc/self",    "/proc/sys",
    "/proc/cpuinfo",  "/proc/meminfo", "/sys/devices/system",
    "/sys/fs/cgroup", "/dev/null",     "/dev/zero",
    "/dev/urandom",
};

/* Names of options whose value is an output; each may be shortened, as getopt allows. */
static const char *const outputs[] = {"--output", "--record", "--report", "--keep", "--junit", "--plot"};

typedef void allow(struct fence *fence, const char *path);

static const char *delimiter_from(const char *text)
{
    return text + strcspn(text, "=:,@");
}

static void allow_part(struct fence *fence, const char *begin, const char *end, allow *put)
{
    char part[PATH_MAX];
    if (end == begin || end - begin >= PATH_MAX)
        return;
    memcpy(part, begin, (size_t)(end - begin));
    part[end - begin] = '\0';
    put(fence, part);
}

/* One of the parts between delimiters, or of some together, is the path in "--l1=0x1000=in.bin", "0=in.npy:bf16" and
 * "@names"; the others name no path, or one that is not there. */
static void allow_parts(struct fence *fence, const char *word, allow *put)
{
    unsigned parts = 0;
    for (const char *begin = word, *stop;; begin = stop + 1) {
        stop = delimiter_from(begin);
        for (const char *end = stop; parts++ < PARTS_MAX; end = delimiter_from(end + 1)) {
            allow_part(fence, begin, end, put);
            if (!*end)
                break;
        }
        if (!*stop)
            return;
    }
}

static void allow_named(struct fence *fence, int argc, char **argv, allow *put)
{
    for (int i = 1; i < argc; i++) {
        allow_parts(fence, argv[i], put);
        if (argv[i][0] == '-' && argv[i][1] != '-' && argv[i][1] && argv[i][2])
            allow_parts(fence, argv[i] + 2, put);
    }
}

/* The file beside `path` that is not named: the mask of a dump of configuration. */
static void allow_masks(struct fence *fence, const char *path)
{
    char beside[PATH_MAX + sizeof "/" BUNDLE_MASK_FILE];
    (void)snprintf(beside, sizeof beside, "%.*s" BUNDLE_MASK_FILE, (int)(path_name(path) - path), path);
    fence_allow_reading(fence, beside);
}

/* The value of an option that names an output: in this word, or in the next one. Null: no such option. */
static const char *output_of(const char *word, const char *next)
{
    if (word[0] != '-' || !word[1])
        return NULL;
    if (word[1] != '-') {
        const char *option = strchr(word, 'o');
        return !option ? NULL : option[1] ? option + 1 : next;
    }
    const size_t length = strcspn(word, "=");
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
        if (length > 2 && strncmp(outputs[i], word, length) == 0)
            return word[length] ? word + length + 1 : next;
    return NULL;
}

static void allow_outputs(struct fence *fence, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *output = output_of(argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        if (output)
            fence_allow_output(fence, output);
    }
}

/* "x" in `folder`, so that the folder itself is meant. */
static void allow_temporary(struct fence *fence, const char *folder)
{
    char inside[PATH_MAX];
    if (!folder || !*folder || strlen(folder) + sizeof "/x" > sizeof inside)
        return;
    (void)strcpy(inside, folder);
    (void)strcat(inside, "/x");
    fence_allow_output(fence, inside);
}

bool cli_reach_limit(enum reach_reads reads, enum reach_writes writes, int argc, char **argv)
{
    struct fence fence;
    fence_begin(&fence, reads != REACH_READS_ANYWHERE);
    for (size_t i = 0; i < sizeof of_the_system / sizeof of_the_system[0]; i++)
        fence_allow_reading(&fence, of_the_system[i]);
    allow_temporary(&fence, getenv("TMPDIR"));
    allow_temporary(&fence, getenv("SQLITE_TMPDIR"));
    allow_temporary(&fence, "/tmp");
    allow_temporary(&fence, "/var/tmp");
    allow_named(&fence, argc, argv, fence_allow_reading);
    if (reads == REACH_READS_MASKS)
        allow_named(&fence, argc, argv, allow_masks);
    if (writes == REACH_WRITES_OUTPUTS)
        allow_outputs(&fence, argc, argv);
    if (writes == REACH_WRITES_NAMED)
        allow_named(&fence, argc, argv, fence_allow_output);
    return fence_enter(&fence) == SANDBOX_ON;
}
