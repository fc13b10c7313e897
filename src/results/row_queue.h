/* SPDX-License-Identifier: Apache-2.0 */
/* Rows on their way into the database, in order: gathered in blocks, and inserted a block at a time; on request by a
 * second thread, so that the tile goes on meanwhile. docs/formats/results.md#writing */
#pragma once

#include "results/series.h"

#include <pthread.h>

enum row_value_kind { ROW_VALUE_NULL, ROW_VALUE_INT, ROW_VALUE_BYTES, ROW_VALUE_TEXT, ROW_VALUE_SQUEEZED };

struct row_value {
    enum row_value_kind kind;
    int64_t number;    /* ROW_VALUE_INT */
    const void *bytes; /* the others; never null */
    size_t size;
    unsigned width; /* ROW_VALUE_SQUEEZED: of the numbers that the bytes are; to be squeezed by who inserts */
};

enum { ROW_VALUES_MAX = 16, ROW_BLOCKS = 4 };

/* Puts one row into its table; false: it failed, and no more are to come. Borrowed until it returns. */
typedef bool row_insert(void *user, unsigned table, const struct row_value *values, unsigned count);

struct row_queue {
    row_insert *insert;
    void *user;
    struct bytes blocks[ROW_BLOCKS];
    size_t row;     /* where the row at work begins in its block */
    bool is_broken; /* no memory for it */
    bool wants_thread, has_thread;
    pthread_t thread;
    pthread_mutex_t lock; /* guards all below, and which blocks are whose */
    pthread_cond_t has_block, has_room;
    size_t filled, done; /* blocks so far; block n stands in blocks[n % ROW_BLOCKS] */
    bool is_ending, has_failed;
};

/* The thread begins with the first full block: what fits into one is inserted by the caller's. */
void row_queue_init(struct row_queue *queue, bool wants_thread, row_insert *insert, void *user);

/* A row: begun, its values in order, ended. False from row_end: no memory. */
void row_begin(struct row_queue *queue, unsigned table);
void row_null(struct row_queue *queue);
void row_int(struct row_queue *queue, int64_t value);
void row_bytes(struct row_queue *queue, const void *bytes, size_t size);
void row_text(struct row_queue *queue, const char *text); /* null is a null */
void row_squeezed(struct row_queue *queue, const void *bytes, size_t size, unsigned width);
bool row_end(struct row_queue *queue);

/* Whether an insertion has failed, as far as it is known by now. */
bool row_queue_has_failed(struct row_queue *queue);

/* Waits until all rows are in or one has failed; the thread ends. False: one has failed. */
bool row_queue_finish(struct row_queue *queue);

/* Drops what is not yet inserted; the thread ends. */
void row_queue_clear(struct row_queue *queue);
