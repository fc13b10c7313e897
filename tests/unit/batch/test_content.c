/* SPDX-License-Identifier: Apache-2.0 */
/* The hash of a capture is of its bytes, that of a bundle of all that decides what is imported: never of where it lies.
 */
#include "batch/content.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];
static struct tt_error err;

static void set_up(void)
{
    (void)snprintf(folder, sizeof folder, "content.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    ck_assert_int_eq(chdir(folder), 0);
}

static void tear_down(void)
{
    char command[128];
    ck_assert_int_eq(chdir(".."), 0);
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

static const char *bundle_hash_in(const char *path, const char *root)
{
    static char hash[16][BATCH_HASH_TEXT];
    static int next;
    char *into = hash[next++]; /* each test is a process of its own, and asks for a few */
    ck_assert_msg(content_hash_bundle(path, root, NULL, into, NULL, &err) == TT_OK, "%s", err.text);
    return into;
}

static const char *bundle_hash(const char *path)
{
    return bundle_hash_in(path, ".");
}

START_TEST(file__is_sha256_of_its_bytes)
{
    char hash[BATCH_HASH_TEXT];
    uint64_t bytes;
    put("a", "abc");
    ck_assert_int_eq(content_hash_file("a", hash, &bytes, &err), TT_OK);
    ck_assert_str_eq(hash, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"); /* FIPS 180-4 */
    ck_assert_uint_eq(bytes, 3);
}
END_TEST

START_TEST(file__absent_is_said)
{
    char hash[BATCH_HASH_TEXT];
    ck_assert_int_eq(content_hash_file("nothing", hash, NULL, &err), TT_IO);
    ck_assert_str_eq(err.text, "nothing: cannot be opened: No such file or directory");
}
END_TEST

START_TEST(bundle__counts_names_and_bytes_not_the_place)
{
    ck_assert_int_eq(mkdir("one", 0777), 0);
    ck_assert_int_eq(mkdir("one/end", 0777), 0);
    put("one/bundle.json", "{}");
    put("one/end/l1.bin", "abcd");
    const char *before = bundle_hash("one");
    ck_assert_int_eq(rename("one", "other"), 0);
    ck_assert_str_eq(bundle_hash("other"), before);
    put("other/end/l1.bin", "abce");
    ck_assert_str_ne(bundle_hash("other"), before);
    put("other/end/l1.bin", "abcd");
    ck_assert_str_eq(bundle_hash("other"), before);
    ck_assert_int_eq(rename("other/end/l1.bin", "other/end/l2.bin"), 0);
    ck_assert_str_ne(bundle_hash("other"), before);
    ck_assert_int_eq(rename("other/end/l2.bin", "other/l1.bin"), 0);
    ck_assert_str_ne(bundle_hash("other"), before);
}
END_TEST

START_TEST(bundle__counts_the_mask_in_the_folder_of_the_batch)
{
    ck_assert_int_eq(mkdir("sets", 0777), 0);
    ck_assert_int_eq(mkdir("sets/some", 0777), 0);
    ck_assert_int_eq(mkdir("sets/some/one", 0777), 0);
    put("sets/some/one/bundle.json", "{}");
    const char *before = bundle_hash_in("sets/some/one", "sets");
    put("cfg-mask.json", "{\"far\": 1}");
    ck_assert_str_eq(before, bundle_hash_in("sets/some/one", "sets")); /* anybody's */
    put("sets/cfg-mask.json", "{\"near\": 1}");
    const char *near = bundle_hash_in("sets/some/one", "sets");
    ck_assert_str_ne(before, near);
    ck_assert_str_eq(before, bundle_hash_in("sets/some/one", "sets/some"));
}
END_TEST

START_TEST(texts__do_not_run_into_each_other)
{
    char one[BATCH_HASH_TEXT], other[BATCH_HASH_TEXT];
    content_hash_texts("ab", "c", one);
    content_hash_texts("a", "bc", other);
    ck_assert_str_ne(one, other);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("batch/content");
    TCase *cases = tcase_create("content");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, file__is_sha256_of_its_bytes);
    tcase_add_test(cases, file__absent_is_said);
    tcase_add_test(cases, bundle__counts_names_and_bytes_not_the_place);
    tcase_add_test(cases, bundle__counts_the_mask_in_the_folder_of_the_batch);
    tcase_add_test(cases, texts__do_not_run_into_each_other);
    suite_add_tcase(s, cases);
    return s;
}
