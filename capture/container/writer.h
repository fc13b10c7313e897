/* SPDX-License-Identifier: Apache-2.0 */
/* Inside of the writer: shared by its files. */
#pragma once

#include "base/new_file.h"
#include "capture/columns/columns.h"
#include "capture/file/chunk.h"
#include "capture/lines/line_set.h"
#include "capture/pages/page_pool.h"
#include "capture/pages/pages.h"

enum {
    LEVEL_EVENTS = 9,
    LEVEL_PAGES = 9,
    LEVEL_SNAPSHOTS = 9,
    LEVEL_SYMBOLS = 9,
    LEVEL_LINES = 9,
    LEVEL_PASSING = 1,       /* of all of a file that is gone again soon */
    PACKED_GOAL = 96 * 1024, /* a chunk of pages beyond it is split, so that one page costs little reading */
    SNAPSHOTS_PER_CHUNK = 64,
    SNAPSHOT_BYTES_GOAL = 64 * 1024,
    SYMBOL_BYTES_GOAL = 256 * 1024,
    LINE_BYTES_GOAL = 512 * 1024, /* names, and eight bytes a function */
    EVENT_BYTES_GOAL = 1 << 20,
};

struct ttcap_writer {
    char *path;
    struct new_file *file;
    struct packer_zstd *zstd;
    struct byte_buffer raw, packed, head; /* of the chunk being made */
    struct byte_buffer index, seek_entries;
    uint64_t chunk_count;

    struct columns columns;
    uint64_t event_count, event_first; /* in all, and the first of columns */

    struct page_batch batch;
    struct page_pool pool;
    uint32_t page_count, page_first; /* in all, and the first of batch */

    struct byte_buffer symbols; /* a chunk's content */
    uint32_t symbol_count, symbol_first;
    uint32_t symbol_end;   /* address after the last one */
    uint64_t symbol_bytes; /* in chunks so far */

    struct line_set lines;               /* of a chunk */
    uint32_t line_first;                 /* ranges before it */
    size_t line_frames, line_text_bytes; /* likewise */
    uint8_t line_core;                   /* of the last range, and where it ends */
    uint32_t line_end;

    struct staging staging;
    struct page_ref *refs; /* of the snapshot being ended */
    struct byte_buffer tables, table_names;
    struct page_table_state table_state;
    uint32_t snapshot_count, snapshot_first;
    uint32_t window_count; /* of the snapshot begun */
    char *snapshot_id;     /* of the snapshot begun; null between snapshots */
    bool has_failed;       /* nothing more is taken, and finish refuses */
    bool is_passing;
};

/* The file is gone again soon: nothing waits for the disk, and quick counts more than small. Before all else. */
void writer_set_passing(struct ttcap_writer *writer);

/* Bytes to the end of the file. */
enum tt_status writer_store(struct ttcap_writer *writer, const void *bytes, size_t count, struct tt_error *err);

/* Writes everything that waits as chunks: events, then pages, then the snapshots that need both, symbols and lines. */
enum tt_status writer_flush(struct ttcap_writer *writer, struct tt_error *err);
enum tt_status writer_flush_symbols(struct ttcap_writer *writer, struct tt_error *err);
enum tt_status writer_flush_lines(struct ttcap_writer *writer, struct tt_error *err);
enum tt_status writer_flush_pages(struct ttcap_writer *writer, struct tt_error *err);

/* Whether no hash of the first snapshot is belied. */
enum tt_status writer_windows_hold(const struct ttcap_writer *writer, struct tt_error *err);

/* Index and seek table. */
enum tt_status writer_store_index(struct ttcap_writer *writer, struct tt_error *err);

enum tt_status writer_no_memory(const struct ttcap_writer *writer, struct tt_error *err);
