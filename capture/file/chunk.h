/* SPDX-License-Identifier: Apache-2.0 */
/* The frames of a capture file (docs/formats/ttcap.md): skippable frames with a hash of themselves, and chunks, which
 * are such a frame that describes the Zstandard frame after it. */
#pragma once

#include "capture/file/bytes.h"
#include "capture/ttcap.h"

/* Magic numbers of skippable frames; the last is the one the seekable format asks for. */
enum { FRAME_MANIFEST = 0x184D2A50, FRAME_CHUNK = 0x184D2A51, FRAME_INDEX = 0x184D2A52, FRAME_SEEK_TABLE = 0x184D2A5E };
enum { SKIPPABLE_HEAD = 8, HASH_BYTES = 8 };

enum {
    MANIFEST_BYTES_MAX = 1 << 20,
    CHUNK_HEAD_BYTES_MAX = 1 << 16,
    CHUNK_RAW_MAX = 4 << 20,
    CHUNK_PACKED_MAX = CHUNK_RAW_MAX + (CHUNK_RAW_MAX >> 8) + 1024, /* a frame can exceed its content a little */
};

enum chunk_type { CHUNK_EVENTS = 1, CHUNK_PAGES, CHUNK_SNAPSHOTS, CHUNK_SYMBOLS, CHUNK_LINES, CHUNK_TYPE_END };

const char *chunk_type_name(enum chunk_type type); /* "events" */

struct chunk {
    enum chunk_type type;
    uint64_t offset;                       /* byte in the file at which the head begins */
    uint32_t head_bytes;                   /* size of the whole head, a skippable frame */
    uint32_t packed_bytes;                 /* size of the Zstandard frame that follows the head */
    uint32_t raw_bytes;                    /* size of that frame's content */
    uint64_t hash;                         /* hash of the Zstandard frame as it is stored */
    uint64_t first;                        /* number of the first event, page, checkpoint, symbol or line in it */
    uint32_t count;                        /* how many of them the chunk holds */
    uint32_t kind_count[TTCAP_KIND_COUNT]; /* events only */
    uint32_t pc_count;                     /* events with a program counter */
};

/* Whether an event, page, checkpoint, symbol or line, as its type has it, is in the chunk (null: it is in none). */
static inline bool chunk_has(const struct chunk *chunk, uint64_t item)
{
    return chunk && item - chunk->first < chunk->count;
}

/* A head's text: the part that the head frame and the index share. `snapshots`, for CHUNK_SNAPSHOTS, are the encoded
 * names and positions of count checkpoints. False without memory. */
bool chunk_text_write(struct byte_buffer *out, const struct chunk *chunk, const struct byte_buffer *snapshots);

/* Reads such a text. All members are checked but offset and head_bytes, which it does not set; snapshots is borrowed
 * from the text. False where the text is not that of a head. */
bool chunk_text_read(struct chunk *chunk, struct byte_reader *snapshots, const uint8_t *text, size_t count);

/* One checkpoint of `snapshots`; false at the end or when the text is wrong (then is_bad is set). id is not terminated.
 */
bool chunk_next_snapshot(struct byte_reader *snapshots, const char **id, size_t *id_bytes, int64_t *after_event);
bool chunk_write_snapshot(struct byte_buffer *snapshots, const char *id, int64_t after_event);

/* A skippable frame of text and its hash, appended to out. False without memory. */
bool skippable_write(struct byte_buffer *out, uint32_t magic, const void *text, size_t count);

/* Whether the hash at the end of a whole skippable frame is right; its text then is frame + SKIPPABLE_HEAD, count -
 * SKIPPABLE_HEAD - HASH_BYTES. */
bool skippable_is_sound(const uint8_t *frame, size_t count);

/* A Zstandard frame's content, exactly raw_bytes of it. The sizes are checked against the frame before memory is used.
 * The sentence in err names the fault, not the place. Zero is an unpacker; the library's part of it is made by the
 * first run, for what asks about a capture alone needs none. */
struct unpacker {
    void *context;             /* the library's */
    struct byte_buffer packed; /* of load_chunk() */
};
void unpacker_clear(struct unpacker *unpacker);
enum tt_status unpacker_run(struct unpacker *unpacker, const struct chunk *chunk, const uint8_t *packed, uint8_t *raw,
                            struct tt_error *err);

/* The content of raw as one Zstandard frame, in out (replaced). A new block starts at each of cuts (ascending), so that
 * unlike parts do not share their statistics. */
struct packer_zstd;
struct packer_zstd *packer_zstd_new(void);
void packer_zstd_free(struct packer_zstd *packer);
enum tt_status packer_zstd_run(struct packer_zstd *packer, int level, const uint8_t *raw, size_t raw_bytes,
                               const size_t *cuts, size_t cut_count, struct byte_buffer *out, struct tt_error *err);

uint64_t hash_bytes(const void *bytes, size_t count);

/* ---- seek_table.c ----
 * The seek table of Zstandard's seekable format: the last frame of a capture, by which other tools find the
 * frames. */

/* An entry for the next frame. False without memory. */
bool seek_table_add(struct byte_buffer *entries, uint32_t packed_bytes, uint32_t raw_bytes);

/* Appends the frame with these entries to out. */
bool seek_table_write(struct byte_buffer *out, const struct byte_buffer *entries);

/* Reads the end of a table from the last bytes of a file: the size of its frame, and of the frame before it. False when
 * there is none. */
bool seek_table_tail(const uint8_t *tail, size_t count, uint64_t *table_bytes, uint32_t *last_bytes);
