/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/results/support.h"

#include "numeric/format.h"
#include "order/replay.h"
#include "unsupported_findings.h"

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
    struct results_sink *sink = sink_new(path);
    given_begin(&given);
    report_two_tiles(&given);
    put_finding(sink);
    put_checkpoint(sink, 0, "begin", -1, 0);
    put_checkpoint(sink, 1, "end", 99, 24);
    put_comparison(sink, 1, TT_SPACE_L1, 256, 250, 6, 0);
    static const uint8_t HELD[] = {1, 2, 3}, REPLAYED[] = {9, 8, 7}, KNOWN[] = {255, 255, 15};
    put_mismatch(sink, 1, TT_SPACE_L1, 0x1083, 0x1086, HELD, REPLAYED, KNOWN, false);
    put_mismatch(sink, 1, TT_SPACE_L1, 0x1004, 0x1007, HELD, REPLAYED, KNOWN, true);
    results_wait(sink, &(struct results_wait_row){2, true, 10, 12, 7, "its own pipe to be empty", "", false, 0});
    results_wait(sink, &(struct results_wait_row){1, false, 4, 9, 3, "mutex 0", "T0's pipe", true, 8});
    sink_finish(sink);
    results = open_results(path);
    given_end(&given, results);
}

static void teardown(void)
{
    results_close(results);
    folder_remove(&folder);
}

START_TEST(run__reads_back_what_was_said)
{
    const struct results_run_row *run = results_run(results);
    ck_assert_str_eq(run->capture_path, "folder/case.ttcap");
    ck_assert_str_eq(run->capture_name, "case");
    ck_assert_str_eq(run->capture_hash, "0123456789abcdef");
    ck_assert_str_eq(run->order, "executed");
    ck_assert_str_eq(run->units, "pack");
    ck_assert_str_eq(run->variants, "");
    ck_assert_str_eq(run->sets, "A=1");
    ck_assert_str_eq(run->tool_version, TTR_VERSION);
    ck_assert_int_eq(run->chip, TT_BLACKHOLE);
    ck_assert_uint_eq(run->totals.events, 100);
    ck_assert_uint_eq(run->totals.executed, 9);
    ck_assert_uint_eq(run->totals.skipped, 3);
    ck_assert_uint_eq(run->totals.findings, 1);
    ck_assert_int_eq(verdict_of(&run->totals.facts), VERDICT_DIFFERS);
    ck_assert_uint_eq(run->totals.facts.bytes.equal, 250);
}
END_TEST

struct seen {
    unsigned count, stop_after;
    uint64_t seq[16];
    uint32_t lo[16];
};

static enum tt_status see_insn(void *user, const struct results_insn_row *row)
{
    struct seen *seen = user;
    ck_assert_uint_eq(row->thread, 2);
    seen->seq[seen->count++] = row->seq;
    return seen->count == seen->stop_after ? TT_END : TT_OK;
}

