/* SPDX-License-Identifier: Apache-2.0 */
/* A disk that is full or broken while a capture is written: a clear sentence, and nothing left in the folder. */
#include "faults/faults.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct sample_shape shape = {
    .seed = 4, .chip = TT_BLACKHOLE, .checkpoint_count = 70, .events_between = 30, .put_count = 2, .put_bytes = 3000};

static char folder[256], path[300];

static void make_folder(void)
{
    sample_path(folder, "faults");
    (void)snprintf(path, sizeof path, "%s/x.ttcap", folder);
    ck_assert_int_eq(mkdir(folder, 0700), 0);
}

static void remove_folder(void)
{
    (void)unlink(path);
    (void)rmdir(folder);
}

static int files_in_folder(void)
{
    DIR *listing = opendir(folder);
    ck_assert_ptr_nonnull(listing);
    int count = -2; /* . and .. */
    while (readdir(listing))
        count++;
    (void)closedir(listing);
    return count;
}

/* Lets the n-th call fail for n = 0, 1, … until the capture is written; returns how many failed. */
static long fail_each(enum fault_call call, int error, bool replace)
{
    struct tt_error err;
    for (long n = 0;; n++) {
        int before = files_in_folder();
        ck_assert_int_eq(before, replace);
        fault_set((struct faults){.call = call, .at = n, .error = error, .is_lasting = true});
        enum tt_status status = sample_write(&shape, path, &err);
        fault_set((struct faults){0});
        if (status == TT_OK)
            return n;
        ck_assert_int_eq(status, TT_IO);
        ck_assert_ptr_eq(strstr(err.text, path), err.text);
        ck_assert_msg(strstr(err.text, strerror(error)) != NULL, "%s", err.text);
        ck_assert_int_eq(files_in_folder(), before);
    }
}

START_TEST(disk__full_at_any_write_leaves_nothing)
{
    /* manifest; head and frame of two chunks of each kind; index */
    ck_assert_int_eq(fail_each(FAULT_WRITE, ENOSPC, false), 1 + 12 + 1);
    ck_assert_int_eq(files_in_folder(), 1);
}
END_TEST

START_TEST(disk__full_leaves_an_older_file_alone)
{
    struct tt_error err;
    struct ttcap *capture;
    struct sample_shape old = {.seed = 77, .checkpoint_count = 1, .events_between = 3};
    ck_assert_int_eq(sample_write(&old, path, &err), TT_OK);
    fault_set((struct faults){.call = FAULT_WRITE, .at = 5, .error = ENOSPC, .is_lasting = true});
    ck_assert_int_eq(sample_write(&shape, path, &err), TT_IO);
    fault_set((struct faults){0});
    ck_assert_int_eq(ttcap_open(&capture, path, &err), TT_OK);
    ck_assert_ptr_null(sample_difference(&old, capture, false));
    ttcap_close(capture);
    ck_assert_int_eq(files_in_folder(), 1);
}
END_TEST

START_TEST(disk__other_calls_that_fail_leave_nothing)
{
    ck_assert_int_eq(fail_each(FAULT_OPEN, EROFS, false), 2);
    (void)unlink(path);
    ck_assert_int_eq(fail_each(FAULT_PLACE, EIO, false), 1);
    (void)unlink(path);
    fault_set((struct faults){.call = FAULT_SYNC, .at = 0, .error = EIO, .is_lasting = true});
    struct tt_error err;
    ck_assert_int_eq(sample_write(&shape, path, &err), TT_IO);
    fault_set((struct faults){0});
    ck_assert_int_eq(files_in_folder(), 0);
}
END_TEST

/* The kernel's own refusal, not a made-up one. */
START_TEST(disk__limit_of_the_system_is_said)
{
    struct tt_error err;
    struct rlimit limit = {4096, RLIM_INFINITY};
    (void)signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    enum tt_status status = sample_write(&shape, path, &err);
    limit.rlim_cur = RLIM_INFINITY;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ck_assert_int_eq(status, TT_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "x.ttcap: cannot be written: File too large"));
    ck_assert_int_eq(files_in_folder(), 0);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("faults_disk");
    TCase *tcase = tcase_create("disk");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, make_folder, remove_folder);
    tcase_add_test(tcase, disk__full_at_any_write_leaves_nothing);
    tcase_add_test(tcase, disk__full_leaves_an_older_file_alone);
    tcase_add_test(tcase, disk__other_calls_that_fail_leave_nothing);
    tcase_add_test(tcase, disk__limit_of_the_system_is_said);
    suite_add_tcase(suite, tcase);
    return suite;
}
