/* SPDX-License-Identifier: Apache-2.0 */
/* What tt_record.h writes is what the importer reads; whatever goes wrong leaves no bundle. */
#include "unit/record/recorded.h"

#include "isa/spaces.h"

static struct ttcap *close_and_open(void)
{
    struct ttcap *capture;
    ck_assert_msg(tt_record_close(&record) == 0, "%s", record.error);
    ck_assert_msg(bundle_import(folder, out, false, &err) == TT_OK, "%s", err.text);
    ck_assert_msg(ttcap_open(&capture, out, &err) == TT_OK, "%s", err.text);
    return capture;
}

/* Closing fails with this end of a sentence, and there is no manifest. */
static void assert_no_bundle(const char *sentence)
{
    char manifest[128];
    (void)snprintf(manifest, sizeof manifest, "%s/bundle.json", folder);
    ck_assert_int_eq(tt_record_push(&record, 0, 1), -1);
    ck_assert_int_eq(tt_record_close(&record), -1);
    ck_assert_msg(strstr(record.error, sentence) != NULL, "%s", record.error);
    ck_assert_int_ne(access(manifest, F_OK), 0);
}

START_TEST(record__every_kind_of_event_is_read_back)
{
    start();
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    for (int i = 0; i < EVENT_COUNT; i++)
        ck_assert_int_eq(report(&EVENTS[i]), 0);
    struct ttcap *capture = close_and_open();
    assert_events(capture, EVENT_COUNT);
    ttcap_close(capture);
}
END_TEST

START_TEST(record__hashes_stand_in_place_of_bytes)
{
    uint8_t hashes[3 * TTCAP_DIGEST_BYTES];
    struct ttcap_window window;
    for (unsigned i = 0; i < sizeof hashes; i++)
        hashes[i] = (uint8_t)(i + 1);
    start();
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    ck_assert_int_eq(tt_record_checkpoint(&record, "end"), 0);
    ck_assert_int_eq(tt_record_hashes(&record, "l1", 0x20010, 2500, 1024, hashes), 0);
    ck_assert_int_eq(tt_record_hashes(&record, "lreg", 0, 2048, 2048, hashes), 0);
    struct ttcap *capture = close_and_open();
    static const struct ttcap_window expected[] = {{TT_SPACE_L1, 0x20010, 1024, {1}},
                                                   {TT_SPACE_L1, 0x20410, 1024, {17}},
                                                   {TT_SPACE_L1, 0x20810, 452, {33}},
                                                   {TT_SPACE_LREG, 0, 2048, {1}}};
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_int_eq(ttcap_window_get(capture, 1, i, &window, &err), TT_OK);
        ck_assert_int_eq(window.space, expected[i].space);
        ck_assert_uint_eq(window.lo, expected[i].lo);
        ck_assert_uint_eq(window.count, expected[i].count);
        ck_assert_mem_eq(window.digest, hashes + expected[i].digest[0] - 1, TTCAP_DIGEST_BYTES);
    }
    ck_assert_int_eq(ttcap_window_get(capture, 1, 4, &window, &err), TT_END);
    ck_assert_int_eq(ttcap_window_get(capture, 0, 0, &window, &err), TT_END);
    ttcap_close(capture);
}
END_TEST

START_TEST(record__hashes_at_the_start_hold_the_bytes_there)
{
    static const uint8_t code[64] = {0x13, 1, 2};
    uint8_t hash[TTCAP_DIGEST_BYTES];
    ttcap_digest(code, sizeof code, hash);
    start();
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    hash[3] ^= (uint8_t)_i;
    ck_assert_int_eq(tt_record_hashes(&record, "l1", 0xA000, sizeof code, sizeof code, hash), 0);
    ck_assert_int_eq(tt_record_region(&record, "l1", 0xA000, code, sizeof code), 0);
    ck_assert_int_eq(tt_record_close(&record), 0);
    ck_assert_int_eq(bundle_import(folder, out, false, &err), _i ? TT_BAD_INPUT : TT_OK);
    ck_assert_msg(!_i || strstr(err.text, "the bytes of l1 0xa000 to 0xa03f have another hash"), "%s", err.text);
}
END_TEST

START_TEST(record__hashes_of_what_cannot_be_are_refused)
{
    static const uint8_t hash[TTCAP_DIGEST_BYTES] = {0};
    start();
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    ck_assert_int_eq(tt_record_hashes(&record, "state", 0, 16, 16, hash), -1);
    ck_assert_int_eq(tt_record_hashes(&record, "lreg", 0, 2048, 0, hash), -1);
    ck_assert_int_eq(tt_record_hashes(&record, "l1", 0x20000, 65537, 65537, hash), -1);
    ck_assert_int_eq(tt_record_hashes(&record, "lreg", 0, 16, 16, hash), -1);
    ck_assert_uint_eq(record.refused, 4);
    ck_assert_msg(strstr(record.error, "no array of plain bytes") != NULL, "%s", record.error);
    ck_assert_int_eq(tt_record_close(&record), -1);
}
END_TEST

