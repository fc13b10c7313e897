/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of source: which an address comes from, how they are written, and what no capture may hold. */
#include "capture/lines/line_set.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[256];
static struct tt_error err;

static struct ttcap_writer *open_writer(void)
{
    struct ttcap_writer *writer;
    const struct ttcap_meta meta = {.chip = TT_BLACKHOLE, .source = TTCAP_SIMULATOR, .name = "n"};
    sample_path(path, "lines.ttcap");
    ck_assert_int_eq(ttcap_writer_open(&writer, path, true, &meta, &err), TT_OK);
    return writer;
}

static const struct ttcap_lines some[] = {
    {TT_CORE_B, 0x100, 8, 1, {{"boot", "boot.S", 3}}},
    {TT_CORE_T2, 0x6000, 16, 2, {{"push", "/k/tile.h", 27}, {"main", "/k/kernel.c", 9}}},
    {TT_CORE_T2, 0x6010, 4, 2, {{"push", "/k/tile.h", 27}, {"main", "/k/kernel.c", 10}}},
    {TT_CORE_T2, 0x6020, 4, 1, {{NULL, NULL, 0}}},
    {TT_CORE_T2, 0xFFFFFFF0, 15, 1, {{"last", "/k/kernel.c", 4000000000}}},
};
enum { SOME = sizeof some / sizeof some[0] };

static struct ttcap *open_some(void)
{
    struct ttcap_writer *writer = open_writer();
    struct ttcap *capture;
    for (size_t i = 0; i < SOME; i++)
        ck_assert_msg(ttcap_writer_lines(writer, &some[i], &err) == TT_OK, "%s", err.text);
    ck_assert_int_eq(ttcap_writer_finish(writer, &err), TT_OK);
    ck_assert_msg(ttcap_open(&capture, path, &err) == TT_OK, "%s", err.text);
    (void)unlink(path);
    return capture;
}

START_TEST(lines__an_address_lies_in_its_range)
{
    static const struct {
        enum tt_core core;
        uint32_t addr;
        int number; /* -1: in none */
    } places[] = {
        {TT_CORE_B, 0xFF, -1},    {TT_CORE_B, 0x100, 0},    {TT_CORE_B, 0x107, 0},       {TT_CORE_B, 0x108, -1},
        {TT_CORE_T2, 0x100, -1},  {TT_CORE_T2, 0x5FFF, -1}, {TT_CORE_T2, 0x600F, 1},     {TT_CORE_T2, 0x6010, 2},
        {TT_CORE_T2, 0x6014, -1}, {TT_CORE_T2, 0x6020, 3},  {TT_CORE_T2, 0xFFFFFFFE, 4}, {TT_CORE_T2, 0xFFFFFFFF, -1},
        {TT_CORE_NC, 0x6000, -1}, {TT_CORE_T0, 0x6000, -1},
    };
    struct ttcap *capture = open_some();
    ck_assert_uint_eq(ttcap_info(capture)->line_count, SOME);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct ttcap_lines lines;
        const enum tt_status status = ttcap_lines_at(capture, places[i].core, places[i].addr, &lines, &err);
        ck_assert_int_eq(status, places[i].number < 0 ? TT_END : TT_OK);
        if (status)
            continue;
        const struct ttcap_lines *held = &some[places[i].number];
        ck_assert_uint_eq(lines.addr, held->addr);
        ck_assert_uint_eq(lines.bytes, held->bytes);
        ck_assert_uint_eq(lines.frame_count, held->frame_count);
        for (size_t k = 0; k < held->frame_count; k++) {
            ck_assert_uint_eq(lines.frames[k].line, held->frames[k].line);
            ck_assert_pstr_eq(lines.frames[k].file, held->frames[k].file);
            ck_assert_pstr_eq(lines.frames[k].function, held->frames[k].function);
        }
    }
    ttcap_close(capture);
}
END_TEST

