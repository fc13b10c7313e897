/* SPDX-License-Identifier: Apache-2.0 */
/* Sources as a user names them, into one capture. docs/how-to/capture-from-dumps.md */
#include "capture/import/importer.h"

#include "base/memory.h"
#include "base/new_file.h"
#include "base/path.h"
#include "capture/bundle.h"
#include "capture/import/bundle_file.h"

#include <errno.h>
#include <string.h>

#define IMPORTER_ROW(name) &importer_##name,
const struct importer *const importers[] = {IMPORTERS(IMPORTER_ROW)};
#undef IMPORTER_ROW
const size_t importer_count = sizeof importers / sizeof importers[0];

/* A bundle as a capture, in a file beside the output that is gone as soon as it is open. */
static enum tt_status open_bundle(struct ttcap **base, const char *folder, const char *output, struct tt_error *err)
{
    struct new_file *place;
    enum tt_status status = new_file_open(&place, output, true, err);
    if (status)
        return status;
    status = bundle_import(folder, new_file_path(place), true, err);
    if (!status)
        status = ttcap_open(base, new_file_path(place), err);
    new_file_abandon(place);
    return status;
}

static enum tt_status read_base(struct import_sink *sink, const struct import_item *item, const char *output,
                                struct tt_error *err)
{
    struct ttcap *base;
    enum path_kind kind;
    enum tt_status status = path_look(&kind, item->path, err);
    if (status)
        return status;
    status = kind == PATH_FOLDER ? open_bundle(&base, item->path, output, err) : ttcap_open(&base, item->path, err);
    return status ? status : import_base(sink, base, err);
}

enum tt_status import_placed(const struct import_item *item, enum tt_status status, struct tt_error *err)
{
    if (status)
        tt_error_prefix(err, "%s", item->path);
    return status;
}

enum tt_status import_text(struct import_sink *sink, const struct import_item *item, const char *text, size_t count,
                           struct tt_error *err)
{
    if (!item->importer->tells_chip && import_chip_so_far(sink) == TT_CHIP_COUNT)
        return tt_fail(err, TT_BAD_INPUT, "%s: for which chip? --arch says: blackhole or wormhole_b0", item->label);
    return item->importer->read(sink, item, text, count, err);
}

static enum tt_status read_item(struct import_sink *sink, const struct import_item *item, const char *output,
                                struct tt_error *err)
{
    char *text;
    size_t count;
    enum tt_status status = import_from(sink, item->label, err);
    if (!status && !item->importer)
        return read_base(sink, item, output, err);
    if (!status)
        status = bundle_file_text(item->path, item->importer->bytes_max, &text, &count, err);
    if (status)
        return status;
    status = import_text(sink, item, text, count, err);
    mem_free(text);
    return status;
}

static enum tt_status needs_option(const struct importer *importer, const char *path, struct tt_error *err)
{
    return tt_fail(err, TT_BAD_INPUT, "%s: %s --%s %s%s says %s", path, importer->looks, importer->option,
                   importer->before ? importer->before : "", path, importer->lacks);
}

enum tt_status import_detect(const struct importer **importer, const char *path, struct tt_error *err)
{
    enum { LOOK_BYTES = 64 << 10 };
    struct bundle_file *file = bundle_file_new();
    char *text = mem_alloc(LOOK_BYTES + 1);
    size_t count = 0;
    *importer = NULL;
    enum tt_status status = file && text ? TT_OK : tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    if (!status)
        status = bundle_file_open(file, path, err);
    if (!status)
        status = bundle_file_read(file, text, LOOK_BYTES, &count, err);
    if (!status)
        text[count] = '\0';
    errno = 0;
    for (size_t i = 0; i < importer_count && !status && !*importer; i++) {
        if (importers[i]->is && importers[i]->is(text, count))
            *importer = importers[i];
    }
    if (!status && !*importer && errno == ENOMEM) /* those who look only say no */
        status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    bundle_file_free(file);
    mem_free(text);
    if (!status && *importer && (*importer)->lacks)
        return needs_option(*importer, path, err);
    /* What is not as it must be is told by whoever opens it as a capture. */
    return status == TT_BAD_INPUT ? TT_OK : status;
}

/* "run" of "out/run.ttcap". */
static enum tt_status name_after(struct import_sink *sink, const char *path, struct tt_error *err)
{
    const char *slash = strrchr(path, '/');
    char *name = mem_strdup(slash ? slash + 1 : path);
    if (!name)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    size_t n = strlen(name);
    if (n > 6 && strcmp(name + n - 6, ".ttcap") == 0)
        name[n - 6] = '\0';
    enum tt_status status = import_name(sink, name, err);
    mem_free(name);
    return status;
}

enum tt_status import_items(const struct import_item *items, size_t count, const struct import_options *options,
                            const char *name, const char *path, bool replace, struct tt_error *err)
{
    struct import_sink *sink = import_new(options);
    if (!sink)
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    /* A base gives its name after this. */
    enum tt_status status = name_after(sink, path, err);
    for (size_t i = 0; i < count && !status; i++) {
        if (!items[i].importer)
            status = read_item(sink, &items[i], path, err);
    }
    for (size_t i = 0; i < count && !status; i++) {
        if (items[i].importer)
            status = read_item(sink, &items[i], path, err);
    }
    if (!status && name)
        status = import_name(sink, name, err);
    if (!status)
        status = import_write(sink, path, replace, err);
    import_free(sink);
    return status;
}
