/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a capture: gathers events and snapshots, and stores them chunk by chunk. docs/formats/ttcap.md */
#include "capture/container/writer.h"

#include "capture/container/manifest.h"
#include "capture/file/chunk.h"
#include "capture/lines/symbol_text.h"
#include "capture/pages/page_class.h"
#include "isa/spaces.h"

static enum tt_status store_manifest(struct ttcap_writer *writer, const struct ttcap_meta *meta, struct tt_error *err)
{
    struct byte_buffer text = {0};
    enum tt_status status = manifest_write(&text, meta, err);
    if (status)
        tt_error_prefix(err, "%s", writer->path);
    else if (!skippable_write(&writer->head, FRAME_MANIFEST, text.data, text.size) ||
             !seek_table_add(&writer->seek_entries, (uint32_t)writer->head.size, 0))
        status = writer_no_memory(writer, err);
    else
        status = writer_store(writer, writer->head.data, writer->head.size, err);
    buffer_clear(&text);
    return status;
}

static enum tt_status writer_start(struct ttcap_writer *writer, const char *path, bool replace,
                                   const struct ttcap_meta *meta, struct tt_error *err)
{
    writer->path = mem_strdup(path);
    writer->zstd = packer_zstd_new();
    NEED(writer->path && writer->zstd && staging_init(&writer->staging, meta->chip), err, "%s: no memory", path);
    writer->refs = mem_calloc(page_layout_size(&writer->staging.layout), sizeof *writer->refs);
    if (!writer->refs)
        return writer_no_memory(writer, err);
    enum tt_status status = new_file_open(&writer->file, path, replace, err);
    return status ? status : store_manifest(writer, meta, err);
}

enum tt_status ttcap_writer_open(struct ttcap_writer **out, const char *path, bool replace,
                                 const struct ttcap_meta *meta, struct tt_error *err)
{
    *out = NULL;
    struct ttcap_writer *writer = mem_calloc(1, sizeof *writer);
    NEED(writer, err, "%s: no memory", path);
    enum tt_status status = writer_start(writer, path, replace, meta, err);
    if (status)
        ttcap_writer_abandon(writer);
    else
        *out = writer;
    return status;
}

/* After a failure the file lacks something: nothing more is taken. */
static enum tt_status writer_note(struct ttcap_writer *writer, enum tt_status status)
{
    writer->has_failed = writer->has_failed || status != TT_OK;
    return status;
}

static enum tt_status writer_refuse(const struct ttcap_writer *writer, struct tt_error *err)
{
    return tt_fail(err, TT_IO, "%s: an earlier write failed; the capture cannot be continued", writer->path);
}

enum tt_status ttcap_writer_event(struct ttcap_writer *writer, const struct ttcap_event *event, struct tt_error *err)
{
    assert(event->seq == writer->event_count && !writer->snapshot_id);
    if (writer->has_failed)
        return writer_refuse(writer, err);
    const char *why;
    REFUSE_IF(!event_is_sound(event, &why), err, "%s: event %llu: %s", writer->path, (unsigned long long)event->seq,
              why);
    if (!columns_add(&writer->columns, event))
        return writer_note(writer, writer_no_memory(writer, err));
    writer->event_count++;
    if (writer->columns.count == EVENTS_PER_CHUNK || writer->columns.bytes.size >= EVENT_BYTES_GOAL)
        return writer_note(writer, writer_flush(writer, err));
    return TT_OK;
}

void writer_set_passing(struct ttcap_writer *writer)
{
    writer->is_passing = true;
    new_file_unsynced(writer->file);
}

enum tt_status ttcap_writer_symbol(struct ttcap_writer *writer, const struct ttcap_symbol *symbol, struct tt_error *err)
{
    if (writer->has_failed)
        return writer_refuse(writer, err);
    const char *why;
    REFUSE_IF(!symbol_is_sound(symbol, &why), err, "%s: symbol %u: %s", writer->path, writer->symbol_count, why);
    if (writer->symbol_count == SYMBOLS_MAX)
        return tt_fail(err, TT_UNSUPPORTED, "%s: more than %u symbols", writer->path, SYMBOLS_MAX);
    if (writer->symbol_bytes + writer->symbols.size + SYMBOL_BYTES_MOST > SYMBOL_BYTES_MAX)
        return tt_fail(err, TT_UNSUPPORTED, "%s: more than %d bytes of symbols", writer->path, SYMBOL_BYTES_MAX);
    if (!symbol_write(&writer->symbols, &writer->symbol_end, symbol))
        return writer_note(writer, writer_no_memory(writer, err));
    writer->symbol_count++;
    return writer->symbols.size >= SYMBOL_BYTES_GOAL ? writer_note(writer, writer_flush_symbols(writer, err)) : TT_OK;
}

