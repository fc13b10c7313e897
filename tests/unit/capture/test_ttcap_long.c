/* SPDX-License-Identifier: Apache-2.0 */
/* A long capture: one chunk after the other, in memory that does not grow with its length. */
#include "base/little.h"
#include "capture/container/reader.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <string.h>
#include <unistd.h>

enum { EVENTS = 1500000, CHECKPOINTS = 3000 };

static void write_long(const char *path)
{
    struct tt_error err;
    struct ttcap_writer *writer;
    static uint8_t dst[32768];
    const struct ttcap_meta meta = {.chip = TT_BLACKHOLE, .source = TTCAP_EMULATOR, .name = "long"};
    ck_assert_int_eq(ttcap_writer_open(&writer, path, true, &meta, &err), TT_OK);
    for (uint64_t seq = 0; seq < EVENTS; seq++) {
        struct ttcap_event event = {.seq = seq,
                                    .kind = TTCAP_EXEC,
                                    .thread = (int8_t)(seq % 3),
                                    .value = (uint32_t)(seq / 3 % 40) * 0x01010101u};
        ck_assert_int_eq(ttcap_writer_event(writer, &event, &err), TT_OK);
        if (seq % (EVENTS / CHECKPOINTS) != 0)
            continue;
        store_u64(dst + seq % 32000, seq);
        ck_assert_int_eq(ttcap_writer_snapshot_begin(writer, "mid", &err), TT_OK);
        ck_assert_int_eq(ttcap_writer_put(writer, TT_SPACE_DST, 0, sizeof dst, dst, NULL, &err), TT_OK);
        ck_assert_int_eq(ttcap_writer_snapshot_end(writer, &err), TT_OK);
    }
    ck_assert_int_eq(ttcap_writer_finish(writer, &err), TT_OK);
}

START_TEST(ttcap__a_long_capture_is_chunks_and_one_is_enough)
{
    char path[256];
    struct tt_error err;
    struct ttcap *capture;
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    uint8_t bytes[16], known[16];
    write_long(sample_path(path, "long.ttcap"));
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    ck_assert_uint_eq(ttcap_info(capture)->event_count, EVENTS);
    ck_assert_uint_eq(ttcap_info(capture)->checkpoint_count, CHECKPOINTS);
    ck_assert_uint_ge(capture->contents.list[CHUNK_EVENTS].count, EVENTS / 65536);

    ck_assert_int_eq(ttcap_events_open(&cursor, capture, EVENTS - 2, EVENTS, &err), TT_OK);
    ck_assert_int_eq(ttcap_events_next(cursor, &event, &err), TT_OK);
    ck_assert_uint_eq(event.value, (EVENTS - 2) / 3 % 40 * 0x01010101u);
    ttcap_events_close(cursor);
    ck_assert_int_eq(ttcap_read(capture, CHECKPOINTS - 1, TT_SPACE_DST, 0, 16, bytes, known, &err), TT_OK);
    ck_assert_uint_lt(capture->source.bytes_read, 256 * 1024);
    ttcap_close(capture);
    struct ttcap_verify_summary summary;
    ck_assert_int_eq(ttcap_verify(path, NULL, NULL, &summary, &err), TT_OK);
    ck_assert_uint_eq(summary.checkpoints, CHECKPOINTS);
    (void)unlink(path);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("ttcap_long");
    TCase *tcase = tcase_create("ttcap_long");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, ttcap__a_long_capture_is_chunks_and_one_is_enough);
    suite_add_tcase(suite, tcase);
    return suite;
}
