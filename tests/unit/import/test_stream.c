/* SPDX-License-Identifier: Apache-2.0 */
/* Instruction words from text and listings: every form gives the same pushes. */
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

/* NOP and STALLWAIT, from unpack_tile. */
static void check_two(const char *text, bool has_pc)
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
        ck_assert_int_eq(event.has_pc, has_pc);
        if (has_pc) {
            char place[TTCAP_PLACE_MAX];
            ck_assert_uint_eq(event.pc, 0x6020 + 4 * i);
            ck_assert_int_eq(event.core, TT_CORE_T1);
            ttcap_place_text(capture, event.core, event.pc, place);
            ck_assert_str_eq(place, i ? "unpack_tile+0x4" : "unpack_tile");
        }
    }
    ck_assert_int_eq(ttcap_events_next(cursor, &event, &err), TT_END);
    ttcap_events_close(cursor);
    ttcap_close(capture);
}

static char *fixture(const char *name)
{
    static char text[4096];
    char path[256];
    (void)snprintf(path, sizeof path, FIXTURES "/program/%s", name);
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    (void)fclose(file);
    return text;
}

START_TEST(stream__words_one_a_line)
{
    check_two("02000000\nA2000001\n", false);
    check_two("# two words\r\n  0x2000000 # NOP\r\n\r\n\t0XA2000001", false);
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

START_TEST(stream__listings_of_gnu_and_llvm_say_the_same)
{
    check_two(fixture("gnu.txt"), true);
    ck_assert_str_eq(warned, "");
    check_two(fixture("llvm.txt"), true);
    /* With and without carriage returns, and as a disassembler that knows the words shows them. */
    check_two("00006020 <unpack_tile>:\r\n    6020:\t08000000 \tttnop\r\n    6024:\t88000006\r\n", true);
    /* Cut in two by one that takes them for compressed instructions, and out of step with them. */
    check_two(
        "00006020 <unpack_tile>:\n 6020:\t0000 \tunimp\n 6022:\t0800 \taddi\n 6024:\t0006 \tc.slli\n 6026:\t8800\n",
        true);
}
END_TEST

START_TEST(stream__listings_that_make_no_words_are_refused)
{
    ck_assert_str_eq(refused(" 6000:\t00008067 \tret\n"),
                     "s.txt: a listing without a .ttinsn: no word of it ends in bits other than 11");
    ck_assert_str_eq(refused(" 6000:\t0000\n 6006:\t0000\n"), "s.txt: line 2: code at 0x6006, expected the rest of a "
                                                              "word or an address divisible by 4");
    ck_assert_ptr_null(streamed(" 6000:\tfffffffc\n"));
    struct ttcap *capture = streamed(" 6000:\tfffffffc\n 6004:\t08000000\n");
    ck_assert_str_eq(warned, "s: 1 word neither a RISC-V nor a Tensix instruction, taken for data");
    ttcap_close(capture);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("stream");
    TCase *tcase = tcase_create("stream");
    tcase_add_test(tcase, stream__words_one_a_line);
    tcase_add_test(tcase, stream__listings_of_gnu_and_llvm_say_the_same);
    tcase_add_test(tcase, stream__listings_that_make_no_words_are_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
