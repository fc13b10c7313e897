/* SPDX-License-Identifier: Apache-2.0 */
/* Shards follow from the contents alone, share the load, and do everything once. A plan reads back as it was written.
 */
#include "base/memory.h"
#include "batch/plan.h"
#include "unit/suite.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CAPTURES = 500, SHARDS = 7 };

static struct tt_error err;

/* Content number `of`, called `name`. */
static void add(struct batch_plan *plan, const char *name, unsigned of)
{
    struct batch_capture *capture = &plan->captures[plan->count++];
    *capture = (struct batch_capture){.name = mem_strdup(name), .bytes = 1000 + (of * 7919u) % 100000};
    (void)snprintf(capture->hash, sizeof capture->hash, "%08x%056x", of * 2654435761u, of);
    (void)snprintf(capture->key, sizeof capture->key, "%08x%056x", of * 2246822519u, of);
}

/* Names in rising order for contents first, first + step, ... modulo CAPTURES. */
static void make(struct batch_plan *plan, unsigned first, unsigned step, uint32_t shards)
{
    *plan = (struct batch_plan){.root = mem_strdup("/captures"), .shards = shards};
    plan->captures = mem_calloc(CAPTURES + 1, sizeof *plan->captures);
    for (unsigned i = 0; i < CAPTURES; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "c%04u.ttcap", i);
        add(plan, name, (first + i * step) % CAPTURES);
    }
    ck_assert_int_eq(batch_plan_share(plan, &err), TT_OK);
}

static uint32_t shard_of(const struct batch_plan *plan, const char *hash)
{
    for (size_t i = 0; i < plan->count; i++)
        if (strcmp(plan->captures[i].hash, hash) == 0)
            return plan->captures[i].shard;
    return 0;
}

START_TEST(shards__follow_from_contents_not_from_names)
{
    struct batch_plan one, other;
    make(&one, 0, 1, SHARDS);
    make(&other, 17, 3, SHARDS); /* 3 and 500 share no factor: the same contents under other names */
    for (size_t i = 0; i < one.count; i++)
        ck_assert_uint_eq(one.captures[i].shard, shard_of(&other, one.captures[i].hash));
    batch_plan_clear(&one);
    batch_plan_clear(&other);
}
END_TEST

START_TEST(shards__share_the_load)
{
    struct batch_plan plan;
    uint64_t load[SHARDS + 1] = {0}, least = UINT64_MAX, most = 0;
    make(&plan, 0, 1, SHARDS);
    for (size_t i = 0; i < plan.count; i++)
        load[plan.captures[i].shard] += plan.captures[i].bytes;
    ck_assert_uint_eq(load[0], 0);
    for (int i = 1; i <= SHARDS; i++) {
        least = load[i] < least ? load[i] : least;
        most = load[i] > most ? load[i] : most;
    }
    ck_assert_uint_lt(most - least, most / 10);
    batch_plan_clear(&plan);
}
END_TEST

START_TEST(shards__do_everything_once)
{
    static const uint32_t shards[] = {1, 3, 64, 1000};
    for (size_t k = 0; k < sizeof shards / sizeof shards[0]; k++) {
        struct batch_plan plan;
        bool is_done[CAPTURES] = {false};
        size_t all = 0;
        make(&plan, 0, 1, shards[k]);
        for (uint32_t shard = 1; shard <= shards[k]; shard++) {
            size_t count;
            size_t *work = batch_plan_work(&plan, shard, &count);
            for (size_t i = 0; i < count; i++) {
                ck_assert(!is_done[work[i]]);
                is_done[work[i]] = true;
                ck_assert(!i || plan.captures[work[i - 1]].bytes >= plan.captures[work[i]].bytes);
            }
            all += count;
            mem_free(work);
        }
        ck_assert_uint_eq(all, CAPTURES);
        batch_plan_clear(&plan);
    }
}
END_TEST

START_TEST(copies__are_done_once_and_are_of_one_shard)
{
    struct batch_plan plan;
    size_t count;
    make(&plan, 0, 1, SHARDS);
    add(&plan, "d.ttcap", 41);
    ck_assert_int_eq(batch_plan_share(&plan, &err), TT_OK);
    ck_assert_uint_eq(plan.captures[CAPTURES].same_as, 41);
    ck_assert_uint_eq(plan.captures[CAPTURES].shard, plan.captures[41].shard);
    size_t *work = batch_plan_work(&plan, 0, &count);
    ck_assert_uint_eq(count, CAPTURES);
    mem_free(work);
    batch_plan_clear(&plan);
}
END_TEST

