/* SPDX-License-Identifier: Apache-2.0 */
#include "base/little.h"
#include "unit/results/support.h"

#include "numeric/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct folder folder;
static char path[PATH_BYTES];
static struct results *results;
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

static int see_block(void *user, const struct results_block_row *row)
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
    return 0;
}

static struct seen blocks_of(uint64_t seq)
{
    if (!results)
        results = open_results(path);
    struct seen seen = {0};
    ck_assert_msg(results_blocks_of(results, TT_UNIT_PACK, seq, see_block, &seen, &err) == TT_OK, "%s", err.text);
    return seen;
}

START_TEST(width__is_the_least_that_holds_all_values)
{
    static const uint32_t SMALL[2] = {1, 255}, MIDDLE[2] = {1, 256}, LARGE[2] = {1, 65536};
    static const uint16_t HALF_SMALL[2] = {3, 4};
    struct results_sink *sink = sink_new(path);
    report_insn(sink, 1, TT_UNIT_PACK, 0);
    report_stage(sink, 0, 0, FORMAT_FP32, 4, 2, SMALL, NULL);
    report_stage(sink, 0, 1, FORMAT_FP32, 4, 2, MIDDLE, NULL);
    report_stage(sink, 0, 2, FORMAT_FP32, 4, 2, LARGE, NULL);
    report_stage(sink, 0, 3, FORMAT_BF16, 2, 2, HALF_SMALL, NULL);
    report_insn_end(sink, 1);
    sink_finish(sink);
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
    struct results_sink *sink = sink_new(path);
    report_insn(sink, 1, TT_UNIT_PACK, 0);
    report_stage(sink, 0, 0, FORMAT_BF16, 2, 4, VALUES, HERE);
    report_stage(sink, 0, 1, FORMAT_BF16, 2, 4, VALUES, HERE);
    report_stage(sink, 0, 2, FORMAT_FP16, 2, 4, VALUES, NULL);
    report_stage(sink, 0, 3, FORMAT_FP16, 2, 4, VALUES, THERE);
    report_stage(sink, 0, 4, FORMAT_FP16, 2, 3, VALUES, THERE);
    report_insn_end(sink, 1);
    sink_finish(sink);
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
    struct results_sink *sink = sink_new(path);
    for (uint64_t seq = 1; seq <= 8; seq++) {
        report_insn(sink, seq, TT_UNIT_PACK, 0);
        report_stage(sink, 0, 0, seq < 3 ? FORMAT_BF16 : FORMAT_FP16, 2, 4, VALUES, NULL);
        if (seq > 4)
            report_stage(sink, 0, 2, FORMAT_FP16, 2, (uint32_t)(seq - 4), VALUES, NULL);
        if (seq != 4) /* what writes nothing stays with the tile before it */
            report_pack_write(sink, 0, seq > 6, (uint32_t)seq * 4, 0x2000, 8, (const uint8_t *)VALUES);
        report_insn_end(sink, seq);
    }
    sink_finish(sink);
    struct seen seen = blocks_of(2);
    ck_assert_uint_eq(seen.count, 1);
    ck_assert_uint_eq(seen.block[0].insns, 2);
    ck_assert_uint_eq(seen.block[0].first_datum, 4);
    seen = blocks_of(4);
    ck_assert_uint_eq(seen.block[0].insns, 2);
    ck_assert_uint_eq(seen.block[0].first_datum, 12);
    seen = blocks_of(5);
    ck_assert_uint_eq(seen.count, 2);
    ck_assert_uint_eq(seen.block[0].tile, 0);
    ck_assert_uint_eq(seen.block[1].values, 1 + 2);
    seen = blocks_of(8);
    ck_assert_uint_eq(seen.block[0].tile, 1);
    ck_assert_uint_eq(seen.block[1].values, 3 + 4);
}
END_TEST

START_TEST(packers__keep_groups_of_their_own)
{
    uint16_t values[4] = {700, 800, 900, 1000};
    struct results_sink *sink = sink_new(path);
    for (uint64_t seq = 1; seq <= 3; seq++) {
        report_insn(sink, seq, TT_UNIT_PACK, 0);
        for (uint8_t packer = 0; packer < 4; packer++) {
            values[0] = (uint16_t)(1000 + packer);
            report_stage(sink, packer, 0, FORMAT_BF16, 2, 4, values, NULL);
        }
        report_insn_end(sink, seq);
    }
    sink_finish(sink);
    struct seen seen = blocks_of(2);
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
    struct results_sink *sink = sink_new(path);
    for (uint64_t seq = 0; seq < INSNS; seq++) {
        values[0] = (uint32_t)seq + 70000;
        report_insn(sink, seq, TT_UNIT_PACK, 0);
        report_stage(sink, 0, 0, FORMAT_FP32, 4, 256, values, NULL);
        report_insn_end(sink, seq);
    }
    sink_finish(sink);
    struct seen seen = blocks_of(0);
    ck_assert_uint_eq(seen.block[0].insns, 1024); /* of 1 KiB each: a MiB */
    seen = blocks_of(INSNS - 1);
    ck_assert_uint_eq(seen.block[0].insns, INSNS - 2048);
    ck_assert_uint_eq(seen.block[0].first_value, 2048 + 70000);
}
END_TEST