START_TEST(lines__a_chain_is_told_in_few_words)
{
    static const struct {
        struct ttcap_frame frames[3];
        size_t count;
        const char *text;
    } chains[] = {
        {{{"_llk_pack_<3, a<int> >", "/m/llk_pack.h", 212}, {"pack_tile", "t.h", 1}, {"kernel_main", "k.cpp", 2}},
         3,
         "llk_pack.h:212 in _llk_pack_ < t.h:1 in pack_tile < k.cpp:2 in kernel_main"},
        {{{"operator<<<int>", "a.h", 1}, {NULL, NULL, 0}}, 2, "a.h:1 in operator<<<int> < ?:? in ?"},
        {{{NULL, "start.S", 12}}, 1, "start.S:12"},
        {{{NULL, NULL, 0}}, 1, "?:?"},
        {{{"<lambda>", "b\033[2J\n.h", 5}}, 1, "b\\x1b[2J\\x0a.h:5 in <lambda>"},
        {{{"\xC3\xA4\xC2\x9B"
           "2J\xC2\xB5",
           "f.c", 5}},
         1,
         "f.c:5 in \xC3\xA4\\u009b2J\xC2\xB5"},
    };
    char text[TTCAP_LINES_TEXT_MAX];
    for (size_t i = 0; i < sizeof chains / sizeof chains[0]; i++) {
        ck_assert_uint_eq(ttcap_lines_text(chains[i].frames, chains[i].count, text), strlen(chains[i].text));
        ck_assert_str_eq(text, chains[i].text);
    }
}
END_TEST

START_TEST(lines__a_long_chain_is_cut)
{
    char name[LINE_TEXT_MAX + 1], text[TTCAP_LINES_TEXT_MAX];
    struct ttcap_frame frames[TTCAP_FRAMES_MAX];
    memset(name, 'x', LINE_TEXT_MAX);
    name[LINE_TEXT_MAX] = '\0';
    for (size_t i = 0; i < TTCAP_FRAMES_MAX; i++)
        frames[i] = (struct ttcap_frame){name, name, 1};
    ck_assert_uint_eq(ttcap_lines_text(frames, TTCAP_FRAMES_MAX, text), TTCAP_LINES_TEXT_MAX - 1);
    ck_assert_str_eq(text + TTCAP_LINES_TEXT_MAX - 5, "x...");
}
END_TEST

START_TEST(lines__many_are_split_into_chunks)
{
    enum { MANY = 150000 };
    struct ttcap_writer *writer = open_writer();
    struct ttcap *capture;
    struct ttcap_verify_summary summary;
    struct ttcap_lines lines = {.core = TT_CORE_T1, .bytes = 4, .frame_count = 2};
    char name[32];
    for (uint32_t i = 0; i < MANY; i++) {
        (void)snprintf(name, sizeof name, "f%u", i / 100);
        lines.addr = 4 * i;
        lines.frames[0] = (struct ttcap_frame){name, "file.h", i};
        lines.frames[1] = (struct ttcap_frame){"main", "file.c", i % 50};
        ck_assert_msg(ttcap_writer_lines(writer, &lines, &err) == TT_OK, "%s", err.text);
    }
    ck_assert_int_eq(ttcap_writer_finish(writer, &err), TT_OK);
    ck_assert_msg(ttcap_verify(path, NULL, NULL, &summary, &err) == TT_OK, "%s", err.text);
    ck_assert_uint_gt(summary.chunks, 2);
    ck_assert_uint_eq(summary.lines, MANY);
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    for (uint32_t i = 0; i < MANY; i += 1111) {
        (void)snprintf(name, sizeof name, "f%u", i / 100);
        ck_assert_int_eq(ttcap_lines_at(capture, TT_CORE_T1, 4 * i + 3, &lines, &err), TT_OK);
        ck_assert_str_eq(lines.frames[0].function, name);
        ck_assert_uint_eq(lines.frames[0].line, i);
        ck_assert_uint_eq(lines.frames[1].line, i % 50);
    }
    ck_assert_int_eq(ttcap_lines_get(capture, MANY, &lines, &err), TT_END);
    ttcap_close(capture);
    (void)unlink(path);
}
END_TEST

