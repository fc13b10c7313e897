/* SPDX-License-Identifier: Apache-2.0 */
/* A dump bundle into a capture: manifest, then events and checkpoints in the order of time. docs/formats/bundle.md */
#include "capture/bundle.h"

#include "base/path.h"
#include "capture/container/writer.h"
#include "capture/import/bundle/bundle_manifest.h"
#include "capture/import/bundle/event.h"
#include "capture/import/bundle/journal.h"

struct import {
    const char *folder; /* without the slashes at its end */
    const char *named;  /* as bundle_from */
    const char *mask;   /* the file; null: none */
    struct bundle_manifest manifest;
    struct bundle_file *file;
    struct event_stream *events; /* null: the bundle has none */
    struct ttcap_writer *writer;
    struct region_loader *regions;
    uint64_t written, limit; /* events; no more than that are taken */
    bool is_passing;         /* the capture need not outlive this process */
    struct tt_error *err;
};

enum tt_status bundle_look(bool *is_bundle, const char *path, struct tt_error *err)
{
    enum path_kind kind = PATH_ABSENT;
    char *manifest = path_join(path, "bundle.json");
    enum tt_status status =
        manifest ? path_look(&kind, manifest, err) : tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    *is_bundle = kind == PATH_FILE;
    mem_free(manifest);
    return status;
}

bool bundle_is(const char *path)
{
    bool is_bundle;
    return bundle_look(&is_bundle, path, NULL) == TT_OK && is_bundle;
}

/* Copies events until `count` are written; TT_END where there are fewer. */
static enum tt_status bundle_copy_events(struct import *import, uint64_t count)
{
    while (import->written < count) {
        struct ttcap_event event;
        const bool has_more = import->events && import->written < import->limit;
        enum tt_status status = has_more ? event_stream_next(import->events, &event, import->err) : TT_END;
        TRY(status ?: ttcap_writer_event(import->writer, &event, import->err));
        import->written++;
    }
    return TT_OK;
}

static enum tt_status too_few(const struct import *import, size_t checkpoint)
{
    long long after = import->manifest.checkpoints[checkpoint].after_event;
    REFUSE_IF(import->written == 0, import->err,
              "%s/bundle.json: checkpoints[%zu].after_event is %lld, but there are no events", import->folder,
              checkpoint, after);
    return tt_fail(import->err, TT_BAD_INPUT,
                   "%s/bundle.json: checkpoints[%zu].after_event is %lld, but the last event is %llu", import->folder,
                   checkpoint, after, (unsigned long long)import->written - 1);
}

/* ---- the whole ---- */

static enum tt_status bundle_take_checkpoint(struct import *import, size_t checkpoint)
{
    const struct bundle_checkpoint *here = &import->manifest.checkpoints[checkpoint];
    enum tt_status status = bundle_copy_events(import, (uint64_t)(here->after_event + 1));
    if (status == TT_END)
        return too_few(import, checkpoint);
    status = status ?: ttcap_writer_snapshot_begin(import->writer, here->id, import->err);
    status = status ?: region_load_all(import->regions, checkpoint, import->err);
    return status ? status : ttcap_writer_snapshot_end(import->writer, import->err);
}

static enum tt_status bundle_take_all(struct import *import)
{
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < import->manifest.checkpoint_count && !status; i++)
        status = bundle_take_checkpoint(import, i);
    status = status ?: bundle_copy_events(import, UINT64_MAX);
    return walk_ended(status);
}

