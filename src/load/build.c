/* SPDX-License-Identifier: Apache-2.0 */
/* A build of tt-metal's, as it stands in its cache: BUILD/firmware/HASH/brisc/brisc.elf and BUILD/kernels/NAME/HASH/,
 * with a program a core and the headers that were generated for them. Each finding becomes words of `run`.
 * docs/how-to/run-a-kernel.md#from-a-build-folder, R63h */
#include "load/build_internal.h"

#include "base/path.h"
#include "isa/cores.h"

enum { DEPTH_MAX = 4, FOLDERS_MAX = 20000, ASCENT_MAX = 6 };

const char *const build_names[TT_CORE_COUNT] = {[TT_CORE_B] = "brisc",
                                                [TT_CORE_NC] = "ncrisc",
                                                [TT_CORE_T0] = "trisc0",
                                                [TT_CORE_T1] = "trisc1",
                                                [TT_CORE_T2] = "trisc2"};

/* ---- programs in a folder ---- */

/* FOLDER/brisc/brisc.elf; null: it is not there. */
static enum tt_status build_program_in(char **path, const char *folder, enum tt_core core, struct tt_error *err)
{
    char name[WORD_MAX];
    enum path_kind kind = PATH_ABSENT;
    (void)snprintf(name, sizeof name, "%s/%s/%s.elf", folder, build_names[core], build_names[core]);
    const enum tt_status status = path_look(&kind, name, err);
    *path = status || kind != PATH_FILE ? NULL : mem_strdup(name);
    return status || kind != PATH_FILE || *path ? status : tt_fail(err, TT_NO_MEMORY, "no memory");
}

static enum tt_status build_take_kernels(struct build *build, const char *folder, bool *has_any, struct tt_error *err)
{
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        char *path OWNED(mem_free_at) = NULL;
        TRY(build_program_in(&path, folder, (enum tt_core)core, err));
        if (!path)
            continue;
        *has_any = true;
        REFUSE_IF(build->kernels[core], err,
                  "--build %s: kernels of core %s stand at %s and %s; name the folder of one", build->folder,
                  core_name((enum tt_core)core), build->kernels[core], path);
        build->kernels[core] = path;
        path = NULL;
        build->homes[core] = mem_strdup(folder);
        NEED(build->homes[core], err, "no memory");
    }
    return TT_OK;
}

/* Calls `take` with FOLDER and those below it, but for links and what it says is enough. */
static enum tt_status build_search(struct build *build, const char *folder, unsigned depth, build_take *take,
                                   struct tt_error *err)
{
    struct folder below OWNED(folder_clear) = {.count = 0};
    bool is_enough = false;
    REFUSE_IF(++build->folders > FOLDERS_MAX, err, "--build %s: more than %d folders", build->folder, FOLDERS_MAX);
    TRY(take(build, folder, &is_enough, err));
    if (!is_enough && depth > 0)
        TRY(folder_read(&below, folder, false, err));
    for (size_t i = 0; i < below.count; i++) {
        enum path_kind kind = PATH_ABSENT;
        char *path OWNED(mem_free_at) = path_join(folder, below.names[i]);
        NEED(path, err, "no memory");
        TRY(path_look(&kind, path, err));
        if (kind == PATH_FOLDER && strcmp(below.names[i], "firmware") != 0)
            TRY(build_search(build, path, depth - 1, take, err));
    }
    return TT_OK;
}

/* ---- firmware ---- */

/* A folder with a program of core b is one of firmware. */
static enum tt_status build_take_firmware(struct build *build, const char *folder, bool *is_enough,
                                          struct tt_error *err)
{
    char *path = NULL;
    TRY(build_program_in(&path, folder, TT_CORE_B, err));
    *is_enough = path != NULL;
    mem_free(path);
    NEED(!*is_enough || texts_add(&build->firmware, folder), err, "no memory");
    return TT_OK;
}

/* FOLDER is named "firmware", or the one that it stands in is. */
static bool build_is_of_firmware(const char *folder)
{
    char *full = realpath(folder, NULL), *slash = full ? strrchr(full, '/') : NULL;
    bool is_it = full && strcmp(path_name(full), "firmware") == 0;
    if (slash && !is_it) {
        *slash = '\0';
        is_it = strcmp(path_name(full), "firmware") == 0;
    }
    free(full);
    return is_it;
}

