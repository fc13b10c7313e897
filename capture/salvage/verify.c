/* SPDX-License-Identifier: Apache-2.0 */
/* Goes through a capture and says everything that is wrong with it. docs/formats/ttcap.md#verifying */
#include "capture/salvage/verify.h"

#include "capture/container/reader.h"
#include "capture/file/chunk.h"
#include "capture/lines/line_set.h"
#include "isa/spaces.h"

void sentences_say(struct sentences *sentences, const char *format, ...)
{
    struct tt_error sentence;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(sentence.text, sizeof sentence.text, format, args);
    va_end(args);
    sentences->count++;
    if (sentences->said)
        sentences->said(sentences->user, sentence.text);
}

struct verifier {
    struct source *source;
    struct sentences said;
    struct ttcap_verify_summary *summary;
    struct unpacker unpacker;
    struct line_set lines;
    struct page_layout layout;
    struct contents contents;
    struct byte_buffer page_length;         /* u32 a page; 0: lost */
    struct byte_buffer head, raw;           /* of the chunk being looked at */
    struct byte_buffer index, seek_entries; /* as the heads say they must be */
    bool has_bad_head;
};

/* Reports faults of the file; other trouble is passed up. */
static enum tt_status say_bad(struct verifier *verifier, enum tt_status status, const struct tt_error *err)
{
    if (status != TT_BAD_INPUT)
        return status;
    sentences_say(&verifier->said, "%s", err->text);
    return TT_OK;
}

static enum tt_status verify_no_memory(const struct verifier *verifier, struct tt_error *err)
{
    return tt_fail(err, TT_NO_MEMORY, "%s: no memory", verifier->source->name);
}

/* The head of a chunk as it stands in the file, against the index; and into the expected index. */
static enum tt_status verify_check_head(struct verifier *verifier, const struct chunk *chunk, struct tt_error *err)
{
    const char *why;
    struct tt_error local;
    enum tt_status status = contents_read_head(verifier->source, chunk->offset, &verifier->head, &why, &local);
    if (status == TT_END || status == TT_BAD_INPUT) {
        verifier->has_bad_head = true;
        sentences_say(&verifier->said, "%s: chunk of %s at byte %llu: %s", verifier->source->name,
                      chunk_type_name(chunk->type), (unsigned long long)chunk->offset,
                      status == TT_END ? why : local.text);
        return TT_OK;
    }
    if (status) {
        *err = local;
        return status;
    }
    size_t n = verifier->head.size - SKIPPABLE_HEAD - HASH_BYTES;
    bool is_ok = buffer_varint(&verifier->index, n) &&
                 buffer_append(&verifier->index, verifier->head.data + SKIPPABLE_HEAD, n) &&
                 seek_table_add(&verifier->seek_entries, (uint32_t)verifier->head.size, 0) &&
                 seek_table_add(&verifier->seek_entries, chunk->packed_bytes, chunk->raw_bytes);
    return is_ok ? TT_OK : verify_no_memory(verifier, err);
}

/* The lengths of the chunk's pages; null: they are lost. */
static enum tt_status note_pages(struct verifier *verifier, const struct chunk *chunk, const struct page_entry *entries,
                                 struct tt_error *err)
{
    bool is_ok = true;
    for (uint32_t i = 0; i < chunk->count; i++)
        is_ok = is_ok && buffer_u32(&verifier->page_length, entries ? entries[i].length : 0);
    return is_ok ? TT_OK : verify_no_memory(verifier, err);
}

/* Whether a page is there with the length that is wanted; else how it is not. */
static const char *page_trouble(const struct verifier *verifier, uint32_t id, uint32_t length)
{
    uint32_t is = load_u32(verifier->page_length.data + 4 * (size_t)id);
    if (is == length)
        return NULL;
    return is == 0 ? "is lost" : "has another length";
}

