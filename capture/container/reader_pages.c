/* SPDX-License-Identifier: Apache-2.0 */
/* Pages of a capture, read when they are needed. docs/formats/ttcap.md#pages */
#include "capture/container/reader.h"

#include "isa/spaces.h"

enum tt_status place_chunk(const struct source *source, const struct chunk *chunk, enum tt_status status,
                           struct tt_error *err)
{
    if (status && status != TT_IO)
        tt_error_prefix(err, "%s: chunk of %s at byte %llu", source->name, chunk_type_name(chunk->type),
                        (unsigned long long)chunk->offset);
    return status;
}

enum tt_status load_chunk(struct source *source, struct unpacker *unpacker, const struct chunk *chunk,
                          struct byte_buffer *raw, struct tt_error *err)
{
    const uint8_t *packed = NULL;
    enum tt_status status =
        source_view(source, chunk->offset + chunk->head_bytes, chunk->packed_bytes, &unpacker->packed, &packed, err);
    if (!status && !buffer_room(raw, chunk->raw_bytes))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for its %u bytes", chunk->raw_bytes);
    status = status ?: unpacker_run(unpacker, chunk, packed, raw->data, err);
    return place_chunk(source, chunk, status, err);
}

enum tt_status reader_each_chunk(struct ttcap *capture, enum chunk_type type, reader_take_chunk *take, void *user,
                                 struct tt_error *err)
{
    const struct chunk_list *list = &capture->contents.list[type];
    struct byte_buffer raw OWNED(buffer_clear) = {0};
    for (size_t i = 0; i < list->count; i++) {
        TRY(load_chunk(&capture->source, &capture->unpacker, &list->items[i], &raw, err));
        TRY(place_chunk(&capture->source, &list->items[i], take(user, &list->items[i], raw.data, err), err));
    }
    return TT_OK;
}

enum tt_status tables_read(const struct chunk *chunk, const uint8_t *raw, const struct page_layout *layout,
                           uint64_t page_count, struct page_ref *refs, struct tt_error *err)
{
    struct byte_reader reader = byte_reader(raw, chunk->raw_bytes);
    struct page_table_state state = {0};
    for (uint32_t i = 0; i < chunk->count; i++) {
        TRY(PLACED(
            page_table_read(&reader, &state, layout, page_count, refs + (size_t)i * page_layout_size(layout), err), err,
            "checkpoint %llu", (unsigned long long)chunk->first + i));
    }
    REFUSE_IF(reader.at != reader.end, err, "it is longer than its page tables");
    return TT_OK;
}

static enum tt_status load_tables(struct ttcap *capture, const struct chunk *chunk, struct tt_error *err)
{
    const size_t count = (size_t)chunk->count * page_layout_size(&capture->layout);
    struct byte_buffer raw = {0};
    enum tt_status status = load_chunk(&capture->source, &capture->unpacker, chunk, &raw, err);
    if (status) {
        buffer_clear(&raw);
        return status;
    }
    struct page_ref *refs = mem_calloc(count, sizeof *refs);
    if (!refs)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for its page tables");
    else
        status = tables_read(chunk, raw.data, &capture->layout, capture->contents.page_count, refs, err);
    buffer_clear(&raw);
    if (status) {
        mem_free(refs);
        return place_chunk(&capture->source, chunk, status, err);
    }
    mem_free(capture->tables.refs);
    capture->tables.refs = refs;
    capture->tables.chunk = chunk;
    return TT_OK;
}

enum tt_status reader_table(struct ttcap *capture, uint32_t checkpoint, const struct page_ref **refs,
                            struct tt_error *err)
{
    assert(checkpoint < capture->info.checkpoint_count);
    if (capture->expected.own)
        checkpoint = capture->expected.own[checkpoint];
    if (!chunk_has(capture->tables.chunk, checkpoint)) {
        const struct chunk *chunk = contents_find(&capture->contents, CHUNK_SNAPSHOTS, checkpoint);
        TRY(load_tables(capture, chunk, err));
    }
    *refs =
        capture->tables.refs + (size_t)(checkpoint - capture->tables.chunk->first) * page_layout_size(&capture->layout);
    return TT_OK;
}

/* Unpacks a chunk of pages into a place that is free or least lately used. */
static enum tt_status load_pages(struct ttcap *capture, const struct chunk *chunk, struct cached_pages **out,
                                 struct tt_error *err)
{
    struct cached_pages *place = &capture->pages[0];
    for (unsigned i = 1; i < PAGE_CHUNKS_CACHED; i++)
        if (capture->pages[i].last_use < place->last_use)
            place = &capture->pages[i];
    place->chunk = NULL;
    place->last_use = 0;
    TRY(load_chunk(&capture->source, &capture->unpacker, chunk, &place->raw, err));
    enum tt_status status = pages_open(place->entries, chunk->count, place->raw.data, chunk->raw_bytes, err);
    if (status)
        return place_chunk(&capture->source, chunk, status, err);
    place->chunk = chunk;
    *out = place;
    return TT_OK;
}