/* The folder "firmware" beside the kernels, or above. */
static enum tt_status build_find_firmware(struct build *build, struct tt_error *err)
{
    char *at = realpath(build->folder, NULL);
    enum tt_status status = at ? TT_OK : tt_fail(err, TT_IO, "--build %s: cannot be found", build->folder);
    for (unsigned i = 0; i < ASCENT_MAX && !status && build->firmware.count == 0; i++) {
        enum path_kind kind = PATH_ABSENT;
        char *slash = strrchr(at, '/'), *path = path_join(at, "firmware");
        status = path ? path_look(&kind, path, err) : tt_fail(err, TT_NO_MEMORY, "no memory");
        if (!status && kind == PATH_FOLDER)
            status = build_search(build, path, 1, build_take_firmware, err);
        mem_free(path);
        if (!slash || slash == at)
            break;
        *slash = '\0';
    }
    free(at);
    REFUSE_IF(!status && build->firmware.count == 0, err,
              "--build %s: no firmware: looked for firmware/HASH/brisc/brisc.elf in this folder and the %d "
              "above it; --build FOLDER/firmware names it",
              build->folder, ASCENT_MAX - 1);
    return status;
}

/* ---- the whole ---- */

static enum tt_status build_check_kernels(const struct build *build, struct tt_error *err)
{
    const bool has_compute = build->kernels[TT_CORE_T0] || build->kernels[TT_CORE_T1] || build->kernels[TT_CORE_T2];
    bool has_any = false;
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        has_any |= build->kernels[core] != NULL;
        REFUSE_IF(has_compute && core_thread((enum tt_core)core) >= 0 && !build->kernels[core], err,
                  "--build %s: a compute kernel without the program of core %s: looked for %s/%s.elf", build->folder,
                  core_name((enum tt_core)core), build_names[core], build_names[core]);
    }
    return has_any
               ? TT_OK
               : tt_fail(err, TT_BAD_INPUT,
                         "--build %s: no kernel: looked for brisc/brisc.elf, ncrisc/ncrisc.elf and trisc0/trisc0.elf "
                         "to trisc2/trisc2.elf in this folder and %d levels below",
                         build->folder, DEPTH_MAX);
}

enum tt_status build_add_word(struct texts *texts, struct tt_error *err, const char *format, ...)
{
    char word[WORD_MAX];
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(word, sizeof word, format, values);
    va_end(values);
    REFUSE_IF(length < 0 || (size_t)length >= sizeof word, err, "--build: a path of more than %d bytes", WORD_MAX);
    return texts_add(texts, word) ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
}

static enum tt_status build_add_kernels(const struct build *build, struct load_words *words, struct tt_error *err)
{
    for (int core = 0; core < TT_CORE_COUNT; core++)
        if (build->kernels[core])
            TRY(build_add_word(&words->kernels, err, "%s=%s", core_name((enum tt_core)core), build->kernels[core]));
    return TT_OK;
}

static void build_clear(struct build *build)
{
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        mem_free(build->kernels[core]);
        mem_free(build->homes[core]);
    }
    texts_clear(&build->firmware);
}

enum tt_status load_build(struct load_words *words, struct tt_error *err)
{
    struct build build OWNED(build_clear) = {.folders = 0};
    for (size_t i = 0; i < words->builds.count; i++) {
        enum path_kind kind = PATH_ABSENT;
        build.folder = words->builds.items[i];
        TRY(path_look(&kind, build.folder, err));
        REFUSE_IF(kind != PATH_FOLDER, err, "--build %s: expected a folder", build.folder);
        TRY(build_is_of_firmware(build.folder)
                ? build_search(&build, build.folder, 1, build_take_firmware, err)
                : build_search(&build, build.folder, DEPTH_MAX, build_take_kernels, err));
        TRY(build_read_launch(words, build.folder, err));
    }
    if (!words->builds.count)
        return TT_OK;
    TRY(build_check_kernels(&build, err));
    TRY(build_add_kernels(&build, words, err));
    TRY(build_read_headers(&build, words, err));
    if (words->elves.count)
        return TT_OK;
    if (!build.firmware.count)
        TRY(build_find_firmware(&build, err));
    return build_place_firmware(&build, words, err);
}
