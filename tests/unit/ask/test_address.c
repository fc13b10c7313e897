/* SPDX-License-Identifier: Apache-2.0 */
/* Names of events, datums and places. */
#include "ask/run/address.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "unit/suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool find_mark(void *user, const char *name, int64_t *after_event)
{
    (void)user;
    if (strcmp(name, "begin") != 0 && strcmp(name, "mid-1") != 0 && strcmp(name, "end") != 0)
        return false;
    *after_event = name[0] == 'b' ? -1 : name[0] == 'm' ? 40 : 99;
    return true;
}

static const struct address_marks marks = {NULL, find_mark};

/* A range as it is typed: "T2:100-200/pacr". Returns text. */
static char *range_text(const struct address_range *range, char text[static ADDRESS_TEXT_MAX])
{
    const bool has_all = range->first == 0 && range->last == UINT64_MAX;
    char thread[8] = "", span[48] = "", filter[40] = "";
    if (range->thread >= 0)
        (void)snprintf(thread, sizeof thread, "T%d%s", range->thread % 10, has_all ? "" : ":");
    if (range->first > range->last)
        (void)snprintf(span, sizeof span, "%" PRIu64 ":%" PRIu64, range->first, range->first);
    else if (range->first == range->last)
        (void)snprintf(span, sizeof span, "%" PRIu64, range->first);
    else if (range->last != UINT64_MAX)
        (void)snprintf(span, sizeof span, "%" PRIu64 "-%" PRIu64, range->first, range->last);
    else if (!has_all || (range->thread < 0 && !range->insn && range->unit == TT_UNIT_COUNT))
        (void)snprintf(span, sizeof span, "%" PRIu64 "-", range->first);
    if (range->insn)
        (void)snprintf(filter, sizeof filter, "/%.30s", range->insn->mnemonic);
    else if (range->unit != TT_UNIT_COUNT)
        (void)snprintf(filter, sizeof filter, "/%.30s", unit_name(range->unit));
    (void)snprintf(text, ADDRESS_TEXT_MAX, "%s%s%s", thread, span, filter);
    return text;
}

START_TEST(events__are_printed_as_the_range_they_name)
{
    static const struct {
        const char *text, *range;
    } cases[] = {
        {"12", "12"},
        {"10-50/pacr", "10-50/PACR"},
        {"T2:100-200", "T2:100-200"},
        {"t0:7", "T0:7"},
        {"T1", "T1"},
        {"/MVMUL", "/MVMUL"},
        {"T1/unpack0", "T1/unpack0"},
        {"5-", "5-"},
        {"0-", "0-"},
        {"5:9", "5-8"},
        {":9", "0-8"},
        {"5:", "5-"},
        {"5:5", "5:5"},
        {"0x10", "16"},
        {"mark:mid-1", "40"},
        {"mark:begin", "1:1"},
        {"mark:begin-mark:mid-1", "0-40"},
        {"mark:mid-1-mark:end/pack", "41-99/pack"},
        {"20-mark:mid-1", "20-40"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct address_events events = {0};
        struct tt_error err = {{0}};
        char text[ADDRESS_TEXT_MAX];
        ck_assert_msg(address_events_parse(&events, cases[i].text, &marks, &err) == TT_OK, "%s: %s", cases[i].text,
                      err.text);
        ck_assert_uint_eq(events.count, 1);
        ck_assert_str_eq(range_text(&events.items[0], text), cases[i].range);
        address_events_clear(&events);
    }
}
END_TEST

START_TEST(events__are_refused_with_what_was_found)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "nothing between"},
        {"1,,2", "nothing between"},
        {"x", "expected an event number"},
        {"-3", "expected an event"},
        {"9-3", "ends before it begins"},
        {"T3:1", "T0, T1 or T2"},
        {"T2:", "T0, T1 or T2"},
        {"1/", "mnemonic or a unit"},
        {"1/frobnicate", "no instruction and no unit"},
        {"mark:nowhere", "no checkpoint"},
        {"mark:", "id of a checkpoint"},
        {"1x", "expected N"},
        {":", "expected N"},
        {"99999999999999999999", "at most"},
        {"@/nonexistent/file", "No such file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct address_events events = {0};
        struct tt_error err = {{0}};
        ck_assert_msg(address_events_parse(&events, cases[i].text, &marks, &err) != TT_OK, "'%s'", cases[i].text);
        ck_assert_msg(strstr(err.text, cases[i].says) != NULL, "'%s': %s", cases[i].text, err.text);
        address_events_clear(&events);
    }
}
END_TEST

