/* SPDX-License-Identifier: Apache-2.0 */
/* Firmware order over small programs made here, on both chips: the end, hangs, and the order in which steps go.
 * docs/semantics/firmware.md */
#include "base/little.h"
#include "order/replay.h"
#include "order/script.h"
#include "unit/suite.h"

#include "core_findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    T0_CODE = 0x6000,
    T1_CODE = 0xA000,
    T2_CODE = 0xE000,
    B_CODE = 0,
    OUT = 0x20000,
    CODE_WORDS = 24,
    STAY = 0x0000006F
};
enum { EVENTS_MAX = 64, WAITS_MAX = 4 };

struct program {
    enum tt_core core;
    uint32_t pc;
    uint32_t code[CODE_WORDS]; /* 0 ends it */
};

struct ran {
    struct replay_summary summary;
    uint32_t out[8]; /* words of L1 from OUT on */
    struct ttcap_event events[EVENTS_MAX];
    unsigned event_count, wait_count;
    char what[WAITS_MAX][WAIT_TEXT_MAX];
    enum tt_core core[WAITS_MAX];
};

static void on_ended(void *user, const struct tile *tile)
{
    struct ran *ran = user;
    tile_load(tile, TT_SPACE_L1, OUT, sizeof ran->out, (uint8_t *)ran->out);
    turn_numbers(ran->out, sizeof ran->out / sizeof *ran->out, sizeof *ran->out);
}

static void on_happened(void *user, const struct ttcap_event *event)
{
    struct ran *ran = user;
    if (ran->event_count < EVENTS_MAX)
        ran->events[ran->event_count++] = *event;
}

static void on_waiting(void *user, const struct replay_wait *wait)
{
    struct ran *ran = user;
    if (ran->wait_count == WAITS_MAX)
        return;
    (void)snprintf(ran->what[ran->wait_count], sizeof ran->what[0], "%s", wait->what);
    ran->core[ran->wait_count++] = wait->core;
}

static void write_programs(const char *path, enum tt_chip chip, const struct program *programs, size_t count)
{
    struct ttcap_boot boot[TT_CORE_COUNT];
    for (size_t i = 0; i < count; i++)
        boot[i] = (struct ttcap_boot){programs[i].core, programs[i].pc};
    const struct ttcap_meta meta = {
        .chip = chip, .source = TTCAP_SIMULATOR, .name = "small", .description = "", .boot = boot, .boot_count = count};
    struct ttcap_writer *writer;
    struct tt_error err = {""};
    ck_assert(!ttcap_writer_open(&writer, path, true, &meta, &err));
    ck_assert(!ttcap_writer_snapshot_begin(writer, "begin", &err));
    for (size_t i = 0; i < count; i++) {
        uint8_t code[sizeof programs[i].code];
        copy_numbers(code, programs[i].code, CODE_WORDS, sizeof(uint32_t));
        ck_assert(!ttcap_writer_put(writer, TT_SPACE_L1, programs[i].pc, sizeof code, code, NULL, &err));
    }
    ck_assert(!ttcap_writer_snapshot_end(writer, &err));
    ck_assert(!ttcap_writer_finish(writer, &err));
}

static const struct replay_outside *host; /* beside the cores of the test at hand; null: nobody */

/* is_recorded: as a recording is made, which runs nothing ahead to L1. */
static struct ran run(enum tt_chip chip, const struct program *programs, size_t count, uint64_t max_steps,
                      bool is_recorded)
{
    char path[256];
    const char *under = getenv("TMPDIR");
    struct ran ran = {.event_count = 0};
    struct ttcap *capture;
    struct tt_error err = {""};
    (void)snprintf(path, sizeof path, "%.200s/firmware-unit-%ld.ttcap", under ? under : "/tmp", (long)getpid());
    write_programs(path, chip, programs, count);
    ck_assert_msg(!ttcap_open(&capture, path, &err), "%s", err.text);
    (void)unlink(path);
    const struct replay_observer observer = {
        .user = &ran, .ended = on_ended, .waiting = on_waiting, .happened = is_recorded ? on_happened : NULL};
    struct replay_options options;
    replay_options_init(&options, ttcap_info(capture));
    options.order = REPLAY_FIRMWARE;
    options.outside = host;
    if (max_steps)
        options.max_steps = max_steps;
    ck_assert_msg(!replay_run(capture, &options, NULL, &observer, &ran.summary, &err), "%s", err.text);
    ttcap_close(capture);
    return ran;
}

