/* SPDX-License-Identifier: Apache-2.0 */
/* Chunks and checkpoints of a file, and how each continues the one before. docs/formats/ttcap.md#chunks */
#include "capture/container/contents.h"

#include "base/outside.h"
#include "base/search.h"
#include "capture/columns/columns.h"
#include "capture/lines/line_set.h"
#include "capture/lines/symbol_text.h"
#include "capture/pages/page_table.h"
#include "capture/pages/pages.h"

#include <xxhash.h>

/* The content's hash so far, continued by one more text. */
static void hash_text(struct contents *contents, const uint8_t *text, size_t count)
{
    uint8_t both[sizeof contents->hash + 16];
    XXH128_canonical_t one;
    outside_reads(text, count);
    XXH128_canonicalFromHash(&one, XXH3_128bits(text, count));
    outside_wrote(&one, sizeof one);
    memcpy(both, contents->hash, sizeof contents->hash);
    memcpy(both + sizeof contents->hash, one.digest, sizeof one.digest);
    XXH128_canonicalFromHash(&one, XXH3_128bits(both, sizeof both));
    memcpy(contents->hash, one.digest, sizeof contents->hash);
}

void contents_init(struct contents *contents, const struct byte_buffer *manifest_frame)
{
    *contents = (struct contents){.start = manifest_frame->size, .end = manifest_frame->size};
    hash_text(contents, manifest_frame->data, manifest_frame->size);
}

void contents_clear(struct contents *contents)
{
    for (size_t i = 0; i < contents->snapshot_count; i++)
        mem_free(contents->snapshots[i].id);
    mem_free(contents->snapshots);
    for (unsigned type = 0; type < CHUNK_TYPE_END; type++)
        mem_free(contents->list[type].items);
    *contents = (struct contents){0};
}

static uint64_t next_item(const struct contents *contents, enum chunk_type type)
{
    if (type == CHUNK_EVENTS)
        return contents->event_count;
    if (type == CHUNK_SYMBOLS)
        return contents->symbol_count;
    if (type == CHUNK_LINES)
        return contents->line_count;
    return type == CHUNK_PAGES ? contents->page_count : contents->snapshot_count;
}

static enum tt_status check_limits(const struct contents *contents, const struct chunk *chunk, struct tt_error *err)
{
    uint64_t next = next_item(contents, chunk->type);
    REFUSE_IF(chunk->first != next, err, "a chunk of %s starts at %llu, expected %llu", chunk_type_name(chunk->type),
              (unsigned long long)chunk->first, (unsigned long long)next);
    uint64_t most = EVENTS_PER_CHUNK;
    if (chunk->type == CHUNK_PAGES)
        most = PAGES_PER_CHUNK;
    REFUSE_IF(chunk->count > most || chunk->count > chunk->raw_bytes, err,
              "a chunk of %s says %u of them in %u bytes; that many do not fit", chunk_type_name(chunk->type),
              chunk->count, chunk->raw_bytes);
    REFUSE_IF(chunk->type == CHUNK_PAGES && chunk->first + chunk->count > PAGE_ID_MAX, err,
              "there are more than %u pages", PAGE_ID_MAX);
    REFUSE_IF(chunk->type == CHUNK_SYMBOLS && chunk->first + chunk->count > SYMBOLS_MAX, err,
              "there are more than %u symbols", SYMBOLS_MAX);
    REFUSE_IF(chunk->type == CHUNK_SYMBOLS && contents->symbol_bytes + chunk->raw_bytes > SYMBOL_BYTES_MAX, err,
              "its symbols are more than %d bytes", SYMBOL_BYTES_MAX);
    REFUSE_IF(chunk->type == CHUNK_LINES && chunk->first + chunk->count > LINE_RANGES_MAX, err,
              "there are more than %d lines", LINE_RANGES_MAX);
    return TT_OK;
}

static enum tt_status add_snapshot(struct contents *contents, const char *id, size_t id_bytes, int64_t after_event,
                                   struct tt_error *err)
{
    size_t n = contents->snapshot_count;
    int64_t before = n ? contents->snapshots[n - 1].after_event : -1;
    REFUSE_IF(after_event < before || after_event >= (int64_t)contents->event_count || id_bytes > SNAPSHOT_ID_MAX, err,
              "checkpoint %zu stands after event %lld; expected %lld to %lld", n, (long long)after_event,
              (long long)before, (long long)contents->event_count - 1);
    char *copy = mem_alloc(id_bytes + 1);
    if (!copy || mem_grow(&contents->snapshots, &contents->snapshot_capacity, n + 1, sizeof *contents->snapshots)) {
        mem_free(copy);
        return tt_fail(err, TT_NO_MEMORY, "no memory for the index");
    }
    memcpy(copy, id, id_bytes);
    copy[id_bytes] = '\0';
    contents->snapshots[contents->snapshot_count++] = (struct snapshot_entry){copy, after_event};
    return TT_OK;
}

/* All of a chunk, or none. */
static enum tt_status add_snapshots(struct contents *contents, struct byte_reader snapshots, struct tt_error *err)
{
    const char *id;
    size_t id_bytes;
    int64_t after_event;
    const size_t before = contents->snapshot_count;
    enum tt_status status = TT_OK;
    while (!status && chunk_next_snapshot(&snapshots, &id, &id_bytes, &after_event))
        status = add_snapshot(contents, id, id_bytes, after_event, err);
    while (status && contents->snapshot_count > before)
        mem_free(contents->snapshots[--contents->snapshot_count].id);
    return status;
}

enum tt_status contents_add(struct contents *contents, const uint8_t *text, size_t count, struct tt_error *err)
{
    struct chunk chunk;
    struct byte_reader snapshots;
    REFUSE_IF(!chunk_text_read(&chunk, &snapshots, text, count), err, "the head of a chunk is no such head");
    enum tt_status status = check_limits(contents, &chunk, err);
    if (status)
        return status;
    chunk.offset = contents->end;
    chunk.head_bytes = (uint32_t)(count + SKIPPABLE_HEAD + HASH_BYTES);
    struct chunk_list *list = &contents->list[chunk.type];
    NEED(!mem_grow(&list->items, &list->capacity, list->count + 1, sizeof chunk), err, "no memory for the index");
    if (chunk.type == CHUNK_SNAPSHOTS && (status = add_snapshots(contents, snapshots, err)))
        return status;
    list->items[list->count++] = chunk;
    contents->chunk_count++;
    contents->end += chunk.head_bytes + (uint64_t)chunk.packed_bytes;
    hash_text(contents, text, count);
    if (chunk.type == CHUNK_PAGES)
        contents->page_count = chunk.first + chunk.count;
    if (chunk.type == CHUNK_SYMBOLS) {
        contents->symbol_count = chunk.first + chunk.count;
        contents->symbol_bytes += chunk.raw_bytes;
    }
    if (chunk.type == CHUNK_LINES)
        contents->line_count = chunk.first + chunk.count;
    if (chunk.type == CHUNK_EVENTS) {
        contents->event_count = chunk.first + chunk.count;
        contents->pc_count += chunk.pc_count;
        for (unsigned kind = 0; kind < TTCAP_KIND_COUNT; kind++)
            contents->kind_count[kind] += chunk.kind_count[kind];
    }
    return TT_OK;
}

const struct chunk *contents_find(const struct contents *contents, enum chunk_type type, uint64_t number)
{
    const struct chunk_list *list = &contents->list[type];
    assert(list->count > 0);
    const struct chunk *chunk = &list->items[SEARCH_FIRST(list->items + 1, list->count - 1, item->first <= number)];
    assert(chunk_has(chunk, number));
    return chunk;
}