static void check_table(struct verifier *verifier, uint64_t checkpoint, const struct page_ref *refs)
{
    const struct page_layout *layout = &verifier->layout;
    for (unsigned space = 0; space < TT_SPACE_COUNT; space++)
        for (uint32_t at = layout->first[space]; at < layout->first[space + 1]; at++) {
            uint32_t length = page_layout_length(layout, (enum tt_space)space, at - layout->first[space]);
            if (refs[at].data == PAGE_REF_NONE)
                continue;
            const char *how = page_trouble(verifier, refs[at].data, length);
            if (!how && refs[at].known != PAGE_REF_ALL)
                how = page_trouble(verifier, refs[at].known, length);
            if (!how)
                continue;
            sentences_say(&verifier->said, "%s: checkpoint %s: page %u of %s %s", verifier->source->name,
                          verifier->contents.snapshots[checkpoint].id, at - layout->first[space],
                          space_name((enum tt_space)space), how);
            return; /* one sentence a checkpoint is enough */
        }
    verifier->summary->checkpoints++;
}

/* Each chunk alone, and behind those before it. */
static enum tt_status check_lines(struct verifier *verifier, const struct chunk *chunk, const uint8_t *raw,
                                  struct tt_error *err)
{
    const enum tt_status status = line_set_unpack(&verifier->lines, raw, chunk->raw_bytes, chunk->count, err);
    if (status)
        line_set_clear(&verifier->lines);
    return status;
}

static enum tt_status verify_take_content(struct verifier *verifier, const struct chunk *chunk, struct tt_error *err)
{
    struct ttcap_verify_summary *summary = verifier->summary;
    uint64_t others = 0; /* checkpoints are counted where all of their pages are there */
    uint64_t *const counts[CHUNK_TYPE_END] = {[CHUNK_EVENTS] = &summary->events,
                                              [CHUNK_PAGES] = &summary->pages,
                                              [CHUNK_SNAPSHOTS] = &others,
                                              [CHUNK_SYMBOLS] = &summary->symbols,
                                              [CHUNK_LINES] = &summary->lines};
    const uint8_t *raw = verifier->raw.data;
    const uint64_t pages = verifier->page_length.size / 4;
    void *items = NULL;
    enum tt_status status = chunk->type == CHUNK_LINES
                                ? check_lines(verifier, chunk, raw, err)
                                : content_check(chunk, raw, &verifier->layout, pages, &items, err);
    if (!status && chunk->type == CHUNK_PAGES)
        status = note_pages(verifier, chunk, items, err);
    for (uint32_t i = 0; i < chunk->count && !status && chunk->type == CHUNK_SNAPSHOTS; i++)
        check_table(verifier, chunk->first + i,
                    (const struct page_ref *)items + (size_t)i * page_layout_size(&verifier->layout));
    mem_free(items);
    if (!status)
        *counts[chunk->type] += chunk->count;
    return place_chunk(verifier->source, chunk, status, err);
}

static enum tt_status verify_check_content(struct verifier *verifier, const struct chunk *chunk, struct tt_error *err)
{
    struct tt_error local;
    enum tt_status status = load_chunk(verifier->source, &verifier->unpacker, chunk, &verifier->raw, &local);
    status = status ?: verify_take_content(verifier, chunk, &local);
    if (status == TT_BAD_INPUT) {
        sentences_say(&verifier->said, "%s", local.text);
        sentences_say(&verifier->said, "%s: lost: %s %llu to %llu", verifier->source->name, content_items[chunk->type],
                      (unsigned long long)chunk->first, (unsigned long long)chunk->first + chunk->count - 1);
        return chunk->type == CHUNK_PAGES ? note_pages(verifier, chunk, NULL, err) : TT_OK;
    }
    if (status)
        *err = local;
    return status;
}

/* The chunk after `offset` in the file, or null. */
static const struct chunk *next_chunk(const struct contents *contents, size_t at[CHUNK_TYPE_END])
{
    const struct chunk *next = NULL;
    for (unsigned type = CHUNK_EVENTS; type < CHUNK_TYPE_END; type++) {
        const struct chunk_list *list = &contents->list[type];
        if (at[type] < list->count && (!next || list->items[at[type]].offset < next->offset))
            next = &list->items[at[type]];
    }
    if (next)
        at[next->type]++;
    return next;
}