/* SETDMAREG half 10 (register 5) = 0x600D by .ttinsn, wait for the pipe, and what the register holds to OUT. */
static const struct program pushes = {TT_CORE_T1,
                                      T1_CODE,
                                      {0x45600D0Au << 2 | 0x45600D0Au >> 30, 0xFFE802B7 /* lui t0,0xffe80 */,
                                       0x0042A303 /* lw t1,4(t0) */, 0xFFE003B7 /* lui t2,0xffe00 */,
                                       0x0143A303 /* lw t1,20(t2) */, 0x00020E37 /* lui t3,0x20 */,
                                       0x006E2023 /* sw t1,0(t3) */, STAY}};

START_TEST(firmware__a_word_is_pushed_takes_effect_and_is_read_back)
{
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        const struct ran ran = run(chip, &pushes, 1, 0, true);
        ck_assert_uint_eq(ran.out[0], 0x600D);
        ck_assert(!ran.summary.is_deadlocked && !ran.summary.facts.is_stopped);
        ck_assert_uint_eq(ran.event_count, 3);
        ck_assert_int_eq(ran.events[0].kind, TTCAP_PUSH);
        ck_assert_uint_eq(ran.events[0].pc, T1_CODE);
        ck_assert_int_eq(ran.events[1].kind, TTCAP_EXEC);
        ck_assert_uint_eq(ran.events[1].pc, T1_CODE);
        ck_assert_int_eq(ran.events[1].core, TT_CORE_T1);
        ck_assert_int_eq(ran.events[2].kind, TTCAP_L1W);
        ck_assert_int_eq(ran.events[2].thread, 1);
    }
}
END_TEST

/* T1 waits for a word of L1 that T2 stores after a loop of 500 turns; then it stores what it saw. */
static const struct program meeting[] = {
    {TT_CORE_T1,
     T1_CODE,
     {0x00020E37, 0x004E2303 /* lw t1,4(t3) */, 0xFE030EE3 /* beqz t1,-4 */, 0x006E2423 /* sw t1,8(t3) */, STAY}},
    {TT_CORE_T2,
     T2_CODE,
     {0x00020E37, 0x1F400313 /* li t1,500 */, 0xFFF30313 /* addi t1,t1,-1 */, 0xFE031EE3 /* bnez t1,-4 */,
      0x02A00313 /* li t1,42 */, 0x006E2223 /* sw t1,4(t3) */, STAY}},
};

START_TEST(firmware__steps_are_the_same_recorded_or_not)
{
    const struct ran ahead = run(TT_BLACKHOLE, meeting, 2, 0, false), report = run(TT_BLACKHOLE, meeting, 2, 0, true);
    ck_assert_uint_eq(ahead.out[1], 42);
    ck_assert_uint_eq(ahead.out[2], 42);
    ck_assert_mem_eq(ahead.out, report.out, sizeof report.out);
    ck_assert_uint_ge(ahead.summary.steps, 1003);
    /* T2's store, then T1's read of it as an event of no thread, then T1's store. */
    ck_assert_uint_eq(report.event_count, 3);
    ck_assert_int_eq(report.events[0].thread, 2);
    ck_assert_int_eq(report.events[1].thread, -1);
    ck_assert_int_eq(report.events[1].kind, TTCAP_MMIO);
    ck_assert_int_eq(report.events[1].core, TT_CORE_T1);
    ck_assert_uint_eq(report.events[1].addr, OUT + 4);
    ck_assert_int_eq(report.events[2].thread, 1);
}
END_TEST

