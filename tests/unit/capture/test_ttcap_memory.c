/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that runs out at the n-th request, for all n: a clear status, nothing left behind, nothing leaked. */
#include "capture/container/reader.h"
#include "unit/capture/failing_memory.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <unistd.h>

static const struct sample_shape shape = {
    .seed = 11, .chip = TT_BLACKHOLE, .checkpoint_count = 2, .events_between = 40, .put_count = 3};

static enum tt_status read_all(const char *path, struct tt_error *err)
{
    struct ttcap *capture;
    uint64_t digest;
    enum tt_status status = ttcap_open(&capture, path, err);
    if (status)
        return status;
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    status = ttcap_events_open(&cursor, capture, 0, UINT64_MAX, err);
    while (!status)
        status = ttcap_events_next(cursor, &event, err);
    if (status == TT_END) {
        ttcap_events_close(cursor);
        status = TT_OK;
        for (uint32_t i = 0; i < ttcap_info(capture)->checkpoint_count && !status; i++)
            status = sample_digest(capture, i, &digest);
    } else if (cursor) {
        ttcap_events_close(cursor);
    }
    ttcap_close(capture);
    return status;
}

static enum tt_status write_one(const char *path, struct tt_error *err)
{
    return sample_write(&shape, path, err);
}

static enum tt_status verify_one(const char *path, struct tt_error *err)
{
    struct ttcap_verify_summary summary;
    return ttcap_verify(path, NULL, NULL, &summary, err);
}

/* Runs work until no request fails any more. */
static void try_all(enum tt_status (*work)(const char *path, struct tt_error *err), const char *path, bool leaves_none)
{
    enum tt_status status = TT_NO_MEMORY;
    for (long n = 0; status != TT_OK; n++) {
        struct tt_error err = {.text = "nothing said"};
        failing_memory.count = 0;
        failing_memory.fail_at = n;
        status = work(path, &err);
        bool has_failed = failing_memory.count > n;
        failing_memory.fail_at = -1;
        ck_assert_msg(status == TT_NO_MEMORY || (status == TT_IO && has_failed) || (status == TT_OK && !has_failed),
                      "request %ld: status %d, %s", n, status, err.text);
        if (leaves_none && status)
            ck_assert_int_ne(access(path, F_OK), 0);
        ck_assert_int_lt(n, 5000);
    }
}

START_TEST(memory__runs_out_at_every_request_of_writing_reading_verifying)
{
    char path[256];
    sample_path(path, "memory.ttcap");
    try_all(write_one, path, true);
    try_all(read_all, path, false);
    try_all(verify_one, path, false);
    (void)unlink(path);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("ttcap_memory");
    TCase *tcase = tcase_create("ttcap_memory");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, memory__runs_out_at_every_request_of_writing_reading_verifying);
    suite_add_tcase(suite, tcase);
    return suite;
}
