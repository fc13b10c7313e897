/* SPDX-License-Identifier: Apache-2.0 */
/* Everything that a thread can be stuck at in program order, in the words that are printed, and who could still help.
 * docs/semantics/program-order.md#deadlock */
#include "order/replay.h"
#include "unit/order/small_capture.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

#include <stdio.h>

enum { SEMAPHORE = 2, OTHER = 4 };
enum { WAITS_WHILE_ZERO = 1, WAITS_WHILE_FULL = 2, STOPS_ALL = 0x1FF };

static struct replay_waits stuck(const struct small_program *text)
{
    struct ttcap *capture = small_capture(text);
    struct tt_error err = {""};
    struct replay_waits report = {0};
    struct replay_options options;
    struct replay_summary summary;
    const struct replay_observer observer = {.user = &report, .waiting = replay_waits_add};
    replay_options_init(&options, ttcap_info(capture));
    options.order = REPLAY_PROGRAM;
    ck_assert_msg(!replay_run(capture, &options, NULL, &observer, &summary, &err), "%s", err.text);
    ck_assert(summary.is_deadlocked);
    ttcap_close(capture);
    return report;
}

static void ck_wait(const struct replay_waits *report, size_t nth, const char *what, const char *who)
{
    ck_assert_uint_lt(nth, report->count);
    ck_assert_str_eq(report->items[nth].what, what);
    ck_assert_str_eq(report->items[nth].who, who);
}

static uint32_t init(unsigned semaphore, uint32_t value, uint32_t max)
{
    return WORD(TT_BLACKHOLE, "SEMINIT", {"sem_sel", 1u << semaphore}, {"init_value", value}, {"max_value", max});
}

static uint32_t wait(unsigned semaphore, uint32_t condition)
{
    return WORD(TT_BLACKHOLE, "SEMWAIT", {"sem_sel", 1u << semaphore}, {"wait_sem_cond", condition},
                {"stall_res", STOPS_ALL});
}

static uint32_t get(unsigned semaphore)
{
    return WORD(TT_BLACKHOLE, "SEMGET", {"sem_sel", 1u << semaphore});
}

static uint32_t set_gpr(void)
{
    return WORD(TT_BLACKHOLE, "SETDMAREG", {"reg_index16b", 8}, {"payload_sig_sel", 1});
}

static uint32_t take_mutex(uint32_t index)
{
    return WORD(TT_BLACKHOLE, "ATGETM", {"mutex_index", index});
}

START_TEST(deadlock__a_full_semaphore_that_nobody_takes_from)
{
    struct small_program text = {.count = 0};
    small_push(&text, 0, init(SEMAPHORE, 1, 1));
    small_push(&text, 0, wait(SEMAPHORE, WAITS_WHILE_FULL));
    small_push(&text, 0, set_gpr());
    const struct replay_waits report = stuck(&text);
    ck_assert_uint_eq(report.count, 1);
    ck_wait(&report, 0, "semaphore 2 (UNPACK_TO_DEST) below its maximum; it stands at 1 of 1",
            "nothing that is left of any thread takes from it; from 1 on it was posted 0 times and taken 0 times");
}
END_TEST

static uint32_t post(unsigned semaphore)
{
    return WORD(TT_BLACKHOLE, "SEMPOST", {"sem_sel", 1u << semaphore});
}

/* Thread 1 is quicker than the post; what is lost before SEMINIT is of no account. */
START_TEST(deadlock__a_get_at_0_is_lost)
{
    struct small_program text = {.count = 0};
    small_push(&text, 0, init(SEMAPHORE, 0, 1));
    small_push(&text, 1, get(SEMAPHORE));
    small_push(&text, 0, post(SEMAPHORE));
    small_push(&text, 0, wait(SEMAPHORE, WAITS_WHILE_FULL));
    small_push(&text, 0, set_gpr());
    struct replay_waits report = stuck(&text);
    ck_wait(&report, 0, "semaphore 2 (UNPACK_TO_DEST) below its maximum; it stands at 1 of 1",
            "nothing that is left of any thread takes from it; from 0 on it was posted 1 time and taken 1 time; thread "
            "1 took from it at 0 at step 1, which was lost");

    text = (struct small_program){.count = 0};
    small_push(&text, 0, get(SEMAPHORE));
    small_push(&text, 0, init(SEMAPHORE, 1, 1));
    small_push(&text, 0, wait(SEMAPHORE, WAITS_WHILE_FULL));
    small_push(&text, 0, set_gpr());
    report = stuck(&text);
    ck_wait(&report, 0, "semaphore 2 (UNPACK_TO_DEST) below its maximum; it stands at 1 of 1",
            "nothing that is left of any thread takes from it; from 1 on it was posted 0 times and taken 0 times");
}
END_TEST