/* T0 and T2 store a byte each of a word; T1 reads it after a loop of 500 turns. */
static const struct program bytes_of_two[] = {
    {TT_CORE_T0, T0_CODE, {0x00020E37, 0x00100313 /* li t1,1 */, 0x006E0223 /* sb t1,4(t3) */, STAY}},
    {TT_CORE_T1,
     T1_CODE,
     {0x00020E37, 0x1F400313 /* li t1,500 */, 0xFFF30313 /* addi t1,t1,-1 */, 0xFE031EE3 /* bnez t1,-4 */,
      0x004E2303 /* lw t1,4(t3) */, 0x006E2423 /* sw t1,8(t3) */, STAY}},
    {TT_CORE_T2, T2_CODE, {0x00020E37, 0x00200313 /* li t1,2 */, 0x006E02A3 /* sb t1,5(t3) */, STAY}},
};

START_TEST(firmware__a_read_comes_behind_each_core_that_stored_a_byte_of_it)
{
    struct program programs[3];
    memcpy(programs, bytes_of_two, sizeof programs);
    const struct ran word = run(TT_BLACKHOLE, programs, 3, 0, true);
    ck_assert_uint_eq(word.event_count, 5);
    for (unsigned i = 0; i < 2; i++) {
        ck_assert_int_eq(word.events[2 + i].core, TT_CORE_T1);
        ck_assert_uint_eq(word.events[2 + i].addr, OUT + 4 + i);
        ck_assert_uint_eq(word.events[2 + i].value, 0x201);
    }
    programs[1].code[4] = 0x005E4303; /* lbu t1,5(t3) */
    const struct ran byte = run(TT_BLACKHOLE, programs, 3, 0, true);
    ck_assert_uint_eq(byte.event_count, 4);
    ck_assert_uint_eq(byte.events[2].addr, OUT + 5);
}
END_TEST

/* T1 of these two alone: a host stores what T2 would have, in its round, and the recording says when. */
START_TEST(firmware__a_host_stores_in_its_round)
{
    const struct script_store stores[] = {
        {.addr = OUT + 4, .value = 43, .round = 700},
        {.addr = OUT + 16, .value = 44, .has_awaited = true, .awaited_at = OUT + 8, .awaited = 43}};
    struct script script = {.chip = TT_BLACKHOLE, .stores = stores, .store_count = 2, .random = 1};
    const struct replay_outside outside = script_outside(&script);
    host = &outside;
    const struct ran ran = run(TT_BLACKHOLE, meeting, 1, 0, true);
    host = NULL;
    ck_assert(!ran.summary.is_deadlocked);
    ck_assert(script_is_done(&script));
    ck_assert_uint_eq(ran.out[2], 43);
    ck_assert_uint_eq(ran.out[4], 44);
    ck_assert_uint_ge(ran.event_count, 6);
    ck_assert_uint_eq(ran.events[0].addr, 0xFFB121F0); /* the mark, and the store behind it */
    ck_assert_uint_eq(ran.events[0].value, 700);
    ck_assert(!ran.events[0].has_pc);
    ck_assert_int_eq(ran.events[1].kind, TTCAP_L1W);
    ck_assert_uint_eq(ran.events[1].addr, OUT + 4);
    ck_assert_uint_eq(ran.events[2].addr, OUT + 4); /* T1 saw it */
    ck_assert(ran.events[2].has_pc);
    ck_assert_uint_eq(ran.events[3].addr, OUT + 8);
}
END_TEST

/* T1 polls the pages of circular buffer 3, and ends; the host puts one in. lui t0,0xffb43; lw t1,40(t0); beqz t1,-4 */
static const struct program polls_pages = {
    TT_CORE_T1, T1_CODE, {0xFFB432B7, 0x0282A303, 0xFE030EE3, 0x00020E37, 0x006E2023, STAY}};

START_TEST(firmware__a_page_is_put_in_and_seen)
{
    static uint8_t page[16] = {1, 2, 3};
    struct script_feed feed = {.buffer = 3, .start = OUT + 16, .ring = 1, .page_bytes = 16, .pages = page, .count = 1};
    struct script script = {.chip = TT_BLACKHOLE, .feeds = &feed, .feed_count = 1, .random = 5};
    const struct replay_outside outside = script_outside(&script);
    host = &outside;
    const struct ran ran = run(TT_BLACKHOLE, &polls_pages, 1, 0, true);
    host = NULL;
    ck_assert(!ran.summary.is_deadlocked);
    ck_assert_uint_eq(ran.out[0], 1);
    ck_assert_uint_eq(ran.out[4], 0x030201);
    const struct ttcap_event *seen = &ran.events[ran.event_count - 2];
    ck_assert_int_eq(seen->kind, TTCAP_SEMR);
    ck_assert_int_eq(seen->thread, 1);
    ck_assert_uint_eq(seen->addr, 0xFFB43028);
    ck_assert_uint_eq(seen->value, 1);
}
END_TEST

