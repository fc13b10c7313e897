/* SPDX-License-Identifier: Apache-2.0 */
/* Opens a capture: the manifest, and the places of the parts. docs/formats/ttcap.md */
#include "capture/container/reader.h"
#include "capture/lines/symbol_text.h"

#include "base/path.h"

static void fill_info(struct ttcap *capture)
{
    const struct contents *contents = &capture->contents;
    const struct manifest *manifest = &capture->manifest;
    struct ttcap_info *info = &capture->info;
    info->chip = manifest->chip;
    info->source = manifest->source;
    info->name = manifest->name;
    info->description = manifest->description;
    info->tag_count = manifest->tags.count;
    info->tags = manifest->tags.items;
    info->recorder = manifest->recorder;
    info->boot_count = manifest->boot.count;
    info->boot = manifest->boot.items;
    info->input_count = manifest->inputs.count;
    info->inputs = manifest->inputs.items;
    info->symbol_count = contents->symbol_count;
    info->line_count = contents->line_count;
    info->pc_count = contents->pc_count;
    info->event_count = contents->event_count;
    memcpy(info->kind_count, contents->kind_count, sizeof info->kind_count);
    info->checkpoint_count = (uint32_t)contents->snapshot_count;
    info->unlisted_start_is_reset = manifest->source == TTCAP_SIMULATOR || manifest->source == TTCAP_EMULATOR;
    info->is_salvaged = contents->is_salvaged;
    info->file_bytes = capture->source.size;
    for (unsigned i = 0; i < 2 * sizeof contents->hash; i++)
        info->hash[i] = "0123456789abcdef"[contents->hash[i / 2] >> (i % 2 ? 0 : 4) & 15];
}

static enum tt_status fill_checkpoints(struct ttcap *capture, struct tt_error *err)
{
    size_t count = capture->contents.snapshot_count;
    capture->checkpoints = mem_calloc(count, sizeof *capture->checkpoints);
    NEED(capture->checkpoints, err, "no memory for the checkpoints");
    for (size_t i = 0; i < count; i++) {
        const struct snapshot_entry *entry = &capture->contents.snapshots[i];
        capture->checkpoints[i] = (struct ttcap_checkpoint){.id = entry->id, .after_event = entry->after_event};
    }
    return TT_OK;
}

static enum tt_status reader_load(struct ttcap *capture, struct tt_error *err)
{
    struct byte_buffer frame OWNED(buffer_clear) = {0};
    TRY(contents_read_manifest(&capture->source, &frame, err));
    TRY(manifest_read(&capture->manifest, frame.data + SKIPPABLE_HEAD, frame.size - SKIPPABLE_HEAD - HASH_BYTES, err));
    TRY(contents_load(&capture->contents, &capture->source, &frame, err));
    TRY(fill_checkpoints(capture, err));
    page_layout_init(&capture->layout, capture->manifest.chip);
    fill_info(capture);
    return TT_OK;
}

/* Takes the source over, also on failure. */
static enum tt_status reader_open(struct ttcap **out, struct source *source, struct tt_error *err)
{
    const char *name = source->name;
    struct ttcap *capture = mem_calloc(1, sizeof *capture);
    char *path = mem_strdup(name);
    if (!capture || !path) {
        source_close(source);
        mem_free(capture);
        mem_free(path);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", name);
    }
    capture->path = path;
    capture->source = *source;
    capture->source.name = path;
    enum tt_status status = reader_load(capture, err);
    if (status) {
        if (status != TT_IO)
            tt_error_prefix(err, "%s", name);
        ttcap_close(capture);
        return status;
    }
    *out = capture;
    return TT_OK;
}

enum tt_status ttcap_open(struct ttcap **out, const char *path, struct tt_error *err)
{
    struct source source;
    enum path_kind kind = PATH_ABSENT;
    *out = NULL;
    enum tt_status status = source_open(&source, path, err);
    if (!status)
        return reader_open(out, &source, err);
    REFUSE_IF(path_look(&kind, path, NULL) == TT_OK && kind == PATH_FOLDER, err,
              "%s: a folder, expected a capture: `tt-replay import FOLDER -o X.ttcap` makes one of a bundle", path);
    return status;
}

enum tt_status ttcap_open_bytes(struct ttcap **out, const char *name, const uint8_t *bytes, size_t size,
                                struct tt_error *err)
{
    struct source source;
    *out = NULL;
    source_from_bytes(&source, name, bytes, size);
    return reader_open(out, &source, err);
}

void ttcap_close(struct ttcap *capture)
{
    if (!capture)
        return;
    for (unsigned i = 0; i < PAGE_CHUNKS_CACHED; i++) {
        buffer_clear(&capture->pages[i].raw);
    }
    event_chunks_clear(capture);
    mem_free(capture->tables.refs);
    symbol_table_free(capture->symbols);
    reader_free_lines(capture->lines);
    unpacker_clear(&capture->unpacker);
    mem_free(capture->checkpoints);
    expected_forget(capture);
    contents_clear(&capture->contents);
    manifest_clear(&capture->manifest);
    source_close(&capture->source);
    mem_free(capture->path);
    mem_free(capture);
}

const struct ttcap_info *ttcap_info(const struct ttcap *capture)
{
    return &capture->info;
}

const struct ttcap_checkpoint *ttcap_checkpoint(const struct ttcap *capture, uint32_t checkpoint)
{
    return &capture->checkpoints[checkpoint];
}