START_TEST(stage_without_values__is_a_block_of_none)
{
    static const uint16_t VALUES[1] = {700};
    struct results_sink *sink = sink_new(path);
    report_insn(sink, 1, TT_UNIT_PACK, 0);
    report_stage(sink, 0, 0, FORMAT_BF16, 2, 1, VALUES, NULL);
    report_stage(sink, 0, 1, FORMAT_BF16, 2, 0, VALUES, NULL);
    report_insn_end(sink, 1);
    sink_finish(sink);
    struct seen seen = blocks_of(1);
    ck_assert_uint_eq(seen.count, 2);
    ck_assert(seen.block[1].is_changed);
    ck_assert_uint_eq(seen.block[1].values, 0);
}
END_TEST

START_TEST(waiting_instruction__offered_twice_is_one_row)
{
    static const uint8_t BYTES[2] = {1, 2};
    struct results_sink *sink = sink_new(path);
    report_insn(sink, 1, TT_UNIT_PACK, 0);
    report_insn_end(sink, 1);
    report_insn(sink, 1, TT_UNIT_PACK, 0);
    report_pack_write(sink, 0, 0, 0, 0, 2, BYTES);
    report_insn_end(sink, 1);
    sink_finish(sink);
    results = open_results(path);
}
END_TEST

static char *read_whole(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(fread(bytes, 1, *size, file), *size);
    (void)fclose(file);
    return bytes;
}

START_TEST(same_stream__gives_the_same_bytes)
{
    char *bytes[2];
    size_t size[2];
    for (int i = 0; i < 2; i++) {
        char name[PATH_BYTES];
        folder_file(&folder, i ? "b.db" : "a.db", name);
        struct results_sink *sink = sink_new(name);
        report_two_tiles(sink);
        sink_finish(sink);
        bytes[i] = read_whole(name, &size[i]);
    }
    ck_assert_uint_eq(size[0], size[1]);
    ck_assert_mem_eq(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
}
END_TEST

/* The page size stands at offset 16 of the file, big-endian; 1 is 65536 (sqlite.org/fileformat2.html). */
static unsigned page_size_of(uint64_t events)
{
    struct results_sink *sink;
    struct results_run run = TEST_RUN;
    run.events = events;
    ck_assert_int_eq(results_create(&sink, path, true, RESULTS_ALL, &run, &err), TT_OK);
    report_two_tiles(sink);
    sink_finish(sink);
    size_t size;
    char *bytes = read_whole(path, &size);
    const unsigned report = (unsigned)(uint8_t)bytes[16] << 8 | (uint8_t)bytes[17];
    free(bytes);
    return report == 1 ? 65536 : report;
}

START_TEST(page_size__is_larger_for_a_long_run)
{
    ck_assert_uint_eq(page_size_of(0), 1024);
    ck_assert_uint_eq(page_size_of(99999), 1024);
    ck_assert_uint_eq(page_size_of(100000), 65536);
    ck_assert_uint_eq(blocks_of(12).count, 3);
}
END_TEST

static int count_insn(void *user, const struct results_insn_row *row)
{
    (void)row;
    ++*(unsigned *)user;
    return 0;
}

START_TEST(what__leaves_out_what_was_not_asked_for)
{
    struct results_sink *sink;
    ck_assert_int_eq(results_create(&sink, path, false, RESULTS_STAGES, &TEST_RUN, &err), TT_OK);
    ck_assert_uint_eq(results_probe(sink)->wants, PROBE_INSN | PROBE_STAGE | PROBE_ACCESS | PROBE_FINDING);
    report_two_tiles(sink);
    sink_finish(sink);
    ck_assert_uint_eq(blocks_of(12).count, 3);
    unsigned insns = 0;
    ck_assert_int_eq(results_each_insn(results, 0, UINT64_MAX, UINT32_MAX, count_insn, &insns, &err), TT_OK);
    ck_assert_uint_eq(insns, 0);
}
END_TEST

START_TEST(nothing_asked_for__wants_no_stages_and_no_accesses)
{
    struct results_sink *sink;
    ck_assert_int_eq(results_create(&sink, path, false, 0, &TEST_RUN, &err), TT_OK);
    ck_assert_uint_eq(results_probe(sink)->wants, PROBE_INSN | PROBE_FINDING);
    sink_finish(sink);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("results_sink");
    TCase *tests = tcase_create("sink");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, width__is_the_least_that_holds_all_values);
    tcase_add_test(tests, change__is_any_of_values_format_counts_and_origin);
    tcase_add_test(tests, group__ends_where_stages_formats_or_tile_differ);
    tcase_add_test(tests, packers__keep_groups_of_their_own);
    tcase_add_test(tests, group__of_a_tile_without_end_is_written_in_parts);
    tcase_add_test(tests, stage_without_values__is_a_block_of_none);
    tcase_add_test(tests, waiting_instruction__offered_twice_is_one_row);
    tcase_add_test(tests, same_stream__gives_the_same_bytes);
    tcase_add_test(tests, page_size__is_larger_for_a_long_run);
    tcase_add_test(tests, what__leaves_out_what_was_not_asked_for);
    tcase_add_test(tests, nothing_asked_for__wants_no_stages_and_no_accesses);
    suite_add_tcase(suite, tests);
    return suite;
}
