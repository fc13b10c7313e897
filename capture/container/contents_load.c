/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the parts of a file: by the index at its end, or by walking the heads. docs/formats/ttcap.md#index */
#include "capture/container/contents.h"

#include "base/input.h"
#include "capture/file/chunk.h"

enum { FRONT_READ = 4096, TAIL_READ = 16384 };

/* bytes [offset, offset + count) of the file, of which `got` holds the part [got_at, got_at + got->size). */
static enum tt_status read_range(struct source *source, uint64_t offset, size_t count, struct byte_buffer *into,
                                 struct tt_error *err)
{
    NEED(!mem_grow(&into->data, &into->capacity, count, 1), err, "no memory to read %zu bytes", count);
    into->size = count;
    return source_read(source, offset, into->data, count, err);
}

bool ttcap_begins(const char *path)
{
    struct tt_error none;
    FILE *file = NULL;
    uint8_t front[4];
    if (input_stream(&file, path, &none))
        return false;
    const bool is_one = fread(front, sizeof front, 1, file) == 1 && load_u32(front) == FRAME_MANIFEST;
    (void)fclose(file);
    return is_one;
}

/* The kind of another file, by its first bytes: files that users have beside their captures. */
static const char *other_kind(const uint8_t *front, size_t count)
{
    static const struct {
        const char *magic, *kind;
    } kinds[] = {
        {"SQLite format 3", " (it is a database: of a run, or of a batch)"},
        {"\x93NUMPY", " (it is a NumPy array: --expect holds a run against one)"},
        {"\177ELF", " (it is a program: import --elf makes a capture of one)"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (count >= strlen(kinds[i].magic) && memcmp(front, kinds[i].magic, strlen(kinds[i].magic)) == 0)
            return kinds[i].kind;
    return "";
}

enum tt_status contents_read_manifest(struct source *source, struct byte_buffer *frame, struct tt_error *err)
{
    size_t front = source->size < FRONT_READ ? (size_t)source->size : FRONT_READ;
    TRY(read_range(source, 0, front, frame, err));
    REFUSE_IF(front < 4 || load_u32(frame->data) != FRAME_MANIFEST, err,
              "not a capture: it does not start with a manifest frame%s", other_kind(frame->data, front));
    REFUSE_IF(front < SKIPPABLE_HEAD, err, "the file ends inside the manifest, at byte %llu",
              (unsigned long long)source->size);
    uint64_t bytes = SKIPPABLE_HEAD + (uint64_t)load_u32(frame->data + 4);
    REFUSE_IF(bytes > SKIPPABLE_HEAD + MANIFEST_BYTES_MAX + HASH_BYTES, err,
              "the manifest frame says %llu bytes, and at most %d are allowed", (unsigned long long)bytes,
              MANIFEST_BYTES_MAX);
    REFUSE_IF(bytes > source->size, err, "the file ends inside the manifest, at byte %llu of %llu",
              (unsigned long long)source->size, (unsigned long long)bytes);
    if (bytes > front)
        TRY(read_range(source, 0, (size_t)bytes, frame, err));
    frame->size = (size_t)bytes;
    REFUSE_IF(!skippable_is_sound(frame->data, frame->size), err, "the manifest is damaged: its hash differs");
    return TT_OK;
}

/* Takes the index apart. Its hash was right: its faults were written. */
static enum tt_status parse_index(struct contents *contents, uint64_t index_offset, const uint8_t *text, size_t count,
                                  struct tt_error *err)
{
    struct byte_reader reader = byte_reader(text, count);
    uint64_t chunks = read_varint(&reader);
    for (uint64_t i = 0; i < chunks; i++) {
        uint64_t n = read_varint(&reader);
        const uint8_t *chunk = read_bytes(&reader, n);
        REFUSE_IF(!chunk, err, "index: it ends inside chunk %llu", (unsigned long long)i);
        TRY(PLACED(contents_add(contents, chunk, (size_t)n, err), err, "index"));
    }
    REFUSE_IF(reader.is_bad || reader.at != reader.end, err, "index: it is longer than its chunks");
    REFUSE_IF(contents->end != index_offset, err, "index: its chunks end at byte %llu, and it stands at byte %llu",
              (unsigned long long)contents->end, (unsigned long long)index_offset);
    return TT_OK;
}

/* Reads the tail of the file until it holds everything from `offset` on. */
static enum tt_status read_tail(struct source *source, uint64_t offset, struct byte_buffer *tail, uint64_t *tail_at,
                                struct tt_error *err)
{
    if (tail->size > 0 && offset >= *tail_at)
        return TT_OK;
    *tail_at = offset;
    return read_range(source, offset, (size_t)(source->size - offset), tail, err);
}

/* Where the index frame starts; TT_END where the file does not end in a seek table that points at one. */
static enum tt_status find_index(struct source *source, uint64_t start, struct byte_buffer *tail, uint64_t *tail_at,
                                 uint64_t *index_offset, struct tt_error *err)
{
    uint64_t least = source->size > TAIL_READ ? source->size - TAIL_READ : 0;
    TRY(read_tail(source, least, tail, tail_at, err));
    uint64_t table_bytes;
    uint32_t last_bytes;
    if (!seek_table_tail(tail->data, tail->size, &table_bytes, &last_bytes))
        return TT_END;
    if (table_bytes > source->size - start || last_bytes > source->size - start - table_bytes)
        return TT_END;
    *index_offset = source->size - table_bytes - last_bytes;
    return TT_OK;
}

static enum tt_status contents_read_index(struct contents *contents, struct source *source,
                                          const struct byte_buffer *frame, struct tt_error *err)
{
    struct byte_buffer tail = {0};
    uint64_t tail_at = 0;
    uint64_t offset;
    contents_init(contents, frame);
    enum tt_status status = find_index(source, frame->size, &tail, &tail_at, &offset, err);
    status = status ?: read_tail(source, offset, &tail, &tail_at, err);
    if (!status) {
        const uint8_t *index = tail.data + (offset - tail_at);
        size_t left = tail.size - (size_t)(offset - tail_at);
        uint64_t bytes = left >= SKIPPABLE_HEAD ? SKIPPABLE_HEAD + (uint64_t)load_u32(index + 4) : UINT64_MAX;
        if (bytes > left || load_u32(index) != FRAME_INDEX || !skippable_is_sound(index, (size_t)bytes))
            status = TT_END;
        else
            status =
                parse_index(contents, offset, index + SKIPPABLE_HEAD, (size_t)bytes - SKIPPABLE_HEAD - HASH_BYTES, err);
    }
    buffer_clear(&tail);
    if (status)
        contents_clear(contents);
    return status;
}

enum tt_status contents_read_head(struct source *source, uint64_t offset, struct byte_buffer *head, const char **why,
                                  struct tt_error *err)
{
    uint64_t left = source->size - offset;
    *why = "the file ends inside the head of a chunk";
    if (left < SKIPPABLE_HEAD)
        return TT_END;
    size_t guess = left < 128 ? (size_t)left : 128;
    enum tt_status status = read_range(source, offset, guess, head, err);
    if (status)
        return status;
    uint64_t bytes = SKIPPABLE_HEAD + (uint64_t)load_u32(head->data + 4);
    if (load_u32(head->data) != FRAME_CHUNK || bytes > CHUNK_HEAD_BYTES_MAX) {
        *why = "no chunk starts there";
        return TT_END;
    }
    if (bytes > left)
        return TT_END;
    if (bytes > guess && (status = read_range(source, offset, (size_t)bytes, head, err)))
        return status;
    head->size = (size_t)bytes;
    if (!skippable_is_sound(head->data, head->size)) {
        *why = "the head of a chunk is damaged: its hash differs";
        return TT_END;
    }
    struct chunk chunk;
    struct byte_reader snapshots;
    REFUSE_IF(
        !chunk_text_read(&chunk, &snapshots, head->data + SKIPPABLE_HEAD, head->size - SKIPPABLE_HEAD - HASH_BYTES),
        err, "the head of the chunk at byte %llu is no such head", (unsigned long long)offset);
    *why = "the file ends inside a chunk";
    return chunk.packed_bytes > left - head->size ? TT_END : TT_OK;
}

static enum tt_status contents_load_walk(struct contents *contents, struct source *source, struct tt_error *err)
{
    struct byte_buffer head = {0};
    enum tt_status status;
    const char *why;
    while (!(status = contents_read_head(source, contents->end, &head, &why, err))) {
        status = contents_add(contents, head.data + SKIPPABLE_HEAD, head.size - SKIPPABLE_HEAD - HASH_BYTES, err);
        if (status)
            break;
    }
    buffer_clear(&head);
    return walk_ended(status);
}

enum tt_status contents_load(struct contents *contents, struct source *source, const struct byte_buffer *frame,
                             struct tt_error *err)
{
    enum tt_status status = contents_read_index(contents, source, frame, err);
    if (status != TT_END)
        return status;
    contents_init(contents, frame);
    contents->is_salvaged = true;
    status = contents_load_walk(contents, source, err);
    if (status)
        contents_clear(contents);
    return status;
}
