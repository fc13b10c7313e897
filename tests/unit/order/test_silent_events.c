/* SPDX-License-Identifier: Apache-2.0 */
/* Executed order without anybody who looks at single events: pushes and reads are passed over, and nothing of the
 * outcome shows it. */
#include "base/little.h"
#include "order/replay.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORD = 20, ROUNDS = 40, WRONG = 13, BYTES = 4, NOP_WORD = 0x02000000 };

static void on_happened(void *user, const struct ttcap_event *event)
{
    (void)event;
    ++*(unsigned *)user;
}

static void put(struct ttcap_writer *writer, uint64_t *seq, enum ttcap_kind kind, int8_t thread, uint32_t addr,
                uint32_t value)
{
    struct tt_error err = {""};
    const struct ttcap_event event = {.seq = (*seq)++, .kind = kind, .thread = thread, .addr = addr, .value = value};
    ck_assert_msg(!ttcap_writer_event(writer, &event, &err), "%s", err.text);
}

static void put_checkpoint(struct ttcap_writer *writer, uint32_t held)
{
    struct tt_error err = {""};
    uint8_t bytes[BYTES];
    store_u32(bytes, held);
    ck_assert(!ttcap_writer_snapshot_begin(writer, "held", &err));
    ck_assert_msg(!ttcap_writer_put(writer, TT_SPACE_CFG, BYTES * WORD, BYTES, bytes, NULL, &err), "%s", err.text);
    ck_assert(!ttcap_writer_snapshot_end(writer, &err));
}

/* Rounds of a store, then pushes and a read with a checkpoint among or behind them; one holds another value. */
static struct ttcap *make(void)
{
    char path[256];
    const char *under = getenv("TMPDIR");
    const struct ttcap_meta meta = {
        .chip = TT_BLACKHOLE, .source = TTCAP_SIMULATOR, .name = "silent", .description = ""};
    struct ttcap_writer *writer;
    struct ttcap *capture;
    struct tt_error err = {""};
    uint64_t seq = 0;
    (void)snprintf(path, sizeof path, "%s/silent-test-%ld.ttcap", under ? under : "/tmp", (long)getpid());
    ck_assert(!ttcap_writer_open(&writer, path, true, &meta, &err));
    ck_assert(!ttcap_writer_snapshot_begin(writer, "begin", &err));
    ck_assert(!ttcap_writer_snapshot_end(writer, &err));
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        put(writer, &seq, TTCAP_CFGW, -1, WORD, round);
        for (uint32_t i = 0; i < round % 5; i++)
            put(writer, &seq, TTCAP_PUSH, (int8_t)(i % 3), 0, NOP_WORD);
        if (round % 4 == 0)
            put(writer, &seq, TTCAP_EXEC, 0, 0, NOP_WORD);
        if (round % 2)
            put_checkpoint(writer, round == WRONG ? 0 : round);
        put(writer, &seq, TTCAP_SEMR, 1, 2, 1);
        if (round % 3 == 0)
            put_checkpoint(writer, round);
    }
    ck_assert(!ttcap_writer_finish(writer, &err));
    ck_assert_msg(!ttcap_open(&capture, path, &err), "%s", err.text);
    (void)unlink(path);
    return capture;
}

static struct replay_summary run(struct ttcap *capture, const struct replay_options *options,
                                 const struct replay_observer *observer)
{
    struct replay_summary summary;
    struct tt_error err = {""};
    ck_assert_msg(!replay_run(capture, options, NULL, observer, &summary, &err), "%s", err.text);
    return summary;
}

static void same(struct ttcap *capture, const struct replay_options *options)
{
    unsigned seen = 0;
    const struct replay_observer observer = {.user = &seen, .happened = on_happened};
    const struct replay_summary shown = run(capture, options, &observer), silent = run(capture, options, NULL);
    ck_assert_uint_eq(shown.events, seen);
    ck_assert_uint_eq(silent.events, shown.events);
    ck_assert_uint_eq(silent.checkpoints, shown.checkpoints);
    ck_assert_uint_eq(silent.findings, shown.findings);
    ck_assert_int_eq(silent.verdict, shown.verdict);
    ck_assert_mem_eq(&silent.facts, &shown.facts, sizeof silent.facts);
}

START_TEST(test_nothing_shows_it)
{
    struct ttcap *capture = make();
    struct replay_options options;
    replay_options_init(&options, ttcap_info(capture));
    const uint64_t count = ttcap_info(capture)->event_count;
    ck_assert_uint_eq(run(capture, &options, NULL).events, count);
    ck_assert_uint_eq(run(capture, &options, NULL).facts.bytes.differing, 1);
    same(capture, &options);
    for (uint64_t i = 0; i <= count; i++) {
        options.has_until = true;
        options.until = i;
        same(capture, &options);
    }
    replay_options_init(&options, ttcap_info(capture));
    for (options.last = 1; options.last <= count; options.last++)
        same(capture, &options);
    ttcap_close(capture);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("silent events");
    TCase *tests = tcase_create("silent events");
    tcase_add_test(tests, test_nothing_shows_it);
    suite_add_tcase(suite, tests);
    return suite;
}
