/* SPDX-License-Identifier: Apache-2.0 */
/* Sources as a user names them, into one capture. docs/how-to/capture-from-dumps.md */
#include "capture/import/item.h"

#include "base/memory.h"
#include "base/new_file.h"
#include "base/path.h"
#include "capture/bundle.h"
#include "capture/import/bundle_file.h"
#include "capture/import/ckpt_log.h"
#include "capture/import/dump.h"
#include "capture/import/elf.h"
#include "capture/import/exalens.h"
#include "capture/import/llk_json.h"
#include "capture/import/npy.h"
#include "capture/import/stream.h"

#include <errno.h>
#include <string.h>

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

/* What is no capture may be something that an option takes. err tells why it is none. */
static enum tt_status explain(const char *path, struct tt_error *err)
{
    uint8_t start[6] = {0};
    size_t count = 0;
    struct bundle_file *file = bundle_file_new();
    if (file && bundle_file_open(file, path, NULL) == TT_OK)
        (void)bundle_file_read(file, start, sizeof start, &count, NULL);
    bundle_file_free(file);
    if (count >= 4 && memcmp(start,
                             "\x7F"
                             "ELF",
                             4) == 0)
        return tt_fail(err, TT_BAD_INPUT, "%s: an ELF file; --elf CORE=%s says whose program it is", path, path);
    if (npy_is(start, count))
        return tt_fail(err, TT_BAD_INPUT, "%s: a NumPy array; an option such as --dst %s says of what it is a dump",
                       path, path);
    return TT_BAD_INPUT;
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
    if (status == TT_BAD_INPUT && kind != PATH_FOLDER)
        return explain(item->path, err);
    return status ? status : import_base(sink, base, err);
}

static enum tt_status need_chip(const struct import_sink *sink, const struct import_item *item, struct tt_error *err)
{
    if (import_chip_so_far(sink) < TT_CHIP_COUNT)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "%s: for which chip? --arch says: blackhole or wormhole_b0", item->label);
}

/* Reads what another tool printed into checkpoint `id`; errors name the place in the text. */
typedef enum tt_status text_reader(struct import_sink *sink, const char *text, size_t count, const char *id,
                                   struct tt_error *err);

static enum tt_status read_text(struct import_sink *sink, const struct import_item *item, text_reader *read,
                                size_t bytes_max, struct tt_error *err)
{
    char *text;
    size_t count;
    enum tt_status status = bundle_file_text(item->path, bytes_max, &text, &count, err);
    if (status)
        return status;
    status = read(sink, text, count, item->id, err);
    if (status)
        tt_error_prefix(err, "%s", item->path);
    mem_free(text);
    return status;
}

static enum tt_status read_item(struct import_sink *sink, const struct import_item *item, const char *output,
                                struct tt_error *err)
{
    enum tt_status status = import_from(sink, item->label, err);
    /* The JSON tells the chip by what it holds. */
    if (!status && item->kind != IMPORT_BASE && item->kind != IMPORT_LLK_JSON)
        status = need_chip(sink, item, err);
    if (status)
        return status;
    const struct import_program program = {item->core, item->path, item->has_addr, item->addr};
    const struct import_dump dump = {item->space, item->addr, item->id, item->path};
    switch (item->kind) {
    case IMPORT_BASE:
        return read_base(sink, item, output, err);
    case IMPORT_ELF:
        return import_elf(sink, &program, err);
    case IMPORT_DUMP:
        return import_dump(sink, &dump, err);
    case IMPORT_STREAM:
        return import_stream(sink, item->thread, item->path, err);
    case IMPORT_LLK_JSON:
        return read_text(sink, item, llk_json_read, LLK_JSON_BYTES_MAX, err);
    case IMPORT_EXALENS:
        return read_text(sink, item, exalens_read, EXALENS_BYTES_MAX, err);
    case IMPORT_LOG:
        return read_text(sink, item, ckpt_log_read, CKPT_LOG_BYTES_MAX, err);
    }
    return TT_OK;
}

static enum import_item_kind kind_of_text(const char *text, size_t count)
{
    if (llk_json_is(text, count))
        return IMPORT_LLK_JSON;
    if (ckpt_log_is(text, count))
        return IMPORT_LOG;
    return exalens_is(text, count) ? IMPORT_EXALENS : IMPORT_BASE;
}

enum tt_status import_detect(enum import_item_kind *kind, const char *path, struct tt_error *err)
{
    enum { LOOK_BYTES = 64 << 10 };
    struct bundle_file *file = bundle_file_new();
    char *text = mem_alloc(LOOK_BYTES);
    size_t count = 0;
    enum tt_status status = file && text ? TT_OK : tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    if (!status)
        status = bundle_file_open(file, path, err);
    if (!status)
        status = bundle_file_read(file, text, LOOK_BYTES, &count, err);
    errno = 0;
    *kind = status ? IMPORT_BASE : kind_of_text(text, count);
    if (!status && *kind == IMPORT_BASE && errno == ENOMEM) /* those who look only say no */
        status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", path);
    bundle_file_free(file);
    mem_free(text);
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
        if (items[i].kind == IMPORT_BASE)
            status = read_item(sink, &items[i], path, err);
    }
    for (size_t i = 0; i < count && !status; i++) {
        if (items[i].kind != IMPORT_BASE)
            status = read_item(sink, &items[i], path, err);
    }
    if (!status && name)
        status = import_name(sink, name, err);
    if (!status)
        status = import_write(sink, path, replace, err);
    import_free(sink);
    return status;
}
