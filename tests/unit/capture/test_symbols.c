/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols: which one an address lies in, and what no capture may hold. */
#include "capture/lines/symbol_text.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <string.h>
#include <unistd.h>

static char path[256];
static struct tt_error err;

static struct ttcap *capture_with(const struct ttcap_symbol *symbols, size_t count)
{
    struct ttcap_writer *writer;
    struct ttcap *capture;
    const struct ttcap_meta meta = {.chip = TT_BLACKHOLE, .source = TTCAP_SIMULATOR, .name = "n"};
    sample_path(path, "symbols.ttcap");
    ck_assert_int_eq(ttcap_writer_open(&writer, path, true, &meta, &err), TT_OK);
    for (size_t i = 0; i < count; i++)
        ck_assert_msg(ttcap_writer_symbol(writer, &symbols[i], &err) == TT_OK, "%s", err.text);
    ck_assert_int_eq(ttcap_writer_finish(writer, &err), TT_OK);
    ck_assert_msg(ttcap_open(&capture, path, &err) == TT_OK, "%s", err.text);
    (void)unlink(path);
    return capture;
}

START_TEST(symbols__an_address_lies_in_the_innermost)
{
    static const struct ttcap_symbol symbols[] = {
        {TT_CORE_T0, TTCAP_FUNCTION, 0x6000, 0x100, "main"},  {TT_CORE_T0, TTCAP_FUNCTION, 0x6010, 0x10, "inner"},
        {TT_CORE_T0, TTCAP_FUNCTION, 0x6200, 0, "_start"},    {TT_CORE_T0, TTCAP_FUNCTION, 0x6240, 4, "halt"},
        {TT_CORE_T1, TTCAP_FUNCTION, 0x6020, 0x10, "other"},  {TT_CORE_T0, TTCAP_FUNCTION, 0x6010, 0x20, "around"},
        {TT_CORE_T2, TTCAP_OBJECT, 0xFFB00000, 0, "the_end"}, {TT_CORE_B, TTCAP_FUNCTION, 0x100, 4, "\033[31m\x7f"},
    };
    static const struct {
        enum tt_core core;
        uint32_t addr;
        const char *text;
    } places[] = {
        {TT_CORE_T0, 0x5FFC, "0x5ffc"},
        {TT_CORE_T0, 0x6000, "main"},
        {TT_CORE_T0, 0x600C, "main+0xc"},
        {TT_CORE_T0, 0x6010, "inner"},
        {TT_CORE_T0, 0x6024, "around+0x14"},
        {TT_CORE_T0, 0x6040, "main+0x40"},
        {TT_CORE_T0, 0x6100, "0x6100"},
        {TT_CORE_T0, 0x623C, "_start+0x3c"},
        {TT_CORE_T0, 0x6244, "0x6244"},
        {TT_CORE_T1, 0x6000, "0x6000"},
        {TT_CORE_T1, 0x602C, "other+0xc"},
        {TT_CORE_T1, 0x6030, "0x6030"},
        {TT_CORE_NC, 0x6000, "0x6000"},
        {TT_CORE_B, 0x6000, "0x6000"},
        {TT_CORE_B, 0x102, "\\x1b[31m\\x7f+0x2"},
        {TT_CORE_T2, 0, "0x0"},
        {TT_CORE_T2, 0xFFFFFFFF, "the_end+0x4fffff"},
    };
    struct ttcap *capture = capture_with(symbols, sizeof symbols / sizeof symbols[0]);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        char text[TTCAP_PLACE_MAX];
        size_t n = ttcap_place_text(capture, places[i].core, places[i].addr, text);
        ck_assert_str_eq(text, places[i].text);
        ck_assert_uint_eq(n, strlen(text));
    }
    ttcap_close(capture);
}
END_TEST

/* The one that starts last of those that hold the address; of two that start there the shorter. */
static const struct ttcap_symbol *innermost(const struct ttcap_symbol *symbols, size_t count, uint32_t addr)
{
    const struct ttcap_symbol *found = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct ttcap_symbol *symbol = &symbols[i];
        if (addr < symbol->addr || addr - symbol->addr >= symbol->bytes)
            continue;
        if (!found || symbol->addr > found->addr || (symbol->addr == found->addr && symbol->bytes < found->bytes))
            found = symbol;
    }
    return found;
}

/* Symbols that lie in, beside and across each other. */
START_TEST(symbols__every_address_as_a_walk_through_all_of_them_finds_it)
{
    enum { COUNT = 40, REACH = 120, DRAWS = 40 };
    struct sample_random random = {1};
    for (unsigned draw = 0; draw < DRAWS; draw++) {
        struct ttcap_symbol symbols[COUNT];
        for (unsigned i = 0; i < COUNT; i++)
            symbols[i] = (struct ttcap_symbol){TT_CORE_T0, TTCAP_FUNCTION, sample_below(&random, REACH),
                                               1 + sample_below(&random, i % 4 ? 8 : REACH), "f"};
        struct ttcap *capture = capture_with(symbols, COUNT);
        for (uint32_t addr = 0; addr < 2 * REACH; addr++) {
            struct ttcap_symbol symbol;
            const struct ttcap_symbol *wanted = innermost(symbols, COUNT, addr);
            ck_assert_int_eq(ttcap_symbol_at(capture, TT_CORE_T0, addr, &symbol, &err), wanted ? TT_OK : TT_END);
            ck_assert(!wanted || (symbol.addr == wanted->addr && symbol.bytes == wanted->bytes));
        }
        ttcap_close(capture);
    }
}
END_TEST

