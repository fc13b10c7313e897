/* SPDX-License-Identifier: Apache-2.0 */
/* What is written into a capture is what is read from it. */
#include "base/little.h"
#include "capture/container/reader.h"
#include "isa/spaces.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[256];
static struct tt_error err;

static struct ttcap *written(const struct sample_shape *shape)
{
    struct ttcap *capture;
    sample_path(path, "round.ttcap");
    ck_assert_msg(sample_write(shape, path, &err) == TT_OK, "%s", err.text);
    ck_assert_msg(ttcap_open(&capture, path, &err) == TT_OK, "%s", err.text);
    return capture;
}

START_TEST(ttcap__gives_back_what_was_written)
{
    for (uint64_t seed = 0; seed < 24; seed++) {
        struct sample_random random = {seed + 1};
        struct sample_shape shape = {.seed = seed,
                                     .chip = seed % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE,
                                     .checkpoint_count = sample_below(&random, 5),
                                     .events_between = sample_below(&random, 400),
                                     .put_count = sample_below(&random, 12)};
        struct ttcap *capture = written(&shape);
        ck_assert(!ttcap_info(capture)->is_salvaged);
        const char *how = sample_difference(&shape, capture, false);
        ck_assert_msg(!how, "seed %d: %s", (int)seed, how);
        ttcap_close(capture);
        struct ttcap_verify_summary summary;
        ck_assert_msg(ttcap_verify(path, NULL, NULL, &summary, &err) == TT_OK, "%s", err.text);
        ck_assert_uint_eq(summary.events, (uint64_t)shape.checkpoint_count * shape.events_between);
        ck_assert_uint_eq(summary.checkpoints, shape.checkpoint_count);
        ck_assert_uint_eq(summary.symbols, sample_is_rich(seed) ? SAMPLE_SYMBOLS : 0);
    }
    (void)unlink(path);
}
END_TEST

START_TEST(ttcap__any_range_of_events_alone)
{
    struct sample_shape shape = {.seed = 5, .checkpoint_count = 1, .events_between = 70000};
    struct ttcap *capture = written(&shape);
    static const uint64_t ranges[][2] = {{0, 1},         {65535, 65537}, {65536, 65536}, {65536, 65540},
                                         {69999, 80000}, {70000, 70001}, {400, 300}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        struct ttcap_cursor *cursor;
        struct ttcap_event event;
        ck_assert_int_eq(ttcap_events_open(&cursor, capture, ranges[i][0], ranges[i][1], &err), TT_OK);
        uint64_t seq = ranges[i][0];
        while (ttcap_events_next(cursor, &event, &err) == TT_OK) {
            uint8_t payload[SAMPLE_PAYLOAD_MAX];
            struct ttcap_event held = sample_event(5, seq, payload);
            ck_assert_uint_eq(event.seq, seq++);
            ck_assert_int_eq(event.kind, held.kind);
            ck_assert_uint_eq(event.value, held.value);
        }
        uint64_t last = ranges[i][1] < 70000 ? ranges[i][1] : 70000;
        ck_assert_uint_eq(seq, last > ranges[i][0] ? last : ranges[i][0]);
        ttcap_events_close(cursor);
    }
    ttcap_close(capture);
    (void)unlink(path);
}
END_TEST

static bool is_chosen(const struct ttcap_event *event, int thread, uint32_t kinds)
{
    return event->thread == thread && (kinds >> event->kind & 1);
}

/* Over the end of a chunk; the events in between are passed over. Without program counters the first four choices have
 * lists of where their events are. */
static void check_chosen(bool has_pcs)
{
    const uint32_t all = (1u << TTCAP_KIND_COUNT) - 1;
    const uint32_t kinds[] = {all, all & ~(1u << TTCAP_EXEC), 1u << TTCAP_L1W, 1u << TTCAP_PUSH | 1u << TTCAP_MMIO, 0};
    unsigned seed = 5;
    while (sample_is_rich(seed) != has_pcs)
        seed++;
    struct sample_shape shape = {.seed = seed, .checkpoint_count = 1, .events_between = 70000};
    struct ttcap *capture = written(&shape);
    ck_assert_int_eq(ttcap_info(capture)->pc_count != 0, has_pcs);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        for (int thread = -1; thread <= 2; thread++) {
            struct ttcap_cursor *every, *chosen;
            struct ttcap_event held, event;
            ck_assert_int_eq(ttcap_events_open(&every, capture, 64500, 67500, &err), TT_OK);
            ck_assert_int_eq(ttcap_events_open(&chosen, capture, 64500, 67500, &err), TT_OK);
            ttcap_events_choose(chosen, thread, kinds[i]);
            while (ttcap_events_next(every, &held, &err) == TT_OK) {
                if (!is_chosen(&held, thread, kinds[i]))
                    continue;
                ck_assert_int_eq(ttcap_events_next(chosen, &event, &err), TT_OK);
                ck_assert_uint_eq(event.seq, held.seq);
                ck_assert_int_eq(event.kind, held.kind);
                ck_assert_int_eq(event.thread, held.thread);
                ck_assert_uint_eq(event.addr, held.addr);
                ck_assert_uint_eq(event.value, held.value);
                ck_assert_uint_eq(event.index, held.index);
                ck_assert_uint_eq(event.byte_count, held.byte_count);
                ck_assert(!held.byte_count || memcmp(event.bytes, held.bytes, held.byte_count) == 0);
                ck_assert_int_eq(event.has_pc, held.has_pc);
                ck_assert_uint_eq(event.pc, held.pc);
            }
            ck_assert_int_eq(ttcap_events_next(chosen, &event, &err), TT_END);
            ttcap_events_close(every);
            ttcap_events_close(chosen);
        }
    }
    ttcap_close(capture);
    (void)unlink(path);
}

