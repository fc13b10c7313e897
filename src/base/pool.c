/* SPDX-License-Identifier: Apache-2.0 */
/* One lock for the shared state, one under which threads take items. */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): sched_getaffinity */
#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

/* The outcome of the item in a slot. */
struct outcome {
    bool is_done;
    size_t worker;
    enum tt_status status;
    struct tt_error err;
};

struct run {
    const struct pool *pool;
    struct outcome *outcomes; /* one a slot */
    pthread_mutex_t taking;   /* taken before lock */
    pthread_mutex_t lock;     /* guards all below, and is_done of the outcomes */
    pthread_cond_t has_room, has_outcome;
    size_t next, delivered, end; /* end: the first index that is not an item, once it is known */
    bool is_stopping;
};

struct worker {
    struct run *run;
    size_t number;
    pthread_t thread;
};

static enum tt_status pool_take(const struct pool *pool, const struct pool_item *item, struct tt_error *err)
{
    if (pool->take)
        return pool->take(pool->user, item, err);
    return item->index < pool->count ? TT_OK : TT_END;
}

static enum tt_status run_here(const struct pool *pool, struct tt_error *err)
{
    for (size_t index = 0;; index++) {
        const struct pool_item item = {.index = index, .slot = index % pool->slots};
        enum tt_status status = pool_take(pool, &item, err);
        if (status == TT_END)
            return TT_OK;
        status = status ?: pool->work(pool->user, &item, err);
        status = status ?: pool->deliver(pool->user, &item, err);
        if (status != TT_OK)
            return status;
    }
}

/* The next index, once there is room for it; false when no more are to be taken. */
static bool pool_reserve(struct run *run, size_t *index)
{
    (void)pthread_mutex_lock(&run->lock);
    while (!run->is_stopping && run->next - run->delivered >= run->pool->slots)
        (void)pthread_cond_wait(&run->has_room, &run->lock);
    const bool has = !run->is_stopping;
    if (has)
        *index = run->next++;
    (void)pthread_mutex_unlock(&run->lock);
    return has;
}

/* Nobody takes any more; whoever waits for room or for an outcome looks again. Under the lock. */
static void pool_stop(struct run *run)
{
    run->is_stopping = true;
    (void)pthread_cond_broadcast(&run->has_room);
    (void)pthread_cond_broadcast(&run->has_outcome);
}

static void count_outcome(struct run *run, const struct pool_item *item, enum tt_status status)
{
    (void)pthread_mutex_lock(&run->lock);
    run->outcomes[item->slot].is_done = true;
    if (status != TT_OK)
        pool_stop(run);
    (void)pthread_cond_signal(&run->has_outcome);
    (void)pthread_mutex_unlock(&run->lock);
}

/* Takes the next item. Its outcome stands in the slot; false when there is none. After one that could not be taken
 * none is. */
static bool pool_fetch(struct run *run, struct pool_item *item)
{
    (void)pthread_mutex_lock(&run->taking);
    enum tt_status status = TT_END;
    if (pool_reserve(run, &item->index)) {
        item->slot = item->index % run->pool->slots;
        struct outcome *outcome = &run->outcomes[item->slot];
        outcome->worker = item->worker;
        outcome->status = status = pool_take(run->pool, item, &outcome->err);
        if (status != TT_OK) {
            (void)pthread_mutex_lock(&run->lock);
            if (status == TT_END)
                run->end = item->index;
            pool_stop(run);
            (void)pthread_mutex_unlock(&run->lock);
        }
    }
    (void)pthread_mutex_unlock(&run->taking);
    return status != TT_END;
}

static void *pool_work(void *of)
{
    const struct worker *worker = of;
    struct run *run = worker->run;
    struct pool_item item = {.worker = worker->number};
    while (pool_fetch(run, &item)) {
        struct outcome *outcome = &run->outcomes[item.slot];
        if (outcome->status == TT_OK)
            outcome->status = run->pool->work(run->pool->user, &item, &outcome->err);
        count_outcome(run, &item, outcome->status);
    }
    return NULL;
}

