/* SPDX-License-Identifier: Apache-2.0 */
/* An import that is refused memory at any one request ends in words, and leaves nothing. */
#include "capture/bundle.h"
#include "capture/import/importer.h"
#include "unit/capture/failing_memory.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum tt_status import_bundle(const char *folder, const char *out, struct tt_error *err)
{
    (void)folder;
    return bundle_import(FIXTURES "/bundle", out, false, err);
}

/* A program and a dump laid over a bundle. */
static enum tt_status import_over(const char *folder, const char *out, struct tt_error *err)
{
    char dump[64];
    (void)snprintf(dump, sizeof dump, "%s/dump.bin", folder);
    const struct import_item items[] = {
        {.label = "bundle", .path = FIXTURES "/bundle"},
        {.importer = &importer_elf, .label = "elf", .path = FIXTURES "/program/program.elf", .core = TT_CORE_T2},
        {.importer = &importer_l1, .label = "dump", .path = dump, .addr = 0x30000, .id = "end"},
    };
    const struct import_options options = {.chip = TT_CHIP_COUNT};
    return import_items(items, 3, &options, "name", out, false, err);
}

/* A program with lines of source over the same one. */
static enum tt_status import_lines_twice(const char *folder, const char *out, struct tt_error *err)
{
    (void)folder;
    struct import_prefix prefix = {"/home/me/", "/src/"};
    const struct import_item item = {
        .importer = &importer_elf, .label = "elf", .path = FIXTURES "/lines/pack.elf", .core = TT_CORE_T2};
    const struct import_item items[] = {item, item};
    const struct import_options options = {.chip = TT_BLACKHOLE, .prefixes = &prefix, .prefix_count = 1};
    return import_items(items, 2, &options, "name", out, false, err);
}

/* Raw words, alone. */
static enum tt_status import_words(const char *folder, const char *out, struct tt_error *err)
{
    char raw[64];
    (void)snprintf(raw, sizeof raw, "%s/dump.bin", folder);
    const struct import_item item = {.importer = &importer_stream, .label = "raw", .path = raw, .thread = 2};
    const struct import_options options = {.chip = TT_BLACKHOLE};
    return import_items(&item, 1, &options, NULL, out, false, err);
}

/* Fails every request in turn. */
static void run_out(enum tt_status (*import)(const char *folder, const char *out, struct tt_error *err))
{
    char folder[] = "/tmp/ttr-memory-XXXXXX", out[64], dump[64];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    (void)snprintf(dump, sizeof dump, "%s/dump.bin", folder);
    FILE *file = fopen(dump, "wb");
    ck_assert_ptr_nonnull(file);
    (void)fputs("12345678", file);
    (void)fclose(file);
    (void)snprintf(out, sizeof out, "%s/out.ttcap", folder);
    long refused = 0;
    for (long n = 0;; n++) {
        struct tt_error err = {{0}};
        failing_memory.count = 0;
        failing_memory.fail_at = n;
        enum tt_status status = import(folder, out, &err);
        bool was_asked = failing_memory.count > n;
        failing_memory.fail_at = -1;
        if (status == TT_OK) {
            ck_assert_int_eq(unlink(out), 0);
            /* A request that only made something quicker may fail unnoticed. */
            if (!was_asked)
                break;
            continue;
        }
        ck_assert_msg(strstr(err.text, "memory"), "request %ld: status %d, %s", n, status, err.text);
        ck_assert_int_ne(access(out, F_OK), 0);
        refused++;
    }
    ck_assert_int_gt(refused, 20);
    ck_assert_int_eq(unlink(dump), 0);
    ck_assert_int_eq(rmdir(folder), 0);
}

START_TEST(memory__runs_out_at_every_request_of_a_bundle)
{
    run_out(import_bundle);
}
END_TEST

START_TEST(memory__runs_out_at_every_request_of_what_is_laid_over)
{
    run_out(import_over);
}
END_TEST

START_TEST(memory__runs_out_at_every_request_of_words)
{
    run_out(import_words);
}
END_TEST

START_TEST(memory__runs_out_at_every_request_of_lines)
{
    run_out(import_lines_twice);
}
END_TEST

Suite *suite(void)
{
    Suite *memory = suite_create("import memory");
    TCase *cases = tcase_create("memory");
    tcase_add_test(cases, memory__runs_out_at_every_request_of_a_bundle);
    tcase_add_test(cases, memory__runs_out_at_every_request_of_what_is_laid_over);
    tcase_add_test(cases, memory__runs_out_at_every_request_of_words);
    tcase_add_test(cases, memory__runs_out_at_every_request_of_lines);
    tcase_set_timeout(cases, 60);
    suite_add_tcase(memory, cases);
    return memory;
}