/* The run ends where the host says so, whatever the core still does. */
START_TEST(firmware__a_host_ends_the_run)
{
    const struct script_store stores[] = {{.addr = OUT, .value = 1, .round = 300}};
    struct script script = {.chip = TT_BLACKHOLE, .stores = stores, .store_count = 1, .random = 1};
    script.has_end = true;
    script.end_at = OUT;
    script.end_value = 1;
    const struct replay_outside outside = script_outside(&script);
    host = &outside;
    const struct ran ran = run(TT_BLACKHOLE, meeting, 1, 0, true);
    host = NULL;
    ck_assert(!ran.summary.is_deadlocked);
    ck_assert_uint_eq(ran.out[2], 0);
    ck_assert_uint_eq(ran.summary.steps, 301);
}
END_TEST

START_TEST(firmware__a_word_that_nobody_stores_is_waited_for_in_vain)
{
    const struct ran ran = run(TT_WORMHOLE_B0, meeting, 1, 0, false);
    ck_assert(ran.summary.is_deadlocked);
    ck_assert_uint_eq(ran.wait_count, 1);
    ck_assert_int_eq(ran.core[0], TT_CORE_T1);
    ck_assert_str_eq(ran.what[0], "0x20004 of L1 to change from 00000000");
    ck_assert_uint_lt(ran.summary.steps, 100000);
}
END_TEST

/* lui t0,HIGH; then for ever lw t1,OFFSET(t0), while t1 is zero; or sw. */
enum { IS_LOAD, IS_STORE };

static struct program polls(enum tt_core core, uint32_t addr, int how)
{
    const uint32_t pc = core == TT_CORE_B ? B_CODE : T1_CODE, offset = addr & 0xFFF;
    const uint32_t load = offset << 20 | 0x0002A303, store = 0x0062A023 | (offset & 0x1F) << 7 | offset >> 5 << 25;
    const uint32_t while_zero = 0xFE030EE3 /* beqz t1,-4 */, always = 0xFFDFF06F /* j -4 */;
    return (struct program){
        core,
        pc,
        {(addr & 0xFFFFF000) | 0x2B7, how == IS_LOAD ? load : store, how == IS_LOAD ? while_zero : always, STAY}};
}