START_TEST(events__have_what_any_range_has)
{
    struct address_events events = {0};
    struct tt_error err;
    uint64_t first = 0, last = 0;
    ck_assert_int_eq(address_events_parse(&events, "T1:10-20,30/pacr,40/pack,50", NULL, &err), TT_OK);
    static const struct {
        uint64_t seq;
        int thread;
        bool has_word;
        uint32_t word;
        bool is_in;
    } cases[] = {
        {10, 1, true, 0x41000000, true},  {20, 1, false, 0, true},         {21, 1, true, 0x41000000, false},
        {15, 2, true, 0x41000000, false}, {30, 2, true, 0x41000000, true}, {30, 2, true, 0x26000000, false},
        {30, 2, false, 0, false},         {40, 2, true, 0x41000000, true}, {50, -1, false, 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct address_event event = {cases[i].seq, cases[i].thread, cases[i].has_word, cases[i].word};
        ck_assert_msg(address_events_has(&events, TT_BLACKHOLE, &event) == cases[i].is_in, "case %zu", i);
    }
    ck_assert(address_events_bounds(&events, &first, &last));
    ck_assert_uint_eq(first, 10);
    ck_assert_uint_eq(last, 50);
    address_events_clear(&events);
    ck_assert(!address_events_bounds(&events, &first, &last));
}
END_TEST

START_TEST(events__come_from_a_file_a_line_each)
{
    static const char path[] = "events_list.txt";
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    (void)fputs("# of the second data tile\n10-12\n\n  T1:20/pacr # one\n3,4\n", file);
    (void)fclose(file);
    struct address_events events = {0};
    struct tt_error err = {{0}};
    ck_assert_msg(address_events_parse(&events, "1,@events_list.txt", NULL, &err) == TT_OK, "%s", err.text);
    ck_assert_uint_eq(events.count, 5);
    ck_assert_uint_eq(events.items[2].first, 20);
    address_events_clear(&events);
    file = fopen(path, "w");
    (void)fputs("1\n@events_list.txt\n", file);
    (void)fclose(file);
    ck_assert_int_ne(address_events_parse(&events, "@events_list.txt", NULL, &err), TT_OK);
    ck_assert_msg(strstr(err.text, "events_list.txt: line 2: ") != NULL, "%s", err.text);
    address_events_clear(&events);
    (void)remove(path);
}
END_TEST

START_TEST(points__are_one_event)
{
    struct tt_error err;
    int64_t event = 0;
    ck_assert_int_eq(address_point("mark:begin", &marks, &event, &err), TT_OK);
    ck_assert_int_eq(event, -1);
    ck_assert_int_eq(address_point("17", NULL, &event, &err), TT_OK);
    ck_assert_int_eq(event, 17);
    ck_assert_int_eq(address_point("event:19", NULL, &event, &err), TT_OK);
    ck_assert_int_eq(event, 19);
    ck_assert_int_ne(address_point("17-18", NULL, &event, &err), TT_OK);
    ck_assert_int_ne(address_point("event:", NULL, &event, &err), TT_OK);
    ck_assert_int_ne(address_point("event:mark:begin", &marks, &event, &err), TT_OK);
    ck_assert_int_ne(address_point("mark:mid-1", NULL, &event, &err), TT_OK);
}
END_TEST

START_TEST(datums__are_by_face_or_by_data_tile)
{
    struct address_datum datum;
    struct tt_error err;
    char text[ADDRESS_TEXT_MAX];
    ck_assert_int_eq(address_datum_parse(&datum, "tile3:face2:r5:c9", &err), TT_OK);
    ck_assert(address_datum_has(&datum, 3, 2 * 256 + 5 * 16 + 9));
    ck_assert(!address_datum_has(&datum, 2, 2 * 256 + 5 * 16 + 9));
    ck_assert_str_eq(address_datum_text(3, 2 * 256 + 5 * 16 + 9, text), "tile3:face2:r5:c9");
    ck_assert_int_eq(address_datum_parse(&datum, "tile0:r21:c17", &err), TT_OK); /* face 3, row 5, column 1 */
    ck_assert(address_datum_has(&datum, 0, 3 * 256 + 5 * 16 + 1));
    ck_assert(!address_datum_has(&datum, 0, 2 * 256 + 5 * 16 + 1));
    ck_assert_int_eq(address_datum_parse(&datum, "tile0:c3", &err), TT_OK);
    ck_assert(address_datum_has(&datum, 0, 7 * 16 + 3));
    ck_assert_int_eq(address_datum_parse(&datum, "tile1:d300", &err), TT_OK);
    ck_assert(address_datum_has(&datum, 1, 300));
    ck_assert_int_eq(address_datum_parse(&datum, "tile1", &err), TT_OK);
    ck_assert(address_datum_has(&datum, 1, 1023));
    static const char *const bad[] = {"",          "tile",        "face1",           "tile1:",      "tile1:face0:r16",
                                      "tile1:r32", "tile1:c1:r1", "tile1:face0:c9:", "tile1:d3:r1", "tile99999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(address_datum_parse(&datum, bad[i], &err) == TT_BAD_INPUT, "%s", bad[i]);
}
END_TEST

START_TEST(places__are_bytes_of_a_space)
{
    static const struct {
        const char *text;
        enum tt_space space;
        uint32_t lo, hi;
    } cases[] = {
        {"l1:0x5ffc0", TT_SPACE_L1, 0x5ffc0, 0x5ffc1},
        {"l1:0x40:4", TT_SPACE_L1, 64, 68},
        {"dst:3,5", TT_SPACE_DST, (3 * 16 + 5) * 2, (3 * 16 + 5) * 2 + 2},
        {"srca:1,3,5", TT_SPACE_SRCA, ((64 + 3) * 16 + 5) * 4, ((64 + 3) * 16 + 5) * 4 + 4},
        {"srcb:3,5", TT_SPACE_SRCB, (3 * 16 + 5) * 4, (3 * 16 + 5) * 4 + 4},
        {"lreg:2.31", TT_SPACE_LREG, (2 * 32 + 31) * 4, (2 * 32 + 31) * 4 + 4},
        {"gpr:1.12", TT_SPACE_GPR, (64 + 12) * 4, (64 + 12) * 4 + 4},
        {"state:adc.0.unp0.ch0.x", TT_SPACE_STATE, 0, 4},
        {"cfg:THCON_SEC0_REG1_Out_data_format", TT_SPACE_CFG, 280, 284},
    };
    struct address_place place;
    struct tt_error err = {{0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[ADDRESS_TEXT_MAX];
        ck_assert_msg(address_place_parse(&place, TT_BLACKHOLE, cases[i].text, &err) == TT_OK, "%s: %s", cases[i].text,
                      err.text);
        ck_assert_int_eq(place.space, cases[i].space);
        ck_assert_uint_eq(place.lo, cases[i].lo);
        ck_assert_uint_eq(place.hi, cases[i].hi);
        struct address_place again;
        (void)address_place_text(TT_BLACKHOLE, place.space, place.lo, text);
        if (!place.is_field && address_place_parse(&again, TT_BLACKHOLE, text, &err) == TT_OK)
            ck_assert_uint_eq(again.lo, place.lo);
    }
    static const char *const bad[] = {
        "",         "l1:",     "l1:0x200000", "dst:1024,0",    "dst:1",       "srca:2,0,0", "lreg:16.0",
        "lreg:1,1", "gpr:3.0", "cfg:Nothing", "cfg:2:Nothing", "state:x",     "moon:1",     "l1:1:0",
        "l1:64:4",  "l1:6a",   "dst:0o3,5",   "gpr:0.07x",     "srca:1,2,3,4"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_msg(address_place_parse(&place, TT_BLACKHOLE, bad[i], &err) == TT_BAD_INPUT, "%s", bad[i]);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("address");
    TCase *tc = tcase_create("names");
    tcase_add_test(tc, events__are_printed_as_the_range_they_name);
    tcase_add_test(tc, events__are_refused_with_what_was_found);
    tcase_add_test(tc, events__have_what_any_range_has);
    tcase_add_test(tc, events__come_from_a_file_a_line_each);
    tcase_add_test(tc, points__are_one_event);
    tcase_add_test(tc, datums__are_by_face_or_by_data_tile);
    tcase_add_test(tc, places__are_bytes_of_a_space);
    suite_add_tcase(s, tc);
    return s;
}