/* Waits for the outcome of an item; null when there is no such item. */
static const struct outcome *pool_await(struct run *run, size_t index)
{
    struct outcome *outcome = &run->outcomes[index % run->pool->slots];
    (void)pthread_mutex_lock(&run->lock);
    while (index < run->end && !outcome->is_done)
        (void)pthread_cond_wait(&run->has_outcome, &run->lock);
    const bool has = index < run->end;
    (void)pthread_mutex_unlock(&run->lock);
    return has ? outcome : NULL;
}

static void free_slot(struct run *run, size_t index)
{
    (void)pthread_mutex_lock(&run->lock);
    run->outcomes[index % run->pool->slots].is_done = false;
    run->delivered = index + 1;
    (void)pthread_cond_signal(&run->has_room);
    (void)pthread_mutex_unlock(&run->lock);
}

static enum tt_status deliver_all(struct run *run, struct tt_error *err)
{
    const struct pool *pool = run->pool;
    const struct outcome *outcome;
    enum tt_status status = TT_OK;
    for (size_t index = 0; status == TT_OK && (outcome = pool_await(run, index)) != NULL; index++) {
        const struct pool_item item = {.index = index, .slot = index % pool->slots, .worker = outcome->worker};
        status = outcome->status;
        if (status == TT_OK)
            status = pool->deliver(pool->user, &item, err);
        else if (err)
            *err = outcome->err;
        free_slot(run, index);
    }
    (void)pthread_mutex_lock(&run->lock);
    pool_stop(run);
    (void)pthread_mutex_unlock(&run->lock);
    return status;
}

/* A signal to the process is for the calling thread; a fault of a thread stays with it. */
static void block_signals(sigset_t *before)
{
    static const int synchronous[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGXFSZ};
    sigset_t set;
    (void)sigfillset(&set);
    for (size_t i = 0; i < sizeof synchronous / sizeof *synchronous; i++)
        (void)sigdelset(&set, synchronous[i]);
    (void)pthread_sigmask(SIG_BLOCK, &set, before);
}

/* Returns how many there are now. */
static size_t pool_start(struct run *run, struct worker *workers)
{
    sigset_t before;
    size_t started = 0;
    block_signals(&before); /* a new thread has the mask of the one that makes it */
    while (started < run->pool->threads) {
        workers[started] = (struct worker){.run = run, .number = started};
        if (pthread_create(&workers[started].thread, NULL, pool_work, &workers[started]) != 0)
            break;
        started++;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static enum tt_status run_threads(struct run *run, struct worker *workers, struct tt_error *err)
{
    const size_t started = pool_start(run, workers);
    const enum tt_status status = started ? deliver_all(run, err) : run_here(run->pool, err);
    for (size_t i = 0; i < started; i++)
        (void)pthread_join(workers[i].thread, NULL);
    return status;
}

enum tt_status pool_run(const struct pool *pool, struct tt_error *err)
{
    assert(pool->threads >= 1 && pool->slots >= pool->threads && pool->work && pool->deliver);
    if (pool->threads == 1)
        return run_here(pool, err);
    struct run run = {.pool = pool, .end = SIZE_MAX};
    struct worker *workers = mem_calloc(pool->threads, sizeof *workers);
    run.outcomes = mem_calloc(pool->slots, sizeof *run.outcomes);
    enum tt_status status;
    if (!workers || !run.outcomes) {
        status = tt_fail(err, TT_NO_MEMORY, "no memory for %zu threads", pool->threads);
    } else {
        (void)pthread_mutex_init(&run.taking, NULL);
        (void)pthread_mutex_init(&run.lock, NULL);
        (void)pthread_cond_init(&run.has_room, NULL);
        (void)pthread_cond_init(&run.has_outcome, NULL);
        status = run_threads(&run, workers, err);
        (void)pthread_cond_destroy(&run.has_outcome);
        (void)pthread_cond_destroy(&run.has_room);
        (void)pthread_mutex_destroy(&run.lock);
        (void)pthread_mutex_destroy(&run.taking);
    }
    mem_free(run.outcomes);
    mem_free(workers);
    return status;
}

size_t pool_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    const int count = CPU_COUNT(&set);
    return count > 0 ? (size_t)count : 1;
}
