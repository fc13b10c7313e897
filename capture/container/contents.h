/* SPDX-License-Identifier: Apache-2.0 */
/* The places of a capture file's parts: its chunks by type, and its checkpoints. Comes from the index, or, where that
 * is missing, from the heads of the chunks themselves: the same texts, so there is one way to read them. */
#pragma once

#include "capture/file/chunk.h"
#include "capture/file/source.h"

enum { SNAPSHOT_ID_MAX = 255 };

struct snapshot_entry {
    char *id;
    int64_t after_event;
};

struct chunk_list {
    struct chunk *items;
    size_t count, capacity;
};

struct contents {
    struct chunk_list list[CHUNK_TYPE_END]; /* by type; each ascending and without gaps */
    struct snapshot_entry *snapshots;
    size_t snapshot_count, snapshot_capacity;
    uint64_t event_count, page_count, symbol_count, symbol_bytes, line_count, chunk_count;
    uint64_t kind_count[TTCAP_KIND_COUNT], pc_count;
    uint64_t start, end; /* where the chunks stand in the file */
    uint8_t hash[16];    /* hash of the manifest and of every chunk, in their order */
    bool is_salvaged;
};

/* Reads the first frame of a file into text. TT_BAD_INPUT where it is not a manifest's frame; err says why. */
enum tt_status contents_read_manifest(struct source *source, struct byte_buffer *frame, struct tt_error *err);

/* `frame` is the result of contents_read_manifest(). On failure contents holds nothing that has to be freed. */
enum tt_status contents_load(struct contents *contents, struct source *source, const struct byte_buffer *frame,
                             struct tt_error *err);
void contents_init(struct contents *contents, const struct byte_buffer *manifest_frame);
void contents_clear(struct contents *contents);

/* Takes the next chunk by its text. It must continue the chunks before it. */
enum tt_status contents_add(struct contents *contents, const uint8_t *text, size_t count, struct tt_error *err);

/* The head of the chunk at `offset`: TT_OK with the whole frame in head; TT_END when no whole sound chunk is there
 * (why names the bytes there); else trouble with the source. */
enum tt_status contents_read_head(struct source *source, uint64_t offset, struct byte_buffer *head, const char **why,
                                  struct tt_error *err);

/* The chunk of a type that holds item; there must be one. */
const struct chunk *contents_find(const struct contents *contents, enum chunk_type type, uint64_t number);