/* A page, which must have `length` bytes. */
static enum tt_status reader_page(struct ttcap *capture, uint32_t id, uint32_t length, uint8_t *page,
                                  struct tt_error *err)
{
    struct cached_pages *pages = NULL;
    for (unsigned i = 0; i < PAGE_CHUNKS_CACHED; i++)
        if (chunk_has(capture->pages[i].chunk, id))
            pages = &capture->pages[i];
    if (!pages) {
        const struct chunk *chunk = contents_find(&capture->contents, CHUNK_PAGES, id);
        TRY(load_pages(capture, chunk, &pages, err));
    }
    pages->last_use = ++capture->uses;
    const struct page_entry *entry = &pages->entries[id - pages->chunk->first];
    if (entry->length != length) {
        (void)tt_fail(err, TT_BAD_INPUT, "page %u has %u bytes; a checkpoint uses it where %u are wanted", id,
                      entry->length, length);
        return place_chunk(&capture->source, pages->chunk, TT_BAD_INPUT, err);
    }
    pages_get(entry, pages->raw.data, page);
    return TT_OK;
}

/* Bytes [at, at + n) of a page, which has `length`. */
static enum tt_status read_page_part(struct ttcap *capture, uint32_t id, uint32_t length, uint32_t at, uint32_t n,
                                     uint8_t *bytes, struct tt_error *err)
{
    uint8_t page[PAGE_BYTES];
    if (n == length)
        return reader_page(capture, id, length, bytes, err);
    TRY(reader_page(capture, id, length, page, err));
    memcpy(bytes, page + at, n);
    return TT_OK;
}

/* The same for a table's references, data and masks. */
static enum tt_status read_part(struct ttcap *capture, const struct page_ref *ref, uint32_t length, uint32_t at,
                                uint32_t n, uint8_t *bytes, uint8_t *known, struct tt_error *err)
{
    if (ref->data == PAGE_REF_NONE) {
        memset(bytes, 0, n);
        memset(known, 0, n);
        return TT_OK;
    }
    TRY(read_page_part(capture, ref->data, length, at, n, bytes, err));
    if (ref->known == PAGE_REF_ALL) {
        memset(known, 0xFF, n);
        return TT_OK;
    }
    TRY(read_page_part(capture, ref->known, length, at, n, known, err));
    for (uint32_t i = 0; i < n; i++)
        bytes[i] &= known[i];
    return TT_OK;
}

enum tt_status reader_bytes(struct ttcap *capture, uint32_t checkpoint, enum tt_space space, uint32_t lo,
                            uint32_t count, uint8_t *bytes, uint8_t *known, struct tt_error *err)
{
    const struct page_layout *layout = &capture->layout;
    const struct page_ref *refs;
    TRY(reader_table(capture, checkpoint, &refs, err));
    while (count > 0) {
        uint32_t page = lo / PAGE_BYTES;
        uint32_t at = lo % PAGE_BYTES;
        uint32_t n = count < PAGE_BYTES - at ? count : PAGE_BYTES - at;
        const uint32_t length = page_layout_length(layout, space, page);
        const uint32_t there = at + n <= length ? n : at < length ? length - at : 0;
        memset(bytes + there, 0, n - there); /* between the small state and the words of internal state */
        memset(known + there, 0, n - there);
        TRY(there ? read_part(capture, &refs[layout->first[space] + page], length, at, there, bytes, known, err)
                  : TT_OK);
        lo += n;
        count -= n;
        bytes += n;
        known += n;
    }
    return TT_OK;
}

enum tt_status ttcap_read(struct ttcap *capture, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count,
                          uint8_t *bytes, uint8_t *known, struct tt_error *err)
{
    const struct page_layout *layout = &capture->layout;
    const struct ttcap_reference *reference = expected_of(capture, checkpoint);
    const struct ttcap_range range = {space, lo, count, NULL, NULL};
    if (reference) {
        expected_read(reference, &range, bytes, known);
        return TT_OK;
    }
    assert(lo <= layout->bytes[space] && count <= layout->bytes[space] - lo);
    TRY(reader_bytes(capture, checkpoint, space, lo, count, bytes, known, err));
    if (checkpoint)
        expected_hide(capture, &range, bytes, known);
    return TT_OK;
}

enum tt_status ttcap_next_known(struct ttcap *capture, uint32_t checkpoint, enum tt_space space, uint32_t *lo,
                                uint32_t *hi, struct tt_error *err)
{
    const struct page_ref *refs;
    const struct ttcap_reference *reference = expected_of(capture, checkpoint);
    if (reference)
        return expected_next_known(reference, space, lo, hi);
    TRY(reader_table(capture, checkpoint, &refs, err));
    refs += capture->layout.first[space];
    const uint32_t bytes = space_all_bytes(capture->info.chip, space);
    const uint32_t count = (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    const uint32_t small = space == TT_SPACE_STATE ? 4 * STATE_WORDS : 0; /* stands by itself */
    uint32_t page = small && *lo >= small && *lo < PAGE_BYTES ? 1 : *lo / PAGE_BYTES;
    while (page < count && refs[page].data == PAGE_REF_NONE)
        page++;
    if (*lo >= bytes || page >= count)
        return TT_END;
    if (*lo < page * PAGE_BYTES)
        *lo = page * PAGE_BYTES;
    *hi = small;
    if (small && page == 0)
        return TT_OK;
    while (page < count && refs[page].data != PAGE_REF_NONE)
        page++;
    *hi = page == count ? bytes : page * PAGE_BYTES;
    return TT_OK;
}