START_TEST(record__events_beyond_a_buffer_are_all_there)
{
    enum { MANY = 20004 }; /* over a few buffers, and numbers of one digit to five */
    start();
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    for (int i = 0; i < MANY; i++)
        ck_assert_int_eq(report(&EVENTS[i % EVENT_COUNT]), 0);
    struct ttcap *capture = close_and_open();
    assert_events(capture, MANY);
    ttcap_close(capture);
}
END_TEST

START_TEST(record__a_store_longer_than_the_buffer)
{
    static uint8_t bytes[150000]; /* twice as many digits */
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 7 >> 3);
    start();
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    ck_assert_int_eq(tt_record_push(&record, 1, 5), 0);
    ck_assert_int_eq(tt_record_l1_store(&record, TT_RECORD_NO_THREAD, 16, bytes, sizeof bytes), 0);
    struct ttcap *capture = close_and_open();
    struct ttcap_cursor *cursor;
    struct ttcap_event got;
    ck_assert_int_eq(ttcap_events_open(&cursor, capture, 1, 2, &err), TT_OK);
    ck_assert_int_eq(ttcap_events_next(cursor, &got, &err), TT_OK);
    ck_assert_uint_eq(got.byte_count, sizeof bytes);
    ck_assert(memcmp(got.bytes, bytes, sizeof bytes) == 0);
    ttcap_events_close(cursor);
    ttcap_close(capture);
}
END_TEST

START_TEST(record__regions_stand_in_their_checkpoints)
{
    uint8_t l1[4] = {1, 2, 3, 4}, read[4], known[4];
    uint8_t gpr[3][64][4] = {{{0}}};
    start();
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    ck_assert_int_eq(tt_record_region(&record, "l1", 0x1000, l1, 2), 0);
    ck_assert_int_eq(tt_record_region(&record, "l1", 0x2000, l1 + 2, 2), 0);
    ck_assert_int_eq(tt_record_push(&record, 0, 7), 0);
    store_u32(gpr[2][63], 0x12345678);
    ck_assert_int_eq(tt_record_checkpoint(&record, "odd name: \"../x\\\""), 0);
    ck_assert_int_eq(tt_record_region(&record, "gpr", 0, gpr, sizeof gpr), 0);
    ck_assert_int_eq(tt_record_region(&record, "state", 0, "{\"lane_config\":3}", 17), 0);
    ck_assert_int_eq(tt_record_push(&record, 0, 8), 0);
    struct ttcap *capture = close_and_open();
    ck_assert_uint_eq(ttcap_info(capture)->checkpoint_count, 2);
    ck_assert_str_eq(ttcap_checkpoint(capture, 1)->id, "odd name: \"../x\\\"");
    ck_assert_int_eq(ttcap_checkpoint(capture, 1)->after_event, 0);
    ck_assert_int_eq(ttcap_read(capture, 0, TT_SPACE_L1, 0x1000, 4, read, known, &err), TT_OK);
    ck_assert_uint_eq(read[1], 2);
    ck_assert_uint_eq(known[2], 0);
    ck_assert_int_eq(ttcap_read(capture, 0, TT_SPACE_L1, 0x2000, 4, read, known, &err), TT_OK);
    ck_assert_uint_eq(read[0], 3);
    ck_assert_int_eq(ttcap_read(capture, 1, TT_SPACE_GPR, 4 * (2 * 64 + 63), 4, read, known, &err), TT_OK);
    ck_assert_uint_eq(load_u32(read), 0x12345678);
    ck_assert_int_eq(
        ttcap_read(capture, 1, TT_SPACE_STATE, 4 * (uint32_t)state_find("lane_config"), 4, read, known, &err), TT_OK);
    ck_assert_uint_eq(load_u32(read), 3);
    ttcap_close(capture);
}
END_TEST

