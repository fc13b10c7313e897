/* SPDX-License-Identifier: Apache-2.0 */
/* Sources laid over one another: what is known, who contradicts whom, and in which order checkpoints come. */
#include "capture/import/source.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[128];
static struct tt_error err;
static char warned[256];

static void keep_warning(void *user, const char *sentence)
{
    (void)user;
    (void)snprintf(warned, sizeof warned, "%s", sentence);
}

static struct import_sink *new_sink(bool override)
{
    const struct import_options options = {.override = override, .chip = TT_CHIP_COUNT, .warned = keep_warning};
    struct import_sink *sink = import_new(&options);
    ck_assert_ptr_nonnull(sink);
    return sink;
}

static void from(struct import_sink *sink, const char *label)
{
    ck_assert_msg(import_from(sink, label, &err) == TT_OK, "%s", err.text);
    if (import_chip_so_far(sink) == TT_CHIP_COUNT)
        ck_assert_int_eq(import_chip(sink, TT_BLACKHOLE, &err), TT_OK);
}

static enum tt_status put(struct import_sink *sink, const char *id, uint32_t lo, uint8_t byte, uint8_t known)
{
    return import_region(sink, id, TT_SPACE_L1, lo, 1, &byte, &known, &err);
}

/* Writes, frees and opens again. */
static struct ttcap *written(struct import_sink *sink)
{
    struct ttcap *capture;
    (void)snprintf(path, sizeof path, "/tmp/ttr-sink-%ld.ttcap", (long)getpid());
    ck_assert_msg(import_write(sink, path, true, &err) == TT_OK, "%s", err.text);
    import_free(sink);
    ck_assert_msg(ttcap_open(&capture, path, &err) == TT_OK, "%s", err.text);
    (void)unlink(path);
    return capture;
}

static void check_byte(struct ttcap *capture, uint32_t checkpoint, uint32_t at, uint8_t byte, uint8_t known)
{
    uint8_t got, is_known;
    ck_assert_int_eq(ttcap_read(capture, checkpoint, TT_SPACE_L1, at, 1, &got, &is_known, &err), TT_OK);
    ck_assert_uint_eq(is_known, known);
    ck_assert_uint_eq(got, byte);
}

START_TEST(sink__known_bits_of_two_sources_are_joined)
{
    struct import_sink *sink = new_sink(false);
    from(sink, "a");
    ck_assert_int_eq(put(sink, "begin", 0x2000, 0xFF, 0x0F), TT_OK);
    from(sink, "b");
    ck_assert_msg(put(sink, "begin", 0x2000, 0x3F, 0x3C) == TT_OK, "%s", err.text); /* agrees where both know */
    struct ttcap *capture = written(sink);
    check_byte(capture, 0, 0x2000, 0x3F, 0x3F);
    check_byte(capture, 0, 0x2001, 0, 0);
    ck_assert_int_eq(ttcap_info(capture)->source, TTCAP_SILICON);
    ck_assert_uint_eq(ttcap_info(capture)->input_count, 2);
    ttcap_close(capture);
}
END_TEST

