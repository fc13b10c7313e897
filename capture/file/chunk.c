/* SPDX-License-Identifier: Apache-2.0 */
/* Chunk heads and skippable frames. docs/formats/ttcap.md#chunks */
#include "capture/file/chunk.h"

#include <xxhash.h>

const char *chunk_type_name(enum chunk_type type)
{
    static const char *const names[CHUNK_TYPE_END] = {[CHUNK_EVENTS] = "events",
                                                      [CHUNK_PAGES] = "pages",
                                                      [CHUNK_SNAPSHOTS] = "snapshots",
                                                      [CHUNK_SYMBOLS] = "symbols",
                                                      [CHUNK_LINES] = "lines"};
    return names[type];
}

uint64_t hash_bytes(const void *bytes, size_t count)
{
    return XXH3_64bits(bytes, count);
}

bool chunk_text_write(struct byte_buffer *out, const struct chunk *chunk, const struct byte_buffer *snapshots)
{
    bool is_ok = buffer_u8(out, (uint8_t)chunk->type) && buffer_varint(out, chunk->packed_bytes) &&
                 buffer_varint(out, chunk->raw_bytes) && buffer_u64(out, chunk->hash) &&
                 buffer_varint(out, chunk->first) && buffer_varint(out, chunk->count);
    if (chunk->type == CHUNK_EVENTS)
        for (unsigned kind = 0; kind < TTCAP_KIND_COUNT; kind++)
            is_ok = is_ok && buffer_varint(out, chunk->kind_count[kind]);
    if (chunk->pc_count > 0)
        is_ok = is_ok && buffer_varint(out, chunk->pc_count);
    if (chunk->type == CHUNK_SNAPSHOTS)
        is_ok = is_ok && buffer_append(out, snapshots->data, snapshots->size);
    return is_ok;
}

static uint32_t read_limited(struct byte_reader *reader, uint64_t limit)
{
    uint64_t value = read_varint(reader);
    if (value > limit)
        reader->is_bad = true;
    return reader->is_bad ? 0 : (uint32_t)value;
}

static bool read_kinds(struct chunk *chunk, struct byte_reader *reader)
{
    uint64_t total = 0;
    for (unsigned kind = 0; kind < TTCAP_KIND_COUNT; kind++) {
        chunk->kind_count[kind] = read_limited(reader, chunk->count);
        total += chunk->kind_count[kind];
    }
    if (reader->is_bad || total != chunk->count)
        return false;
    /* Where it is there, there is something to count. */
    if (reader->at == reader->end)
        return true;
    chunk->pc_count = read_limited(reader, chunk->count);
    return chunk->pc_count > 0;
}

static bool snapshots_are_sound(struct byte_reader reader, uint32_t count)
{
    const char *id;
    size_t id_bytes;
    int64_t after_event;
    uint32_t n = 0;
    while (chunk_next_snapshot(&reader, &id, &id_bytes, &after_event))
        n++;
    return !reader.is_bad && n == count;
}

bool chunk_text_read(struct chunk *chunk, struct byte_reader *snapshots, const uint8_t *text, size_t count)
{
    struct byte_reader reader = byte_reader(text, count);
    uint8_t type = read_u8(&reader);
    if (type < CHUNK_EVENTS || type >= CHUNK_TYPE_END)
        return false;
    chunk->type = (enum chunk_type)type;
    chunk->packed_bytes = read_limited(&reader, CHUNK_PACKED_MAX);
    chunk->raw_bytes = read_limited(&reader, CHUNK_RAW_MAX);
    chunk->hash = read_u64(&reader);
    chunk->first = read_varint(&reader);
    chunk->count = read_limited(&reader, CHUNK_RAW_MAX);
    memset(chunk->kind_count, 0, sizeof chunk->kind_count);
    chunk->pc_count = 0;
    if (reader.is_bad || chunk->count == 0 || chunk->first > INT64_MAX)
        return false;
    if (chunk->type == CHUNK_EVENTS && !read_kinds(chunk, &reader))
        return false;
    *snapshots = reader;
    if (chunk->type == CHUNK_SNAPSHOTS)
        return snapshots_are_sound(reader, chunk->count);
    return reader.at == reader.end;
}

bool chunk_write_snapshot(struct byte_buffer *snapshots, const char *id, int64_t after_event)
{
    size_t n = strlen(id);
    return buffer_varint(snapshots, n) && buffer_append(snapshots, id, n) &&
           buffer_varint(snapshots, (uint64_t)(after_event + 1));
}

bool chunk_next_snapshot(struct byte_reader *snapshots, const char **id, size_t *id_bytes, int64_t *after_event)
{
    if (snapshots->is_bad || snapshots->at == snapshots->end)
        return false;
    uint64_t n = read_varint(snapshots);
    *id = (const char *)read_bytes(snapshots, n);
    *id_bytes = (size_t)n;
    uint64_t events = read_varint(snapshots);
    if (events > INT64_MAX || (!snapshots->is_bad && memchr(*id, 0, *id_bytes)))
        snapshots->is_bad = true;
    *after_event = snapshots->is_bad ? -1 : (int64_t)events - 1;
    return !snapshots->is_bad;
}

bool skippable_write(struct byte_buffer *out, uint32_t magic, const void *text, size_t count)
{
    size_t start = out->size;
    return buffer_u32(out, magic) && buffer_u32(out, (uint32_t)(count + HASH_BYTES)) &&
           buffer_append(out, text, count) && buffer_u64(out, hash_bytes(out->data + start, out->size - start));
}

bool skippable_is_sound(const uint8_t *frame, size_t count)
{
    return count >= SKIPPABLE_HEAD + HASH_BYTES && load_u32(frame + 4) == count - SKIPPABLE_HEAD &&
           load_u64(frame + count - HASH_BYTES) == hash_bytes(frame, count - HASH_BYTES);
}
