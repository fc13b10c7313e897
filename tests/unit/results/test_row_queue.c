/* SPDX-License-Identifier: Apache-2.0 */
/* Rows in order, with a thread and without; a sink that writes the same bytes either way, and that fails alike. */
#include "results/row_queue.h"
#include "unit/results/support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* More than all blocks hold, so that who fills them has to wait. */
enum { ROWS = 20000, ROW_BYTES = 300 };

struct arrived {
    unsigned rows, fail_at; /* fail_at 0: never */
    bool is_wrong;
};

static bool take_row(void *user, unsigned table, const struct row_value *values, unsigned count)
{
    struct arrived *arrived = user;
    uint8_t bytes[ROW_BYTES];
    const unsigned row = arrived->rows++;
    memset(bytes, (int)(row & 0xFF), sizeof bytes);
    const bool is_right =
        table == row % 7 && count == 5 && values[0].kind == ROW_VALUE_INT && values[0].number == -(int64_t)row &&
        values[1].kind == ROW_VALUE_NULL && values[2].kind == ROW_VALUE_BYTES && values[2].size == row % ROW_BYTES &&
        memcmp(values[2].bytes, bytes, values[2].size) == 0 && values[3].kind == ROW_VALUE_TEXT &&
        values[3].size == 4 && memcmp(values[3].bytes, "text", 4) == 0 && values[4].kind == ROW_VALUE_NULL;
    arrived->is_wrong |= !is_right;
    return arrived->rows != arrived->fail_at;
}

static void put_rows(struct row_queue *queue, unsigned count)
{
    uint8_t bytes[ROW_BYTES];
    for (unsigned row = 0; row < count; row++) {
        memset(bytes, (int)(row & 0xFF), sizeof bytes);
        row_begin(queue, row % 7);
        row_int(queue, -(int64_t)row);
        row_null(queue);
        row_bytes(queue, bytes, row % ROW_BYTES);
        row_text(queue, "text");
        row_text(queue, NULL);
        ck_assert(row_end(queue));
    }
}

START_TEST(rows__arrive_whole_and_in_order)
{
    struct arrived arrived = {0};
    struct row_queue queue;
    row_queue_init(&queue, _i != 0, take_row, &arrived);
    put_rows(&queue, ROWS);
    ck_assert(row_queue_finish(&queue));
    ck_assert(!row_queue_has_failed(&queue));
    ck_assert_uint_eq(arrived.rows, ROWS);
    ck_assert(!arrived.is_wrong);
    row_queue_clear(&queue);
    row_queue_clear(&queue); /* is empty, and stays so */
}
END_TEST

START_TEST(few_rows__start_no_thread)
{
    struct arrived arrived = {0};
    struct row_queue queue;
    row_queue_init(&queue, true, take_row, &arrived);
    put_rows(&queue, 3);
    ck_assert(!queue.has_thread);
    ck_assert_uint_eq(arrived.rows, 0);
    ck_assert(row_queue_finish(&queue));
    ck_assert_uint_eq(arrived.rows, 3);
    row_queue_clear(&queue);
}
END_TEST

START_TEST(a_row_that_fails__is_the_last)
{
    struct arrived arrived = {.fail_at = 5000};
    struct row_queue queue;
    row_queue_init(&queue, _i != 0, take_row, &arrived);
    put_rows(&queue, ROWS);
    ck_assert(!row_queue_finish(&queue));
    ck_assert(row_queue_has_failed(&queue));
    ck_assert_uint_eq(arrived.rows, 5000);
    ck_assert(!arrived.is_wrong);
    row_queue_clear(&queue);
}
END_TEST

START_TEST(clear__drops_what_waits)
{
    struct arrived arrived = {0};
    struct row_queue queue;
    row_queue_init(&queue, _i != 0, take_row, &arrived);
    put_rows(&queue, ROWS);
    row_queue_clear(&queue);
    ck_assert_uint_lt(arrived.rows, ROWS);
}
END_TEST

/* ---- the sink ---- */

static struct folder folder;

