/* SPDX-License-Identifier: Apache-2.0 */
/* kill -9 while a capture is written: never a half file under the final name, and what was left beside it is readable.
 */
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KILLS = 100 };

static const struct sample_shape shape = {
    .seed = 6, .chip = TT_BLACKHOLE, .checkpoint_count = 300, .events_between = 100, .put_count = 1, .put_bytes = 8000};

static void remove_leftovers(const char *folder)
{
    DIR *listing = opendir(folder);
    ck_assert_ptr_nonnull(listing);
    struct dirent *entry;
    while ((entry = readdir(listing))) {
        char path[600];
        struct tt_error err;
        struct ttcap *capture;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (ttcap_open(&capture, path, &err) == TT_OK) {
            const char *how = sample_events_difference(&shape, capture, false);
            ck_assert_msg(!how, "%s: %s", path, how);
            ttcap_close(capture);
        }
        ck_assert_int_eq(unlink(path), 0);
    }
    (void)closedir(listing);
}

static uint64_t microseconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

/* Starts a writer and kills it after that long; returns whether the file was there. */
static bool kill_one(const char *path, uint64_t after)
{
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        _exit(sample_write(&shape, path, NULL) == TT_OK ? 0 : 1);
    struct timespec pause = {(time_t)(after / 1000000u), (long)(after % 1000000u) * 1000};
    (void)nanosleep(&pause, NULL);
    (void)kill(child, SIGKILL);
    (void)waitpid(child, NULL, 0);
    if (access(path, F_OK) != 0)
        return false;
    struct tt_error err;
    struct ttcap_verify_summary summary;
    ck_assert_msg(ttcap_verify(path, NULL, NULL, &summary, &err) == TT_OK, "%s", err.text);
    ck_assert_uint_eq(summary.checkpoints, shape.checkpoint_count);
    return true;
}

START_TEST(kill__a_hundred_times_never_a_half_file)
{
    char folder[256], path[300];
    struct tt_error err;
    sample_path(folder, "kill");
    (void)snprintf(path, sizeof path, "%s/x.ttcap", folder);
    ck_assert_int_eq(mkdir(folder, 0700), 0);
    uint64_t start = microseconds();
    ck_assert_int_eq(sample_write(&shape, path, &err), TT_OK);
    uint64_t most = microseconds() - start;
    struct sample_random random = {start};
    unsigned whole_files = 0;
    for (unsigned i = 0; i < KILLS; i++) {
        remove_leftovers(folder);
        const uint64_t after = sample_below(&random, (uint32_t)most + 1);
        const bool is_whole = kill_one(path, after);
        /* The machine is as quick as it happens to be: about a fifth of them come too late. */
        most = is_whole ? most - most / 8 : most + most / 32;
        whole_files += is_whole;
    }
    remove_leftovers(folder);
    ck_assert_int_eq(rmdir(folder), 0);
    ck_assert_uint_lt(whole_files, KILLS);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("faults_kill");
    TCase *tcase = tcase_create("kill");
    tcase_set_timeout(tcase, 100);
    tcase_add_test(tcase, kill__a_hundred_times_never_a_half_file);
    suite_add_tcase(suite, tcase);
    return suite;
}
