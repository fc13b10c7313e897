/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever the threads do, what is delivered is the same: all items, in order, up to the first that fails. */
#include "base/pool.h"
#include "unit/suite.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ITEMS = 500, SLOTS_MAX = 32, THREADS_MAX = 8, NEVER = ITEMS };

/* A made load: which items there are, where it fails, and what was seen. */
struct load {
    size_t slot[SLOTS_MAX]; /* index of the item in it, plus 1 */
    size_t take_fails, work_fails, deliver_fails;
    size_t taken, delivered;
    atomic_int taking, at_work, at_work_most;
    atomic_bool busy[THREADS_MAX];
    atomic_size_t worked;
    size_t threads, slots;
    pthread_t caller;
};

static void pause_a_little(size_t index)
{
    const struct timespec moment = {.tv_nsec = (long)(index * 7919 % 13) * 10000};
    if (index % 3 == 0)
        (void)nanosleep(&moment, NULL);
}

static enum tt_status take(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct load *load = user;
    ck_assert_int_eq(atomic_fetch_add(&load->taking, 1), 0);
    ck_assert_uint_eq(item->index, load->taken);
    ck_assert_uint_eq(item->slot, item->index % load->slots);
    enum tt_status status = item->index < ITEMS ? TT_OK : TT_END;
    if (item->index == load->take_fails)
        status = tt_fail(err, TT_IO, "take %zu", item->index);
    if (status == TT_OK) {
        ck_assert_uint_eq(load->slot[item->slot], 0);
        load->slot[item->slot] = item->index + 1;
        load->taken++;
    }
    (void)atomic_fetch_sub(&load->taking, 1);
    return status;
}

static enum tt_status work(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct load *load = user;
    ck_assert_uint_lt(item->worker, load->threads);
    ck_assert(!atomic_exchange(&load->busy[item->worker], true));
    const int now = atomic_fetch_add(&load->at_work, 1) + 1;
    int most = atomic_load(&load->at_work_most);
    while (now > most && !atomic_compare_exchange_weak(&load->at_work_most, &most, now)) {
    }
    ck_assert_uint_eq(load->slot[item->slot], item->index + 1);
    pause_a_little(item->index);
    (void)atomic_fetch_add(&load->worked, 1);
    (void)atomic_fetch_sub(&load->at_work, 1);
    atomic_store(&load->busy[item->worker], false);
    /* Every item from here on fails: the first of them is to be heard. */
    return item->index >= load->work_fails ? tt_fail(err, TT_BAD_INPUT, "work %zu", item->index) : TT_OK;
}

static enum tt_status deliver(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct load *load = user;
    ck_assert(pthread_equal(pthread_self(), load->caller));
    ck_assert_uint_eq(item->index, load->delivered);
    ck_assert_uint_eq(load->slot[item->slot], item->index + 1);
    load->slot[item->slot] = 0;
    if (item->index == load->deliver_fails)
        return tt_fail(err, TT_NO_MEMORY, "deliver %zu", item->index);
    load->delivered++;
    return TT_OK;
}

static struct load produced_load(size_t threads, size_t slots)
{
    return (struct load){.take_fails = NEVER + 1,
                         .work_fails = NEVER,
                         .deliver_fails = NEVER,
                         .threads = threads,
                         .slots = slots,
                         .caller = pthread_self()};
}

static enum tt_status run(struct load *load, struct tt_error *err)
{
    const struct pool pool = {
        .user = load, .threads = load->threads, .slots = load->slots, .take = take, .work = work, .deliver = deliver};
    return pool_run(&pool, err);
}

static const struct {
    size_t threads, slots;
} shapes[] = {{1, 1}, {1, 7}, {2, 2}, {3, 5}, {8, 8}, {8, 32}};

enum { SHAPES = sizeof shapes / sizeof *shapes };

START_TEST(delivers_all_in_order)
{
    struct load load = produced_load(shapes[_i].threads, shapes[_i].slots);
    struct tt_error err;
    ck_assert_int_eq(run(&load, &err), TT_OK);
    ck_assert_uint_eq(load.delivered, ITEMS);
    ck_assert_uint_eq(atomic_load(&load.worked), ITEMS);
    ck_assert_int_le(atomic_load(&load.at_work_most), (int)load.threads);
}
END_TEST