START_TEST(file__reads_back_as_written)
{
    struct batch_plan plan, back;
    char path[64];
    (void)snprintf(path, sizeof path, "plan.%ld.json", (long)getpid());
    make(&plan, 0, 1, SHARDS);
    struct batch_settings *settings = &plan.settings;
    settings->how.order = REPLAY_PROGRAM;
    settings->how.units = mem_strdup("pack,vector");
    settings->how.max_steps = 12345;
    settings->waivers = mem_strdup("/a \"path\"\n");
    (void)snprintf(settings->waivers_hash, sizeof settings->waivers_hash, "%064d", 7);
    (void)snprintf(settings->day, sizeof settings->day, "2026-11-21");
    ck_assert(texts_add(&settings->how.variants, "a=b"));
    ck_assert(texts_add(&settings->how.sets, "F=1"));
    const struct expect_asked asked = {.path = "/golden \"1\"",
                                       .at = "l1:0x60000",
                                       .has_format = true,
                                       .format = FORMAT_BFP8,
                                       .has_exponents = true,
                                       .exponents = 0x50000,
                                       .layout = EXPECT_ROWS,
                                       .ulp = 3};
    const struct expect_asked staged = {.path = "/s.npy", .stage = "pack.late_convert", .insn = "all"};
    ck_assert_int_eq(batch_settings_refer(settings, &asked, &err), TT_OK);
    ck_assert_int_eq(batch_settings_refer(settings, &staged, &err), TT_OK);
    for (size_t i = 0; i < plan.count; i++)
        (void)snprintf(plan.captures[i].reference, sizeof plan.captures[i].reference, "%064zx", i % 2);
    ck_assert_int_eq(batch_plan_share(&plan, &err), TT_OK);
    (void)snprintf(plan.tool, sizeof plan.tool, "1.2.3 build 0123");
    ck_assert_msg(batch_plan_write(&plan, path, true, &err) == TT_OK, "%s", err.text);
    ck_assert_msg(batch_plan_read(&back, path, &err) == TT_OK, "%s", err.text);
    ck_assert_uint_eq(back.count, plan.count);
    for (size_t i = 0; i < plan.count; i++) {
        ck_assert_str_eq(back.captures[i].name, plan.captures[i].name);
        ck_assert_str_eq(back.captures[i].key, plan.captures[i].key);
        ck_assert_str_eq(back.captures[i].reference, plan.captures[i].reference);
        ck_assert_uint_eq(back.captures[i].shard, plan.captures[i].shard);
    }
    char *one = batch_settings_text(&plan.settings), *other = batch_settings_text(&back.settings);
    ck_assert_str_eq(one, other);
    ck_assert_str_eq(back.settings.references[0].path, asked.path);
    ck_assert_str_eq(back.settings.references[1].stage, staged.stage);
    ck_assert_str_eq(back.settings.waivers, BATCH_PLAN_WAIVERS);
    ck_assert_str_eq(back.tool, plan.tool);
    mem_free(one);
    mem_free(other);
    batch_plan_clear(&plan);
    batch_plan_clear(&back);
    (void)unlink(path);
}
END_TEST

/* Cut anywhere, a plan is refused in words. */
START_TEST(file__cut_is_refused)
{
    struct batch_plan plan, back;
    char path[64], text[4096];
    (void)snprintf(path, sizeof path, "plan.%ld.json", (long)getpid());
    plan = (struct batch_plan){.root = mem_strdup("/captures"), .shards = 2};
    plan.captures = mem_calloc(2, sizeof *plan.captures);
    add(&plan, "a.ttcap", 1);
    add(&plan, "b.ttcap", 2);
    ck_assert_int_eq(batch_plan_share(&plan, &err), TT_OK);
    ck_assert_int_eq(batch_plan_write(&plan, path, true, &err), TT_OK);
    FILE *file = fopen(path, "r");
    const size_t size = fread(text, 1, sizeof text, file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_uint_lt(size, sizeof text);
    for (size_t length = 0; length + 2 < size; length += 3) {
        file = fopen(path, "w");
        ck_assert_uint_eq(fwrite(text, 1, length, file), length);
        ck_assert_int_eq(fclose(file), 0);
        ck_assert_int_eq(batch_plan_read(&back, path, &err), TT_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(err.text, path));
        batch_plan_clear(&back);
    }
    batch_plan_clear(&plan);
    (void)unlink(path);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("batch/plan");
    TCase *cases = tcase_create("plan");
    tcase_set_timeout(cases, 30);
    tcase_add_test(cases, shards__follow_from_contents_not_from_names);
    tcase_add_test(cases, shards__share_the_load);
    tcase_add_test(cases, shards__do_everything_once);
    tcase_add_test(cases, copies__are_done_once_and_are_of_one_shard);
    tcase_add_test(cases, file__reads_back_as_written);
    tcase_add_test(cases, file__cut_is_refused);
    suite_add_tcase(s, cases);
    return s;
}
