/* SPDX-License-Identifier: Apache-2.0 */
/* Program order over small captures made here: who waits for whom, and what a deadlock says.
 * docs/semantics/program-order.md */
#include "isa/spaces.h"
#include "order/replay.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PIPE_DRY = 0x80004, SEMAPHORE = 1 };

static void write_capture(const char *path, const struct ttcap_event *events, size_t count)
{
    const struct ttcap_meta meta = {
        .chip = TT_BLACKHOLE, .source = TTCAP_SIMULATOR, .name = "small", .description = ""};
    struct ttcap_writer *writer;
    struct tt_error err = {""};
    ck_assert(!ttcap_writer_open(&writer, path, true, &meta, &err));
    ck_assert(!ttcap_writer_snapshot_begin(writer, "begin", &err));
    ck_assert(!ttcap_writer_snapshot_end(writer, &err));
    for (size_t i = 0; i < count; i++) {
        struct ttcap_event event = events[i];
        event.seq = i;
        ck_assert_msg(!ttcap_writer_event(writer, &event, &err), "%s", err.text);
    }
    ck_assert(!ttcap_writer_finish(writer, &err));
}

/* What is left of a run. */
struct ended {
    uint64_t tainted[TT_SPACE_COUNT]; /* bytes */
    uint32_t gpr[3][64];
    struct replay_summary summary;
    unsigned waits;
    char what[2][WAIT_TEXT_MAX], who[2][WAIT_TEXT_MAX];
    unsigned waited_count;
    struct replay_waited waited[2];
};

static void on_ended(void *user, const struct tile *tile)
{
    struct ended *ended = user;
    tile_load_numbers(tile, TT_SPACE_GPR, 0, THREADS * GPRS, ended->gpr);
}

static void on_waiting(void *user, const struct replay_wait *wait)
{
    struct ended *ended = user;
    if (ended->waits < 2) {
        (void)snprintf(ended->what[ended->waits], sizeof ended->what[0], "%s", wait->what);
        (void)snprintf(ended->who[ended->waits], sizeof ended->who[0], "%s", wait->who);
    }
    ended->waits++;
}

static void on_waited(void *user, const struct replay_waited *waited)
{
    struct ended *ended = user;
    if (ended->waited_count < 2) {
        ended->waited[ended->waited_count] = *waited;
        (void)snprintf(ended->what[ended->waited_count], sizeof ended->what[0], "%s", waited->what);
    }
    ended->waited_count++;
}

static void on_tainted(void *user, uint64_t seq, enum tt_space space, uint32_t lo, uint32_t hi)
{
    struct ended *ended = user;
    (void)seq;
    ended->tainted[space] += hi - lo;
}

static struct ttcap *open_capture(const struct ttcap_event *events, size_t count)
{
    char path[256];
    const char *under = getenv("TMPDIR");
    struct tt_error err = {""};
    struct ttcap *capture;
    (void)snprintf(path, sizeof path, "%s/program-test-%ld.ttcap", under ? under : "/tmp", (long)getpid());
    write_capture(path, events, count);
    ck_assert_msg(!ttcap_open(&capture, path, &err), "%s", err.text);
    (void)unlink(path);
    return capture;
}

static struct ended run(const struct ttcap_event *events, size_t count)
{
    struct ended ended = {0};
    struct replay_options options;
    struct tt_error err = {""};
    struct ttcap *capture = open_capture(events, count);
    const struct replay_observer observer = {
        .user = &ended, .ended = on_ended, .waiting = on_waiting, .waited = on_waited, .tainted = on_tainted};
    replay_options_init(&options, ttcap_info(capture));
    options.order = REPLAY_PROGRAM;
    ck_assert_msg(!replay_run(capture, &options, NULL, &observer, &ended.summary, &err), "%s", err.text);
    ttcap_close(capture);
    return ended;
}

#define RUN(events) run(events, sizeof(events) / sizeof *(events))

static struct ttcap_event push(int8_t thread, uint32_t word)
{
    return (struct ttcap_event){.kind = TTCAP_PUSH, .thread = thread, .value = word};
}

static uint32_t set_gpr(uint32_t reg, uint32_t value)
{
    return WORD(TT_BLACKHOLE, "SETDMAREG", {"reg_index16b", 2 * reg}, {"payload_sig_sel", value});
}

