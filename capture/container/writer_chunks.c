/* SPDX-License-Identifier: Apache-2.0 */
/* The writer's gathered items, into the file. docs/formats/ttcap.md#chunks */
#include "capture/container/writer.h"

#include "capture/file/chunk.h"

#include <unistd.h>

enum tt_status writer_no_memory(const struct ttcap_writer *writer, struct tt_error *err)
{
    return tt_fail(err, TT_NO_MEMORY, "%s: no memory", writer->path);
}

enum tt_status writer_store(struct ttcap_writer *writer, const void *bytes, size_t count, struct tt_error *err)
{
    for (size_t done = 0; done < count;) {
        ssize_t n = write(new_file_descriptor(writer->file), (const uint8_t *)bytes + done, count - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return tt_fail(err, TT_IO, "%s: cannot be written: %s", writer->path, strerror(errno));
        done += (size_t)n;
    }
    return TT_OK;
}

/* The head of a chunk into writer->head, its text into the index, both frames into the seek table. */
static bool make_head(struct ttcap_writer *writer, const struct chunk *chunk)
{
    struct byte_buffer text = {0};
    writer->head.size = 0;
    bool is_ok = chunk_text_write(&text, chunk, &writer->table_names) &&
                 skippable_write(&writer->head, FRAME_CHUNK, text.data, text.size) &&
                 buffer_varint(&writer->index, text.size) && buffer_append(&writer->index, text.data, text.size) &&
                 seek_table_add(&writer->seek_entries, (uint32_t)writer->head.size, 0) &&
                 seek_table_add(&writer->seek_entries, chunk->packed_bytes, chunk->raw_bytes);
    buffer_clear(&text);
    writer->chunk_count++;
    return is_ok;
}

static int level_of(const struct ttcap_writer *writer, enum chunk_type type)
{
    if (writer->is_passing)
        return LEVEL_PASSING;
    if (type == CHUNK_EVENTS)
        return LEVEL_EVENTS;
    if (type == CHUNK_SYMBOLS)
        return LEVEL_SYMBOLS;
    if (type == CHUNK_LINES)
        return LEVEL_LINES;
    return type == CHUNK_PAGES ? LEVEL_PAGES : LEVEL_SNAPSHOTS;
}

/* Compresses writer->raw and stores it as a chunk; type, first, count and kind_count of chunk are set. Where most is
 * not 0 and more bytes than that would be stored, nothing is and *is_too_big is set. */
static enum tt_status writer_store_chunk(struct ttcap_writer *writer, struct chunk *chunk, const size_t *cuts,
                                         size_t cut_count, size_t most, bool *is_too_big, struct tt_error *err)
{
    enum tt_status status = packer_zstd_run(writer->zstd, level_of(writer, chunk->type), writer->raw.data,
                                            writer->raw.size, cuts, cut_count, &writer->packed, err);
    if (status) {
        tt_error_prefix(err, "%s", writer->path);
        return status;
    }
    if (most > 0 && writer->packed.size > most) {
        *is_too_big = true;
        return TT_OK;
    }
    chunk->packed_bytes = (uint32_t)writer->packed.size;
    chunk->raw_bytes = (uint32_t)writer->raw.size;
    chunk->hash = hash_bytes(writer->packed.data, writer->packed.size);
    if (!make_head(writer, chunk))
        return writer_no_memory(writer, err);
    status = writer_store(writer, writer->head.data, writer->head.size, err);
    return status ? status : writer_store(writer, writer->packed.data, writer->packed.size, err);
}

static enum tt_status flush_events(struct ttcap_writer *writer, struct tt_error *err)
{
    if (writer->columns.count == 0)
        return TT_OK;
    struct chunk chunk = {.type = CHUNK_EVENTS, .first = writer->event_first, .count = writer->columns.count};
    memcpy(chunk.kind_count, writer->columns.kind_count, sizeof chunk.kind_count);
    chunk.pc_count = writer->columns.pc.pc_count;
    size_t cut;
    writer->raw.size = 0;
    if (!columns_pack(&writer->columns, &writer->raw, &cut))
        return writer_no_memory(writer, err);
    enum tt_status status = writer_store_chunk(writer, &chunk, &cut, 1, 0, NULL, err);
    writer->event_first = writer->event_count;
    columns_reset(&writer->columns);
    return status;
}

/* Pages [first, first + count) of the batch as one chunk, or as two halves where it gets too big. */
static enum tt_status store_pages(struct ttcap_writer *writer, uint32_t first, uint32_t count, struct tt_error *err)
{
    size_t cuts[PAGE_CUTS_MAX];
    size_t cut_count;
    if (!batch_pack(&writer->batch, first, count, &writer->raw, cuts, &cut_count))
        return writer_no_memory(writer, err);
    struct chunk chunk = {.type = CHUNK_PAGES, .first = writer->page_first + first, .count = count};
    bool is_too_big = false;
    enum tt_status status =
        writer_store_chunk(writer, &chunk, cuts, cut_count, count > 1 ? PACKED_GOAL : 0, &is_too_big, err);
    if (status || !is_too_big)
        return status;
    status = store_pages(writer, first, count / 2, err);
    return status ? status : store_pages(writer, first + count / 2, count - count / 2, err);
}

enum tt_status writer_flush_pages(struct ttcap_writer *writer, struct tt_error *err)
{
    if (writer->batch.count == 0)
        return TT_OK;
    enum tt_status status = store_pages(writer, 0, writer->batch.count, err);
    writer->page_first = writer->page_count;
    writer->batch.count = 0;
    return status;
}

static enum tt_status flush_snapshots(struct ttcap_writer *writer, struct tt_error *err)
{
    uint32_t count = writer->snapshot_count - writer->snapshot_first;
    if (count == 0)
        return TT_OK;
    struct chunk chunk = {.type = CHUNK_SNAPSHOTS, .first = writer->snapshot_first, .count = count};
    writer->raw.size = 0;
    if (!buffer_append(&writer->raw, writer->tables.data, writer->tables.size))
        return writer_no_memory(writer, err);
    enum tt_status status = writer_store_chunk(writer, &chunk, NULL, 0, 0, NULL, err);
    writer->snapshot_first = writer->snapshot_count;
    writer->tables.size = writer->table_names.size = 0;
    writer->table_state = (struct page_table_state){0};
    return status;
}

enum tt_status writer_flush_symbols(struct ttcap_writer *writer, struct tt_error *err)
{
    uint32_t count = writer->symbol_count - writer->symbol_first;
    if (count == 0)
        return TT_OK;
    struct chunk chunk = {.type = CHUNK_SYMBOLS, .first = writer->symbol_first, .count = count};
    writer->raw.size = 0;
    if (!buffer_append(&writer->raw, writer->symbols.data, writer->symbols.size))
        return writer_no_memory(writer, err);
    writer->symbol_first = writer->symbol_count;
    writer->symbol_end = 0;
    writer->symbol_bytes += writer->symbols.size;
    writer->symbols.size = 0;
    return writer_store_chunk(writer, &chunk, NULL, 0, 0, NULL, err);
}

enum tt_status writer_flush_lines(struct ttcap_writer *writer, struct tt_error *err)
{
    const uint32_t count = (uint32_t)writer->lines.range_count;
    if (count == 0)
        return TT_OK;
    struct chunk chunk = {.type = CHUNK_LINES, .first = writer->line_first, .count = count};
    writer->raw.size = 0;
    if (!line_set_pack(&writer->lines, &writer->raw))
        return writer_no_memory(writer, err);
    writer->line_first += count;
    writer->line_frames += writer->lines.frame_count;
    writer->line_text_bytes += writer->lines.text_bytes;
    line_set_clear(&writer->lines);
    return writer_store_chunk(writer, &chunk, NULL, 0, 0, NULL, err);
}

enum tt_status writer_flush(struct ttcap_writer *writer, struct tt_error *err)
{
    TRY(flush_events(writer, err));
    TRY(writer_flush_pages(writer, err));
    TRY(flush_snapshots(writer, err));
    TRY(writer_flush_symbols(writer, err));
    return writer_flush_lines(writer, err);
}

enum tt_status writer_store_index(struct ttcap_writer *writer, struct tt_error *err)
{
    struct byte_buffer text OWNED(buffer_clear) = {0};
    struct byte_buffer frames OWNED(buffer_clear) = {0};
    bool is_ok = buffer_varint(&text, writer->chunk_count) &&
                 buffer_append(&text, writer->index.data, writer->index.size) &&
                 skippable_write(&frames, FRAME_INDEX, text.data, text.size) &&
                 seek_table_add(&writer->seek_entries, (uint32_t)frames.size, 0) &&
                 seek_table_write(&frames, &writer->seek_entries);
    return is_ok ? writer_store(writer, frames.data, frames.size, err) : writer_no_memory(writer, err);
}
