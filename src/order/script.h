/* SPDX-License-Identifier: Apache-2.0 */
/* A host that follows a script: stores at given moments, an end, and what fills and empties circular buffers page by
 * page (R54). Same script and seed, same run. docs/semantics/firmware.md#outside */
#pragma once

#include "order/replay.h"

/* A store, of a word or, below the end of L1, of bytes; one after the other. */
struct script_store {
    uint32_t addr, value;
    const uint8_t *bytes; /* null: value */
    uint32_t count;
    uint64_t round;   /* not before */
    bool has_awaited; /* not before the word there has this value */
    uint32_t awaited_at, awaited;
    uint32_t awaited_mask; /* of the bits of it that count; 0: all */
    bool awaits_feeds;     /* not before all pages have come and gone */
};

/* A circular buffer as its other side sees it: fills it with pages, or empties it. */
struct script_feed {
    unsigned buffer;
    bool empties;
    uint32_t start, ring; /* in L1; how many pages there is room for */
    uint32_t page_bytes;
    uint8_t *pages; /* the words that go in; those that came out */
    uint64_t count, done;
    /* At work: */
    uint64_t due; /* 0: not drawn yet */
    unsigned phase;
};

/* Memory of another tile, from an address on. */
struct script_memory {
    uint32_t x, y, addr, count;
    uint8_t *bytes;
};

enum { SCRIPT_READS_MAX = 64 }; /* of one round: no core asks twice in it */

struct script {
    enum tt_chip chip;
    struct script_memory *memories;
    size_t memory_count;
    struct {
        uint32_t addr, count;
        const uint8_t *bytes;
    } reads[SCRIPT_READS_MAX]; /* under way */
    size_t read_count;
    uint64_t read_round; /* in which they arrive */
    const struct script_store *stores;
    size_t store_count, stored;
    struct script_feed *feeds;
    size_t feed_count;
    uint32_t first_stream; /* counts the pages of circular buffer 0 */
    size_t feeds_after;    /* so many stores are done before the first page comes or goes */
    bool has_end;          /* the run ends when the word at end_at is end_value */
    bool ends_done;        /* and all stores and pages are done */
    uint32_t end_at, end_value;
    uint64_t random; /* the seed; not 0 */
    bool has_waited; /* that the current store waited for its word is recorded */
    uint8_t bytes[4];
};

struct replay_outside script_outside(struct script *script);
/* Whether all its stores and pages are done. */
bool script_is_done(const struct script *script);
