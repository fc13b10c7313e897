/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks of rows, and the thread that empties them. A row in a block: its head, then its values, each with its bytes
 * behind it. docs/formats/results.md#writing */
#include "results/row_queue.h"

#include <assert.h>
#include <signal.h>
#include <string.h>

/* A block is handed over with the row that makes it this long. */
enum { BLOCK_BYTES = 256 << 10, ALIGNMENT = 8 };

struct row_head {
    uint32_t table, count;
};
struct stored_value {
    uint32_t kind, width;
    uint64_t number; /* or how many bytes follow */
};

static size_t padded(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static struct bytes *row_queue_block_of(struct row_queue *queue, size_t number)
{
    return &queue->blocks[number % ROW_BLOCKS];
}

/* ---- inserting ---- */

static size_t read_value(const uint8_t *at, struct row_value *value)
{
    struct stored_value stored;
    memcpy(&stored, at, sizeof stored);
    *value = (struct row_value){
        .kind = (enum row_value_kind)stored.kind, .bytes = at + sizeof stored, .width = stored.width};
    if (value->kind == ROW_VALUE_INT)
        value->number = (int64_t)stored.number;
    else
        value->size = (size_t)stored.number;
    return sizeof stored + padded(value->size);
}

/* Empties the block; false: an insertion failed. */
static bool row_queue_insert_block(struct row_queue *queue, struct bytes *block)
{
    struct row_value values[ROW_VALUES_MAX];
    bool is_good = true;
    for (size_t at = 0; at < block->used && is_good;) {
        struct row_head head;
        const uint8_t *rows = block->data;
        memcpy(&head, rows + at, sizeof head);
        at += sizeof head;
        for (uint32_t i = 0; i < head.count; i++)
            at += read_value(rows + at, &values[i]);
        is_good = queue->insert(queue->user, head.table, values, head.count);
    }
    block->used = 0;
    return is_good;
}

static void *empty_blocks(void *of)
{
    struct row_queue *queue = of;
    (void)pthread_mutex_lock(&queue->lock);
    for (;;) {
        while (queue->done == queue->filled && !queue->is_ending)
            (void)pthread_cond_wait(&queue->has_block, &queue->lock);
        if (queue->done == queue->filled || queue->has_failed)
            break;
        struct bytes *block = row_queue_block_of(queue, queue->done);
        (void)pthread_mutex_unlock(&queue->lock);
        const bool is_good = row_queue_insert_block(queue, block);
        (void)pthread_mutex_lock(&queue->lock);
        queue->done++;
        queue->has_failed |= !is_good;
        (void)pthread_cond_signal(&queue->has_room);
    }
    (void)pthread_mutex_unlock(&queue->lock);
    return NULL;
}

/* What is sent to the process is for the thread that was there first. Where none can be had, blocks are inserted by the
 * caller's. */
static void start_thread(struct row_queue *queue)
{
    static const int synchronous[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGXFSZ};
    sigset_t all, before;
    (void)sigfillset(&all);
    for (size_t i = 0; i < sizeof synchronous / sizeof *synchronous; i++)
        (void)sigdelset(&all, synchronous[i]);
    (void)pthread_sigmask(SIG_BLOCK, &all, &before);
    queue->has_thread = pthread_create(&queue->thread, NULL, empty_blocks, queue) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    queue->wants_thread = queue->has_thread;
}

static void end_thread(struct row_queue *queue, bool drops)
{
    if (!queue->has_thread)
        return;
    (void)pthread_mutex_lock(&queue->lock);
    queue->is_ending = true;
    queue->has_failed |= drops;
    (void)pthread_cond_signal(&queue->has_block);
    (void)pthread_mutex_unlock(&queue->lock);
    (void)pthread_join(queue->thread, NULL);
    queue->has_thread = false;
}

/* The block at work goes to the thread, and the next is the row's once it is free. After a failure nothing is inserted.
 */
static void row_queue_hand_over(struct row_queue *queue)
{
    if (queue->wants_thread && !queue->has_thread)
        start_thread(queue);
    if (!queue->has_thread) {
        if (queue->has_failed)
            row_queue_block_of(queue, queue->filled)->used = 0;
        else
            queue->has_failed = !row_queue_insert_block(queue, row_queue_block_of(queue, queue->filled));
        return;
    }
    (void)pthread_mutex_lock(&queue->lock);
    queue->filled++;
    (void)pthread_cond_signal(&queue->has_block);
    while (queue->filled - queue->done == ROW_BLOCKS && !queue->has_failed)
        (void)pthread_cond_wait(&queue->has_room, &queue->lock);
    if (queue->has_failed) { /* the thread is gone, or will look at no block */
        queue->filled--;
        row_queue_block_of(queue, queue->filled)->used = 0;
    }
    (void)pthread_mutex_unlock(&queue->lock);
}

/* ---- rows ---- */

void row_queue_init(struct row_queue *queue, bool wants_thread, row_insert *insert, void *user)
{
    *queue = (struct row_queue){.insert = insert, .user = user, .wants_thread = wants_thread};
    (void)pthread_mutex_init(&queue->lock, NULL);
    (void)pthread_cond_init(&queue->has_block, NULL);
    (void)pthread_cond_init(&queue->has_room, NULL);
}

void row_begin(struct row_queue *queue, unsigned table)
{
    struct bytes *block = row_queue_block_of(queue, queue->filled);
    queue->row = block->used;
    queue->is_broken = bytes_append(block, &(struct row_head){.table = table}, sizeof(struct row_head)) != 0;
}

static void put_value(struct row_queue *queue, struct stored_value value, const void *bytes, size_t size)
{
    struct bytes *block = row_queue_block_of(queue, queue->filled);
    const size_t room = sizeof(struct stored_value) + padded(size);
    uint8_t *to = queue->is_broken ? NULL : bytes_reserve(block, room);
    if (!to) {
        queue->is_broken = true;
        return;
    }
    memcpy(to, &value, sizeof value);
    if (size)
        memcpy(to + sizeof(struct stored_value), bytes, size);
    block->used += room;
    struct row_head *head = (struct row_head *)(void *)((uint8_t *)block->data + queue->row);
    assert(head->count < ROW_VALUES_MAX);
    head->count++;
}

static void row_queue_put(struct row_queue *queue, enum row_value_kind kind, uint64_t number, const void *bytes,
                          size_t size)
{
    put_value(queue, (struct stored_value){kind, 0, number}, bytes, size);
}

void row_null(struct row_queue *queue)
{
    row_queue_put(queue, ROW_VALUE_NULL, 0, NULL, 0);
}

void row_int(struct row_queue *queue, int64_t value)
{
    row_queue_put(queue, ROW_VALUE_INT, (uint64_t)value, NULL, 0);
}

void row_bytes(struct row_queue *queue, const void *bytes, size_t size)
{
    row_queue_put(queue, ROW_VALUE_BYTES, size, bytes, size);
}

void row_squeezed(struct row_queue *queue, const void *bytes, size_t size, unsigned width)
{
    put_value(queue, (struct stored_value){ROW_VALUE_SQUEEZED, width, size}, bytes, size);
}

void row_text(struct row_queue *queue, const char *text)
{
    if (!text) {
        row_null(queue);
        return;
    }
    const size_t size = strlen(text);
    row_queue_put(queue, ROW_VALUE_TEXT, size, text, size);
}

bool row_end(struct row_queue *queue)
{
    struct bytes *block = row_queue_block_of(queue, queue->filled);
    if (queue->is_broken)
        block->used = queue->row;
    else if (block->used >= BLOCK_BYTES)
        row_queue_hand_over(queue);
    return !queue->is_broken;
}

bool row_queue_has_failed(struct row_queue *queue)
{
    if (!queue->has_thread) /* nobody else says so */
        return queue->has_failed;
    (void)pthread_mutex_lock(&queue->lock);
    const bool has_failed = queue->has_failed;
    (void)pthread_mutex_unlock(&queue->lock);
    return has_failed;
}

bool row_queue_finish(struct row_queue *queue)
{
    if (row_queue_block_of(queue, queue->filled)->used) {
        queue->wants_thread = queue->has_thread;
        row_queue_hand_over(queue);
    }
    end_thread(queue, false);
    return !queue->has_failed;
}

void row_queue_clear(struct row_queue *queue)
{
    if (!queue->insert)
        return; /* never begun */
    end_thread(queue, true);
    for (int i = 0; i < ROW_BLOCKS; i++)
        bytes_clear(&queue->blocks[i]);
    (void)pthread_cond_destroy(&queue->has_room);
    (void)pthread_cond_destroy(&queue->has_block);
    (void)pthread_mutex_destroy(&queue->lock);
    queue->insert = NULL;
}