START_TEST(lines__what_goes_on_is_one_range)
{
    struct ttcap_writer *writer = open_writer();
    struct ttcap *capture;
    struct ttcap_lines lines = some[1];
    ck_assert_int_eq(ttcap_writer_lines(writer, &lines, &err), TT_OK);
    lines.addr += lines.bytes;
    ck_assert_int_eq(ttcap_writer_lines(writer, &lines, &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_finish(writer, &err), TT_OK);
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    (void)unlink(path);
    ck_assert_uint_eq(ttcap_info(capture)->line_count, 1);
    ck_assert_int_eq(ttcap_lines_get(capture, 0, &lines, &err), TT_OK);
    ck_assert_uint_eq(lines.bytes, 2 * some[1].bytes);
    ttcap_close(capture);
}
END_TEST

START_TEST(lines__what_cannot_be_stored_is_refused)
{
    static const struct ttcap_lines bad[] = {
        {TT_CORE_COUNT, 0x7000, 4, 1, {{"f", "f.c", 1}}},
        {TT_CORE_T2, 0x7000, 0, 1, {{"f", "f.c", 1}}},
        {TT_CORE_T2, 0xFFFFFFF0, 16, 1, {{"f", "f.c", 1}}},
        {TT_CORE_T2, 0x7000, 4, 0, {{"f", "f.c", 1}}},
        {TT_CORE_T2, 0x7000, 4, TTCAP_FRAMES_MAX + 1, {{"f", "f.c", 1}}},
        {TT_CORE_T2, 0x7000, 4, 1, {{"", "f.c", 1}}},
        {TT_CORE_T2, 0x600F, 4, 1, {{"f", "f.c", 1}}},
        {TT_CORE_T1, 0x7000, 4, 1, {{"f", "f.c", 1}}},
    };
    struct ttcap_writer *writer = open_writer();
    ck_assert_int_eq(ttcap_writer_lines(writer, &some[1], &err), TT_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_int_eq(ttcap_writer_lines(writer, &bad[i], &err), TT_BAD_INPUT);
    ck_assert_msg(strstr(err.text, "line 1: its addresses do not follow those before it"), "%s", err.text);
    ttcap_writer_abandon(writer);
}
END_TEST

static void pack_some(struct byte_buffer *raw)
{
    struct line_set set = {0};
    for (size_t i = 0; i < SOME; i++)
        ck_assert(line_set_add(&set, &some[i]));
    ck_assert(line_set_pack(&set, raw));
    line_set_clear(&set);
}

START_TEST(lines__broken_bytes_are_refused)
{
    struct byte_buffer raw = {0};
    pack_some(&raw);
    ck_assert_int_eq(lines_check(raw.data, raw.size, SOME, &err), TT_OK);
    for (size_t size = 0; size < raw.size; size++)
        ck_assert_int_eq(lines_check(raw.data, size, SOME, &err), TT_BAD_INPUT);
    ck_assert_int_eq(lines_check(raw.data, raw.size, SOME - 1, &err), TT_BAD_INPUT);
    ck_assert_int_eq(lines_check(raw.data, raw.size, SOME + 1, &err), TT_BAD_INPUT);
    ck_assert(buffer_u8(&raw, 0));
    ck_assert_int_eq(lines_check(raw.data, raw.size, SOME, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "it is longer than its lines");
    buffer_clear(&raw);
}
END_TEST

/* Contents written by hand: names, functions (callers, functions, files, lines), ranges (cores, gaps, sizes, steps). */
START_TEST(lines__each_part_is_checked)
{
    static const struct {
        uint8_t raw[24];
        size_t size;
        uint32_t count;
        const char *says; /* null: sound */
    } cases[] = {
        {{1, 1, 'f', 1, 0, 1, 1, 9, 1, 4, 4, 0}, 12, 1, NULL},
        {{0, 0}, 2, 0, "it ends inside the cores of its ranges"},
        {{1, 0, 1, 0, 0, 0, 9, 1, 4, 4, 0}, 11, 1, "its name 0 is not sound"},
        {{1, 1, 0, 1, 0, 1, 1, 9, 1, 4, 4, 0}, 12, 1, "its name 0 is not sound"},
        {{1, 1, 'f', 1, 1, 1, 1, 9, 1, 4, 4, 0}, 12, 1, "its function 0 is called by none before it"},
        {{1, 1, 'f', 1, 0, 2, 1, 9, 1, 4, 4, 0}, 12, 1, "its functions are not sound"},
        {{1, 1, 'f', 1, 0, 1, 2, 9, 1, 4, 4, 0}, 12, 1, "its functions are not sound"},
        {{1, 1, 'f', 1, 0, 1, 1, 9, 5, 4, 4, 0}, 12, 1, "its range 0 is of core 5"},
        {{1, 1, 'f', 1, 0, 1, 1, 9, 1, 4, 0, 0}, 12, 1, "its range 0 does not follow the one before"},
        {{1, 1, 'f', 1, 0, 1, 1, 9, 1, 4, 4, 2}, 12, 1, "its range 0 is of a function that is not there"},
        {{1, 1, 'f', 1, 0, 1, 1, 9, 1, 4, 4, 1}, 12, 1, "its range 0 is of a function that is not there"},
        {{1, 1, 'f', 0, 1, 4, 4, 0}, 8, 1, "its range 0 is of a function that is not there"},
        {{1, 1, 'f', 1, 0, 1, 1, 9, 2, 1, 4, 4, 4, 4, 0, 0}, 16, 2, "its range 1 does not follow the one before"},
        {{1, 1, 'f', 1, 0, 1, 1, 9, 1, 1, 4, 4, 4, 4, 0, 0}, 16, 2, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const enum tt_status status = lines_check(cases[i].raw, cases[i].size, cases[i].count, &err);
        ck_assert_msg(status == (cases[i].says ? TT_BAD_INPUT : TT_OK), "case %zu: %s", i, err.text);
        if (status)
            ck_assert_str_eq(err.text, cases[i].says);
    }
}
END_TEST

/* A chain that is deeper than any program's, reported with its callers one after the other. */
START_TEST(lines__a_chain_has_an_end)
{
    for (unsigned depth = TTCAP_FRAMES_MAX; depth <= TTCAP_FRAMES_MAX + 1; depth++) {
        struct byte_buffer raw = {0};
        ck_assert(buffer_u8(&raw, 0) && buffer_u8(&raw, (uint8_t)depth));
        for (unsigned i = 0; i < 4 * depth; i++)
            ck_assert(buffer_u8(&raw, i > 0 && i < depth));
        ck_assert(buffer_append(&raw, (const uint8_t[]){0, 4, 4, 2}, 4));
        ck_assert_int_eq(lines_check(raw.data, raw.size, 1, &err), depth == TTCAP_FRAMES_MAX ? TT_OK : TT_BAD_INPUT);
        buffer_clear(&raw);
    }
    ck_assert_str_eq(err.text, "its function 64 is called through more than 64");
}
END_TEST

/* Chunks may not go back behind each other: two that are sound alone. */
START_TEST(lines__chunks_follow_each_other)
{
    struct byte_buffer raw = {0};
    struct line_set set = {0};
    pack_some(&raw);
    ck_assert_int_eq(line_set_unpack(&set, raw.data, raw.size, SOME, &err), TT_OK);
    ck_assert_int_eq(line_set_unpack(&set, raw.data, raw.size, SOME, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "its range 0 does not follow the one before");
    line_set_clear(&set);
    buffer_clear(&raw);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("source_lines");
    TCase *tcase = tcase_create("source_lines");
    tcase_add_test(tcase, lines__an_address_lies_in_its_range);
    tcase_add_test(tcase, lines__a_chain_is_told_in_few_words);
    tcase_add_test(tcase, lines__a_long_chain_is_cut);
    tcase_add_test(tcase, lines__many_are_split_into_chunks);
    tcase_add_test(tcase, lines__what_goes_on_is_one_range);
    tcase_add_test(tcase, lines__what_cannot_be_stored_is_refused);
    tcase_add_test(tcase, lines__broken_bytes_are_refused);
    tcase_add_test(tcase, lines__each_part_is_checked);
    tcase_add_test(tcase, lines__a_chain_has_an_end);
    tcase_add_test(tcase, lines__chunks_follow_each_other);
    suite_add_tcase(suite, tcase);
    return suite;
}
