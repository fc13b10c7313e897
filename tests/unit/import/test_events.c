/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of events.jsonl: what each kind asks for, and that the quick reader and the thorough one read one language. */
#include "base/memory.h"
#include "capture/import/bundle/event.h"
#include "capture/import/bundle/event_internal.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct reading {
    enum tt_status status;
    struct ttcap_event event;
    struct event_bytes bytes;
    struct tt_error err;
};

/* Reads a line given without its newline. */
static void read_line(struct reading *reading, const char *line, bool is_thorough)
{
    size_t count = strlen(line);
    char *text = mem_alloc(count + 2);
    memcpy(text, line, count);
    memcpy(text + count, "\n", 2);
    *reading = (struct reading){0};
    reading->status = is_thorough
                          ? event_parse_json(text, count, TT_BLACKHOLE, &reading->bytes, &reading->event, &reading->err)
                          : event_parse(text, count, TT_BLACKHOLE, &reading->bytes, &reading->event, &reading->err);
    mem_free(text);
}

static void release(struct reading *reading)
{
    mem_free(reading->bytes.items);
}

static bool scans(const char *line)
{
    struct event_bytes bytes = {0};
    struct event_line parts;
    char text[256];
    (void)snprintf(text, sizeof text, "%s\n", line);
    bool is = event_scan(text, &parts, &bytes);
    mem_free(bytes.items);
    return is;
}

/* One outcome, whichever reader looked. */
static void assert_alike(const char *line)
{
    struct reading quick, thorough;
    read_line(&quick, line, false);
    read_line(&thorough, line, true);
    ck_assert_msg(quick.status == thorough.status, "%s: %d and %d", line, quick.status, thorough.status);
    if (quick.status) {
        ck_assert_str_eq(quick.err.text, thorough.err.text);
    } else {
        const struct ttcap_event *a = &quick.event, *b = &thorough.event;
        ck_assert_msg(a->seq == b->seq && a->kind == b->kind && a->thread == b->thread && a->index == b->index &&
                          a->addr == b->addr && a->value == b->value && a->byte_count == b->byte_count &&
                          a->has_pc == b->has_pc && a->core == b->core && a->pc == b->pc,
                      "%s: the two readers differ", line);
        if (a->byte_count)
            ck_assert_mem_eq(a->bytes, b->bytes, a->byte_count);
    }
    release(&quick);
    release(&thorough);
}

static const char *const good[] = {
    "{\"i\":0,\"k\":\"push\",\"t\":1,\"w\":2987327488}",
    "{\"i\":7,\"k\":\"exec\",\"t\":2,\"w\":4294967295}",
    "{\"i\":7,\"k\":\"cfgw\",\"s\":1,\"a\":223,\"v\":1,\"t\":0}",
    "{\"i\":7,\"k\":\"cfgw\",\"s\":0,\"a\":0,\"v\":0}",
    "{\"i\":7,\"k\":\"mopw\",\"t\":1,\"a\":8,\"v\":1}",
    "{\"i\":7,\"k\":\"gprw\",\"t\":1,\"a\":63,\"v\":1}",
    "{\"i\":7,\"k\":\"semw\",\"a\":7,\"op\":\"post\"}",
    "{\"i\":7,\"k\":\"semw\",\"a\":0,\"op\":\"get\",\"t\":2}",
    "{\"i\":7,\"k\":\"semr\",\"t\":2,\"a\":5,\"v\":3}",
    "{\"i\":7,\"k\":\"l1w\",\"a\":1572862,\"h\":\"00fF\"}",
    "{\"i\":7,\"k\":\"mmio\",\"t\":0,\"a\":4293394436,\"v\":0}",
    "{\"i\":4503599627370496,\"k\":\"mmio\",\"a\":1,\"v\":0}",
    "{\"w\":5,\"t\":0,\"k\":\"exec\",\"i\":9}", /* any order of keys */
    "{\"i\":7,\"k\":\"push\",\"t\":1,\"w\":1,\"core\":\"t1\",\"pc\":24576}",
    "{\"i\":7,\"k\":\"l1w\",\"a\":0,\"h\":\"00\",\"pc\":4294967295,\"core\":\"nc\"}",
};

