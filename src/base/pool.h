/* SPDX-License-Identifier: Apache-2.0 */
/* Many items worked on by several threads and delivered in order, so that the output does not depend on the number of
 * threads. */
#pragma once

#include "base/usual.h"

/* One item on its way. */
struct pool_item {
    size_t index;  /* 0, 1, 2, …: the order in which items are taken and delivered */
    size_t slot;   /* index modulo the pool's slots: its from take to deliver, and nobody else's */
    size_t worker; /* the worker, below the pool's threads */
};

/* The arguments of a run. A failing function ends the run: items before the one that failed are delivered, none after
 * it is, and the run returns its status and sentence, whatever other threads met meanwhile. Then some slots hold items
 * that were taken and not delivered; the caller frees their content. */
struct pool {
    void *user;
    size_t threads; /* at least 1; with 1 everything runs on the calling thread */
    size_t slots;   /* so many items are under way at most; at least as many as threads */
    size_t count;   /* of items, where take is null */
    /* Fetches an item, or says TT_END where there are no more. One call at a time, in order, on any thread. May be
     * null: then the items are the numbers below count. */
    enum tt_status (*take)(void *user, const struct pool_item *item, struct tt_error *err);
    /* On any thread, several at a time; of calls with the same worker one at a time. */
    enum tt_status (*work)(void *user, const struct pool_item *item, struct tt_error *err);
    /* On the calling thread, in order. */
    enum tt_status (*deliver)(void *user, const struct pool_item *item, struct tt_error *err);
};

/* Takes, works on and delivers all items; TT_OK, or the first failure in the order of items. Where the system gives
 * fewer threads than asked for, those it gives do the work. Signals sent to the process reach the calling thread. */
enum tt_status pool_run(const struct pool *pool, struct tt_error *err);

/* How many processors this process may use (its affinity, which batch systems set); at least 1. */
size_t pool_processors(void);
