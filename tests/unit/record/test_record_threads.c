/* SPDX-License-Identifier: Apache-2.0 */
/* With TT_RECORD_THREADS any thread records: no event is lost, and nothing comes between a checkpoint and its regions.
 */
#define TT_RECORD_THREADS
#include "capture/record/tt_record.h"

#include "capture/bundle.h"
#include "unit/suite.h"

#include <unistd.h>

enum { CORES = 4, EACH = 5000, CHECKPOINTS = 20 };

static struct tt_record record;

/* The word says whose it is, and counts up. */
static void *record_words(void *user)
{
    const uint32_t core = (uint32_t)(uintptr_t)user;
    for (uint32_t i = 0; i < EACH; i++)
        if (tt_record_push(&record, (int)core % 3, core << 24 | i))
            return &record;
    return NULL;
}

static void *record_checkpoints(void *user)
{
    static uint8_t gpr[768];
    int status = 0;
    (void)user;
    for (int i = 0; i < CHECKPOINTS && status == 0; i++) {
        char id[16];
        (void)snprintf(id, sizeof id, "at%d", i);
        tt_record_lock(&record);
        status = tt_record_checkpoint(&record, id) || tt_record_region(&record, "gpr", 0, gpr, sizeof gpr) ||
                 tt_record_region(&record, "l1", 0, gpr, sizeof gpr);
        tt_record_unlock(&record);
    }
    return status ? &record : NULL;
}

static void assert_words(struct ttcap *capture)
{
    struct tt_error err;
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    uint32_t next[CORES] = {0};
    ck_assert_uint_eq(ttcap_info(capture)->event_count, CORES * EACH);
    ck_assert_int_eq(ttcap_events_open(&cursor, capture, 0, CORES * EACH, &err), TT_OK);
    for (int i = 0; i < CORES * EACH; i++) {
        ck_assert_int_eq(ttcap_events_next(cursor, &event, &err), TT_OK);
        const uint32_t core = event.value >> 24;
        ck_assert_uint_lt(core, CORES);
        ck_assert_uint_eq(event.value & 0xFFFFFF, next[core]++);
    }
    ttcap_events_close(cursor);
}

START_TEST(record__threads_at_once)
{
    char top[] = "/tmp/ttr-record-threads-XXXXXX", folder[64], out[64], command[96];
    pthread_t threads[CORES + 1];
    struct ttcap *capture;
    struct tt_error err;
    ck_assert_ptr_nonnull(mkdtemp(top));
    (void)snprintf(folder, sizeof folder, "%s/case", top);
    (void)snprintf(out, sizeof out, "%s/out.ttcap", top);
    ck_assert_int_eq(tt_record_open(&record, folder, TT_RECORD_BLACKHOLE, "simulator", "threads"), 0);
    ck_assert_int_eq(tt_record_checkpoint(&record, "begin"), 0);
    for (uintptr_t i = 0; i <= CORES; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, i == CORES ? record_checkpoints : record_words, (void *)i),
                         0);
    for (int i = 0; i <= CORES; i++) {
        void *failed;
        ck_assert_int_eq(pthread_join(threads[i], &failed), 0);
        ck_assert_msg(!failed, "%s", record.error);
    }
    ck_assert_msg(tt_record_close(&record) == 0, "%s", record.error);
    ck_assert_msg(bundle_import(folder, out, false, &err) == TT_OK, "%s", err.text);
    ck_assert_int_eq(ttcap_open(&capture, out, &err), TT_OK);
    ck_assert_uint_eq(ttcap_info(capture)->checkpoint_count, CHECKPOINTS + 1);
    assert_words(capture);
    ttcap_close(capture);
    (void)snprintf(command, sizeof command, "rm -r '%s'", top);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("record_threads");
    TCase *all = tcase_create("threads");
    tcase_set_timeout(all, 60);
    tcase_add_test(all, record__threads_at_once);
    suite_add_tcase(s, all);
    return s;
}
