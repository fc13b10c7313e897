/* SPDX-License-Identifier: Apache-2.0 */
/* What stages of one instruction are, and of a run of like ones. */
#include "base/little.h"
#include "unit/results/support.h"

#include "numeric/format.h"

#include <string.h>

static struct folder folder;
static char path[PATH_BYTES];
static struct results *results;
static struct given_events given;
static struct tt_error err;

static void setup(void)
{
    folder_make(&folder);
    folder_file(&folder, "run.db", path);
    results = NULL;
}

static void teardown(void)
{
    results_close(results);
    folder_remove(&folder);
}

/* What blocks_of showed, the numbers only. */
struct seen {
    unsigned count;
    struct {
        uint8_t instance, stage, format, value_bytes;
        bool is_changed, has_origin;
        uint32_t tile, first_datum, values, insns, first_value;
    } block[32];
};

static enum tt_status see_block(void *user, const struct results_block_row *row)
{
    struct seen *seen = user;
    const uint32_t first = row->count ? number_at(row->values, row->value_bytes, 0) : 0;
    ck_assert_uint_lt(seen->count, 32);
    seen->block[seen->count].instance = row->instance;
    seen->block[seen->count].stage = row->stage;
    seen->block[seen->count].format = row->format;
    seen->block[seen->count].value_bytes = row->value_bytes;
    seen->block[seen->count].is_changed = row->is_changed;
    seen->block[seen->count].has_origin = row->origin != NULL;
    seen->block[seen->count].tile = row->tile;
    seen->block[seen->count].first_datum = row->first_datum;
    seen->block[seen->count].values = row->count;
    seen->block[seen->count].insns = row->insn_count;
    seen->block[seen->count].first_value = first;
    seen->count++;
    return TT_OK;
}

/* A run without events, which has those given. */
static void finish(void)
{
    sink_finish(sink_new(path));
    results = open_results(path);
    given_end(&given, results);
}

static struct seen blocks_of(uint64_t seq)
{
    struct seen seen = {0};
    ck_assert_msg(results_blocks_of(results, TT_UNIT_PACK, seq, see_block, &seen, &err) == TT_OK, "%s", err.text);
    return seen;
}

struct sought {
    uint64_t seq;
    struct seen seen;
};

static enum tt_status see_group(void *user, const struct results_group_row *row)
{
    struct sought *sought = user;
    if (row->first_seq <= sought->seq && sought->seq <= row->last_seq)
        ck_assert_int_eq(results_blocks_in(results, row, see_block, &sought->seen, &err), TT_OK);
    return TT_OK;
}

/* Of the groups that an event is in. */
static struct seen group_of(uint64_t seq)
{
    struct sought sought = {.seq = seq};
    ck_assert_msg(results_each_group(results, TT_UNIT_PACK, see_group, &sought, &err) == TT_OK, "%s", err.text);
    return sought.seen;
}

START_TEST(width__is_the_least_that_holds_all_values)
{
    static const uint32_t SMALL[2] = {1, 255}, MIDDLE[2] = {1, 256}, LARGE[2] = {1, 65536};
    static const uint16_t HALF_SMALL[2] = {3, 4};
    given_begin(&given);
    report_insn(&given, 1, TT_UNIT_PACK, 0);
    report_stage(&given, 0, 0, FORMAT_FP32, 4, 2, SMALL, NULL);
    report_stage(&given, 0, 1, FORMAT_FP32, 4, 2, MIDDLE, NULL);
    report_stage(&given, 0, 2, FORMAT_FP32, 4, 2, LARGE, NULL);
    report_stage(&given, 0, 3, FORMAT_BF16, 2, 2, HALF_SMALL, NULL);
    report_insn_end(&given, 1);
    finish();
    struct seen seen = blocks_of(1);
    ck_assert_uint_eq(seen.count, 4);
    ck_assert_uint_eq(seen.block[0].value_bytes, 1);
    ck_assert_uint_eq(seen.block[1].value_bytes, 2);
    ck_assert_uint_eq(seen.block[2].value_bytes, 4);
    ck_assert_uint_eq(seen.block[3].value_bytes, 1);
    ck_assert_uint_eq(seen.block[3].first_value, 3);
}
END_TEST

START_TEST(change__is_any_of_values_format_counts_and_origin)
{
    static const uint16_t VALUES[4] = {700, 800, 900, 1000};
    static const uint16_t HERE[4] = {0, 1, 2, 3}, THERE[4] = {16, 17, 18, 19};
    given_begin(&given);
    report_insn(&given, 1, TT_UNIT_PACK, 0);
    report_stage(&given, 0, 0, FORMAT_BF16, 2, 4, VALUES, HERE);
    report_stage(&given, 0, 1, FORMAT_BF16, 2, 4, VALUES, HERE);
    report_stage(&given, 0, 2, FORMAT_FP16, 2, 4, VALUES, NULL);
    report_stage(&given, 0, 3, FORMAT_FP16, 2, 4, VALUES, THERE);
    report_stage(&given, 0, 4, FORMAT_FP16, 2, 3, VALUES, THERE);
    report_insn_end(&given, 1);
    finish();
    static const bool CHANGED[] = {true, false, true, true, true};
    struct seen seen = blocks_of(1);
    ck_assert_uint_eq(seen.count, 5);
    for (int i = 0; i < 5; i++) {
        ck_assert_msg(seen.block[i].is_changed == CHANGED[i], "stage %d", i);
        ck_assert(seen.block[i].has_origin);
    }
    ck_assert_uint_eq(seen.block[4].values, 3);
}
END_TEST

