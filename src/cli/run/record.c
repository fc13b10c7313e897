/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay record -- COMMAND: a program whose device is recorded. UMD wants the description of the chip beside the
 * library, so that both get a folder for as long as the program runs; before a card another library is loaded.
 * docs/how-to/as-a-device.md */
#include "base/child.h"
#include "base/guard/limits.h"
#include "base/input.h"
#include "base/path.h"
#include "base/scratch.h"
#include "cli/cli.h"
#include "cli/options.h"

#include <libgen.h>
#include <limits.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CANNOT_RUN = 127 };

struct arguments {
    const char *output, *device, *description, *library;
    bool is_card;
    struct texts command;
};

static const struct cli_option options[] = {
    {CLI_PATHS("no command named", struct arguments, command)},
    {"output", 'o', "OUT.wire", "the conversation, as it goes on", INTO(struct arguments, output),
     .required = "no output named: -o OUT.wire"},
    {"device", 0, "OTHER.so", "the device library that answers (default: the tiles here)",
     INTO(struct arguments, device)},
    {"soc", 0, "FILE.yaml", "the chip's description, soc_descriptor.yaml (default: beside OTHER.so)",
     INTO(struct arguments, description)},
    {"card", 0, NULL, "a card answers, reached by UMD in slow dispatch", INTO(struct arguments, is_card)},
    {"library", 0, "LIB.so", "libttreplay_device.so, of a card libttreplay_umd.so (default: as installed)",
     INTO(struct arguments, library)},
    {0},
};

/* Beside the program as it is installed, or as it is built. */
static char *record_library(const char *given, const char *name)
{
    static const char *const places[] = {TTR_LIBRARIES_FROM_BIN, "../door/library", "../door/preload"};
    char self[PATH_MAX] = "";
    if (given)
        return realpath(given, NULL);
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0)
        return NULL;
    const char *folder = dirname(self);
    char *found = NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
        char path[2 * PATH_MAX];
        (void)snprintf(path, sizeof path, "%s/%s/%s", folder, places[i], name);
        found = realpath(path, NULL);
    }
    return found;
}

struct recording {
    char *library, *device, *description, *cluster, *output;
    struct scratch library_link;
    char description_link[PATH_MAX + SCRATCH_NAME_MAX], cluster_link[PATH_MAX + SCRATCH_NAME_MAX];
};

/* The file of that name beside the other library; null: there is none. */
static char *record_beside(const char *device, const char *name)
{
    char copy[PATH_MAX];
    (void)snprintf(copy, sizeof copy, "%s", device);
    char *path = path_join(dirname(copy), name), *found = path ? realpath(path, NULL) : NULL;
    mem_free(path);
    return found;
}

static enum tt_status record_find(struct recording *recording, const struct arguments *arguments, struct tt_error *err)
{
    char here[PATH_MAX];
    const char *name = arguments->is_card ? "libttreplay_umd.so" : "libttreplay_device.so";
    recording->library = record_library(arguments->library, name);
    REFUSE_IF(!recording->library, err, "%s: no such library; --library names it",
              arguments->library ? arguments->library : name);
    REFUSE_IF(arguments->is_card && (arguments->device || arguments->description), err,
              "--card: it answers and says what it is, so that there is no --%s", arguments->device ? "device" : "soc");
    recording->device = arguments->device ? realpath(arguments->device, NULL) : NULL;
    REFUSE_IF(arguments->device && !recording->device, err, "--device %s: %s", arguments->device, strerror(errno));
    recording->description = arguments->description ? realpath(arguments->description, NULL)
                             : recording->device    ? record_beside(recording->device, "soc_descriptor.yaml")
                                                    : NULL;
    REFUSE_IF(!recording->description && !arguments->is_card, err,
              "no description of the chip; --soc FILE.yaml names it");
    recording->cluster = recording->device ? record_beside(recording->device, "cluster_descriptor.yaml") : NULL;
    const char *const inputs[] = {recording->library, recording->device, recording->description};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (inputs[i])
            TRY(input_keep(arguments->output, inputs[i], err));
    REFUSE_IF(access(arguments->output, F_OK) == 0, err, "%s: the file exists", arguments->output);
    recording->output = *arguments->output == '/'   ? mem_strdup(arguments->output)
                        : getcwd(here, sizeof here) ? path_join(here, arguments->output)
                                                    : NULL;
    return recording->output ? TT_OK : tt_fail(err, TT_NO_MEMORY, "%s: no memory", arguments->output);
}