/* By a core's store; a get that is lost does not keep a semaphore at 0. */
START_TEST(deadlock__a_core_that_polls_behind_a_lost_get)
{
    struct small_program text = {.count = 0};
    small_add(&text, (struct ttcap_event){.kind = TTCAP_SEMW, .thread = 1, .addr = SEMAPHORE, .value = 1});
    small_add(&text, (struct ttcap_event){.kind = TTCAP_SEMR, .thread = 0, .addr = SEMAPHORE, .value = 1});
    struct replay_waits report = stuck(&text);
    ck_wait(&report, 0, "semaphore 2 (UNPACK_TO_DEST) at 1; it stands at 0",
            "nothing that is left of any thread posts it; from 0 on it was posted 0 times and taken 1 time");

    text = (struct small_program){.count = 0};
    small_add(&text, (struct ttcap_event){.kind = TTCAP_SEMW, .thread = 1, .addr = SEMAPHORE, .value = 1});
    small_add(&text, (struct ttcap_event){.kind = TTCAP_SEMW, .thread = 1, .addr = SEMAPHORE, .value = 0});
    small_add(&text, (struct ttcap_event){.kind = TTCAP_SEMR, .thread = 1, .addr = SEMAPHORE, .value = 0});
    report = stuck(&text);
    ck_wait(&report, 0, "semaphore 2 (UNPACK_TO_DEST) at 0; it stands at 1",
            "nothing that is left of any thread takes from it; from 0 on it was posted 1 time and taken 1 time; thread "
            "1's core took from it at 0 at step 0, which was lost");
}
END_TEST

START_TEST(deadlock__the_one_that_would_take_from_it_is_stuck_too)
{
    struct small_program text = {.count = 0};
    small_push(&text, 0, init(SEMAPHORE, 1, 1));
    small_push(&text, 0, init(OTHER, 0, 1));
    small_push(&text, 0, wait(SEMAPHORE, WAITS_WHILE_FULL));
    small_push(&text, 0, set_gpr());
    small_push(&text, 1, wait(OTHER, WAITS_WHILE_ZERO));
    small_push(&text, 1, get(SEMAPHORE));
    const struct replay_waits report = stuck(&text);
    ck_assert_uint_eq(report.count, 2);
    ck_wait(&report, 0, "semaphore 2 (UNPACK_TO_DEST) below its maximum; it stands at 1 of 1",
            "thread 1 takes from it in words behind the one it waits at");
    ck_wait(&report, 1, "semaphore 4 (PACK_DONE) above 0; it stands at 0 of 1",
            "nothing that is left of any thread posts it; from 0 on it was posted 0 times and taken 0 times");
}
END_TEST

START_TEST(deadlock__mutexes_held_and_absent)
{
    struct small_program text = {.count = 0};
    small_push(&text, 0, take_mutex(2));
    small_push(&text, 1, WORD(TT_BLACKHOLE, "STALLWAIT", {"stall_res", 0}));
    small_push(&text, 1, take_mutex(2));
    small_push(&text, 2, take_mutex(6942));
    const struct replay_waits report = stuck(&text);
    ck_assert_uint_eq(report.count, 2);
    ck_wait(&report, 0, "mutex 2, which thread 0 holds", "nothing that is left of any thread gives it back");
    ck_wait(&report, 1, "mutex 6942, which does not exist", "nothing that is left of any thread gives it back");
}
END_TEST

START_TEST(deadlock__a_bank_that_does_not_come_back)
{
    struct small_program text = {.count = 0};
    for (unsigned i = 0; i < 2; i++)
        small_push(&text, 0, WORD(TT_BLACKHOLE, "SETDVALID", {"setvalid", 2}));
    small_push(&text, 0, WORD(TT_BLACKHOLE, "UNPACR_NOP", {"unpack_pop", 1}, {"unpacker_select", 1}));
    small_push(&text, 1, WORD(TT_BLACKHOLE, "MVMUL", {"clear_dvalid", 2}));
    const struct replay_waits report = stuck(&text);
    ck_assert_uint_eq(report.count, 2);
    ck_wait(&report, 0, "bank 0 of SrcB back from the matrix unit",
            "thread 1 hands a bank of SrcB back next, but waits itself");
    ck_wait(&report, 1, "bank 0 of SrcA from unpacker 0",
            "nothing that is left of any thread hands a bank of SrcA over");
}
END_TEST

