/* SPDX-License-Identifier: Apache-2.0 */
/* A result reads back as it was written, to the byte, and is refused in words when it was tampered with. */
#include "base/memory.h"
#include "batch/record.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MAX = 16384 };

static struct tt_error err;
static char path[64], text[FILE_MAX], again[FILE_MAX];

static void set_up(void)
{
    (void)snprintf(path, sizeof path, "record.%ld.json", (long)getpid());
}

static void tear_down(void)
{
    (void)unlink(path);
}

static size_t slurp(char *into)
{
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    const size_t size = fread(into, 1, FILE_MAX - 1, file);
    ck_assert_int_eq(fclose(file), 0);
    into[size] = '\0';
    return size;
}

static void spill(const char *from, size_t size)
{
    FILE *file = fopen(path, "w");
    ck_assert_uint_eq(fwrite(from, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

/* One with something in every member. */
static void fill(struct batch_record *record)
{
    *record = (struct batch_record){.verdict = BATCH_DIFFERS, .is_final = true, .has_first = true};
    (void)snprintf(record->key, sizeof record->key, "%064x", 0xABCDu);
    (void)snprintf(record->hash, sizeof record->hash, "%064x", 0x1234u);
    record->reason = mem_strdup("a \"reason\"\twith\x01 control");
    record->chip = mem_strdup("blackhole");
    record->title = mem_strdup("<script>");
    ck_assert(texts_add(&record->tags, "tag"));
    for (int i = 0; i < BATCH_COUNT_FIELDS; i++)
        *batch_count(&record->counts, i) = (uint64_t)i + (UINT64_C(1) << 40);
    for (int i = 0; i < BATCH_TEXT_FIELDS; i++)
        *batch_first_text(&record->first, i) = mem_strdup(batch_text_fields[i].name);
    for (int i = 0; i < BATCH_NUMBER_FIELDS; i++)
        *batch_first_number(&record->first, i) = i - 1;
    record->findings = mem_calloc(1, sizeof *record->findings);
    record->findings[record->finding_count++] =
        (struct batch_finding){mem_strdup("code"), mem_strdup("Hazard"), 3, 41, true};
    record->unsupported = mem_calloc(1, sizeof *record->unsupported);
    record->unsupported[record->unsupported_count++] = (struct batch_unsupported){mem_strdup("SFPNEW"), 9};
}

static void write_filled(void)
{
    struct batch_record record;
    fill(&record);
    ck_assert_msg(batch_record_write(&record, path, &err) == TT_OK, "%s", err.text);
    batch_record_clear(&record);
}

START_TEST(record__reads_back_as_written)
{
    struct batch_record back;
    write_filled();
    const size_t size = slurp(text);
    ck_assert_msg(batch_record_read(&back, path, &err) == TT_OK, "%s", err.text);
    ck_assert_str_eq(back.first.stage, "stage");
    ck_assert_int_eq(back.first.event, -1);
    ck_assert_uint_eq(back.findings[0].first_event, 41);
    ck_assert(back.findings[0].is_waived);
    ck_assert_int_eq(batch_record_write(&back, path, &err), TT_OK);
    ck_assert_uint_eq(slurp(again), size);
    ck_assert_str_eq(text, again);
    batch_record_clear(&back);
}
END_TEST

START_TEST(record__absent_is_no_error)
{
    struct batch_record back;
    ck_assert_int_eq(batch_record_read(&back, path, &err), TT_END);
    batch_record_clear(&back);
}
END_TEST

START_TEST(record__cut_is_refused)
{
    struct batch_record back;
    write_filled();
    const size_t size = slurp(text);
    for (size_t length = 0; length + 2 < size; length += 7) {
        spill(text, length);
        ck_assert_int_eq(batch_record_read(&back, path, &err), TT_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(err.text, path));
        batch_record_clear(&back);
    }
}
END_TEST

/* Replaces the first `what` of a whole record; the record is refused, and the message names the place. */
static void tampered(const char *what, const char *with, const char *says)
{
    struct batch_record back;
    char changed[FILE_MAX];
    write_filled();
    (void)slurp(text);
    const char *at = strstr(text, what);
    ck_assert_msg(at != NULL, "%s", what);
    const int size = snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, with, at + strlen(what));
    ck_assert_int_lt(size, FILE_MAX);
    spill(changed, (size_t)size);
    ck_assert_int_eq(batch_record_read(&back, path, &err), TT_BAD_INPUT);
    ck_assert_msg(strstr(err.text, says) != NULL, "%s: %s", says, err.text);
    batch_record_clear(&back);
}

START_TEST(record__tampered_is_refused)
{
    static const struct {
        const char *what, *with, *says;
    } cases[] = {
        {"\"tt_replay_result\": 2", "\"tt_replay_result\": 3",
         "tt_replay_result is 3, and this program reads version 2"},
        {"\"differs\"", "\"fine\"", "verdict is \"fine\", expected same"},
        {"\"is_final\": true", "\"is_final\": 1", "is_final is 1, expected true or false"},
        {"\"events\": ", "\"events\": -", "counts.events is -"},
        {"\"tags\": [\"tag\"]", "\"tags\": [7]", "tags[0] is 7, expected a string"},
        {"\"times\": 3", "\"times\": 3.5", "findings[0].times is 3.5"},
        {"\"times\": 9", "\"times\": null", "unsupported[0].times is null"},
        {"\"address\": \"address\"", "\"address\": null", "first: expected what, space and address"},
        {"\"title\"", "\"titel\"", "titel is not a key of the format"},
        {"\"chip\": \"blackhole\",", "", "chip is absent"},
        {"\"reason\"", "\"key\"", "key is there twice"},
        {"\"times\": 3", "\"times\": 4", "changed after it was written: its SHA-256 is"},
        {"\n}", "\n }", "no SHA-256 stands at its end"},
        {"\"key\": \"0", "\"key\": \"g", "expected 64 hexadecimal digits"},
        {"\"findings\": [", "\"findings\": [[],", "findings[0] is an array, expected an object"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        tampered(cases[i].what, cases[i].with, cases[i].says);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("batch/record");
    TCase *cases = tcase_create("record");
    tcase_set_timeout(cases, 30);
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, record__reads_back_as_written);
    tcase_add_test(cases, record__absent_is_no_error);
    tcase_add_test(cases, record__cut_is_refused);
    tcase_add_test(cases, record__tampered_is_refused);
    suite_add_tcase(s, cases);
    return s;
}