static enum tt_status record_folder(struct recording *recording, struct tt_error *err)
{
    TRY(scratch_make_named(&recording->library_link, "libttreplay_device.so", err));
    const char *folder = recording->library_link.folder;
    (void)snprintf(recording->description_link, sizeof recording->description_link, "%s/soc_descriptor.yaml", folder);
    (void)snprintf(recording->cluster_link, sizeof recording->cluster_link, "%s/cluster_descriptor.yaml", folder);
    if (symlink(recording->library, recording->library_link.file) < 0 ||
        symlink(recording->description, recording->description_link) < 0 ||
        (recording->cluster && symlink(recording->cluster, recording->cluster_link) < 0))
        return tt_fail(err, TT_IO, "%s: no links can be made: %s", folder, strerror(errno));
    return TT_OK;
}

/* Before what is loaded before others anyhow. */
static void record_preload(const char *library)
{
    const char *others = getenv("LD_PRELOAD");
    const size_t size = strlen(library) + (others ? strlen(others) : 0) + 2;
    char *all = mem_alloc(size);
    if (!all)
        _exit(CANNOT_RUN);
    (void)snprintf(all, size, "%s%s%s", library, others ? ":" : "", others ? others : "");
    (void)setenv("LD_PRELOAD", all, 1);
    (void)unsetenv("TT_METAL_SIMULATOR");
    (void)unsetenv("TT_UMD_SIMULATOR");
}

/* In the child: never comes back. */
static void record_become(const struct recording *recording, const struct arguments *arguments)
{
    char **words = mem_calloc(arguments->command.count + 1, sizeof *words);
    for (size_t i = 0; words && i < arguments->command.count; i++)
        words[i] = mem_strdup(arguments->command.items[i]);
    if (arguments->is_card) {
        record_preload(recording->library);
    } else {
        (void)setenv("TT_METAL_SIMULATOR", recording->library_link.file, 1);
        (void)setenv("TT_UMD_SIMULATOR", recording->library_link.file, 1);
    }
    (void)setenv("TT_METAL_SLOW_DISPATCH_MODE", "1", 1);
    (void)setenv("TT_REPLAY_WIRE", recording->output, 1);
    if (recording->device)
        (void)setenv("TT_REPLAY_DEVICE", recording->device, 1);
    limits_lift();
    if (words && *words)
        (void)execvp(*words, words);
    _exit(CANNOT_RUN);
}

static enum tt_status record_run(const struct recording *recording, const struct arguments *arguments, int *code,
                                 struct tt_error *err)
{
    const char *command = arguments->command.items[0];
    int ended = 0;
    const pid_t child = child_fork();
    if (child == 0)
        record_become(recording, arguments);
    if (child < 0 || child_wait(child, CHILD_NO_DEADLINE, &ended) < 0)
        return tt_fail(err, TT_IO, "the command cannot be run: %s", strerror(errno));
    if (WIFEXITED(ended) && WEXITSTATUS(ended) == CANNOT_RUN)
        return tt_fail(err, TT_IO, "%s: cannot be run", command);
    if (access(recording->output, F_OK) < 0)
        return tt_fail(err, TT_IO, "%s: the command opened no device", command);
    if (WIFSIGNALED(ended))
        (void)fprintf(stderr, "tt-replay: the command ended by signal %d; until then it is recorded\n",
                      WTERMSIG(ended));
    *code = WIFEXITED(ended) && WEXITSTATUS(ended) == 0 ? EXIT_SAME : EXIT_DIFFERS;
    return TT_OK;
}

static void record_clear(struct recording *recording)
{
    if (*recording->cluster_link)
        (void)unlink(recording->cluster_link);
    if (*recording->description_link)
        (void)unlink(recording->description_link);
    scratch_remove(&recording->library_link);
    free(recording->library);
    free(recording->device);
    free(recording->description);
    free(recording->cluster);
    mem_free(recording->output);
}

static enum tt_status record_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    struct recording recording OWNED(record_clear) = {.library = NULL};
    TRY(record_find(&recording, arguments, err));
    if (!arguments->is_card)
        TRY(record_folder(&recording, err));
    return record_run(&recording, arguments, code, err);
}

int verb_record(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "-o OUT.wire -- COMMAND...",
        "Run a tt-metal program, and record what it and its device say. With --device that library "
        "answers, with --card a card; without either the tiles here do.\v"
        "Exit status: 0 the command ended with 0, 1 with another or by a signal, 2 trouble.\n\n"
        "Example:\n"
        "  tt-replay record -o test.wire --device sim/libttsim.so -- python test.py\n"
        "  tt-replay record -o test.wire --card -- python test.py",
        options, NULL};
    struct arguments arguments = {.output = NULL};
    return cli_do(&syntax, argc, argv, &arguments, record_do);
}