START_TEST(symbols__a_long_name_is_cut)
{
    char name[SYMBOL_NAME_MAX + 2];
    memset(name, 'x', sizeof name);
    name[SYMBOL_NAME_MAX] = '\0';
    const struct ttcap_symbol symbol = {TT_CORE_B, TTCAP_FUNCTION, 0, 0, name};
    struct ttcap *capture = capture_with(&symbol, 1);
    char text[TTCAP_PLACE_MAX];
    size_t n = ttcap_place_text(capture, TT_CORE_B, UINT32_MAX, text);
    ck_assert_uint_eq(n, strlen(text));
    ck_assert_uint_lt(n, TTCAP_PLACE_MAX);
    ck_assert(strstr(text, "xxx...+0xffffffff") != NULL);
    ttcap_close(capture);
}
END_TEST

START_TEST(symbols__many_are_split_into_chunks)
{
    enum { MANY = 70000 };
    struct ttcap_writer *writer;
    struct ttcap *capture;
    struct ttcap_symbol got;
    const struct ttcap_meta meta = {.chip = TT_BLACKHOLE, .source = TTCAP_SIMULATOR, .name = "n"};
    sample_path(path, "many.ttcap");
    ck_assert_int_eq(ttcap_writer_open(&writer, path, true, &meta, &err), TT_OK);
    for (uint32_t i = 0; i < MANY; i++) {
        const struct ttcap_symbol symbol = {TT_CORE_T1, TTCAP_FUNCTION, 4 * i, 4, "f"};
        ck_assert_int_eq(ttcap_writer_symbol(writer, &symbol, &err), TT_OK);
    }
    ck_assert_int_eq(ttcap_writer_finish(writer, &err), TT_OK);
    struct ttcap_verify_summary summary;
    ck_assert_msg(ttcap_verify(path, NULL, NULL, &summary, &err) == TT_OK, "%s", err.text);
    ck_assert_uint_gt(summary.chunks, 1);
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    ck_assert_uint_eq(ttcap_info(capture)->symbol_count, MANY);
    ck_assert_int_eq(ttcap_symbol_at(capture, TT_CORE_T1, 4 * 69999 + 3, &got, &err), TT_OK);
    ck_assert_uint_eq(got.addr, 4 * 69999);
    ck_assert_int_eq(ttcap_symbol_get(capture, MANY, &got, &err), TT_END);
    ttcap_close(capture);
    (void)unlink(path);
}
END_TEST

START_TEST(symbols__what_cannot_be_stored_is_refused)
{
    static const struct ttcap_symbol bad[] = {
        {TT_CORE_COUNT, TTCAP_FUNCTION, 0, 0, "f"},
        {TT_CORE_B, (enum ttcap_symbol_kind)2, 0, 0, "f"},
        {TT_CORE_B, TTCAP_FUNCTION, 0, 0, ""},
    };
    struct ttcap_writer *writer;
    const struct ttcap_meta meta = {.chip = TT_BLACKHOLE, .source = TTCAP_SIMULATOR, .name = "n"};
    sample_path(path, "bad.ttcap");
    ck_assert_int_eq(ttcap_writer_open(&writer, path, true, &meta, &err), TT_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_int_eq(ttcap_writer_symbol(writer, &bad[i], &err), TT_BAD_INPUT);
    ttcap_writer_abandon(writer);
}
END_TEST

START_TEST(symbols__broken_bytes_are_refused)
{
    struct byte_buffer raw = {0};
    uint32_t end = 0;
    const struct ttcap_symbol symbol = {TT_CORE_NC, TTCAP_OBJECT, 0x12000, 300, "ab"};
    ck_assert(symbol_write(&raw, &end, &symbol));
    ck_assert_int_eq(symbols_check(raw.data, raw.size, 1, &err), TT_OK);
    for (size_t size = 0; size < raw.size; size++)
        ck_assert_int_eq(symbols_check(raw.data, size, 1, &err), TT_BAD_INPUT);
    ck_assert_int_eq(symbols_check(raw.data, raw.size, 2, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "its symbol 1 is not valid");
    raw.data[raw.size - 1] = 0; /* a name that ends early */
    ck_assert_int_eq(symbols_check(raw.data, raw.size, 1, &err), TT_BAD_INPUT);
    raw.data[0] = TT_CORE_COUNT << 1;
    ck_assert_int_eq(symbols_check(raw.data, raw.size, 1, &err), TT_BAD_INPUT);
    buffer_clear(&raw);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("symbols");
    TCase *tcase = tcase_create("symbols");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, symbols__an_address_lies_in_the_innermost);
    tcase_add_test(tcase, symbols__every_address_as_a_walk_through_all_of_them_finds_it);
    tcase_add_test(tcase, symbols__a_long_name_is_cut);
    tcase_add_test(tcase, symbols__many_are_split_into_chunks);
    tcase_add_test(tcase, symbols__what_cannot_be_stored_is_refused);
    tcase_add_test(tcase, symbols__broken_bytes_are_refused);
    suite_add_tcase(suite, tcase);
    return suite;
}