static enum tt_status bundle_import_into(struct import *import, const char *events_path, const char *path, bool replace)
{
    enum tt_status status = TT_OK;
    if (events_path)
        status =
            event_stream_open(&import->events, import->folder, events_path, import->manifest.meta.chip, import->err);
    status = status ?: ttcap_writer_open(&import->writer, path, replace, &import->manifest.meta, import->err);
    if (status == TT_OK && import->is_passing)
        writer_set_passing(import->writer);
    if (status == TT_OK)
        status = region_loader_open(&import->regions, import->folder, import->mask, &import->manifest, import->writer,
                                    import->file, import->err);
    status = status ?: bundle_take_all(import);
    if (status == TT_OK) {
        status = ttcap_writer_finish(import->writer, import->err);
        import->writer = NULL;
    }
    ttcap_writer_abandon(import->writer);
    region_loader_close(import->regions);
    event_stream_close(import->events);
    return status;
}

enum { MASK_INPUT_MAX = 512 };

/* Without a mask, or with one that the manifest's inputs name. */
static enum tt_status import_with_events(struct import *import, const char *path, bool replace)
{
    char *events_path OWNED(mem_free_at) =
        import->manifest.events ? path_join(import->folder, import->manifest.events) : NULL;
    if (import->manifest.events && !events_path)
        return tt_fail(import->err, TT_NO_MEMORY, "%s: no memory", import->folder);
    return bundle_import_into(import, events_path, path, replace);
}

/* With its manifest read. */
static enum tt_status import_listed(struct import *import, const char *path, bool replace)
{
    char text[MASK_INPUT_MAX], *found = NULL;
    const char *input = text, *named = import->named ? import->named : import->folder;
    enum tt_status status = TT_OK;
    if (!import->mask)
        status = recorder_mask_find(&found, import->folder, named, import->err);
    import->mask = import->mask ? import->mask : found;
    if (import->mask) {
        (void)snprintf(text, sizeof text,
                       TTCAP_MASK_INPUT "%.200s: what it does not list of the configuration is unknown",
                       path_name(import->mask));
        import->manifest.meta.inputs = &input;
        import->manifest.meta.input_count = 1;
    }
    status = status ?: import_with_events(import, path, replace);
    import->manifest.meta.input_count = 0;
    mem_free(found);
    return status;
}

enum tt_status bundle_copy(struct bundle_manifest *manifest, const struct bundle_copied *from, const char *path,
                           bool replace, struct tt_error *err)
{
    struct import import = {.folder = from->folder,
                            .manifest = *manifest,
                            .file = from->file,
                            .limit = from->event_limit,
                            .is_passing = from->is_passing,
                            .err = err};
    return import_listed(&import, path, replace);
}

static enum tt_status import_folder(struct import *import, const char *path, bool replace)
{
    const char *folder = import->folder;
    char *manifest_path = path_join(folder, "bundle.json");
    enum tt_status status = TT_NO_MEMORY;
    import->file = bundle_file_new(folder);
    if (!manifest_path || !import->file) {
        (void)tt_fail(import->err, status, "%s: no memory", folder);
        goto done;
    }
    status = bundle_manifest_load(&import->manifest, import->file, manifest_path, import->err);
    status = status ?: import_listed(import, path, replace);
done:
    bundle_manifest_clear(&import->manifest);
    bundle_file_free(import->file);
    mem_free(manifest_path);
    return status;
}

enum tt_status bundle_import_from(const struct bundle_from *from, const char *path, bool replace, bool is_passing,
                                  struct tt_error *err)
{
    char *trimmed OWNED(mem_free_at) = path_trimmed(from->folder);
    NEED(trimmed, err, "%s: no memory", from->folder);
    struct import import = {.folder = trimmed,
                            .named = from->named,
                            .mask = from->mask,
                            .limit = UINT64_MAX,
                            .is_passing = is_passing,
                            .err = err};
    return import_folder(&import, path, replace);
}

enum tt_status bundle_import(const char *folder, const char *path, bool replace, struct tt_error *err)
{
    return bundle_import_from(&(struct bundle_from){.folder = folder}, path, replace, false, err);
}

enum tt_status bundle_import_passing(const char *folder, const char *path, struct tt_error *err)
{
    return bundle_import_from(&(struct bundle_from){.folder = folder}, path, true, true, err);
}