START_TEST(record__where_cores_start)
{
    char manifest[128], text[1024] = "";
    start();
    ck_assert_int_eq(tt_record_boot(&record, "b", 0), 0);
    ck_assert_int_eq(tt_record_boot(&record, "t2", 0xE000), 0);
    ttcap_close(close_and_open());
    (void)snprintf(manifest, sizeof manifest, "%s/bundle.json", folder);
    FILE *file = fopen(manifest, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_gt(fread(text, 1, sizeof text - 1, file), 0);
    (void)fclose(file);
    ck_assert_ptr_nonnull(strstr(text, "\"boot\":[{\"core\":\"b\",\"pc\":0},{\"core\":\"t2\",\"pc\":57344}]"));
}
END_TEST

START_TEST(record__a_full_disk_leaves_no_bundle)
{
    char events[128];
    (void)snprintf(events, sizeof events, "%s/events.jsonl", folder);
    ck_assert_int_eq(mkdir(folder, 0777), 0);
    ck_assert_int_eq(symlink("/dev/full", events), 0);
    start();
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    int status = 0;
    for (int i = 0; i < 20000 && status == 0; i++)
        status = tt_record_push(&record, 0, UINT32_MAX);
    ck_assert_int_eq(status, -1); /* reported as soon as the disk reports it */
    assert_no_bundle("No space left on device");
}
END_TEST

START_TEST(record__a_disk_that_is_full_at_the_end_leaves_no_bundle)
{
    char events[128], manifest[128];
    (void)snprintf(events, sizeof events, "%s/events.jsonl", folder);
    (void)snprintf(manifest, sizeof manifest, "%s/bundle.json", folder);
    ck_assert_int_eq(mkdir(folder, 0777), 0);
    ck_assert_int_eq(symlink("/dev/full", events), 0);
    start();
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    ck_assert_int_eq(tt_record_push(&record, 0, 1), 0);
    ck_assert_int_eq(tt_record_close(&record), -1);
    ck_assert_ptr_nonnull(strstr(record.error, "No space left on device"));
    ck_assert_int_ne(access(manifest, F_OK), 0);
}
END_TEST

START_TEST(record__a_bundle_is_not_written_over)
{
    start();
    ck_assert_int_eq(tt_record_close(&record), 0);
    ck_assert_int_eq(tt_record_open(&record, folder, TT_RECORD_BLACKHOLE, "simulator", "case"), -1);
    ck_assert_ptr_nonnull(strstr(record.error, "there is a bundle already"));
    ck_assert_int_eq(tt_record_close(&record), -1);
}
END_TEST

START_TEST(record__a_folder_that_cannot_be)
{
    char path[128];
    (void)snprintf(path, sizeof path, "%s/none/case", top);
    ck_assert_int_eq(tt_record_open(&record, path, TT_RECORD_BLACKHOLE, "simulator", "case"), -1);
    ck_assert_ptr_nonnull(strstr(record.error, "none/case: No such file or directory"));
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), -1);
    ck_assert_int_eq(tt_record_close(&record), -1);
    tt_record_abandon(&record);
}
END_TEST
/* ---- a recorded kernel once more ---- */

static const enum tt_space WHOLE[] = {TT_SPACE_GPR,  TT_SPACE_DST,  TT_SPACE_DST_VALID,
                                      TT_SPACE_SRCA, TT_SPACE_SRCB, TT_SPACE_LREG};
enum { WHOLE_COUNT = sizeof WHOLE / sizeof WHOLE[0] };
static uint8_t bytes_of[2][L1_BYTES_MAX], known_of[2][L1_BYTES_MAX];

static void read_space(struct ttcap *capture, int which, uint32_t checkpoint, enum tt_space space)
{
    enum tt_status status = ttcap_read(capture, checkpoint, space, 0, space_bytes(TT_BLACKHOLE, space), bytes_of[which],
                                       known_of[which], &err);
    ck_assert_msg(status == TT_OK, "%s", err.text);
}

static bool is_whole(int which, enum tt_space space)
{
    uint32_t count = space_bytes(TT_BLACKHOLE, space);
    return known_of[which][0] == 0xFF && memcmp(known_of[which], known_of[which] + 1, count - 1) == 0;
}

/* L1 where it is known, run by run, and the spaces that are known as a whole. */
static void record_checkpoint(struct ttcap *capture, uint32_t checkpoint)
{
    uint32_t end = space_bytes(TT_BLACKHOLE, TT_SPACE_L1);
    ck_assert_int_eq(tt_record_checkpoint(&record, ttcap_checkpoint(capture, checkpoint)->id), 0);
    read_space(capture, 0, checkpoint, TT_SPACE_L1);
    for (uint32_t lo = 0, hi; lo < end; lo = hi) {
        hi = lo + 1;
        while (hi < end && known_of[0][hi] == known_of[0][lo])
            hi++;
        if (known_of[0][lo])
            ck_assert_int_eq(tt_record_region(&record, "l1", lo, bytes_of[0] + lo, hi - lo), 0);
    }
    for (int i = 0; i < WHOLE_COUNT; i++) {
        read_space(capture, 0, checkpoint, WHOLE[i]);
        if (is_whole(0, WHOLE[i]))
            ck_assert_int_eq(
                tt_record_region(&record, space_name(WHOLE[i]), 0, bytes_of[0], space_bytes(TT_BLACKHOLE, WHOLE[i])),
                0);
    }
}

