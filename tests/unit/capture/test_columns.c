/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/columns/columns.h"
#include "capture/columns/columns_order.h"
#include "capture/columns/columns_take.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <string.h>

/* `count` events of sample 1 in columns, packed. */
static struct byte_buffer packed(uint32_t count)
{
    struct columns columns = {0};
    struct byte_buffer raw = {0};
    size_t cut;
    for (uint32_t seq = 0; seq < count; seq++) {
        uint8_t payload[SAMPLE_PAYLOAD_MAX];
        struct ttcap_event event = sample_event(1, seq, payload);
        ck_assert(columns_add(&columns, &event));
    }
    ck_assert(columns_pack(&columns, &raw, &cut));
    ck_assert_uint_eq(cut, count);
    columns_clear(&columns);
    return raw;
}

START_TEST(columns__threads_taking_turns_cost_nothing)
{
    struct order_model model;
    struct order_last last = {0};
    order_model_init(&model);
    unsigned missed = 0;
    for (unsigned i = 0; i < 3000; i++)
        missed += order_encode(&model, &last, (uint8_t)(5 + i % 3)) != 0;
    ck_assert_uint_lt(missed, 10);
}
END_TEST

START_TEST(columns__too_few_bytes_are_refused_at_every_length)
{
    struct byte_buffer raw = packed(200);
    struct column_view view;
    struct tt_error err;
    for (size_t size = 0; size < raw.size; size++)
        ck_assert_int_eq(view_open(&view, raw.data, size, 200, NULL, 0, &err), TT_BAD_INPUT);
    ck_assert_int_eq(view_open(&view, raw.data, raw.size, 200, NULL, 0, &err), TT_OK);
    view_close(&view);
    ck_assert_int_eq(view_open(&view, raw.data, raw.size, 199, NULL, 0, &err), TT_BAD_INPUT);
    buffer_clear(&raw);
}
END_TEST

START_TEST(columns__events_of_unknown_kind_are_refused)
{
    struct byte_buffer raw = packed(10);
    struct column_view view;
    struct tt_error err;
    raw.data[3] = LANE_COUNT + 1;
    ck_assert_int_eq(view_open(&view, raw.data, raw.size, 10, NULL, 0, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "its event 3 is of an unknown kind or thread (code 37)");
    raw.data[3] = 1; /* a push of no thread */
    ck_assert_int_eq(view_open(&view, raw.data, raw.size, 10, NULL, 0, &err), TT_BAD_INPUT);
    buffer_clear(&raw);
}
END_TEST

START_TEST(columns__kinds_that_the_head_does_not_count_are_refused)
{
    struct byte_buffer raw = packed(10);
    struct column_view view;
    struct tt_error err;
    const uint32_t kinds[TTCAP_KIND_COUNT] = {10};
    ck_assert_int_eq(view_open(&view, raw.data, raw.size, 10, kinds, 0, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "its events are not of the kinds that its head counts");
    buffer_clear(&raw);
}
END_TEST

START_TEST(columns__program_counters_come_back)
{
    struct columns columns = {0};
    struct byte_buffer raw = {0};
    size_t cut;
    /* The first has no counter: the column begins with a later event. */
    for (uint32_t i = 0; i < 100; i++) {
        struct ttcap_event event = {.seq = i, .kind = TTCAP_PUSH, .thread = (int8_t)(i % 3), .value = i};
        event.has_pc = i > 0 && i % 10 != 7;
        event.core = i % 10 == 3 ? TT_CORE_B : (enum tt_core)(TT_CORE_T0 + i % 3);
        event.pc = i % 2 ? 0xFFFFFFFC : i;
        ck_assert(columns_add(&columns, &event));
    }
    ck_assert(columns_pack(&columns, &raw, &cut));
    ck_assert_uint_eq(columns.pc.pc_count, 89);
    ck_assert_uint_eq(raw.size, 100 * (1 + 4) + 100 + 89 * 4);
    struct column_view view;
    struct ttcap_event event;
    struct tt_error err;
    ck_assert_msg(view_open(&view, raw.data, raw.size, 100, NULL, 89, &err) == TT_OK, "%s", err.text);
    for (uint32_t i = 0; view.at < view.count; i++) {
        view_take(&view, &event);
        ck_assert_int_eq(event.has_pc, i > 0 && i % 10 != 7);
        if (event.has_pc) {
            ck_assert_int_eq(event.core, i % 10 == 3 ? TT_CORE_B : (enum tt_core)(TT_CORE_T0 + i % 3));
            ck_assert_uint_eq(event.pc, i % 2 ? 0xFFFFFFFC : i);
        }
    }
    view_close(&view);
    ck_assert_int_eq(view_open(&view, raw.data, raw.size, 100, NULL, 88, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "89 of its events have a program counter, and its head counts 88");
    ck_assert_int_eq(view_open(&view, raw.data, raw.size - 1, 100, NULL, 89, &err), TT_BAD_INPUT);
    raw.data[100 * (1 + 4) + 5] = 7;
    ck_assert_int_eq(view_open(&view, raw.data, raw.size, 100, NULL, 89, &err), TT_BAD_INPUT);
    ck_assert_str_eq(err.text, "its event 5 is of an unknown core (code 7)");
    columns_clear(&columns);
    buffer_clear(&raw);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("columns");
    TCase *tcase = tcase_create("columns");
    tcase_add_test(tcase, columns__threads_taking_turns_cost_nothing);
    tcase_add_test(tcase, columns__too_few_bytes_are_refused_at_every_length);
    tcase_add_test(tcase, columns__events_of_unknown_kind_are_refused);
    tcase_add_test(tcase, columns__kinds_that_the_head_does_not_count_are_refused);
    tcase_add_test(tcase, columns__program_counters_come_back);
    suite_add_tcase(suite, tcase);
    return suite;
}