static enum tt_status check_chunks(struct verifier *verifier, struct tt_error *err)
{
    size_t at[CHUNK_TYPE_END] = {0};
    const struct chunk *chunk;
    while ((chunk = next_chunk(&verifier->contents, at))) {
        enum tt_status status = verify_check_head(verifier, chunk, err);
        TRY(status ?: verify_check_content(verifier, chunk, err));
        verifier->summary->chunks++;
        verifier->summary->chunk_bytes += chunk->head_bytes + (uint64_t)chunk->packed_bytes;
    }
    return TT_OK;
}

/* The bytes after the last chunk, against the expected ones. */
static enum tt_status compare_tail(struct verifier *verifier, const struct byte_buffer *wanted, size_t index_bytes,
                                   struct tt_error *err)
{
    const char *name = verifier->source->name;
    uint64_t start = verifier->contents.end;
    uint64_t left = verifier->source->size - start;
    size_t n = left < wanted->size ? (size_t)left : wanted->size;
    uint8_t *there = mem_alloc(n);
    if (!there)
        return verify_no_memory(verifier, err);
    enum tt_status status = source_read(verifier->source, start, there, n, err);
    size_t same = 0;
    while (!status && same < n && there[same] == wanted->data[same])
        same++;
    mem_free(there);
    if (status)
        return status;
    const char *part = same < index_bytes ? "the index" : "the seek table";
    if (same < n)
        sentences_say(&verifier->said, "%s: byte %llu: %s is not that of the chunks before it", name,
                      (unsigned long long)(start + same), part);
    else if (left < wanted->size)
        sentences_say(&verifier->said, "%s: the file ends at byte %llu, inside %s", name,
                      (unsigned long long)verifier->source->size, part);
    else if (left > wanted->size)
        sentences_say(&verifier->said, "%s: %llu bytes follow the seek table, at byte %llu", name,
                      (unsigned long long)(left - wanted->size), (unsigned long long)(start + wanted->size));
    return TT_OK;
}

static enum tt_status check_tail(struct verifier *verifier, struct tt_error *err)
{
    struct byte_buffer text OWNED(buffer_clear) = {0};
    struct byte_buffer frames OWNED(buffer_clear) = {0};
    bool is_ok = buffer_varint(&text, verifier->contents.chunk_count) &&
                 buffer_append(&text, verifier->index.data, verifier->index.size) &&
                 skippable_write(&frames, FRAME_INDEX, text.data, text.size);
    size_t index_bytes = frames.size;
    is_ok = is_ok && seek_table_add(&verifier->seek_entries, (uint32_t)index_bytes, 0) &&
            seek_table_write(&frames, &verifier->seek_entries);
    return is_ok ? compare_tail(verifier, &frames, index_bytes, err) : verify_no_memory(verifier, err);
}

/* Why the walk along the heads of a file without a usable index stopped where it did. */
static enum tt_status explain_salvage(struct verifier *verifier, struct tt_error *err)
{
    const struct contents *contents = &verifier->contents;
    uint64_t left = verifier->source->size - contents->end;
    uint8_t magic[4] = {0};
    TRY(left < 4 ? TT_OK : source_read(verifier->source, contents->end, magic, 4, err));
    /* Where the index, or a part of it, stands in its place, all chunks are there. */
    if (left >= 4 && load_u32(magic) == FRAME_INDEX)
        return check_tail(verifier, err);
    const char *why;
    enum tt_status status = contents_read_head(verifier->source, contents->end, &verifier->head, &why, err);
    if (status != TT_END && status != TT_BAD_INPUT)
        return status;
    if (status == TT_BAD_INPUT)
        why = "the head of a chunk is no such head";
    sentences_say(&verifier->said, "%s: byte %llu of %llu: %s, and there is no index", verifier->source->name,
                  (unsigned long long)contents->end, (unsigned long long)verifier->source->size,
                  left == 0 ? "the file ends after a whole chunk" : why);
    sentences_say(&verifier->said,
                  "%s: lost: all from event %llu and checkpoint %zu on; what is before is whole, but for what is named "
                  "above",
                  verifier->source->name, (unsigned long long)contents->event_count, contents->snapshot_count);
    return TT_OK;
}

