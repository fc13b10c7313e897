/* SPDX-License-Identifier: Apache-2.0 */
/* The goals for real recordings, held over every fifth of them: small files, and little read to see one page. */
#include "capture/bundle.h"
#include "capture/container/reader.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EVERY = 5, TOUCH_MAX = 256 * 1024 };

struct sums {
    uint64_t bundles, packed_bytes, capture_bytes;
};

/* Bytes of all files below `folder` whose name ends in .zst. */
static uint64_t packed_bytes(const char *folder, int depth)
{
    DIR *listing = opendir(folder);
    struct dirent *entry;
    uint64_t sum = 0;
    while (listing && (entry = readdir(listing))) {
        char path[1024];
        struct stat status;
        size_t n = strlen(entry->d_name);
        int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (length < 0 || (size_t)length >= sizeof path || entry->d_name[0] == '.' || stat(path, &status) != 0)
            continue;
        if (S_ISDIR(status.st_mode) && depth > 0)
            sum += packed_bytes(path, depth - 1);
        else if (n > 4 && strcmp(entry->d_name + n - 4, ".zst") == 0)
            sum += (uint64_t)status.st_size;
    }
    if (listing)
        (void)closedir(listing);
    return sum;
}

static void check_bundle(const char *folder, struct sums *sums)
{
    char path[256];
    struct tt_error err;
    struct ttcap *capture;
    uint8_t bytes[64], known[64];
    struct ttcap_verify_summary summary;
    sample_path(path, "recorded.ttcap");
    ck_assert_msg(bundle_import(folder, path, true, &err) == TT_OK, "%s", err.text);
    ck_assert_msg(ttcap_verify(path, NULL, NULL, &summary, &err) == TT_OK, "%s", err.text);
    ck_assert_msg(ttcap_open(&capture, path, &err) == TT_OK, "%s", err.text);
    uint32_t last = ttcap_info(capture)->checkpoint_count - 1;
    ck_assert_int_eq(ttcap_read(capture, last, TT_SPACE_L1, 0x60000, 64, bytes, known, &err), TT_OK);
    ck_assert_uint_lt(capture->source.bytes_read, TOUCH_MAX);
    sums->bundles++;
    sums->packed_bytes += packed_bytes(folder, 1);
    sums->capture_bytes += capture->source.size;
    ttcap_close(capture);
    (void)unlink(path);
}

START_TEST(recorded__captures_are_two_thirds_of_the_bundles_at_most)
{
    static const char *const groups[] = {"kernels", "kernels_wormhole_b0"};
    struct sums sums = {0};
    for (unsigned i = 0; i < 2; i++) {
        char folder[512];
        unsigned n = 0;
        (void)snprintf(folder, sizeof folder, "%s/%s", ORACLE, groups[i]);
        DIR *listing = opendir(folder);
        struct dirent *entry;
        while (listing && (entry = readdir(listing))) {
            char path[1024];
            (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            if (bundle_is(path) && n++ % EVERY == 0)
                check_bundle(path, &sums);
        }
        if (listing)
            (void)closedir(listing);
    }
    if (sums.bundles == 0)
        (void)printf("skipped: the recordings (%s) are not here\n", ORACLE);
    else
        (void)printf("%llu bundles: %llu bytes packed, %llu as captures\n", (unsigned long long)sums.bundles,
                     (unsigned long long)sums.packed_bytes, (unsigned long long)sums.capture_bytes);
    ck_assert_uint_le(sums.capture_bytes * 3, sums.packed_bytes * 2);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("ttcap_recorded");
    TCase *tcase = tcase_create("ttcap_recorded");
    tcase_set_timeout(tcase, 240);
    tcase_add_test(tcase, recorded__captures_are_two_thirds_of_the_bundles_at_most);
    suite_add_tcase(suite, tcase);
    return suite;
}
