/* SPDX-License-Identifier: Apache-2.0 */
/* A plan may name any file of the user who runs it, and results are shared: it is read where the farm lies, where
 * the run was begun, and where the command line says. */
#include "base/path.h"
#include "cli/batch/farm.h"

/* Whether the full path lies in a folder, or is it. */
static bool is_beneath(const char *path, const char *folder)
{
    char full[PATH_MAX];
    if (!realpath(folder, full))
        return false;
    const size_t length = strcmp(full, "/") == 0 ? 0 : strlen(full);
    return strncmp(path, full, length) == 0 && (path[length] == '/' || !path[length]);
}

static bool farm_is_beside(const struct farm *farm, const char *path)
{
    char *beside = path_join(farm->folder, "..");
    const bool is_beside = beside && is_beneath(path, beside);
    mem_free(beside);
    return is_beside;
}

static enum tt_status farm_check_place(const struct farm *farm, const char *path, const struct texts *named,
                                       struct tt_error *err)
{
    char full[PATH_MAX];
    if (!realpath(path, full) || farm_is_beside(farm, full) || is_beneath(full, "."))
        return TT_OK; /* a file that is not there is missed where it is read */
    for (size_t i = 0; i < named->count; i++)
        if (is_beneath(full, named->items[i]))
            return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "%s: its plan reads %s, which lies elsewhere: --from %s lets it", farm->folder,
                   path, path);
}

enum tt_status farm_check_places(const struct farm *farm, const struct texts *named, struct tt_error *err)
{
    TRY(farm_check_place(farm, farm->plan.root, named, err));
    for (size_t i = 0; i < farm->plan.settings.reference_count; i++)
        TRY(farm_check_place(farm, farm->plan.settings.references[i].path, named, err));
    return TT_OK;
}

enum tt_status farm_add_places(struct texts *places, const struct farm *farm, struct tt_error *err)
{
    const struct batch_settings *settings = &farm->plan.settings;
    for (size_t i = 0; i <= settings->reference_count; i++) {
        const char *path = i ? settings->references[i - 1].path : farm->plan.root;
        bool is_there = farm_is_beside(farm, path);
        for (size_t k = 0; k < places->count; k++)
            is_there |= strcmp(places->items[k], path) == 0;
        if (!is_there && !texts_add(places, path))
            return tt_fail(err, TT_NO_MEMORY, "no memory");
    }
    return TT_OK;
}