static void assert_same_space(struct ttcap *first, struct ttcap *second, uint32_t checkpoint, enum tt_space space)
{
    uint32_t count = space_bytes(TT_BLACKHOLE, space);
    read_space(first, 0, checkpoint, space);
    read_space(second, 1, checkpoint, space);
    ck_assert(memcmp(bytes_of[0], bytes_of[1], count) == 0 || (space != TT_SPACE_L1 && !is_whole(0, space)));
    ck_assert(memcmp(known_of[0], known_of[1], count) == 0 || (space != TT_SPACE_L1 && !is_whole(0, space)));
}

START_TEST(record__a_recorded_kernel_once_more)
{
    struct ttcap *first;
    struct ttcap_cursor *cursor, *again;
    struct ttcap_event event, got;
    ck_assert_msg(ttcap_open(&first, TRACES "/matmul_HiFi2_bfp8_bfp8_f16b_bfp8_wide.ttcap", &err) == TT_OK, "%s",
                  err.text);
    uint32_t checkpoints = ttcap_info(first)->checkpoint_count, next = 0;
    uint64_t count = ttcap_info(first)->event_count;
    start();
    ck_assert_int_eq(ttcap_events_open(&cursor, first, 0, count, &err), TT_OK);
    for (uint64_t i = 0; i <= count; i++) {
        for (; next < checkpoints && ttcap_checkpoint(first, next)->after_event + 1 == (int64_t)i; next++)
            record_checkpoint(first, next);
        if (i < count) {
            ck_assert_int_eq(ttcap_events_next(cursor, &event, &err), TT_OK);
            ck_assert_int_eq(report(&event), 0);
        }
    }
    ttcap_events_close(cursor);
    ck_assert_uint_eq(next, checkpoints);
    struct ttcap *second = close_and_open();
    ck_assert_uint_eq(ttcap_info(second)->event_count, count);
    ck_assert_uint_eq(ttcap_info(second)->checkpoint_count, checkpoints);
    ck_assert_int_eq(ttcap_events_open(&cursor, first, 0, count, &err), TT_OK);
    ck_assert_int_eq(ttcap_events_open(&again, second, 0, count, &err), TT_OK);
    for (uint64_t i = 0; i < count; i++) {
        ck_assert_int_eq(ttcap_events_next(cursor, &event, &err), TT_OK);
        ck_assert_int_eq(ttcap_events_next(again, &got, &err), TT_OK);
        ck_assert(event.kind == got.kind && event.thread == got.thread && event.index == got.index);
        ck_assert(event.addr == got.addr && event.value == got.value && event.byte_count == got.byte_count);
        ck_assert(event.byte_count == 0 || memcmp(event.bytes, got.bytes, event.byte_count) == 0);
    }
    ttcap_events_close(cursor);
    ttcap_events_close(again);
    for (uint32_t i = 0; i < checkpoints; i++) {
        assert_same_space(first, second, i, TT_SPACE_L1);
        for (int k = 0; k < WHOLE_COUNT; k++)
            assert_same_space(first, second, i, WHOLE[k]);
    }
    ttcap_close(first);
    ttcap_close(second);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("record");
    TCase *all = tcase_create("record");
    tcase_set_timeout(all, 30);
    tcase_add_checked_fixture(all, make_folder, remove_folder);
    tcase_add_test(all, record__every_kind_of_event_is_read_back);
    tcase_add_test(all, record__hashes_stand_in_place_of_bytes);
    tcase_add_loop_test(all, record__hashes_at_the_start_hold_the_bytes_there, 0, 2);
    tcase_add_test(all, record__hashes_of_what_cannot_be_are_refused);
    tcase_add_test(all, record__events_beyond_a_buffer_are_all_there);
    tcase_add_test(all, record__a_store_longer_than_the_buffer);
    tcase_add_test(all, record__regions_stand_in_their_checkpoints);
    tcase_add_test(all, record__where_cores_start);
    tcase_add_test(all, record__a_full_disk_leaves_no_bundle);
    tcase_add_test(all, record__a_disk_that_is_full_at_the_end_leaves_no_bundle);
    tcase_add_test(all, record__a_bundle_is_not_written_over);
    tcase_add_test(all, record__a_folder_that_cannot_be);
    tcase_add_test(all, record__a_recorded_kernel_once_more);
    suite_add_tcase(s, all);
    return s;
}
