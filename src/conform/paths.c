/* SPDX-License-Identifier: Apache-2.0 */
/* Which recordings a path names: a file itself, a folder all that lies under it. */
#include "conform/conform_internal.h"

#include "base/path.h"
#include "capture/bundle.h"

#include <sys/stat.h>

enum { DEPTH_MAX = 16 };

void conform_items_clear(struct conform_items *items)
{
    for (size_t i = 0; i < items->count; i++)
        mem_free(items->items[i].path);
    mem_free(items->items);
    *items = (struct conform_items){0};
}

static enum tt_status paths_add(struct conform_items *items, enum conform_kind kind, const char *path,
                                struct tt_error *err)
{
    char *copy = mem_strdup(path);
    if (!copy || mem_grow(&items->items, &items->capacity, items->count + 1, sizeof *items->items) < 0) {
        mem_free(copy);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    }
    items->items[items->count++] = (struct conform_item){kind, copy, items->named};
    return TT_OK;
}

/* True when the name is that of a recording, and which kind. */
static bool is_recording(const char *path, enum conform_kind *kind)
{
    *kind = path_ending(path, ".ttcap") ? CONFORM_CAPTURE : CONFORM_VECTORS;
    return *kind == CONFORM_CAPTURE || path_ending(path, ".jsonl") || path_ending(path, ".jsonl.zst");
}

static enum tt_status collect_folder(struct conform_items *items, const char *path, unsigned depth,
                                     struct tt_error *err);

/* Below a folder, files of other kinds are passed over. */
static enum tt_status collect_entry(struct conform_items *items, const char *folder, const char *name, unsigned depth,
                                    struct tt_error *err)
{
    char *path OWNED(mem_free_at) = path_join(folder, name);
    NEED(path, err, "%s: no memory", folder);
    enum conform_kind kind;
    struct stat info;
    if (stat(path, &info) != 0)
        return tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
    if (S_ISDIR(info.st_mode))
        return collect_folder(items, path, depth + 1, err);
    return is_recording(path, &kind) ? paths_add(items, kind, path, err) : TT_OK;
}

static enum tt_status collect_folder(struct conform_items *items, const char *path, unsigned depth,
                                     struct tt_error *err)
{
    bool is_bundle;
    TRY(bundle_look(&is_bundle, path, err));
    if (is_bundle)
        return paths_add(items, CONFORM_BUNDLE, path, err);
    REFUSE_IF(depth > DEPTH_MAX, err, "%s: folders are nested more than %d deep", path, DEPTH_MAX);
    struct folder inside OWNED(folder_clear) = {0};
    TRY(folder_read(&inside, path, false, err));
    for (size_t i = 0; i < inside.count; i++)
        TRY(collect_entry(items, path, inside.names[i], depth, err));
    return TT_OK;
}

static enum tt_status collect_path(struct conform_items *items, const char *path, struct tt_error *err)
{
    const size_t before = items->count;
    enum conform_kind kind;
    struct stat info;
    if (stat(path, &info) != 0)
        return tt_fail(err, TT_IO, "%s: cannot be read: %s", path, strerror(errno));
    if (!S_ISDIR(info.st_mode)) {
        REFUSE_IF(!is_recording(path, &kind), err,
                  "%s: not a vector file (.jsonl, .jsonl.zst), capture (.ttcap) or folder", path);
        return paths_add(items, kind, path, err);
    }
    TRY(collect_folder(items, path, 0, err));
    REFUSE_IF(items->count == before, err, "%s: holds no vector file, bundle or capture", path);
    return TT_OK;
}

enum tt_status conform_collect(struct conform_items *items, const char *const *paths, size_t path_count,
                               struct tt_error *err)
{
    for (size_t i = 0; i < path_count; i++) {
        items->named = paths[i];
        TRY(collect_path(items, paths[i], err));
    }
    return TT_OK;
}
