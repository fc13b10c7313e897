/* SPDX-License-Identifier: Apache-2.0 */
/* Judging a recorded kernel; and that a judge who is refused memory at any one request says so, and judges as ever the
 * next time. */
#include "base/memory.h"
#include "batch/content.h"
#include "batch/judge/judge.h"
#include "unit/capture/failing_memory.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define KERNEL TRACES "wormhole_datacopy_u2d_bfp8_bfp8_tiny.ttcap"

static struct tt_error err;
static struct batch_settings settings;
static struct batch_capture capture;

static void set_up(void)
{
    failing_memory.fail_at = -1;
    settings = (struct batch_settings){0};
    capture = (struct batch_capture){.name = mem_strdup("kernel.ttcap")};
    ck_assert_int_eq(content_hash_file(KERNEL, capture.hash, &capture.bytes, &err), TT_OK);
    (void)snprintf(capture.key, sizeof capture.key, "%064x", 1u);
}

static void tear_down(void)
{
    batch_settings_clear(&settings);
    mem_free(capture.name);
}

static void set_variant(const char *text)
{
    ck_assert(texts_add(&settings.how.variants, text));
}

static void judge(struct batch_record *record)
{
    const struct judge how = {.settings = &settings, .path = KERNEL, .what = &capture};
    ck_assert(batch_judge(&how, record));
}

START_TEST(judge__same)
{
    struct batch_record record;
    judge(&record);
    ck_assert_int_eq(record.verdict, BATCH_SAME);
    ck_assert_str_eq(record.chip, "wormhole_b0");
    ck_assert_uint_gt(record.counts.known_bytes, 100000);
    ck_assert(record.is_final && !record.has_first && !record.reason);
    batch_record_clear(&record);
}
END_TEST

START_TEST(judge__differs)
{
    struct batch_record record;
    set_variant("pack.bfp.round=truncate");
    judge(&record);
    ck_assert_msg(record.verdict == BATCH_DIFFERS, "%s", batch_verdict_name(record.verdict));
    ck_assert(record.has_first);
    ck_assert_str_eq(record.first.unit, "pack");
    ck_assert_str_eq(record.first.stage, "bfp_assemble");
    ck_assert_uint_eq(record.counts.differences > 0, 1);
    batch_record_clear(&record);
}
END_TEST

/* The path is not in the result: the same capture gives the same bytes wherever it lies. */
START_TEST(judge__trouble_says_nothing_of_the_place)
{
    const struct judge how = {.settings = &settings, .path = "/nowhere/at/all.ttcap", .what = &capture};
    struct batch_record record;
    ck_assert(batch_judge(&how, &record));
    ck_assert_int_eq(record.verdict, BATCH_TROUBLE);
    ck_assert(!record.is_final);
    ck_assert_str_eq(record.reason, "cannot be opened: No such file or directory");
    batch_record_clear(&record);
}
END_TEST

START_TEST(judge__without_memory)
{
    const struct judge how = {.settings = &settings, .path = KERNEL, .what = &capture};
    long refused = 0, step = 1;
    set_variant("pack.bfp.round=truncate");
    for (long n = 0;; n += step, refused++) {
        struct batch_record record;
        failing_memory.count = 0;
        failing_memory.fail_at = n;
        const bool is_filled = batch_judge(&how, &record);
        const bool has_failed = failing_memory.count > n;
        failing_memory.fail_at = -1;
        if (!has_failed) {
            ck_assert(is_filled && record.verdict == BATCH_DIFFERS);
            batch_record_clear(&record);
            break;
        }
        if (is_filled && record.verdict == BATCH_TROUBLE) {
            ck_assert_msg(!record.is_final && strstr(record.reason, "no memory"), "request %ld: %s", n, record.reason);
        } else if (is_filled) { /* the request was one that something can be done without */
            ck_assert_int_eq(record.verdict, BATCH_DIFFERS);
        }
        batch_record_clear(&record);
        if (n > 40)
            step = 23;
    }
    ck_assert_int_gt(refused, 40);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("batch/judge");
    TCase *cases = tcase_create("judge");
    tcase_set_timeout(cases, 100);
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, judge__same);
    tcase_add_test(cases, judge__differs);
    tcase_add_test(cases, judge__trouble_says_nothing_of_the_place);
    tcase_add_test(cases, judge__without_memory);
    suite_add_tcase(s, cases);
    return s;
}