/* Right, but not of the quick form. */
static const char *const loose[] = {
    "{ \"i\" : 7, \"k\":\"exec\", \"t\":0, \"w\": 1 } ",
    "{\"i\":7.0,\"k\":\"exec\",\"t\":0,\"w\":1e3}",
    "{\"i\":7,\"k\":\"ex\\u0065c\",\"t\":0,\"w\":1}",
    "{\"i\":7,\"k\":\"exec\",\"t\":0,\"w\":1}\r",
};

static const struct {
    const char *line, *message;
} bad[] = {
    {"{\"i\":0,\"k\":\"pusg\",\"t\":1,\"w\":1}",
     "k is \"pusg\", expected push, exec, cfgw, mopw, gprw, semw, semr, l1w or mmio"},
    {"{\"i\":0,\"k\":\"exec\",\"t\":3,\"w\":1}", "t is 3, expected a whole number from 0 to 2"},
    {"{\"i\":0,\"k\":\"exec\",\"t\":-1,\"w\":1}", "t is -1, expected a whole number from 0 to 2"},
    {"{\"i\":0,\"k\":\"exec\",\"t\":1,\"w\":4294967296}",
     "w is 4294967296, expected a whole number from 0 to 4294967295"},
    {"{\"i\":0,\"k\":\"exec\",\"t\":1,\"w\":99999999999999999999}",
     "w is 1e+20, expected a whole number from 0 to 4294967295"},
    {"{\"i\":0,\"k\":\"exec\",\"t\":1,\"w\":0.5}", "w is 0.5, expected a whole number from 0 to 4294967295"},
    {"{\"i\":0,\"k\":\"exec\",\"t\":1,\"w\":\"1\"}",
     "w is the string \"1\", expected a whole number from 0 to 4294967295"},
    {"{\"i\":0,\"k\":\"exec\",\"w\":1}", "the exec event has no \"t\""},
    {"{\"i\":0,\"k\":\"exec\",\"t\":0,\"w\":1,\"v\":1}", "a exec event has no key \"v\""},
    {"{\"i\":0,\"k\":\"exec\",\"t\":0,\"w\":1,\"u\":1}", "u is not a key of the format"},
    {"{\"i\":0,\"k\":\"exec\",\"t\":0,\"t\":0,\"w\":1}", "t is there twice"},
    {"{\"i\":0,\"k\":\"cfgw\",\"s\":2,\"a\":0,\"v\":0}", "s is 2, expected a whole number from 0 to 1"},
    {"{\"i\":0,\"k\":\"cfgw\",\"s\":0,\"a\":224,\"v\":0}", "a is 224, expected 0 to 223 in a cfgw event of blackhole"},
    {"{\"i\":0,\"k\":\"gprw\",\"t\":0,\"a\":64,\"v\":0}", "a is 64, expected 0 to 63 in a gprw event of blackhole"},
    {"{\"i\":0,\"k\":\"mopw\",\"t\":0,\"a\":9,\"v\":0}", "a is 9, expected 0 to 8 in a mopw event of blackhole"},
    {"{\"i\":0,\"k\":\"semr\",\"t\":0,\"a\":8,\"v\":0}", "a is 8, expected 0 to 7 in a semr event of blackhole"},
    {"{\"i\":0,\"k\":\"semw\",\"a\":0,\"op\":\"put\"}", "op is \"put\", expected post or get"},
    {"{\"i\":0,\"k\":\"l1w\",\"a\":0,\"h\":\"012\"}", "h has 3 digits, expected two for each of one or more bytes"},
    {"{\"i\":0,\"k\":\"l1w\",\"a\":0,\"h\":\"\"}", "h has 0 digits, expected two for each of one or more bytes"},
    {"{\"i\":0,\"k\":\"l1w\",\"a\":0,\"h\":\"01g2\"}", "h has something at digit 2 that is not hexadecimal"},
    {"{\"i\":0,\"k\":\"l1w\",\"a\":1572863,\"h\":\"0102\"}",
     "2 bytes from 0x17ffff run past the end of L1 at 0x180000"},
    {"{\"i\":0,\"k\":\"exec\",\"t\":0,\"w\":1", "column 29: this is not JSON"},
    {"{\"i\":0,\"k\":\"exec\",\"t\":0,\"w\":1}}", "column 31: more follows the end of the JSON"},
    {"{\"i\":0,\"k\":\"exec\",\"t\":0,\"w\":1,\"pc\":4}",
     "the exec event has a \"pc\" alone, expected \"core\" and \"pc\""},
    {"{\"i\":0,\"k\":\"exec\",\"t\":0,\"w\":1,\"core\":\"b\"}",
     "the exec event has a \"core\" alone, expected \"core\" and \"pc\""},
    {"{\"i\":0,\"k\":\"exec\",\"t\":0,\"w\":1,\"core\":\"t3\",\"pc\":4}",
     "core is \"t3\", expected b, t0, t1, t2 or nc"},
    {"", "column 1: this is not JSON"},
    {"[]", "the outermost value is an array, expected an object"},
};