START_TEST(first_failure_of_work_wins)
{
    struct load load = produced_load(shapes[_i].threads, shapes[_i].slots);
    struct tt_error err;
    load.work_fails = 123;
    ck_assert_int_eq(run(&load, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "work 123");
    ck_assert_uint_eq(load.delivered, 123);
    ck_assert_uint_le(load.taken, 123 + load.slots);
}
END_TEST

START_TEST(failure_of_take_waits_its_turn)
{
    struct load load = produced_load(shapes[_i].threads, shapes[_i].slots);
    struct tt_error err;
    load.take_fails = 77;
    ck_assert_int_eq(run(&load, &err), TT_IO);
    ck_assert_str_eq(err.text, "take 77");
    ck_assert_uint_eq(load.delivered, 77);
}
END_TEST

START_TEST(failure_of_deliver_ends_the_run)
{
    struct load load = produced_load(shapes[_i].threads, shapes[_i].slots);
    struct tt_error err;
    load.deliver_fails = 3;
    ck_assert_int_eq(run(&load, &err), TT_NO_MEMORY);
    ck_assert_str_eq(err.text, "deliver 3");
    ck_assert_uint_le(load.taken, 4 + load.slots);
}
END_TEST

START_TEST(nothing_to_take_is_no_failure)
{
    const struct pool pool = {.user = NULL, .threads = 4, .slots = 4, .work = work, .deliver = deliver};
    ck_assert_int_eq(pool_run(&pool, NULL), TT_OK);
}
END_TEST

/* Two items that each wait for the other to be at work. */
static enum tt_status meet(void *user, const struct pool_item *item, struct tt_error *err)
{
    (void)item, (void)err;
    const int rc = pthread_barrier_wait(user);
    return rc == 0 || rc == PTHREAD_BARRIER_SERIAL_THREAD ? TT_OK : TT_IO;
}

static enum tt_status accept(void *user, const struct pool_item *item, struct tt_error *err)
{
    (void)user, (void)item, (void)err;
    return TT_OK;
}

START_TEST(work_runs_at_the_same_time)
{
    pthread_barrier_t barrier;
    ck_assert_int_eq(pthread_barrier_init(&barrier, NULL, 2), 0);
    const struct pool pool = {.user = &barrier, .threads = 2, .slots = 2, .count = 20, .work = meet, .deliver = accept};
    ck_assert_int_eq(pool_run(&pool, NULL), TT_OK);
    ck_assert_int_eq(pthread_barrier_destroy(&barrier), 0);
}
END_TEST

static enum tt_status look_at_mask(void *user, const struct pool_item *item, struct tt_error *err)
{
    (void)user, (void)item;
    sigset_t mask;
    (void)pthread_sigmask(SIG_SETMASK, NULL, &mask);
    if (sigismember(&mask, SIGTERM) != 1 || sigismember(&mask, SIGSEGV) != 0)
        return tt_fail(err, TT_BAD_INPUT, "mask");
    return TT_OK;
}

START_TEST(signals_are_for_the_calling_thread)
{
    const struct pool pool = {.threads = 2, .slots = 2, .count = 4, .work = look_at_mask, .deliver = accept};
    ck_assert_int_eq(pool_run(&pool, NULL), TT_OK);
    sigset_t mask;
    (void)pthread_sigmask(SIG_SETMASK, NULL, &mask);
    ck_assert_int_eq(sigismember(&mask, SIGTERM), 0);
}
END_TEST

START_TEST(counts_processors)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    ck_assert_uint_ge(pool_processors(), 1);
    ck_assert_uint_le(pool_processors(), (size_t)online);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pool");
    TCase *t = tcase_create("pool");
    tcase_add_loop_test(t, delivers_all_in_order, 0, SHAPES);
    tcase_add_loop_test(t, first_failure_of_work_wins, 0, SHAPES);
    tcase_add_loop_test(t, failure_of_take_waits_its_turn, 0, SHAPES);
    tcase_add_loop_test(t, failure_of_deliver_ends_the_run, 0, SHAPES);
    tcase_add_test(t, nothing_to_take_is_no_failure);
    tcase_add_test(t, work_runs_at_the_same_time);
    tcase_add_test(t, signals_are_for_the_calling_thread);
    tcase_add_test(t, counts_processors);
    suite_add_tcase(s, t);
    return s;
}