static bool is_line_chunk_full(const struct line_set *lines)
{
    return lines->range_count == EVENTS_PER_CHUNK || lines->text_bytes + 8 * lines->frame_count >= LINE_BYTES_GOAL;
}

enum tt_status ttcap_writer_lines(struct ttcap_writer *writer, const struct ttcap_lines *lines, struct tt_error *err)
{
    if (writer->has_failed)
        return writer_refuse(writer, err);
    const char *why;
    const uint32_t number = writer->line_first + (uint32_t)writer->lines.range_count;
    REFUSE_IF(!lines_are_sound(lines, &why), err, "%s: line %u: %s", writer->path, number, why);
    REFUSE_IF(number > 0 && (lines->core < writer->line_core ||
                             (lines->core == writer->line_core && lines->addr < writer->line_end)),
              err, "%s: line %u: its addresses do not follow those before it", writer->path, number);
    if (number == LINE_RANGES_MAX || writer->line_frames + writer->lines.frame_count > LINE_FRAMES_MAX ||
        writer->line_text_bytes + writer->lines.text_bytes > LINE_TEXT_BYTES_MAX)
        return tt_fail(err, TT_UNSUPPORTED, "%s: more lines, functions or names than a capture takes (%d lines)",
                       writer->path, LINE_RANGES_MAX);
    if (!line_set_add(&writer->lines, lines))
        return writer_note(writer, writer_no_memory(writer, err));
    writer->line_core = (uint8_t)lines->core;
    writer->line_end = lines->addr + lines->bytes;
    return is_line_chunk_full(&writer->lines) ? writer_note(writer, writer_flush_lines(writer, err)) : TT_OK;
}

enum tt_status ttcap_writer_snapshot_begin(struct ttcap_writer *writer, const char *id, struct tt_error *err)
{
    assert(!writer->snapshot_id);
    if (writer->has_failed)
        return writer_refuse(writer, err);
    REFUSE_IF(strlen(id) > 255, err, "%s: the checkpoint's id '%.40s…' is longer than 255 bytes", writer->path, id);
    writer->snapshot_id = mem_strdup(id);
    if (!writer->snapshot_id)
        return writer_note(writer, writer_no_memory(writer, err));
    staging_reset(&writer->staging);
    writer->window_count = 0;
    return TT_OK;
}

enum tt_status ttcap_writer_put(struct ttcap_writer *writer, enum tt_space space, uint32_t lo, uint32_t count,
                                const uint8_t *bytes, const uint8_t *known, struct tt_error *err)
{
    assert(writer->snapshot_id || writer->has_failed);
    if (writer->has_failed)
        return writer_refuse(writer, err);
    const uint32_t most = space_all_bytes(writer->staging.layout.chip, space);
    REFUSE_IF(lo > most || count > most - lo, err, "%s: snapshot %s: %u bytes of %s at %u end beyond its %u bytes",
              writer->path, writer->snapshot_id, count, space_name(space), lo, most);
    if (!staging_put(&writer->staging, space, lo, count, bytes, known))
        return writer_note(writer, writer_no_memory(writer, err));
    return TT_OK;
}

/* The number of the page with these bytes, stored if it is not there yet. */
static enum tt_status store_page(struct ttcap_writer *writer, enum page_class page_class, const uint8_t *bytes,
                                 uint32_t length, bool is_new, struct tt_error *err)
{
    if (!is_new)
        return TT_OK;
    if (!batch_add(&writer->batch, page_class, bytes, length))
        return writer_no_memory(writer, err);
    writer->page_count++;
    return writer->batch.count == PAGES_PER_CHUNK ? writer_flush_pages(writer, err) : TT_OK;
}