static uint32_t sem(const char *mnemonic, uint32_t extra)
{
    return WORD(TT_BLACKHOLE, mnemonic, {"sem_sel", 1u << SEMAPHORE}) | extra;
}

enum { WAIT_FOR_POST = 1 };

START_TEST(program__a_wait_lets_the_poster_go_first)
{
    const struct ttcap_event events[] = {
        push(0, sem("SEMWAIT", WAIT_FOR_POST)),
        push(0, set_gpr(3, 5)),
        push(1, set_gpr(4, 6)),
        push(1, sem("SEMPOST", 0)),
    };
    const struct ended ended = RUN(events);
    ck_assert(!ended.summary.is_deadlocked);
    ck_assert_uint_eq(ended.summary.executed, 4);
    ck_assert_uint_eq(ended.gpr[0][3], 5);
    ck_assert_uint_eq(ended.gpr[1][4], 6);
}
END_TEST

/* Both threads end only where the posts pass: each is what the other thread's wait needs, and of no kind that its own
 * stops, first of all, and last none. */
START_TEST(program__a_wait_stops_the_kinds_that_it_names)
{
    const struct {
        uint32_t stops;
        bool passes;
    } waits[] = {{0, true}, {1u << 5, true}, {1u << 1, false}, {0x1FF, false}};
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        const uint32_t wait = sem("SEMWAIT", WAIT_FOR_POST | waits[i].stops << 15);
        const uint32_t other = WORD(TT_BLACKHOLE, "SEMPOST", {"sem_sel", 1u << (SEMAPHORE + 1)});
        const uint32_t wait_other = WORD(TT_BLACKHOLE, "SEMWAIT", {"sem_sel", 1u << (SEMAPHORE + 1)},
                                         {"wait_sem_cond", 1}, {"stall_res", 0x1FF});
        const struct ttcap_event events[] = {
            push(0, wait), push(0, other), push(1, wait_other), push(1, sem("SEMPOST", 0)), push(1, set_gpr(4, 6)),
        };
        const struct ended ended = RUN(events);
        ck_assert_uint_eq(ended.summary.is_deadlocked, !waits[i].passes);
        ck_assert_uint_eq(ended.summary.executed, waits[i].passes ? 5 : 0);
        ck_assert_uint_eq(ended.gpr[1][4], waits[i].passes ? 6 : 0);
    }
}
END_TEST

/* Behind it nothing passes, of whatever kind: neither another wait nor what stands behind a word that is stopped. */
START_TEST(program__what_stands_behind_a_stopped_word_does_not_pass)
{
    const uint32_t stops_sync = sem("SEMWAIT", WAIT_FOR_POST | 1u << 1 << 15);
    const uint32_t stopped[] = {sem("SEMPOST", 0), sem("SEMWAIT", WAIT_FOR_POST)};
    for (size_t i = 0; i < sizeof stopped / sizeof *stopped; i++) {
        const struct ttcap_event events[] = {push(0, stops_sync), push(0, set_gpr(3, 5)), push(0, stopped[i]),
                                             push(0, set_gpr(4, 6))};
        const struct ended ended = RUN(events);
        ck_assert(ended.summary.is_deadlocked);
        ck_assert_uint_eq(ended.summary.executed, 1);
        ck_assert_uint_eq(ended.gpr[0][3], 5);
        ck_assert_uint_eq(ended.gpr[0][4], 0);
    }
}
END_TEST

START_TEST(program__a_wait_is_reported_when_it_ends_with_its_steps)
{
    const struct ttcap_event events[] = {
        push(0, sem("SEMWAIT", WAIT_FOR_POST)),
        push(1, set_gpr(4, 6)),
        push(1, set_gpr(4, 7)),
        push(1, sem("SEMPOST", 0)),
    };
    const struct ended ended = RUN(events);
    ck_assert_uint_eq(ended.waited_count, 1);
    ck_assert_uint_eq(ended.waited[0].thread, 0);
    ck_assert(!ended.waited[0].is_core);
    ck_assert_uint_eq(ended.waited[0].first_step, 0);
    ck_assert_uint_eq(ended.waited[0].last_step, 3); /* thread 1's words */
    ck_assert_uint_eq(ended.waited[0].event, 0);
    ck_assert_str_eq(ended.what[0], "semaphore 1 (MATH_PACK) above 0");
}
END_TEST