static struct results_sink *open_sink(const char *path, bool has_thread)
{
    struct results_sink *sink;
    struct tt_error err = {""};
    const unsigned what = RESULTS_ALL | (has_thread ? RESULTS_THREAD : 0);
    ck_assert_msg(results_create(&sink, path, false, what, &TEST_RUN, &err) == TT_OK, "%s", err.text);
    return sink;
}

/* Some megabytes of it, of which none can be squeezed away. */
static void report_much(struct results_sink *sink)
{
    uint32_t values[1024], random = 1;
    for (uint64_t seq = 0; seq < 1500; seq++) {
        for (uint32_t i = 0; i < 1024; i++) {
            random ^= random << 13;
            random ^= random >> 17;
            random ^= random << 5;
            values[i] = random;
        }
        report_insn(sink, seq, TT_UNIT_PACK, (uint32_t)seq);
        report_stage(sink, seq % 3 == 0, 0, 0, 4, 1024, values, NULL);
        report_pack_write(sink, seq % 3 == 0, (uint32_t)seq, 0, 0x1000, 256, (const uint8_t *)values);
        report_insn_end(sink, seq);
        results_mismatch(sink, 1, TT_SPACE_L1, (uint32_t)seq * 4, (uint32_t)seq * 4 + 4, (const uint8_t *)values,
                         (const uint8_t *)(values + 1), (const uint8_t *)(values + 2), false);
    }
}

static char *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    ck_assert_ptr_nonnull(file);
    (void)fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
    ck_assert_int_eq(fclose(file), 0);
    return bytes;
}

START_TEST(sink__writes_the_same_bytes_with_a_thread)
{
    char path[2][PATH_BYTES], *bytes[2];
    size_t size[2];
    folder_make(&folder);
    for (int i = 0; i < 2; i++) {
        folder_file(&folder, i ? "thread.db" : "plain.db", path[i]);
        struct results_sink *sink = open_sink(path[i], i != 0);
        report_much(sink);
        sink_finish(sink);
        bytes[i] = read_all(path[i], &size[i]);
    }
    ck_assert_uint_gt(size[0], 4u << 20);
    ck_assert_uint_eq(size[0], size[1]);
    ck_assert(memcmp(bytes[0], bytes[1], size[0]) == 0);
    free(bytes[0]);
    free(bytes[1]);
    folder_remove(&folder);
}
END_TEST

START_TEST(sink__that_runs_out_of_room_says_so)
{
    char path[PATH_BYTES];
    struct rlimit before;
    folder_make(&folder);
    folder_file(&folder, "run.db", path);
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    struct results_sink *sink = open_sink(path, _i != 0);
    const struct rlimit small = {2 << 20, before.rlim_max};
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
    report_much(sink);
    struct tt_error err = {""};
    enum tt_status status = results_finish(sink, &(struct results_totals){0}, &err);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    (void)signal(SIGXFSZ, handler);
    ck_assert_int_eq(status, TT_IO);
    ck_assert_msg(strstr(err.text, "cannot be written") != NULL, "%s", err.text);
    ck_assert_uint_eq(folder_entries(&folder), 0);
    folder_remove(&folder);
}
END_TEST

START_TEST(sink__abandoned_at_work_leaves_nothing)
{
    char path[PATH_BYTES];
    folder_make(&folder);
    folder_file(&folder, "run.db", path);
    struct results_sink *sink = open_sink(path, true);
    report_much(sink);
    results_abandon(sink);
    ck_assert_uint_eq(folder_entries(&folder), 0);
    folder_remove(&folder);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("row_queue");
    TCase *tests = tcase_create("rows");
    tcase_set_timeout(tests, 50);
    tcase_add_loop_test(tests, rows__arrive_whole_and_in_order, 0, 2);
    tcase_add_test(tests, few_rows__start_no_thread);
    tcase_add_loop_test(tests, a_row_that_fails__is_the_last, 0, 2);
    tcase_add_loop_test(tests, clear__drops_what_waits, 0, 2);
    tcase_add_test(tests, sink__writes_the_same_bytes_with_a_thread);
    tcase_add_loop_test(tests, sink__that_runs_out_of_room_says_so, 0, 2);
    tcase_add_test(tests, sink__abandoned_at_work_leaves_nothing);
    suite_add_tcase(suite, tests);
    return suite;
}