static enum tt_status writer_end_page(struct ttcap_writer *writer, enum tt_space space, const struct staged_page *page,
                                      uint32_t length, struct page_ref *ref, struct tt_error *err)
{
    enum staged_known known = staged_page_known(page, length);
    if (known == STAGED_NONE)
        return TT_OK;
    if (writer->page_count > PAGE_ID_MAX - 2)
        return tt_fail(err, TT_UNSUPPORTED, "%s: more than %u pages", writer->path, PAGE_ID_MAX);
    bool is_new;
    if (!pool_find(&writer->pool, page->bytes, length, writer->page_count, &ref->data, &is_new))
        return writer_no_memory(writer, err);
    const bool is_chosen = is_new && !writer->is_passing;
    enum page_class page_class = is_chosen ? page_choose(space, page->bytes, length) : PAGE_PLAIN;
    enum tt_status status = store_page(writer, page_class, page->bytes, length, is_new, err);
    ref->known = PAGE_REF_ALL;
    if (status || known == STAGED_ALL)
        return status;
    if (!pool_find(&writer->pool, page->known, length, writer->page_count, &ref->known, &is_new))
        return writer_no_memory(writer, err);
    return store_page(writer, PAGE_PLAIN, page->known, length, is_new, err);
}

static enum tt_status end_pages(struct ttcap_writer *writer, struct tt_error *err)
{
    const struct page_layout *layout = &writer->staging.layout;
    for (unsigned space = 0; space < TT_SPACE_COUNT; space++)
        for (uint32_t at = layout->first[space]; at < layout->first[space + 1]; at++) {
            writer->refs[at] = (struct page_ref){PAGE_REF_NONE, PAGE_REF_NONE};
            if (!writer->staging.is_touched[at])
                continue;
            uint32_t length = page_layout_length(layout, (enum tt_space)space, at - layout->first[space]);
            TRY(writer_end_page(writer, (enum tt_space)space, writer->staging.pages[at], length, &writer->refs[at],
                                err));
        }
    return TT_OK;
}

static enum tt_status end_snapshot(struct ttcap_writer *writer, struct tt_error *err)
{
    TRY(writer_windows_hold(writer, err));
    TRY(end_pages(writer, err));
    if (!page_table_write(&writer->tables, &writer->table_state, &writer->staging.layout, writer->refs) ||
        !chunk_write_snapshot(&writer->table_names, writer->snapshot_id, (int64_t)writer->event_count - 1))
        return writer_no_memory(writer, err);
    writer->snapshot_count++;
    bool is_full = writer->snapshot_count - writer->snapshot_first == SNAPSHOTS_PER_CHUNK ||
                   writer->tables.size >= SNAPSHOT_BYTES_GOAL;
    return is_full ? writer_flush(writer, err) : TT_OK;
}

enum tt_status ttcap_writer_snapshot_end(struct ttcap_writer *writer, struct tt_error *err)
{
    assert(writer->snapshot_id || writer->has_failed);
    if (writer->has_failed)
        return writer_refuse(writer, err);
    enum tt_status status = end_snapshot(writer, err);
    mem_free(writer->snapshot_id);
    writer->snapshot_id = NULL;
    return writer_note(writer, status);
}

enum tt_status ttcap_writer_finish(struct ttcap_writer *writer, struct tt_error *err)
{
    assert(!writer->snapshot_id || writer->has_failed);
    enum tt_status status = writer->has_failed ? writer_refuse(writer, err) : writer_flush(writer, err);
    status = status ?: writer_store_index(writer, err);
    if (!status) {
        status = new_file_commit(writer->file, err);
        writer->file = NULL;
    }
    ttcap_writer_abandon(writer);
    return status;
}

void ttcap_writer_abandon(struct ttcap_writer *writer)
{
    if (!writer)
        return;
    new_file_abandon(writer->file);
    packer_zstd_free(writer->zstd);
    buffer_clear(&writer->raw);
    buffer_clear(&writer->packed);
    buffer_clear(&writer->head);
    buffer_clear(&writer->index);
    buffer_clear(&writer->seek_entries);
    columns_clear(&writer->columns);
    batch_clear(&writer->batch);
    pool_clear(&writer->pool);
    staging_clear(&writer->staging);
    mem_free(writer->refs);
    buffer_clear(&writer->tables);
    buffer_clear(&writer->table_names);
    buffer_clear(&writer->symbols);
    line_set_clear(&writer->lines);
    mem_free(writer->snapshot_id);
    mem_free(writer->path);
    mem_free(writer);
}