START_TEST(ttcap__chosen_events_are_those_that_a_filter_leaves)
{
    check_chosen(true);
    check_chosen(false);
}
END_TEST

START_TEST(ttcap__absent_spaces_are_skipped_and_known_ranges_found)
{
    static uint8_t bytes[3 * PAGE_BYTES];
    struct ttcap_writer *writer;
    struct ttcap_meta meta = {.chip = TT_BLACKHOLE, .source = TTCAP_SILICON, .name = "n"};
    sample_path(path, "known.ttcap");
    ck_assert_int_eq(ttcap_writer_open(&writer, path, true, &meta, &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_snapshot_begin(writer, "begin", &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_put(writer, TT_SPACE_L1, 5 * PAGE_BYTES + 8, 16, bytes, NULL, &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_put(writer, TT_SPACE_L1, 6 * PAGE_BYTES, 2 * PAGE_BYTES, bytes, NULL, &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_put(writer, TT_SPACE_GPR, 0, 768, bytes, bytes, &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_snapshot_end(writer, &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_finish(writer, &err), TT_OK);

    struct ttcap *capture;
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    ck_assert(!ttcap_info(capture)->unlisted_start_is_reset);
    uint32_t lo = 0, hi = 0;
    ck_assert_int_eq(ttcap_next_known(capture, 0, TT_SPACE_L1, &lo, &hi, NULL), TT_OK);
    ck_assert_uint_eq(lo, 5 * PAGE_BYTES);
    ck_assert_uint_eq(hi, 8 * PAGE_BYTES);
    lo = 5 * PAGE_BYTES + 100;
    ck_assert_int_eq(ttcap_next_known(capture, 0, TT_SPACE_L1, &lo, &hi, NULL), TT_OK);
    ck_assert_uint_eq(lo, 5 * PAGE_BYTES + 100);
    lo = hi;
    ck_assert_int_eq(ttcap_next_known(capture, 0, TT_SPACE_L1, &lo, &hi, NULL), TT_END);
    lo = 0;
    ck_assert_int_eq(ttcap_next_known(capture, 0, TT_SPACE_DST, &lo, &hi, NULL), TT_END);
    ck_assert_int_eq(ttcap_next_known(capture, 0, TT_SPACE_GPR, &lo, &hi, NULL), TT_END); /* put, but not a bit known */
    uint8_t got[24], known[24];
    ck_assert_int_eq(ttcap_read(capture, 0, TT_SPACE_L1, 5 * PAGE_BYTES, 24, got, known, &err), TT_OK);
    ck_assert_uint_eq(known[7], 0);
    ck_assert_uint_eq(known[8], 0xFF);
    ttcap_close(capture);
    (void)unlink(path);
}
END_TEST

START_TEST(ttcap__same_pages_are_stored_once)
{
    static uint8_t dst[32768];
    struct sample_random random = {99};
    for (size_t i = 0; i < sizeof dst; i++)
        dst[i] = (uint8_t)sample_next(&random);
    size_t size[2];
    for (unsigned times = 1; times <= 2; times++) {
        struct ttcap_writer *writer;
        struct ttcap_meta meta = {.chip = TT_BLACKHOLE, .source = TTCAP_SIMULATOR};
        sample_path(path, "once.ttcap");
        ck_assert_int_eq(ttcap_writer_open(&writer, path, true, &meta, &err), TT_OK);
        for (unsigned i = 0; i < times; i++) {
            ck_assert_int_eq(ttcap_writer_snapshot_begin(writer, "c", &err), TT_OK);
            ck_assert_int_eq(ttcap_writer_put(writer, TT_SPACE_DST, 0, sizeof dst, dst, NULL, &err), TT_OK);
            ck_assert_int_eq(ttcap_writer_put(writer, TT_SPACE_L1, 0x20000, sizeof dst, dst, NULL, &err), TT_OK);
            ck_assert_int_eq(ttcap_writer_snapshot_end(writer, &err), TT_OK);
        }
        ck_assert_int_eq(ttcap_writer_finish(writer, &err), TT_OK);
        free(sample_file(path, &size[times - 1]));
    }
    ck_assert_uint_lt(size[0], sizeof dst + 1000);
    ck_assert_uint_lt(size[1], size[0] + 100);
    (void)unlink(path);
}
END_TEST

START_TEST(ttcap__same_content_has_the_same_hash)
{
    struct sample_shape shape = {.seed = 1, .checkpoint_count = 2, .events_between = 50, .put_count = 4};
    char hash[3][33];
    for (int i = 0; i < 3; i++) {
        shape.seed = i < 2 ? 1 : 2;
        struct ttcap *capture = written(&shape);
        strcpy(hash[i], ttcap_info(capture)->hash);
        ttcap_close(capture);
    }
    ck_assert_uint_eq(strlen(hash[0]), 32);
    ck_assert_str_eq(hash[0], hash[1]);
    ck_assert_str_ne(hash[0], hash[2]);
    (void)unlink(path);
}
END_TEST

START_TEST(writer__refuses_what_no_tile_does)
{
    struct ttcap_writer *writer;
    struct ttcap_meta meta = {.chip = TT_BLACKHOLE};
    uint8_t bytes[8] = {0};
    struct ttcap_event event = {.kind = TTCAP_PUSH, .thread = -1};
    sample_path(path, "refused.ttcap");
    ck_assert_int_eq(ttcap_writer_open(&writer, path, true, &meta, &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_event(writer, &event, &err), TT_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(err.text, "event 0: its thread is not one of 0 to 2"));
    ck_assert_int_eq(ttcap_writer_snapshot_begin(writer, "begin", &err), TT_OK);
    ck_assert_int_eq(ttcap_writer_put(writer, TT_SPACE_GPR, 764, 8, bytes, NULL, &err), TT_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(err.text, "snapshot begin: 8 bytes of gpr at 764 end beyond its 768 bytes"));
    ttcap_writer_abandon(writer);
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(open__touches_little_of_a_large_file)
{
    struct sample_shape shape = {.seed = 3, .checkpoint_count = 1};
    static uint8_t l1[L1_BYTES_MAX];
    struct sample_random random = {7};
    struct ttcap_writer *writer;
    struct ttcap_meta meta = {.chip = shape.chip, .source = TTCAP_SILICON};
    sample_path(path, "large.ttcap");
    ck_assert_int_eq(ttcap_writer_open(&writer, path, true, &meta, &err), TT_OK);
    for (unsigned checkpoint = 0; checkpoint < 20; checkpoint++) {
        for (size_t i = 0; i < sizeof l1; i += 8)
            store_u64(l1 + i, sample_next(&random));
        ck_assert_int_eq(ttcap_writer_snapshot_begin(writer, "c", &err), TT_OK);
        ck_assert_int_eq(ttcap_writer_put(writer, TT_SPACE_L1, 0, sizeof l1, l1, NULL, &err), TT_OK);
        ck_assert_int_eq(ttcap_writer_snapshot_end(writer, &err), TT_OK);
    }
    ck_assert_int_eq(ttcap_writer_finish(writer, &err), TT_OK);
    struct ttcap *capture;
    uint8_t got[16], known[16];
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    ck_assert_uint_gt(capture->source.size, 30000000);
    ck_assert_int_eq(ttcap_read(capture, 19, TT_SPACE_L1, 0x60000, 16, got, known, &err), TT_OK);
    ck_assert_mem_eq(got, l1 + 0x60000, 16);
    ck_assert_uint_lt(capture->source.bytes_read, 256 * 1024);
    ttcap_close(capture);
    (void)unlink(path);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("ttcap");
    TCase *tcase = tcase_create("ttcap");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, ttcap__gives_back_what_was_written);
    tcase_add_test(tcase, ttcap__any_range_of_events_alone);
    tcase_add_test(tcase, ttcap__chosen_events_are_those_that_a_filter_leaves);
    tcase_add_test(tcase, ttcap__absent_spaces_are_skipped_and_known_ranges_found);
    tcase_add_test(tcase, ttcap__same_pages_are_stored_once);
    tcase_add_test(tcase, ttcap__same_content_has_the_same_hash);
    tcase_add_test(tcase, writer__refuses_what_no_tile_does);
    tcase_add_test(tcase, open__touches_little_of_a_large_file);
    suite_add_tcase(suite, tcase);
    return suite;
}