START_TEST(insns__are_filtered_by_range_and_unit)
{
    struct seen seen = {0};
    ck_assert_int_eq(results_each_insn(results, 0, UINT64_MAX, UINT32_MAX, see_insn, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 9); /* the config write and eight PACRs; a core store is no instruction */
    seen = (struct seen){0};
    ck_assert_int_eq(results_each_insn(results, 10, 14, 1u << TT_UNIT_PACK, see_insn, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 3);
    ck_assert_uint_eq(seen.seq[2], 14);
    seen = (struct seen){.stop_after = 1};
    ck_assert_int_eq(results_each_insn(results, 0, UINT64_MAX, 1u << TT_UNIT_PACK, see_insn, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 1);
}
END_TEST

static enum tt_status see_access(void *user, const struct results_access_row *row)
{
    struct seen *seen = user;
    seen->seq[seen->count] = row->seq;
    seen->lo[seen->count++] = row->of.lo;
    return seen->count == seen->stop_after ? TT_END : TT_OK;
}

static enum tt_status check_pack_accesses(void *user, const struct results_access_row *row)
{
    unsigned *count = user;
    if (*count == 0) {
        ck_assert(!row->of.is_write);
        ck_assert_int_eq(row->of.space, TT_SPACE_DST);
        ck_assert_ptr_null(row->of.before);
    } else {
        ck_assert(row->of.is_write);
        ck_assert_int_eq(row->of.space, TT_SPACE_L1);
        ck_assert_int_eq(row->of.stream, ACCESS_PACK_DATA);
        ck_assert_uint_eq(row->of.lo, 0x1020);
        ck_assert_uint_eq(row->of.hi, 0x1040);
        ck_assert_uint_eq(row->of.first_datum, 16);
        ck_assert_uint_eq(row->of.before[0], 0);
        ck_assert_uint_eq(row->of.after[1], 0x3F);
    }
    ++*count;
    return TT_OK;
}

START_TEST(accesses__of_an_instruction_come_in_order)
{
    unsigned count = 0;
    ck_assert_int_eq(results_each_access(results, 12, 12, check_pack_accesses, &count, &err), TT_OK);
    ck_assert_uint_eq(count, 2);
    ck_assert_int_eq(results_each_access(results, UINT64_MAX, UINT64_MAX, check_pack_accesses, &count, &err), TT_OK);
    ck_assert_uint_eq(count, 2);
}
END_TEST

START_TEST(accesses__of_all_events_come_in_order)
{
    struct seen seen = {0};
    ck_assert_int_eq(results_each_access(results, 6, 11, see_access, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 3); /* the core's store, and what the first PACR read and wrote */
    ck_assert_uint_eq(seen.seq[0], 6);
    ck_assert_uint_eq(seen.seq[2], 10);
    ck_assert_uint_eq(seen.lo[2], 0x1000);
    seen = (struct seen){.stop_after = 1};
    ck_assert_int_eq(results_each_access(results, 0, UINT64_MAX, see_access, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 1);
}
END_TEST

static enum tt_status see_after(void *user, const struct results_checkpoint_row *row)
{
    *(int64_t *)user = row->after_event;
    return TT_END;
}

START_TEST(checkpoints__are_after_a_step_where_seq_counts_steps)
{
    char other[PATH_BYTES];
    struct results_run_row run = TEST_RUN;
    struct results_sink *sink;
    int64_t after = 0;
    run.order = "program";
    folder_file(&folder, "program.db", other);
    ck_assert_int_eq(results_create(&sink, other, RESULTS_REPLACE | RESULTS_BY_PATH, &run, &err), TT_OK);
    put_checkpoint(sink, 1, "end", 99, 24);
    sink_finish(sink);
    struct results *program = open_results(other);
    ck_assert_int_eq(results_each_checkpoint(program, see_after, &after, &err), TT_OK);
    ck_assert_int_eq(after, 24); /* the last PACR */
    results_close(program);
}
END_TEST

static enum tt_status see_wait(void *user, const struct results_wait_row *row)
{
    struct seen *seen = user;
    ck_assert_uint_eq(row->is_core, seen->count);
    ck_assert_uint_eq(row->thread, seen->count + 1);
    ck_assert_uint_eq(row->last_seq, seen->count ? 12 : 9);
    ck_assert_uint_eq(row->event, seen->count ? 7 : 3);
    ck_assert_str_eq(row->what, seen->count ? "its own pipe to be empty" : "mutex 0");
    ck_assert_str_eq(row->releaser, seen->count ? "" : "T0's pipe");
    ck_assert_int_eq(row->has_releaser_seq, !seen->count);
    ck_assert_uint_eq(row->releaser_seq, seen->count ? 0 : 8);
    seen->seq[seen->count++] = row->first_seq;
    return seen->count == seen->stop_after ? TT_END : TT_OK;
}

START_TEST(waits__come_by_their_beginning)
{
    struct seen seen = {0};
    ck_assert_int_eq(results_each_wait(results, see_wait, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 2);
    ck_assert_uint_eq(seen.seq[0], 4);
    ck_assert_uint_eq(seen.seq[1], 10);
}
END_TEST

static enum tt_status see_block(void *user, const struct results_block_row *row)
{
    struct seen *seen = user;
    ck_assert_uint_eq(row->count, 64);
    ck_assert_uint_eq(row->stage, seen->count % 3);
    ck_assert_int_eq(row->is_changed, row->stage != 1);
    seen->count++;
    return TT_OK;
}

static enum tt_status see_group(void *user, const struct results_group_row *row)
{
    struct seen *seen = user;
    ck_assert_uint_eq(row->tile, seen->count / 3);
    ck_assert_uint_eq(row->insns, 4);
    ck_assert_uint_eq(row->stages, 7);
    ck_assert_uint_eq(row->datums, 64);
    ck_assert_uint_eq(row->l1_lo, row->tile ? 0x1080 : 0x1000);
    ck_assert_int_eq(results_blocks_in(results, row, see_block, seen, &err), TT_OK);
    return TT_OK;
}

START_TEST(groups__come_with_all_their_stages)
{
    struct seen seen = {0};
    ck_assert_int_eq(results_each_group(results, TT_UNIT_PACK, see_group, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 6);
    ck_assert_int_eq(results_each_group(results, TT_UNIT_MATRIX, see_group, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 6);
}
END_TEST

START_TEST(writers__overlap_newest_first_and_not_after)
{
    struct seen seen = {0};
    ck_assert_int_eq(results_writers(results, TT_SPACE_L1, 0x1022, 0x1023, UINT64_MAX, see_access, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 2);
    ck_assert_uint_eq(seen.seq[0], 12);
    ck_assert_uint_eq(seen.seq[1], 6); /* the core's store of 64 bytes from 0x1010 */
    ck_assert_uint_eq(seen.lo[1], 0x1010);
    seen = (struct seen){0};
    ck_assert_int_eq(results_writers(results, TT_SPACE_L1, 0x1022, 0x1023, 11, see_access, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 1);
    seen = (struct seen){0};
    ck_assert_int_eq(results_writers(results, TT_SPACE_L1, 0x1050, 0x1051, 11, see_access, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 0); /* the core's store ends right before */
    ck_assert_int_eq(results_writers(results, TT_SPACE_DST, 0, 64, UINT64_MAX, see_access, &seen, &err), TT_OK);
    ck_assert_uint_eq(seen.count, 0); /* reads do not count */
}
END_TEST

enum { LAST_LO = 0x1000, LAST_BYTES = 0x60 };

static enum tt_status see_last(void *user, const struct results_access_row *row, uint32_t at)
{
    uint64_t *writer = user;
    ck_assert(row->of.is_write && row->of.lo <= at && at < row->of.hi);
    ck_assert_uint_eq(writer[at - LAST_LO], 0); /* once */
    writer[at - LAST_LO] = row->seq + 1;
    return TT_OK;
}

static enum tt_status see_any(void *user, const struct results_access_row *row)
{
    uint64_t *writer = user;
    *writer = row->seq + 1;
    return TT_END;
}

START_TEST(last_writes__are_the_first_of_the_writers)
{
    for (uint64_t seq = 0; seq < 20; seq++) {
        uint64_t last[LAST_BYTES] = {0};
        ck_assert_int_eq(
            results_last_writes(results, TT_SPACE_L1, LAST_LO, LAST_LO + LAST_BYTES, seq, see_last, last, &err), TT_OK);
        for (uint32_t i = 0; i < LAST_BYTES; i++) {
            uint64_t writer = 0;
            const uint32_t at = LAST_LO + i;
            ck_assert_int_eq(results_writers(results, TT_SPACE_L1, at, at + 1, seq, see_any, &writer, &err), TT_OK);
            ck_assert_uint_eq(last[i], writer);
        }
    }
}
END_TEST

static enum tt_status see_finding(void *user, const struct results_finding_row *row)
{
    unsigned *count = user;
    ++*count;
    ck_assert_uint_eq(row->seq, 12);
    ck_assert_int_eq(row->id, FINDING_UNSUPPORTED_INSTRUCTION);
    ck_assert_int_eq(row->unit, TT_UNIT_PACK);
    ck_assert_str_eq(row->detail, "row 70 of 64");
    return TT_OK;
}

START_TEST(findings__read_back)
{
    unsigned count = 0;
    ck_assert_msg(results_each_finding(results, see_finding, &count, &err) == TT_OK, "%s", err.text);
    ck_assert_uint_eq(count, 1);
}
END_TEST

static enum tt_status see_checkpoint(void *user, const struct results_checkpoint_row *row)
{
    unsigned *count = user;
    ck_assert_uint_eq(row->checkpoint, *count);
    ck_assert_int_eq(row->after_event, *count ? 99 : -1);
    ck_assert_str_eq(row->id, *count ? "end" : "begin");
    ++*count;
    return TT_OK;
}

static enum tt_status see_comparison(void *user, const struct replay_comparison *row)
{
    unsigned *count = user;
    ++*count;
    ck_assert_int_eq(row->space, TT_SPACE_L1);
    ck_assert_uint_eq(row->known_bytes, 256);
    ck_assert_uint_eq(row->equal_bytes, 250);
    ck_assert_uint_eq(row->differing_bytes, 6);
    return TT_OK;
}

static enum tt_status see_mismatch(void *user, const struct replay_mismatch *row)
{
    unsigned *count = user;
    ck_assert_uint_eq(row->lo, *count ? 0x1083 : 0x1004); /* by address, not in the order of the reports */
    ck_assert_uint_eq(row->is_tainted, !*count);
    ck_assert_uint_eq(row->held[2], 3);
    ck_assert_uint_eq(row->replayed[2], 7);
    ck_assert_uint_eq(row->known[2], 15);
    ++*count;
    return TT_OK;
}

START_TEST(comparison__reads_back_by_address)
{
    unsigned count = 0;
    ck_assert_int_eq(results_each_checkpoint(results, see_checkpoint, &count, &err), TT_OK);
    ck_assert_uint_eq(count, 2);
    count = 0;
    ck_assert_int_eq(results_each_comparison(results, see_comparison, &count, &err), TT_OK);
    ck_assert_uint_eq(count, 1);
    count = 0;
    ck_assert_int_eq(results_each_mismatch(results, see_mismatch, &count, &err), TT_OK);
    ck_assert_uint_eq(count, 2);
}
END_TEST

/* Of the second tile's third PACR. */
static enum tt_status check_blocks(void *user, const struct results_block_row *row)
{
    unsigned stages, *count = user;
    ck_assert_uint_eq(row->stage, *count);
    ck_assert_str_eq(row->stage_name, unit_stages(TT_UNIT_PACK, &stages)[*count].name);
    ck_assert_int_eq(row->is_changed, *count != 1); /* the second is as the first */
    ck_assert_uint_eq(row->value_bytes, 2);         /* also where it was reported as 32-bit words */
    ck_assert_uint_eq(row->format, FORMAT_BF16);
    ck_assert_uint_eq(row->tile, 1);
    ck_assert_uint_eq(row->first_datum, 32);
    ck_assert_uint_eq(row->count, 16);
    ck_assert_uint_eq(row->insn_count, 1);
    ck_assert_uint_eq(row->seqs[0], 22);
    ck_assert_uint_eq(row->counts[0], 16);
    const uint16_t *values = row->values;
    for (uint32_t i = 0; i < 16; i++) {
        uint32_t value = 0x3F80 + 64 + 32 + i;
        ck_assert_uint_eq(values[i], row->stage == 2 && value & 1 ? 0 : value);
        ck_assert_uint_eq(row->origin[i], 64 + 32 + i);
    }
    ++*count;
    return TT_OK;
}

START_TEST(blocks__of_an_instruction_are_its_own)
{
    unsigned count = 0;
    ck_assert_msg(results_blocks_of(results, TT_UNIT_PACK, 22, check_blocks, &count, &err) == TT_OK, "%s", err.text);
    ck_assert_uint_eq(count, 3);
}
END_TEST

START_TEST(blocks__of_an_instruction_that_has_none)
{
    unsigned count = 0;
    ck_assert_int_eq(results_blocks_of(results, TT_UNIT_PACK, 21, check_blocks, &count, &err), TT_OK);
    ck_assert_int_eq(results_blocks_of(results, TT_UNIT_PACK, 1000, check_blocks, &count, &err), TT_OK);
    ck_assert_int_eq(results_blocks_of(results, TT_UNIT_MATRIX, 22, check_blocks, &count, &err), TT_OK);
    ck_assert_uint_eq(count, 0);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("results_reader");
    TCase *tests = tcase_create("reader");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, run__reads_back_what_was_said);
    tcase_add_test(tests, insns__are_filtered_by_range_and_unit);
    tcase_add_test(tests, accesses__of_an_instruction_come_in_order);
    tcase_add_test(tests, accesses__of_all_events_come_in_order);
    tcase_add_test(tests, checkpoints__are_after_a_step_where_seq_counts_steps);
    tcase_add_test(tests, waits__come_by_their_beginning);
    tcase_add_test(tests, groups__come_with_all_their_stages);
    tcase_add_test(tests, writers__overlap_newest_first_and_not_after);
    tcase_add_test(tests, last_writes__are_the_first_of_the_writers);
    tcase_add_test(tests, findings__read_back);
    tcase_add_test(tests, comparison__reads_back_by_address);
    tcase_add_test(tests, blocks__of_an_instruction_are_its_own);
    tcase_add_test(tests, blocks__of_an_instruction_that_has_none);
    suite_add_tcase(suite, tests);
    return suite;
}