START_TEST(program__a_deadlock_names_the_semaphore_and_who_is_left)
{
    const struct ttcap_event nobody[] = {push(2, sem("SEMWAIT", WAIT_FOR_POST)), push(1, set_gpr(4, 6))};
    struct ended ended = RUN(nobody);
    ck_assert(ended.summary.is_deadlocked);
    ck_assert_int_eq(ended.summary.verdict, VERDICT_HUNG);
    ck_assert_uint_eq(ended.waits, 1);
    ck_assert_str_eq(ended.what[0], "semaphore 1 (MATH_PACK) above 0; it stands at 0 of 0");
    ck_assert_str_eq(ended.who[0],
                     "nothing that is left of any thread posts it; from 0 on it was posted 0 times and taken 0 times");

    const struct ttcap_event crossed[] = {
        push(0, WORD(TT_BLACKHOLE, "ATGETM", {"mutex_index", 0})),
        push(0, sem("SEMWAIT", WAIT_FOR_POST)),
        push(1, WORD(TT_BLACKHOLE, "ATGETM", {"mutex_index", 0})),
        push(1, sem("SEMPOST", 0)),
    };
    ended = RUN(crossed);
    ck_assert(ended.summary.is_deadlocked);
    ck_assert_uint_eq(ended.waits, 2);
    ck_assert_str_eq(ended.who[0], "thread 1 posts it in words behind the one it waits at");
    ck_assert_str_eq(ended.what[1], "mutex 0, which thread 0 holds");
}
END_TEST

START_TEST(program__a_core_waits_for_its_own_pipe_and_for_semaphores)
{
    const struct ttcap_event events[] = {
        push(0, sem("SEMWAIT", WAIT_FOR_POST)),
        push(0, set_gpr(3, 5)),
        {.kind = TTCAP_MMIO, .thread = 0, .addr = 0xFFE00000u + PIPE_DRY},
        {.kind = TTCAP_GPRW, .thread = 0, .addr = 3, .value = 9}, /* after what was pushed before */
        {.kind = TTCAP_SEMR, .thread = 1, .addr = SEMAPHORE, .value = 2},
        push(1, set_gpr(4, 6)),
        {.kind = TTCAP_SEMW, .thread = 2, .addr = SEMAPHORE, .value = 0},
        {.kind = TTCAP_SEMW, .thread = 2, .addr = SEMAPHORE, .value = 0},
    };
    const struct ended ended = RUN(events);
    ck_assert(!ended.summary.is_deadlocked);
    ck_assert_uint_eq(ended.gpr[0][3], 9);
    ck_assert_uint_eq(ended.gpr[1][4], 6);
}
END_TEST

/* Who saw a stream's counter waits until it is there, or past it: a core of a thread, and one of none. R54 */
START_TEST(program__cores_wait_for_what_a_pipe_stored_in_a_stream)
{
    enum { RECEIVED = 0x45028 };
    const uint32_t store_3 = WORD(TT_BLACKHOLE, "STOREREG", {"reg_addr", RECEIVED / 4}, {"tdma_data_reg_index", 3});
    const struct ttcap_event events[] = {
        push(0, sem("SEMWAIT", WAIT_FOR_POST)),
        push(0, set_gpr(3, 5)),
        push(0, store_3),
        {.kind = TTCAP_SEMW, .thread = 2, .addr = SEMAPHORE, .value = 0},
        {.kind = TTCAP_SEMR, .thread = -1, .addr = 0xFFB00000u + RECEIVED, .value = 4},
        {.kind = TTCAP_MMIO, .thread = -1, .addr = 0xFFE0000Cu, .value = 7}, /* the register again, by core B */
        {.kind = TTCAP_SEMR, .thread = 1, .addr = 0xFFB00000u + RECEIVED, .value = 5},
        push(1, set_gpr(4, 6)),
    };
    const struct ended ended = RUN(events);
    ck_assert(!ended.summary.is_deadlocked);
    ck_assert_uint_eq(ended.gpr[0][3], 7);
    ck_assert_uint_eq(ended.gpr[1][4], 6);
    const struct ttcap_event never[] = {
        push(0, set_gpr(3, 5)),
        push(0, store_3),
        {.kind = TTCAP_SEMR, .thread = 1, .addr = 0xFFB00000u + RECEIVED, .value = 6},
    };
    const struct ended stuck = RUN(never);
    ck_assert(stuck.summary.is_deadlocked);
    ck_assert_str_eq(stuck.what[0], "the register at 0xffb45028, polled"); /* since it began to wait */
    ck_assert_str_eq(stuck.who[0], "a store there, or STOREREG of a pipe");
}
END_TEST