static enum tt_status verify_check_all(struct verifier *verifier, const struct byte_buffer *frame, struct tt_error *err)
{
    struct tt_error local;
    enum tt_status status = contents_load(&verifier->contents, verifier->source, frame, &local);
    if (status == TT_BAD_INPUT)
        tt_error_prefix(&local, "%s", verifier->source->name);
    if (status) {
        *err = local;
        return say_bad(verifier, status, &local);
    }
    if (!seek_table_add(&verifier->seek_entries, (uint32_t)frame->size, 0))
        return verify_no_memory(verifier, err);
    TRY(check_chunks(verifier, err));
    if (verifier->contents.is_salvaged)
        return explain_salvage(verifier, err);
    return verifier->has_bad_head ? TT_OK : check_tail(verifier, err);
}

static enum tt_status check_manifest(struct verifier *verifier, const struct byte_buffer *frame, struct tt_error *err)
{
    struct manifest manifest;
    TRY(manifest_read(&manifest, frame->data + SKIPPABLE_HEAD, frame->size - SKIPPABLE_HEAD - HASH_BYTES, err));
    page_layout_init(&verifier->layout, manifest.chip);
    manifest_clear(&manifest);
    return TT_OK;
}

static enum tt_status verify_run(struct verifier *verifier, struct tt_error *err)
{
    struct byte_buffer frame = {0};
    struct tt_error local;
    enum tt_status status = contents_read_manifest(verifier->source, &frame, &local);
    status = status ?: check_manifest(verifier, &frame, &local);
    if (!status) {
        status = verify_check_all(verifier, &frame, err);
    } else {
        if (status == TT_BAD_INPUT || status == TT_UNSUPPORTED)
            tt_error_prefix(&local, "%s", verifier->source->name);
        *err = local;
        status = say_bad(verifier, status, &local);
    }
    buffer_clear(&frame);
    return status;
}

enum tt_status verify_source(struct source *source, void (*said)(void *user, const char *sentence), void *user,
                             struct ttcap_verify_summary *summary, struct tt_error *err)
{
    struct tt_error unused;
    struct verifier verifier = {.source = source, .said = {said, user, 0}, .summary = summary};
    *summary = (struct ttcap_verify_summary){0};
    if (!err)
        err = &unused;
    enum tt_status status = verify_run(&verifier, err);
    summary->problems = verifier.said.count;
    unpacker_clear(&verifier.unpacker);
    line_set_clear(&verifier.lines);
    contents_clear(&verifier.contents);
    buffer_clear(&verifier.page_length);
    buffer_clear(&verifier.head);
    buffer_clear(&verifier.raw);
    buffer_clear(&verifier.index);
    buffer_clear(&verifier.seek_entries);
    if (status || summary->problems == 0)
        return status;
    return tt_fail(err, TT_BAD_INPUT, "%s: %llu problems", source->name, (unsigned long long)summary->problems);
}

enum tt_status ttcap_verify(const char *path, void (*said)(void *user, const char *sentence), void *user,
                            struct ttcap_verify_summary *summary, struct tt_error *err)
{
    struct source source;
    *summary = (struct ttcap_verify_summary){0};
    const enum tt_status opened = source_open(&source, path, err);
    if (opened == TT_BAD_INPUT)
        said(user, err->text);
    TRY(opened);
    enum tt_status status = verify_source(&source, said, user, summary, err);
    source_close(&source);
    return status;
}