START_TEST(event__each_kind_is_read_quickly_and_alike)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        ck_assert_msg(scans(good[i]), "%s: is not of the quick form", good[i]);
        assert_alike(good[i]);
    }
}
END_TEST

START_TEST(event__other_spellings_of_json_are_read_too)
{
    for (size_t i = 0; i < sizeof loose / sizeof loose[0]; i++) {
        struct reading reading;
        ck_assert_msg(!scans(loose[i]), "%s: is of the quick form", loose[i]);
        read_line(&reading, loose[i], false);
        ck_assert_msg(reading.status == TT_OK, "%s: %s", loose[i], reading.err.text);
        ck_assert_uint_eq(reading.event.seq, 7);
        release(&reading);
    }
}
END_TEST

START_TEST(event__what_is_wrong_is_said)
{
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct reading reading;
        read_line(&reading, bad[i].line, false);
        ck_assert_msg(reading.status == TT_BAD_INPUT, "%s: was taken", bad[i].line);
        ck_assert_str_eq(reading.err.text, bad[i].message);
        release(&reading);
    }
}
END_TEST

START_TEST(event__members_stand_where_the_header_says)
{
    struct reading reading;
    read_line(&reading, "{\"i\":3,\"k\":\"l1w\",\"a\":16,\"h\":\"00ff10\"}", false);
    ck_assert_int_eq(reading.event.thread, -1);
    ck_assert_uint_eq(reading.event.addr, 16);
    ck_assert_uint_eq(reading.event.byte_count, 3);
    ck_assert_mem_eq(reading.event.bytes, "\x00\xff\x10", 3);
    release(&reading);
    read_line(&reading, "{\"i\":3,\"k\":\"semw\",\"a\":2,\"op\":\"get\",\"t\":1}", false);
    ck_assert_uint_eq(reading.event.value, 1);
    ck_assert_int_eq(reading.event.thread, 1);
    release(&reading);
    ck_assert(!reading.event.has_pc);
    read_line(&reading, "{\"i\":3,\"k\":\"mmio\",\"a\":2,\"v\":9,\"core\":\"nc\",\"pc\":73728}", false);
    ck_assert(reading.event.has_pc);
    ck_assert_int_eq(reading.event.core, TT_CORE_NC);
    ck_assert_uint_eq(reading.event.pc, 73728);
    release(&reading);
    read_line(&reading, "{\"i\":3,\"k\":\"cfgw\",\"s\":1,\"a\":2,\"v\":9}", false);
    ck_assert_uint_eq(reading.event.index, 1);
    ck_assert_uint_eq(reading.event.value, 9);
    release(&reading);
}
END_TEST

/* Any one byte of a good line replaced by any other printable one: both readers agree on what it is. */
START_TEST(event__readers_agree_on_every_changed_byte)
{
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        char line[128];
        for (size_t at = 0; at < strlen(good[i]); at++) {
            for (int c = 0x20; c < 0x7F; c++) {
                (void)snprintf(line, sizeof line, "%s", good[i]);
                line[at] = (char)c;
                assert_alike(line);
            }
        }
    }
}
END_TEST

static char *write_events(const char *text, size_t count)
{
    static const char form[] = "/tmp/ttr-events-XXXXXX";
    char *path = mem_strdup(form);
    int descriptor = mkstemp(path);
    ck_assert_int_ge(descriptor, 0);
    ck_assert_int_eq(write(descriptor, text, count), (ssize_t)count);
    (void)close(descriptor);
    return path;
}