START_TEST(program__core_b_pushes_behind_the_macro_op_expander)
{
    const struct ttcap_event events[] = {
        push(0, set_gpr(1, 1)), /* so that there is a pushed word at all */
        {.kind = TTCAP_MMIO, .thread = -1, .addr = 0xFFE60000u, .value = set_gpr(3, 7)},
        {.kind = TTCAP_MMIO, .thread = 0, .addr = 0xFFE50000u, .value = set_gpr(4, 8)}, /* not for a T core */
        {.kind = TTCAP_MMIO, .thread = -1, .addr = 0xFFE50000u, .value = 0x01000000},   /* MOP: too late */
    };
    const struct ended ended = RUN(events);
    ck_assert_uint_eq(ended.gpr[2][3], 7);
    ck_assert_uint_eq(ended.gpr[1][4], 0);
    ck_assert_uint_eq(ended.summary.findings, 1);
}
END_TEST

START_TEST(program__an_event_of_no_thread_keeps_its_place)
{
    const struct ttcap_event events[] = {
        {.kind = TTCAP_GPRW, .thread = 0, .addr = 3, .value = 1},
        {.kind = TTCAP_MMIO, .thread = -1, .addr = 0xFFE0000Cu, .value = 2}, /* the same register, by core B */
        push(0, set_gpr(1, 1)),
    };
    const struct ended ended = RUN(events);
    ck_assert_uint_eq(ended.gpr[0][3], 2);
}
END_TEST

static uint32_t copy_gpr(uint32_t to, uint32_t from)
{
    return WORD(TT_BLACKHOLE, "ADDDMAREG", {"op_a_reg_index", from}, {"result_reg_index", to}, {"op_b_is_const", 1});
}

START_TEST(program__what_stands_outside_a_tile_is_unknown_and_spreads)
{
    const uint32_t wall_clock = WORD(TT_BLACKHOLE, "LOADREG", {"reg_addr", 0x121F0 / 4}, {"tdma_data_reg_index", 4});
    const struct ttcap_event used[] = {push(0, wall_clock), push(0, copy_gpr(5, 4))};
    struct ended ended = RUN(used);
    ck_assert_uint_eq(ended.summary.unsupported, 0);
    ck_assert_uint_eq(ended.tainted[TT_SPACE_GPR], 4); /* what was copied */
    const struct ttcap_event overwritten[] = {push(0, wall_clock), push(0, copy_gpr(4, 6)), push(0, copy_gpr(5, 4))};
    ended = RUN(overwritten);
    ck_assert_uint_eq(ended.tainted[TT_SPACE_GPR], 0);
}
END_TEST

START_TEST(program__more_pushes_than_the_pipe_holds)
{
    struct ttcap_event events[100];
    for (unsigned i = 0; i < 99; i++)
        events[i] = push(0, i ? set_gpr(3, i) : sem("SEMWAIT", WAIT_FOR_POST));
    events[99] = push(2, sem("SEMPOST", 0));
    const struct ended ended = RUN(events);
    ck_assert(!ended.summary.is_deadlocked);
    ck_assert_uint_eq(ended.gpr[0][3], 98);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("program");
    TCase *tests = tcase_create("program");
    tcase_add_test(tests, program__a_wait_lets_the_poster_go_first);
    tcase_add_test(tests, program__a_wait_stops_the_kinds_that_it_names);
    tcase_add_test(tests, program__what_stands_behind_a_stopped_word_does_not_pass);
    tcase_add_test(tests, program__a_wait_is_reported_when_it_ends_with_its_steps);
    tcase_add_test(tests, program__a_deadlock_names_the_semaphore_and_who_is_left);
    tcase_add_test(tests, program__a_core_waits_for_its_own_pipe_and_for_semaphores);
    tcase_add_test(tests, program__core_b_pushes_behind_the_macro_op_expander);
    tcase_add_test(tests, program__cores_wait_for_what_a_pipe_stored_in_a_stream);
    tcase_add_test(tests, program__an_event_of_no_thread_keeps_its_place);
    tcase_add_test(tests, program__what_stands_outside_a_tile_is_unknown_and_spreads);
    tcase_add_test(tests, program__more_pushes_than_the_pipe_holds);
    suite_add_tcase(all, tests);
    return all;
}