/* By STALLWAIT, for either bank of either source, until it is the unpacker's and until it is the matrix unit's. */
START_TEST(deadlock__a_word_that_waits_for_banks)
{
    enum { SRCA_TO_UNPACKER = 1 << 5, SRCB_TO_UNPACKER = 1 << 6, SRCA_TO_MATRIX = 1 << 7, SRCB_TO_MATRIX = 1 << 8 };
    for (unsigned bank = 0; bank < 2; bank++) {
        struct small_program text = {.count = 0};
        for (unsigned i = 0; i < bank; i++) { /* one round of each, so that the other bank is next */
            small_push(&text, 0, WORD(TT_BLACKHOLE, "SETDVALID", {"setvalid", 3}));
            small_push(&text, 0, WORD(TT_BLACKHOLE, "CLEARDVALID", {"cleardvalid", 3}));
        }
        small_push(&text, 0, WORD(TT_BLACKHOLE, "STALLWAIT", {"wait_res", SRCA_TO_MATRIX | SRCB_TO_MATRIX}));
        struct replay_waits report = stuck(&text);
        char what[WAIT_TEXT_MAX];
        (void)snprintf(what, sizeof what, "bank %u of SrcA from unpacker 0 and bank %u of SrcB from unpacker 1", bank,
                       bank);
        ck_assert_str_eq(report.items[0].what, what);
        text.count--;
        for (unsigned i = 0; i < 2; i++)
            small_push(&text, 0, WORD(TT_BLACKHOLE, "SETDVALID", {"setvalid", 3}));
        small_push(&text, 0, WORD(TT_BLACKHOLE, "STALLWAIT", {"wait_res", SRCA_TO_UNPACKER | SRCB_TO_UNPACKER}));
        report = stuck(&text);
        (void)snprintf(what, sizeof what,
                       "bank %u of SrcA back from the matrix unit and bank %u of SrcB back from the matrix unit", bank,
                       bank);
        ck_assert_str_eq(report.items[0].what, what);
    }
}
END_TEST

START_TEST(deadlock__a_bank_that_nobody_fills)
{
    struct small_program text = {.count = 0};
    small_push(&text, 1, WORD(TT_BLACKHOLE, "MVMUL", {"clear_dvalid", 0}));
    const struct replay_waits report = stuck(&text);
    ck_assert_uint_eq(report.count, 1);
    ck_wait(&report, 0, "bank 0 of SrcA from unpacker 0 and bank 0 of SrcB from unpacker 1",
            "nothing that is left of any thread hands a bank of SrcA over; "
            "nothing that is left of any thread hands a bank of SrcB over");
}
END_TEST

/* What its expanders will still make of it counts: a macro-op, and a playback. */
START_TEST(deadlock__a_macro_op_that_would_post_it)
{
    struct small_program text = {.count = 0};
    for (uint32_t i = 0; i < 9; i++) { /* one outer and one inner iteration; the first word posts, the others are NOP */
        const uint32_t word = i < 2 ? 1 : i == 2 ? post(SEMAPHORE) : WORD(TT_BLACKHOLE, "NOP", {NULL, 0});
        small_add(&text, (struct ttcap_event){.kind = TTCAP_MOPW, .thread = 1, .addr = i, .value = word});
    }
    small_push(&text, 0, init(SEMAPHORE, 0, 1));
    small_push(&text, 0, wait(SEMAPHORE, WAITS_WHILE_ZERO));
    small_push(&text, 1, init(OTHER, 0, 1));
    small_push(&text, 1, wait(OTHER, WAITS_WHILE_ZERO));
    small_push(&text, 1, WORD(TT_BLACKHOLE, "MOP", {"mop_type", 1}));
    const struct replay_waits report = stuck(&text);
    ck_assert_uint_eq(report.count, 2);
    ck_wait(&report, 0, "semaphore 2 (UNPACK_TO_DEST) above 0; it stands at 0 of 1",
            "thread 1 posts it in words behind the one it waits at");
}
END_TEST

START_TEST(deadlock__a_playback_that_would_post_it)
{
    struct small_program text = {.count = 0};
    small_push(&text, 0, init(SEMAPHORE, 0, 1));
    small_push(&text, 0, wait(SEMAPHORE, WAITS_WHILE_ZERO));
    small_push(&text, 1, init(OTHER, 0, 1));
    small_push(&text, 1, WORD(TT_BLACKHOLE, "REPLAY", {"len", 2}, {"load_mode", 1}));
    small_push(&text, 1, wait(OTHER, WAITS_WHILE_ZERO));
    small_push(&text, 1, post(SEMAPHORE));
    small_push(&text, 1, WORD(TT_BLACKHOLE, "REPLAY", {"len", 2}));
    const struct replay_waits report = stuck(&text);
    ck_assert_uint_eq(report.count, 2);
    ck_wait(&report, 0, "semaphore 2 (UNPACK_TO_DEST) above 0; it stands at 0 of 1",
            "thread 1 posts it in words behind the one it waits at");
}
END_TEST