START_TEST(stream__a_last_line_needs_no_newline)
{
    static const char text[] = "{\"i\":0,\"k\":\"exec\",\"t\":0,\"w\":1}\n{\"i\":1,\"k\":\"exec\",\"t\":0,\"w\":2}";
    char *path = write_events(text, sizeof text - 1);
    struct event_stream *stream;
    struct ttcap_event event;
    struct tt_error err;
    ck_assert_int_eq(event_stream_open(&stream, NULL, path, TT_BLACKHOLE, &err), TT_OK);
    ck_assert_int_eq(event_stream_next(stream, &event, &err), TT_OK);
    ck_assert_int_eq(event_stream_next(stream, &event, &err), TT_OK);
    ck_assert_uint_eq(event.value, 2);
    ck_assert_int_eq(event_stream_next(stream, &event, &err), TT_END);
    event_stream_close(stream);
    (void)unlink(path);
    mem_free(path);
}
END_TEST

/* A line that stores a whole L1 crosses many reads; the lines around it are whole. */
START_TEST(stream__a_long_line_is_one_event)
{
    enum { BYTES = 1536 * 1024 };
    char *text = mem_alloc(2 * BYTES + 256);
    int n = sprintf(text, "{\"i\":0,\"k\":\"l1w\",\"a\":0,\"h\":\"");
    memset(text + n, 'a', 2 * BYTES);
    size_t count = (size_t)n + 2 * BYTES;
    count += (size_t)sprintf(text + count, "\"}\n{\"i\":1,\"k\":\"exec\",\"t\":0,\"w\":2}\n");
    char *path = write_events(text, count);
    struct event_stream *stream;
    struct ttcap_event event;
    struct tt_error err;
    ck_assert_int_eq(event_stream_open(&stream, NULL, path, TT_BLACKHOLE, &err), TT_OK);
    ck_assert_int_eq(event_stream_next(stream, &event, &err), TT_OK);
    ck_assert_uint_eq(event.byte_count, BYTES);
    ck_assert_uint_eq(event.bytes[BYTES - 1], 0xAA);
    ck_assert_int_eq(event_stream_next(stream, &event, &err), TT_OK);
    ck_assert_int_eq(event_stream_next(stream, &event, &err), TT_END);
    event_stream_close(stream);
    (void)unlink(path);
    mem_free(path);
    mem_free(text);
}
END_TEST

START_TEST(stream__a_line_without_end_is_refused)
{
    enum { BYTES = 4 << 20 };
    char *text = mem_alloc(BYTES);
    memset(text, '1', BYTES);
    char *path = write_events(text, BYTES);
    struct event_stream *stream;
    struct ttcap_event event;
    struct tt_error err;
    ck_assert_int_eq(event_stream_open(&stream, NULL, path, TT_BLACKHOLE, &err), TT_OK);
    ck_assert_int_eq(event_stream_next(stream, &event, &err), TT_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(err.text, "line 1: longer than"));
    event_stream_close(stream);
    (void)unlink(path);
    mem_free(path);
    mem_free(text);
}
END_TEST

Suite *suite(void)
{
    Suite *events = suite_create("import events");
    TCase *lines = tcase_create("lines");
    tcase_add_test(lines, event__each_kind_is_read_quickly_and_alike);
    tcase_add_test(lines, event__other_spellings_of_json_are_read_too);
    tcase_add_test(lines, event__what_is_wrong_is_said);
    tcase_add_test(lines, event__members_stand_where_the_header_says);
    tcase_add_test(lines, event__readers_agree_on_every_changed_byte);
    tcase_set_timeout(lines, 60);
    suite_add_tcase(events, lines);
    TCase *streams = tcase_create("streams");
    tcase_add_test(streams, stream__a_last_line_needs_no_newline);
    tcase_add_test(streams, stream__a_long_line_is_one_event);
    tcase_add_test(streams, stream__a_line_without_end_is_refused);
    tcase_set_timeout(streams, 60);
    suite_add_tcase(events, streams);
    return events;
}
