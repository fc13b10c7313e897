/* SPDX-License-Identifier: Apache-2.0 */
/* From where executed words came, where the recording knows it of the pushes alone: expanded, and beside a fault. */
#include "order/replay.h"
#include "order/word_origins.h"
#include "unit/order/small_capture.h"
#include "unit/suite.h"

enum { PC = 0x6000, SETDMAREG = 0x45000000, REPLAY = 0x04000000 };

static void push_at(struct small_program *program, int8_t thread, uint32_t pc, uint32_t word)
{
    small_add(program, (struct ttcap_event){.kind = TTCAP_PUSH,
                                            .thread = thread,
                                            .value = word,
                                            .has_pc = true,
                                            .core = (enum tt_core)(TT_CORE_T0 + thread),
                                            .pc = pc});
}

static void exec(struct small_program *program, int8_t thread, uint32_t word)
{
    small_add(program, (struct ttcap_event){.kind = TTCAP_EXEC, .thread = thread, .value = word});
}

/* What a replay in executed order reports, by event. */
struct seen {
    uint32_t pc[SMALL_EVENTS_MAX];
    enum tt_core core[SMALL_EVENTS_MAX];
    bool is_word[SMALL_EVENTS_MAX];
};

static void on_came_from(void *user, const struct replay_origin *origin)
{
    struct seen *seen = user;
    ck_assert_uint_lt(origin->seq, SMALL_EVENTS_MAX);
    ck_assert_uint_eq(seen->pc[origin->seq], 0);
    seen->pc[origin->seq] = origin->pc;
    seen->core[origin->seq] = origin->core;
    seen->is_word[origin->seq] = origin->is_word;
}

static void run(const struct small_program *program, uint64_t first, struct seen *seen)
{
    struct ttcap *capture = small_capture(program);
    struct replay_options options;
    struct replay_summary summary;
    struct tt_error err = {""};
    const struct replay_observer observer = {.user = seen, .came_from = on_came_from};
    *seen = (struct seen){.pc = {0}};
    replay_options_init(&options, ttcap_info(capture));
    options.first = first;
    ck_assert_msg(!replay_run(capture, &options, NULL, &observer, &summary, &err), "%s", err.text);
    ttcap_close(capture);
}

/* Two words into the replay buffer while they run, and out of it twice; another thread's word between. */
static void make_program(struct small_program *program)
{
    *program = (struct small_program){.count = 0};
    push_at(program, 0, PC, REPLAY | 2 << 4 | 2 | 1);
    push_at(program, 0, PC + 4, SETDMAREG | 8);
    push_at(program, 0, PC + 8, SETDMAREG | 10);
    push_at(program, 0, PC + 12, REPLAY | 2 << 4);
    push_at(program, 1, PC + 0x100, SETDMAREG | 12);
    exec(program, 0, SETDMAREG | 8);  /* 5 */
    exec(program, 1, SETDMAREG | 12); /* 6 */
    exec(program, 0, SETDMAREG | 10); /* 7 */
    exec(program, 0, SETDMAREG | 8);  /* 8 */
    exec(program, 0, SETDMAREG | 10); /* 9 */
}

START_TEST(origins__an_expanded_word_has_that_of_its_push)
{
    static const uint32_t held[] = {0, 0, 0, 0, 0, PC + 4, PC + 0x100, PC + 8, PC + 12, PC + 12};
    struct small_program program;
    struct seen seen;
    make_program(&program);
    run(&program, 0, &seen);
    for (size_t i = 0; i < program.count; i++) {
        ck_assert_msg(seen.pc[i] == held[i], "event %zu: 0x%x", i, seen.pc[i]);
        ck_assert(seen.is_word[i] == (held[i] != 0));
    }
    ck_assert_int_eq(seen.core[6], TT_CORE_T1);
}
END_TEST

START_TEST(origins__what_is_before_the_range_is_not_reported)
{
    struct small_program program;
    struct seen seen;
    make_program(&program);
    run(&program, 8, &seen);
    ck_assert_uint_eq(seen.pc[7], 0);
    ck_assert_uint_eq(seen.pc[8], PC + 12);
}
END_TEST

START_TEST(origins__what_an_event_knows_itself_counts)
{
    struct small_program program;
    struct seen seen;
    make_program(&program);
    program.events[9].has_pc = true;
    program.events[9].core = TT_CORE_B;
    program.events[9].pc = 0x44;
    small_add(&program,
              (struct ttcap_event){
                  .kind = TTCAP_GPRW, .thread = 2, .addr = 3, .has_pc = true, .core = TT_CORE_T2, .pc = 0x48});
    run(&program, 0, &seen);
    ck_assert_uint_eq(seen.pc[9], 0x44);
    ck_assert_int_eq(seen.core[9], TT_CORE_B);
    ck_assert_uint_eq(seen.pc[10], 0x48);
    ck_assert(!seen.is_word[10]);
}
END_TEST

START_TEST(origins__a_word_that_nobody_pushed_has_none)
{
    struct small_program program;
    struct seen seen;
    make_program(&program);
    program.events[8].value = SETDMAREG | 14;
    run(&program, 0, &seen);
    ck_assert_uint_eq(seen.pc[7], PC + 8);
    ck_assert_uint_eq(seen.pc[8], 0);
}
END_TEST

START_TEST(origins__without_program_counters_there_are_none)
{
    struct small_program program;
    struct word_origins *origins;
    struct tt_error err;
    make_program(&program);
    for (size_t i = 0; i < program.count; i++)
        program.events[i].has_pc = false;
    struct ttcap *capture = small_capture(&program);
    ck_assert_int_eq(word_origins_open(&origins, capture, &err), TT_OK);
    ck_assert_ptr_null(origins);
    ttcap_close(capture);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("word_origins");
    TCase *tcase = tcase_create("origins");
    tcase_add_test(tcase, origins__an_expanded_word_has_that_of_its_push);
    tcase_add_test(tcase, origins__what_is_before_the_range_is_not_reported);
    tcase_add_test(tcase, origins__what_an_event_knows_itself_counts);
    tcase_add_test(tcase, origins__a_word_that_nobody_pushed_has_none);
    tcase_add_test(tcase, origins__without_program_counters_there_are_none);
    suite_add_tcase(suite, tcase);
    return suite;
}