/* Words that are stored for a playback that never comes do nothing. */
START_TEST(deadlock__a_playback_that_does_not_come)
{
    struct small_program text = {.count = 0};
    small_push(&text, 0, init(SEMAPHORE, 0, 1));
    small_push(&text, 0, wait(SEMAPHORE, WAITS_WHILE_ZERO));
    small_push(&text, 1, init(OTHER, 0, 1));
    small_push(&text, 1, wait(OTHER, WAITS_WHILE_ZERO));
    small_push(&text, 1, WORD(TT_BLACKHOLE, "REPLAY", {"len", 1}, {"load_mode", 1}));
    small_push(&text, 1, post(SEMAPHORE));
    const struct replay_waits report = stuck(&text);
    ck_assert_uint_eq(report.count, 2);
    ck_wait(&report, 0, "semaphore 2 (UNPACK_TO_DEST) above 0; it stands at 0 of 1",
            "nothing that is left of any thread posts it; from 0 on it was posted 0 times and taken 0 times");
}
END_TEST

START_TEST(deadlock__a_core_polls_a_semaphore)
{
    struct small_program text = {.count = 0};
    small_add(&text, (struct ttcap_event){.kind = TTCAP_SEMR, .thread = 1, .addr = SEMAPHORE, .value = 3});
    small_push(&text, 1, set_gpr());
    const struct replay_waits report = stuck(&text);
    ck_assert_uint_eq(report.count, 1);
    ck_wait(&report, 0, "semaphore 2 (UNPACK_TO_DEST) at 3; it stands at 0",
            "nothing that is left of any thread posts it; from 0 on it was posted 0 times and taken 0 times");
}
END_TEST

START_TEST(deadlock__a_core_behind_a_pipe_that_is_full)
{
    struct small_program text = {.count = 0};
    small_push(&text, 0, wait(OTHER, WAITS_WHILE_ZERO));
    while (text.count < SMALL_EVENTS_MAX)
        small_push(&text, 0, set_gpr());
    const struct replay_waits report = stuck(&text);
    ck_assert_uint_eq(report.count, 2);
    ck_wait(&report, 1, "room in front of its pipe", "that pipe, which waits itself or is behind");
}
END_TEST

START_TEST(deadlock__an_event_of_no_thread_waits_for_the_cores)
{
    static const uint8_t one[4] = {1};
    struct small_program text = {.count = 0};
    small_add(&text, (struct ttcap_event){.kind = TTCAP_SEMR, .thread = 0, .addr = OTHER, .value = 1});
    small_add(&text,
              (struct ttcap_event){.kind = TTCAP_L1W, .thread = -1, .addr = 0x100, .bytes = one, .byte_count = 4});
    small_add(&text,
              (struct ttcap_event){.kind = TTCAP_L1W, .thread = 1, .addr = 0x104, .bytes = one, .byte_count = 4});
    const struct replay_waits report = stuck(&text);
    ck_assert_uint_eq(report.count, 2);
    ck_wait(&report, 1, "event 1, which belongs to no thread and waits for all cores before it",
            "the cores of the other threads");
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("replay_deadlock");
    TCase *tests = tcase_create("program order");
    tcase_add_test(tests, deadlock__a_full_semaphore_that_nobody_takes_from);
    tcase_add_test(tests, deadlock__a_get_at_0_is_lost);
    tcase_add_test(tests, deadlock__a_core_that_polls_behind_a_lost_get);
    tcase_add_test(tests, deadlock__the_one_that_would_take_from_it_is_stuck_too);
    tcase_add_test(tests, deadlock__mutexes_held_and_absent);
    tcase_add_test(tests, deadlock__a_bank_that_does_not_come_back);
    tcase_add_test(tests, deadlock__a_word_that_waits_for_banks);
    tcase_add_test(tests, deadlock__a_bank_that_nobody_fills);
    tcase_add_test(tests, deadlock__a_macro_op_that_would_post_it);
    tcase_add_test(tests, deadlock__a_playback_that_would_post_it);
    tcase_add_test(tests, deadlock__a_playback_that_does_not_come);
    tcase_add_test(tests, deadlock__a_core_polls_a_semaphore);
    tcase_add_test(tests, deadlock__a_core_behind_a_pipe_that_is_full);
    tcase_add_test(tests, deadlock__an_event_of_no_thread_waits_for_the_cores);
    suite_add_tcase(suite, tests);
    return suite;
}
