/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words from text: every form gives the same pushes. */
#include "capture/import/importer.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct tt_error err;
static char warned[256];

static void keep_warning(void *user, const char *sentence)
{
    (void)user;
    (void)snprintf(warned, sizeof warned, "%s", sentence);
}

/* The text as a stream of thread 1; null where it is refused. */
static struct ttcap *streamed(const char *text)
{
    char path[128];
    struct ttcap *capture;
    const struct import_options options = {.chip = TT_BLACKHOLE, .warned = keep_warning};
    struct import_sink *sink = import_new(&options);
    warned[0] = '\0';
    ck_assert_int_eq(import_from(sink, "s", &err), TT_OK);
    const struct import_item item = {.importer = &importer_stream, .path = "s.txt", .id = "begin", .thread = 1};
    enum tt_status status = import_text(sink, &item, text, strlen(text), &err);
    (void)snprintf(path, sizeof path, "/tmp/ttr-stream-%ld.ttcap", (long)getpid());
    if (!status)
        ck_assert_int_eq(import_write(sink, path, true, &err), TT_OK);
    import_free(sink);
    if (status)
        return NULL;
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    (void)unlink(path);
    return capture;
}

static const char *refused(const char *text)
{
    ck_assert_ptr_null(streamed(text));
    return err.text;
}

/* NOP and STALLWAIT. */
static void check_two(const char *text)
{
    struct ttcap *capture = streamed(text);
    ck_assert_msg(capture, "%s", err.text);
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    static const uint32_t words[] = {0x02000000, 0xA2000001};
    ck_assert_int_eq(ttcap_events_open(&cursor, capture, 0, 9, &err), TT_OK);
    for (unsigned i = 0; i < 2; i++) {
        ck_assert_int_eq(ttcap_events_next(cursor, &event, &err), TT_OK);
        ck_assert_int_eq(event.kind, TTCAP_PUSH);
        ck_assert_int_eq(event.thread, 1);
        ck_assert_uint_eq(event.value, words[i]);
        ck_assert(!event.has_pc);
    }
    ck_assert_int_eq(ttcap_events_next(cursor, &event, &err), TT_END);
    ttcap_events_close(cursor);
    ttcap_close(capture);
}

START_TEST(stream__words_one_a_line)
{
    check_two("02000000\nA2000001\n");
    check_two("# two words\r\n  0x2000000 # NOP\r\n\r\n\t0XA2000001");
    ck_assert_str_eq(
        refused("02000000\n 0x12345678g\n"),
        "s.txt: line 2, column 12: \"0x12345678g\", expected one word of at most eight hexadecimal digits");
    ck_assert_str_eq(refused("123456789\n"),
                     "s.txt: line 1, column 9: \"123456789\", expected one word of at most eight hexadecimal digits");
    ck_assert_str_eq(refused("02000000 A2000001\n"),
                     "s.txt: line 1, column 9: \"02000000 A2000001\", expected one word "
                     "of at most eight hexadecimal digits");
    ck_assert_str_eq(refused("# nothing\n"), "s.txt: no instruction word in it");
    struct ttcap *capture = streamed("ff000000\n02000000\n");
    ck_assert_str_eq(warned, "s: 1 of 2 words are no instructions of the chip");
    ttcap_close(capture);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("stream");
    TCase *tcase = tcase_create("stream");
    tcase_add_test(tcase, stream__words_one_a_line);
    suite_add_tcase(suite, tcase);
    return suite;
}