START_TEST(group__ends_where_stages_formats_or_tile_differ)
{
    static const uint16_t VALUES[4] = {700, 800, 900, 1000};
    given_begin(&given);
    for (uint64_t seq = 1; seq <= 8; seq++) {
        report_insn(&given, seq, TT_UNIT_PACK, 0);
        report_stage(&given, 0, 0, seq < 3 ? FORMAT_BF16 : FORMAT_FP16, 2, 4, VALUES, NULL);
        if (seq > 4)
            report_stage(&given, 0, 2, FORMAT_FP16, 2, (uint32_t)(seq - 4), VALUES, NULL);
        if (seq != 4) /* what writes nothing stays with the tile before it */
            report_pack_write(&given, 0, seq > 6, (uint32_t)seq * 4, 0x2000, 8, (const uint8_t *)VALUES);
        report_insn_end(&given, seq);
    }
    finish();
    struct seen seen = group_of(2);
    ck_assert_uint_eq(seen.count, 1);
    ck_assert_uint_eq(seen.block[0].insns, 2);
    ck_assert_uint_eq(seen.block[0].first_datum, 4);
    seen = group_of(4);
    ck_assert_uint_eq(seen.block[0].insns, 2);
    ck_assert_uint_eq(seen.block[0].first_datum, 12);
    seen = group_of(5);
    ck_assert_uint_eq(seen.count, 2);
    ck_assert_uint_eq(seen.block[0].tile, 0);
    ck_assert_uint_eq(seen.block[1].values, 1 + 2);
    seen = group_of(8);
    ck_assert_uint_eq(seen.block[0].tile, 1);
    ck_assert_uint_eq(seen.block[1].values, 3 + 4);
}
END_TEST

START_TEST(packers__keep_groups_of_their_own)
{
    uint16_t values[4] = {700, 800, 900, 1000};
    given_begin(&given);
    for (uint64_t seq = 1; seq <= 3; seq++) {
        report_insn(&given, seq, TT_UNIT_PACK, 0);
        for (uint8_t packer = 0; packer < 4; packer++) {
            values[0] = (uint16_t)(1000 + packer);
            report_stage(&given, packer, 0, FORMAT_BF16, 2, 4, values, NULL);
        }
        report_insn_end(&given, seq);
    }
    finish();
    struct seen seen = group_of(2);
    ck_assert_uint_eq(seen.count, 4);
    for (uint8_t packer = 0; packer < 4; packer++) {
        ck_assert_uint_eq(seen.block[packer].instance, packer);
        ck_assert_uint_eq(seen.block[packer].first_value, 1000u + packer);
        ck_assert_uint_eq(seen.block[packer].values, 12);
    }
}
END_TEST

START_TEST(group__of_a_tile_without_end_is_written_in_parts)
{
    enum { INSNS = 3000 };
    static uint32_t values[256];
    given_begin(&given);
    for (uint64_t seq = 0; seq < INSNS; seq++) {
        values[0] = (uint32_t)seq + 70000;
        report_insn(&given, seq, TT_UNIT_PACK, 0);
        report_stage(&given, 0, 0, FORMAT_FP32, 4, 256, values, NULL);
        report_insn_end(&given, seq);
    }
    finish();
    struct seen seen = group_of(0);
    ck_assert_uint_eq(seen.block[0].insns, 1024); /* of 1 KiB each: a MiB */
    seen = group_of(INSNS - 1);
    ck_assert_uint_eq(seen.block[0].insns, INSNS - 2048);
    ck_assert_uint_eq(seen.block[0].first_value, 2048 + 70000);
}
END_TEST

START_TEST(stage_without_values__is_a_block_of_none)
{
    static const uint16_t VALUES[1] = {700};
    given_begin(&given);
    report_insn(&given, 1, TT_UNIT_PACK, 0);
    report_stage(&given, 0, 0, FORMAT_BF16, 2, 1, VALUES, NULL);
    report_stage(&given, 0, 1, FORMAT_BF16, 2, 0, VALUES, NULL);
    report_insn_end(&given, 1);
    finish();
    struct seen seen = blocks_of(1);
    ck_assert_uint_eq(seen.count, 2);
    ck_assert(seen.block[1].is_changed);
    ck_assert_uint_eq(seen.block[1].values, 0);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("results_stages");
    TCase *tests = tcase_create("stages");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, width__is_the_least_that_holds_all_values);
    tcase_add_test(tests, change__is_any_of_values_format_counts_and_origin);
    tcase_add_test(tests, group__ends_where_stages_formats_or_tile_differ);
    tcase_add_test(tests, packers__keep_groups_of_their_own);
    tcase_add_test(tests, group__of_a_tile_without_end_is_written_in_parts);
    tcase_add_test(tests, stage_without_values__is_a_block_of_none);
    suite_add_tcase(suite, tests);
    return suite;
}