START_TEST(sink__two_sources_that_differ_are_both_named)
{
    struct import_sink *sink = new_sink(false);
    from(sink, "a");
    ck_assert_int_eq(put(sink, "end", 0x2000, 0x12, 0xFF), TT_OK);
    from(sink, "b");
    ck_assert_int_eq(put(sink, "end", 0x2000, 0x13, 0x01), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "end: l1 0x2000 is 0x12 by a, and 0x13 by b; --override lets the later one count");
    ck_assert_int_eq(put(sink, "begin", 0x2000, 0x13, 0x01), TT_OK); /* another moment */
    uint8_t word[4] = {5};
    ck_assert_int_eq(import_region(sink, "begin", TT_SPACE_GPR, 8, 4, word, NULL, &err), TT_OK);
    word[1] = 1;
    from(sink, "c");
    ck_assert_int_eq(import_region(sink, "begin", TT_SPACE_GPR, 8, 4, word, NULL, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "begin: gpr word 2, byte 1 is 0x00 by b, and 0x01 by c; --override lets the later one "
                               "count");
    import_free(sink);
}
END_TEST

START_TEST(sink__override_lets_the_later_bits_count)
{
    struct import_sink *sink = new_sink(true);
    from(sink, "a");
    ck_assert_int_eq(put(sink, "begin", 7, 0x12, 0xFF), TT_OK);
    from(sink, "b");
    ck_assert_int_eq(put(sink, "begin", 7, 0x03, 0x0F), TT_OK);
    struct ttcap *capture = written(sink);
    check_byte(capture, 0, 7, 0x13, 0xFF);
    ttcap_close(capture);
}
END_TEST

START_TEST(sink__checkpoints_come_in_the_order_of_time)
{
    struct import_sink *sink = new_sink(false);
    const struct ttcap_event push = {.kind = TTCAP_PUSH, .thread = 1, .value = 9};
    uint8_t bytes[3] = {1, 2, 3};
    const struct ttcap_event store = {.kind = TTCAP_L1W, .thread = -1, .addr = 16, .bytes = bytes, .byte_count = 3};
    from(sink, "log");
    ck_assert_int_eq(put(sink, "end", 0, 1, 0xFF), TT_OK);
    ck_assert_int_eq(import_event(sink, &push, &err), TT_OK);
    ck_assert_int_eq(import_checkpoint(sink, "half", &err), TT_OK);
    ck_assert_int_eq(import_checkpoint(sink, "half", &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "log: a checkpoint 'half' is there already");
    ck_assert_int_eq(import_event(sink, &store, &err), TT_OK);
    ck_assert_int_eq(put(sink, "half", 0, 2, 0xFF), TT_OK);
    ck_assert_int_eq(put(sink, "third", 0, 2, 0xFF), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "log: there is no checkpoint 'third', expected one of begin, end, half");
    bytes[1] = 77; /* the event has a copy */
    struct ttcap *capture = written(sink);
    static const char *const ids[] = {"begin", "half", "end"};
    static const int64_t after[] = {-1, 0, 1};
    ck_assert_uint_eq(ttcap_info(capture)->checkpoint_count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_str_eq(ttcap_checkpoint(capture, i)->id, ids[i]);
        ck_assert_int_eq(ttcap_checkpoint(capture, i)->after_event, after[i]);
    }
    check_byte(capture, 0, 0, 0, 0);
    check_byte(capture, 1, 0, 2, 0xFF);
    check_byte(capture, 2, 0, 1, 0xFF);
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    ck_assert_int_eq(ttcap_events_open(&cursor, capture, 1, 2, &err), TT_OK);
    ck_assert_int_eq(ttcap_events_next(cursor, &event, &err), TT_OK);
    ck_assert_int_eq(event.kind, TTCAP_L1W);
    ck_assert_uint_eq(event.bytes[1], 2);
    ttcap_events_close(cursor);
    ttcap_close(capture);
}
END_TEST

/* A capture with a start, `events` events and an end. */
static struct ttcap *small(unsigned events)
{
    struct import_sink *sink = new_sink(false);
    const struct ttcap_event push = {.kind = TTCAP_PUSH, .thread = 0, .value = 5, .has_pc = true, .core = TT_CORE_B};
    const struct ttcap_symbol symbol = {TT_CORE_T0, TTCAP_FUNCTION, 0x6000, 8, "main"};
    from(sink, "first");
    ck_assert_int_eq(put(sink, "begin", 100, 1, 0xFF), TT_OK);
    ck_assert_int_eq(put(sink, "end", 100, 2, 0xFF), TT_OK);
    ck_assert_int_eq(import_boot(sink, TT_CORE_T0, 0x6000, &err), TT_OK);
    ck_assert_int_eq(import_symbol(sink, &symbol, &err), TT_OK);
    ck_assert_int_eq(import_kind(sink, TTCAP_EMULATOR, &err), TT_OK);
    ck_assert_int_eq(import_tag(sink, "tag", &err), TT_OK);
    ck_assert_int_eq(import_name(sink, "small", &err), TT_OK);
    for (unsigned i = 0; i < events; i++)
        ck_assert_int_eq(import_event(sink, &push, &err), TT_OK);
    return written(sink);
}

START_TEST(sink__what_is_laid_over_a_base_adds_to_it)
{
    struct import_sink *sink = new_sink(false);
    ck_assert_int_eq(import_from(sink, "base", &err), TT_OK);
    ck_assert_msg(import_base(sink, small(2), &err) == TT_OK, "%s", err.text);
    from(sink, "more");
    ck_assert_int_eq(put(sink, "end", 101, 9, 0xFF), TT_OK);
    ck_assert_int_eq(put(sink, "end", 100, 3, 0xFF), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "end: l1 0x64 is 0x02 by base, and 0x03 by more; --override lets the later one count");
    const struct ttcap_event push = {.kind = TTCAP_PUSH, .thread = 0};
    ck_assert_int_eq(import_event(sink, &push, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "base has events already; those of more have no place among them");
    ck_assert_int_eq(import_boot(sink, TT_CORE_T0, 0x7000, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "core t0 starts at 0x6000 by base, and at 0x7000 by more; --override lets the later one "
                               "count");
    struct ttcap *capture = written(sink);
    const struct ttcap_info *info = ttcap_info(capture);
    check_byte(capture, 0, 100, 1, 0xFF);
    check_byte(capture, 0, 101, 0, 0);
    check_byte(capture, 1, 100, 2, 0xFF);
    check_byte(capture, 1, 101, 9, 0xFF);
    ck_assert_uint_eq(info->event_count, 2);
    ck_assert_uint_eq(info->pc_count, 2);
    ck_assert_uint_eq(info->symbol_count, 1);
    ck_assert_uint_eq(info->boot_count, 1);
    ck_assert_int_eq(info->source, TTCAP_EMULATOR);
    ck_assert_str_eq(info->name, "small");
    ck_assert_uint_eq(info->tag_count, 1);
    ck_assert_uint_eq(info->input_count, 3);
    ck_assert_str_eq(info->inputs[2], "more");
    ck_assert_int_eq(ttcap_checkpoint(capture, 1)->after_event, 1);
    ttcap_close(capture);
}
END_TEST

START_TEST(sink__events_go_between_the_start_and_the_end_of_a_base_without)
{
    struct import_sink *sink = new_sink(false);
    const struct ttcap_event push = {.kind = TTCAP_PUSH, .thread = 2, .value = 1};
    ck_assert_int_eq(import_from(sink, "base", &err), TT_OK);
    ck_assert_int_eq(import_base(sink, small(0), &err), TT_OK);
    from(sink, "words");
    for (unsigned i = 0; i < 3; i++)
        ck_assert_int_eq(import_event(sink, &push, &err), TT_OK);
    struct ttcap *capture = written(sink);
    ck_assert_uint_eq(ttcap_info(capture)->checkpoint_count, 2);
    ck_assert_int_eq(ttcap_checkpoint(capture, 0)->after_event, -1);
    ck_assert_int_eq(ttcap_checkpoint(capture, 1)->after_event, 2);
    check_byte(capture, 1, 100, 2, 0xFF);
    ttcap_close(capture);
}
END_TEST

START_TEST(sink__chips_and_kinds_that_differ_are_refused)
{
    struct import_sink *sink = new_sink(false);
    from(sink, "a");
    ck_assert_int_eq(import_kind(sink, TTCAP_SIMULATOR, &err), TT_OK);
    from(sink, "b");
    ck_assert_int_eq(import_chip(sink, TT_WORMHOLE_B0, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "a says blackhole, and b wormhole_b0");
    ck_assert_int_eq(import_kind(sink, TTCAP_SILICON, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "a says that it comes from simulator, and b from silicon; --override lets the later one "
                               "count");
    uint8_t bytes[2] = {0};
    ck_assert_int_eq(import_region(sink, "begin", TT_SPACE_L1, 1536 * 1024 - 1, 2, bytes, NULL, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "b: 2 bytes of l1 from 0x17ffff run past its end at 0x180000");
    import_free(sink);
}
END_TEST

START_TEST(sink__notes_stand_behind_their_source)
{
    struct import_sink *sink = new_sink(false);
    from(sink, "a.json");
    ck_assert_int_eq(import_note(sink, &err, "%d words", 3), TT_OK);
    ck_assert_int_eq(import_warn(sink, &err, "%d left out", 1), TT_OK);
    ck_assert_str_eq(warned, "a.json: 1 left out");
    struct ttcap *capture = written(sink);
    ck_assert_str_eq(ttcap_info(capture)->inputs[0], "a.json: 3 words; 1 left out");
    ttcap_close(capture);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("sink");
    TCase *tcase = tcase_create("sink");
    tcase_add_test(tcase, sink__known_bits_of_two_sources_are_joined);
    tcase_add_test(tcase, sink__two_sources_that_differ_are_both_named);
    tcase_add_test(tcase, sink__override_lets_the_later_bits_count);
    tcase_add_test(tcase, sink__checkpoints_come_in_the_order_of_time);
    tcase_add_test(tcase, sink__what_is_laid_over_a_base_adds_to_it);
    tcase_add_test(tcase, sink__events_go_between_the_start_and_the_end_of_a_base_without);
    tcase_add_test(tcase, sink__chips_and_kinds_that_differ_are_refused);
    tcase_add_test(tcase, sink__notes_stand_behind_their_source);
    suite_add_tcase(suite, tcase);
    return suite;
}
