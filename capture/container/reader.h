/* SPDX-License-Identifier: Apache-2.0 */
/* Inside of the reader: shared by its files. */
#pragma once

#include "capture/container/contents.h"
#include "capture/container/manifest.h"
#include "capture/expected.h"
#include "capture/pages/page_table.h"
#include "capture/pages/pages.h"

enum { PAGE_CHUNKS_CACHED = 4 };

/* A chunk of pages, unpacked. */
struct cached_pages {
    const struct chunk *chunk; /* null: free */
    struct page_entry entries[PAGES_PER_CHUNK];
    struct byte_buffer raw;
    uint64_t last_use;
};

struct event_chunk;
struct line_set;

struct ttcap {
    char *path;
    struct source source;
    struct manifest manifest;
    struct contents contents;
    struct page_layout layout;
    struct ttcap_info info;
    struct ttcap_checkpoint *checkpoints;
    struct unpacker unpacker;
    struct cached_pages pages[PAGE_CHUNKS_CACHED];
    uint64_t uses;
    struct {
        const struct chunk *chunk; /* whose tables these are; null: none */
        struct page_ref *refs;     /* a table after the other */
    } tables;
    struct symbol_table *symbols;     /* null until one is needed */
    bool are_symbols_unsound;         /* one was needed, and they cannot be read */
    struct line_set *lines;           /* likewise */
    struct event_chunk *event_chunks; /* that cursors stand in, or did: cursor.c */
    uint64_t event_cursors;           /* opened so far */
    struct { /* with references, of each checkpoint: its number in the file, or EXPECTED_NOT_OWN and the reference */
        uint32_t *own; /* null: the capture has its own checkpoints */
        struct ttcap_reference **references;
    } expected;
};

/* Null is allowed. */
void reader_free_lines(struct line_set *set);
/* ---- expected.c ---- */

enum { EXPECTED_NOT_OWN = UINT32_MAX };

/* The reference that a checkpoint is; null: one of the capture's own. Its bytes, and its next range, as ttcap_read and
 * ttcap_next_known have them. */
const struct ttcap_reference *expected_of(const struct ttcap *capture, uint32_t checkpoint);
void expected_read(const struct ttcap_reference *reference, const struct ttcap_range *from, uint8_t *bytes,
                   uint8_t *known);
enum tt_status expected_next_known(const struct ttcap_reference *reference, enum tt_space space, uint32_t *lo,
                                   uint32_t *hi);
/* Removes the references' bits from the known bits of a range of a checkpoint of the capture. */
void expected_hide(const struct ttcap *capture, const struct ttcap_range *from, uint8_t *bytes, uint8_t *known);
void expected_forget(struct ttcap *capture);

/* Whether a range of a checkpoint of the capture and one of a reference have a byte in common. */
bool expected_hides(const struct ttcap *capture, enum tt_space space, uint32_t lo, uint32_t count);

/* ---- the rest of the reader ---- */

/* No cursor may stand in one. */
void event_chunks_clear(struct ttcap *capture);

/* As ttcap_open(), from bytes that stay until close. */
enum tt_status ttcap_open_bytes(struct ttcap **out, const char *name, const uint8_t *bytes, size_t size,
                                struct tt_error *err);

/* The content of a chunk, raw_bytes of it, in place of raw's old content. Errors name file and place. */
enum tt_status load_chunk(struct source *source, struct unpacker *unpacker, const struct chunk *chunk,
                          struct byte_buffer *raw, struct tt_error *err);
/* Puts "FILE: chunk of events at byte N" before the sentence in err; returns status. */
enum tt_status place_chunk(const struct source *source, const struct chunk *chunk, enum tt_status status,
                           struct tt_error *err);

/* Gives each chunk of a type, with its content. */
typedef enum tt_status reader_take_chunk(void *user, const struct chunk *chunk, const uint8_t *raw,
                                         struct tt_error *err);
enum tt_status reader_each_chunk(struct ttcap *capture, enum chunk_type type, reader_take_chunk *take, void *user,
                                 struct tt_error *err);

/* A checkpoint's table; borrowed until the next call. */
enum tt_status reader_table(struct ttcap *capture, uint32_t checkpoint, const struct page_ref **refs,
                            struct tt_error *err);
/* As ttcap_read(), of the capture's own alone, and of the windows behind the state too. */
enum tt_status reader_bytes(struct ttcap *capture, uint32_t checkpoint, enum tt_space space, uint32_t lo,
                            uint32_t count, uint8_t *bytes, uint8_t *known, struct tt_error *err);
/* All tables of a chunk's content; refs has room for them. The sentence in err has no place. */
enum tt_status tables_read(const struct chunk *chunk, const uint8_t *raw, const struct page_layout *layout,
                           uint64_t page_count, struct page_ref *refs, struct tt_error *err);