START_TEST(firmware__all_that_a_core_can_be_stuck_at)
{
    static const struct {
        enum tt_core core;
        uint32_t addr;
        int how;
        const char *what;
    } cases[] = {
        {TT_CORE_T1, 0xFFEC0004, IS_LOAD, "its mailbox from core b to fill"},
        {TT_CORE_T1, 0xFFEC3000, IS_LOAD, "a value in its mailbox from core t2"},
        {TT_CORE_T1, 0xFFEC1000, IS_STORE, "room in its mailbox to core t0"},
        {TT_CORE_T1, 0xFFE00014, IS_LOAD, "scalar register 5 to change"},
        {TT_CORE_T1, 0xFFEF0010, IS_LOAD, "configuration at 0xffef0010 to change"},
        {TT_CORE_T1, 0xFFE80024, IS_LOAD, "semaphore 1 (MATH_PACK) to change from 0"},
        {TT_CORE_T1, 0xFFE80000, IS_LOAD, "a value in its PCBuf"},
        {TT_CORE_T1, 0xFFB20010, IS_LOAD, "the network interface at 0xffb20010 to change"},
        {TT_CORE_T1, 0xFFB43028, IS_LOAD, "more pages in circular buffer 3; it stands at 0"},
        {TT_CORE_T1, 0xFFB43020, IS_LOAD, "more pages taken out of circular buffer 3; it stands at 0"},
        {TT_CORE_T1, 0xFFB43044, IS_LOAD, "BUF_START of stream 3 to change; it stands at 0"},
        {TT_CORE_B, 0xFFE90000, IS_STORE, "room in the PCBuf of core t1"},
        {TT_CORE_B, 0xFFEA0000, IS_LOAD, "core t2 and its pipe to have nothing left to do"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct program program = polls(cases[i].core, cases[i].addr, cases[i].how);
        const struct ran ran = run(TT_BLACKHOLE, &program, 1, 0, false);
        ck_assert_msg(ran.summary.is_deadlocked, "%s", cases[i].what);
        ck_assert_uint_eq(ran.wait_count, 1);
        ck_assert_str_eq(ran.what[0], cases[i].what);
        /* Another tile is missing, not the program's own step: that is no verdict of a hang. */
        const bool is_network = cases[i].addr == 0xFFB20010;
        ck_assert_int_eq(ran.summary.verdict, is_network ? VERDICT_UNSUPPORTED : VERDICT_HUNG);
    }
}
END_TEST

START_TEST(firmware__steps_can_be_limited)
{
    const struct ran ran = run(TT_BLACKHOLE, meeting, 2, 100, false);
    ck_assert(ran.summary.is_deadlocked);
    ck_assert_uint_eq(ran.out[1], 0);
    ck_assert_uint_eq(ran.wait_count, 2);
    ck_assert_str_eq(ran.what[0], "nothing: it still ran at the last step allowed");
}
END_TEST

/* Core B pushes into thread 2 behind the macro-op expander: a MOP is not expanded there, and does nothing. */
START_TEST(firmware__core_b_pushes_behind_the_expander)
{
    const struct program b = {TT_CORE_B,
                              B_CODE,
                              {0xFFE602B7 /* lui t0,0xffe60 */, 0x01000337 /* lui t1,0x1000: MOP */,
                               0x0062A023 /* sw t1,0(t0) */, 0x45601337 /* lui t1,0x45601 */,
                               0xD0A30313 /* addi t1,t1,-758: SETDMAREG */, 0x0062A023, STAY}};
    const struct ran ran = run(TT_BLACKHOLE, &b, 1, 0, true);
    ck_assert(!ran.summary.is_deadlocked);
    ck_assert_int_eq(ran.events[0].kind, TTCAP_PUSH);
    ck_assert_int_eq(ran.events[0].thread, 2);
    ck_assert_int_eq(ran.events[0].core, TT_CORE_B);
    ck_assert_uint_eq(ran.summary.findings, 1); /* expander-word-too-late */
    ck_assert_uint_eq(ran.summary.executed, 2);
}
END_TEST

START_TEST(firmware__an_address_where_nothing_is_stops)
{
    const struct program lost = {TT_CORE_T1, T1_CODE, {0xFFF002B7 /* lui t0,0xfff00 */, 0x0002A303, STAY}};
    const struct ran ran = run(TT_BLACKHOLE, &lost, 1, 0, false);
    ck_assert(ran.summary.facts.is_stopped);
    ck_assert_int_eq(ran.summary.facts.stopped.finding, FINDING_CORE_STOPPED);
    ck_assert_int_eq(ran.summary.verdict, VERDICT_UNSUPPORTED);
    ck_assert_str_eq(ran.what[0], "nothing is known to stand at 0xfff00000 for a load of core t1 (R20)");
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("firmware");
    TCase *t = tcase_create("firmware");
    tcase_add_test(t, firmware__a_word_is_pushed_takes_effect_and_is_read_back);
    tcase_add_test(t, firmware__steps_are_the_same_recorded_or_not);
    tcase_add_test(t, firmware__a_read_comes_behind_each_core_that_stored_a_byte_of_it);
    tcase_add_test(t, firmware__a_host_stores_in_its_round);
    tcase_add_test(t, firmware__a_page_is_put_in_and_seen);
    tcase_add_test(t, firmware__a_host_ends_the_run);
    tcase_add_test(t, firmware__a_word_that_nobody_stores_is_waited_for_in_vain);
    tcase_add_test(t, firmware__all_that_a_core_can_be_stuck_at);
    tcase_add_test(t, firmware__steps_can_be_limited);
    tcase_add_test(t, firmware__core_b_pushes_behind_the_expander);
    tcase_add_test(t, firmware__an_address_where_nothing_is_stops);
    suite_add_tcase(s, t);
    return s;
}
