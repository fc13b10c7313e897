/* SPDX-License-Identifier: Apache-2.0 */
/* The SQL that the tool adds, over a database as the sink writes it, and every view. */
#include "unit/results/support.h"

#include "numeric/format.h"
#include "results/gather.h"
#include "results/reader_internal.h"
#include "results/sql.h"

#include <stdio.h>
#include <string.h>

/* Hexadecimal digits of 60 bytes. */
#define ZEROS                                                                                                          \
    "000000000000000000000000000000000000000000000000000000000000"                                                     \
    "000000000000000000000000000000000000000000000000000000000000"

static struct folder folder;
static char path[PATH_BYTES];
static sqlite3 *db;
static struct results *results;
static struct given_events given;

static void make_database(const char *name)
{
    /* BFP8: 1.5, -0.25, and sign without magnitude, under one exponent of 127. */
    static const uint16_t BFP8[3] = {127 << 8 | 0x60, 127 << 8 | 0x90, 127 << 8 | 0x80};
    static const uint32_t FP32[4] = {0x3FC00000, 0xFF800000, 0x7FC00000, 0x80000000};
    static const uint8_t HELD[] = {0xAA}, REPLAYED[] = {0xBB}, KNOWN[] = {0xFF};
    struct results_sink *sink = sink_new(name);
    given_begin(&given);
    report_two_tiles(&given);
    put_finding(sink);
    report_insn(&given, 40, TT_UNIT_PACK, 0x41000001);
    report_stage(&given, 1, 0, FORMAT_FP32, 4, 4, FP32, NULL);
    report_stage(&given, 1, 1, FORMAT_BFP8, 2, 3, BFP8, NULL);
    report_stage(&given, 1, 2, FORMAT_ADDRESS, 4, 4, FP32, NULL);
    report_insn_end(&given, 40);
    put_checkpoint(sink, 0, "mid0", 15, 0);
    put_checkpoint(sink, 1, "end", 99, 0);
    put_comparison(sink, 0, TT_SPACE_L1, 256, 255, 1, 0);
    put_mismatch(sink, 0, TT_SPACE_L1, 0x1025, 0x1026, HELD, REPLAYED, KNOWN, false);
    put_mismatch(sink, 1, TT_SPACE_L1, 0x9000, 0x9001, HELD, REPLAYED, KNOWN, false);
    sink_finish(sink);
}

static void setup(void)
{
    folder_make(&folder);
    folder_file(&folder, "run.db", path);
    make_database(path);
    struct tt_error err;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(results_attach(&results, db, path, &err), TT_OK);
    given_end(&given, results);
    ck_assert_int_eq(sql_register(db, results), SQLITE_OK);
    ck_assert_int_eq(results_make_views(results, &err), TT_OK);
}

static void teardown(void)
{
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
    results_close(results);
    folder_remove(&folder);
}

static int add_row(void *user, int count, char **texts, char **names)
{
    (void)names;
    char *all = user;
    for (int i = 0; i < count; i++) {
        (void)strncat(all, i ? " " : "", 4000 - strlen(all));
        (void)strncat(all, texts[i] ? texts[i] : "-", 4000 - strlen(all));
    }
    (void)strncat(all, "\n", 4000 - strlen(all));
    return 0;
}

static void expect(const char *sql, const char *rows)
{
    char all[4096] = "", *message = NULL;
    int code = sqlite3_exec(db, sql, add_row, all, &message);
    ck_assert_msg(code == SQLITE_OK, "%s: %s", sql, message);
    ck_assert_msg(strcmp(all, rows) == 0, "%s\ngave:\n%swanted:\n%s", sql, all, rows);
}

START_TEST(values__decode_floats)
{
    expect("SELECT datum, seq, \"row\", bits, sign, exponent, mantissa, shared_exponent, value FROM tt_values(78432)",
           "0 40 - 1069547520 0 127 4194304 - 1.5\n"
           "1 40 - 4286578688 1 255 0 - -Inf\n"
           "2 40 - 2143289344 0 255 4194304 - -\n"
           "3 40 - 2147483648 1 0 0 - 0.0\n");
}
END_TEST

START_TEST(values__decode_block_floats_with_their_exponent)
{
    expect("SELECT datum, bits, sign, mantissa, shared_exponent, value FROM tt_values(78433)",
           "0 96 0 96 127 1.5\n1 144 1 16 127 -0.25\n2 128 1 0 127 -Inf\n");
    /* Infinities count in comparisons, as REAL. */
    expect("SELECT typeof(value), value < -1e308 FROM tt_values(78433) WHERE datum = 2", "real 1\n");
}
END_TEST

START_TEST(values__of_addresses_are_whole_numbers)
{
    expect("SELECT bits, sign, value FROM tt_values(78434) LIMIT 1", "1069547520 - 1069547520\n");
}
END_TEST

START_TEST(values__know_instruction_and_cell)
{
    expect("SELECT datum, seq, \"row\", \"column\", value FROM tt_values(40000) WHERE datum IN (16, 17)",
           "16 20 5 0 1.625\n17 20 5 1 1.6328125\n");
}
END_TEST

START_TEST(values__of_an_unchanged_stage_are_those_before_it)
{
    expect("SELECT count(*), sum(a.bits = b.bits) FROM tt_values(40000) a JOIN tt_values(40001) b USING(datum)",
           "16 16\n");
}
END_TEST

START_TEST(values__of_no_block_are_none)
{
    expect("SELECT count(*) FROM tt_values(-1)", "0\n");
    expect("SELECT count(*) FROM tt_values(NULL)", "0\n");
    expect("SELECT count(*) FROM tt_values(99999)", "0\n");
    expect("SELECT count(*) FROM tt_values(40003)", "0\n");
}
END_TEST

START_TEST(values__without_a_block_are_an_error)
{
    char *message = NULL;
    ck_assert_int_ne(sqlite3_exec(db, "SELECT * FROM tt_values", NULL, NULL, &message), SQLITE_OK);
    ck_assert_ptr_nonnull(strstr(message, "tt_values wants a block"));
    sqlite3_free(message);
}
END_TEST

START_TEST(functions__name_words_and_formats)
{
    expect("SELECT tt_mnemonic('blackhole', 0x41000000), tt_mnemonic('blackhole', 0xFF000000)", "PACR .word\n");
    expect("SELECT tt_disasm('blackhole', 0x41000001) LIKE 'PACR last=1%'", "1\n");
    expect("SELECT tt_format(5), tt_format(99), tt_value(5, 0x3FC0), tt_value(5, 0x7F80)", "BF16 - 1.5 Inf\n");
    expect(
        "SELECT tt_bits(x'8102', 0, 8), tt_bits(x'8102', 7, 3), tt_bits(x'8102', 9, 8), tt_bits(x'0000000080', 8, 32)",
        "129 5 - 2147483648\n");
    expect("SELECT tt_bits(NULL, 0, 1), tt_bits(x'81', -1, 1), tt_bits(x'81', 0, 0), tt_bits(x'81', 0, 33)",
           "- - - -\n");
    char *message = NULL;
    ck_assert_int_ne(sqlite3_exec(db, "SELECT tt_disasm('grayskull', 0)", NULL, NULL, &message), SQLITE_OK);
    ck_assert_ptr_nonnull(strstr(message, "no chip"));
    sqlite3_free(message);
}
END_TEST

/* A row a copy, by name as by looking through all; 32 bits a word and no two fields over each other. */
START_TEST(fields__are_those_of_the_chip)
{
    expect("SELECT space, copy, hi - lo, shift, bits FROM tt_fields WHERE name = 'DEST_TARGET_REG_CFG_MATH_Offset' "
           "AND chip = 'blackhole'",
           "2 0 2 0 12\n2 1 2 0 12\n2 2 2 0 12\n");
    expect("SELECT count(*) > 1000, count(DISTINCT chip) FROM tt_fields", "1 2\n");
    expect("SELECT count(*) FROM tt_fields WHERE chip = 'grayskull' OR name = 'no such field'", "0\n");
    expect("SELECT count(*) FROM tt_fields f WHERE (SELECT count(*) FROM tt_fields g WHERE g.name = f.name AND g.chip "
           "= f.chip AND "
           "g.copy = f.copy AND g.lo = f.lo AND g.shift = f.shift) <> 1",
           "0\n");
}
END_TEST

START_TEST(views__answer_the_first_questions)
{
    expect("SELECT seq, thread, unit, mnemonic FROM v_instruction LIMIT 2", "5 2 config WRCFG\n10 2 pack PACR\n");
    expect("SELECT block, seq, tile, stage, is_changed, format, datums FROM v_stage WHERE instance = 0 AND seq < 12",
           "20800 10 0 read 1 BF16 16\n20801 10 0 early_convert 0 BF16 16\n20802 10 0 edge_mask 1 BF16 16\n");
    expect("SELECT block, stage, stored_bits FROM v_stage_changes WHERE instance = 0 AND seq = 10",
           "20800 read 16\n20802 edge_mask 16\n");
    expect("SELECT instance, tile, first_seq, last_seq, insns, datums, format_in, format_out, l1_lo, l1_hi FROM v_tile",
           "0 0 10 16 4 64 BF16 BF16 4096 4224\n0 1 18 24 4 64 BF16 BF16 4224 4352\n1 0 40 40 1 4 FP32 BFP8 - -\n");
    expect("SELECT mismatch, checkpoint_name, space, lo, held, replayed FROM v_first_mismatch",
           "1 mid0 l1 4133 AA BB\n");
    expect("SELECT checkpoint_name, space, address, held, replayed, known, differs FROM v_held",
           "mid0 l1 4133 170 187 255 1\nend l1 36864 170 187 255 1\n");
    expect("SELECT lo, seq, thread, stream, tile, first_datum FROM v_mismatch_writer",
           "4133 12 2 pack_data 0 16\n36864 - - - - -\n");
    expect("SELECT times, first_seq FROM v_findings_by_code", "1 12\n");
    expect("SELECT seq, unit, detail FROM v_finding", "12 pack row 70 of 64\n");
    expect("SELECT checkpoint_name, space, differing_bytes FROM v_comparison", "mid0 l1 1\n");
    expect("SELECT space, what, lo, hi, stream FROM v_access WHERE seq = 10",
           "dst read 0 32 plain\nl1 write 4096 4128 pack_data\n");
    expect("SELECT stage, datum, value FROM v_datum WHERE tile = 1 AND instance = 0 AND datum = 1",
           "read 1 1.5078125\nearly_convert 1 1.5078125\nedge_mask 1 0.0\n");
}
END_TEST

/* An index search is what keeps a look-up by address from growing with the run. */
START_TEST(writer__is_found_by_index)
{
    char all[4096] = "";
    ck_assert_int_eq(sqlite3_exec(db, "EXPLAIN QUERY PLAN SELECT * FROM v_mismatch_writer", add_row, all, NULL),
                     SQLITE_OK);
    /* bits 4 to 7: space, is_write, lo, hi; bit 2: up to an event; bit 9: backwards; and then one access by its id, bit
     * 3 */
    ck_assert_msg(strstr(all, "x VIRTUAL TABLE INDEX 756:") != NULL, "%s", all);
    ck_assert_msg(strstr(all, "a VIRTUAL TABLE INDEX 8:") != NULL, "%s", all);
}
END_TEST

START_TEST(accesses__are_found_by_event_and_by_place)
{
    expect("SELECT id - seq * 65536, seq, space, is_write, lo, hi, hex(before), hex(after) FROM tt_accesses "
           "WHERE seq BETWEEN 5 AND 6",
           "0 5 1 1 48 52 01020304 01020304\n0 6 0 1 4112 4176 01020304" ZEROS " 01020304" ZEROS "\n");
    expect("SELECT seq, lo FROM tt_accesses WHERE space = 0 AND lo <= 0x1022 AND hi > 0x1022", "6 4112\n12 4128\n");
    expect("SELECT seq FROM tt_accesses WHERE space = 0 AND is_write = 0 AND lo < 0x2000 AND hi >= 0", "");
    expect("SELECT seq FROM tt_accesses WHERE space = 4 AND lo < 1 AND hi > 0 ORDER BY seq DESC", "18\n10\n");
    expect("SELECT seq FROM tt_accesses WHERE space = 0 AND lo < 0x1100 AND hi > 0x1070 AND seq > 16",
           "18\n20\n22\n24\n");
    expect("SELECT lo FROM tt_accesses WHERE id = 12 * 65536 + 1", "4128\n");
    expect("SELECT count(*), count(DISTINCT id) FROM tt_accesses", "18 18\n");
    expect("SELECT count(*) FROM tt_accesses WHERE seq = NULL OR seq < 0 OR seq > 1e6", "0\n");
}
END_TEST

START_TEST(instructions__are_found_by_event)
{
    expect("SELECT seq, thread, unit, word FROM tt_instructions WHERE seq = 12", "12 2 10 1090519040\n");
    expect("SELECT seq FROM tt_instructions WHERE seq >= 20 AND seq < 40 ORDER BY seq", "20\n22\n24\n");
    expect("SELECT seq FROM tt_instructions WHERE seq = 11 OR seq = NULL", "");
    expect("SELECT count(*) FROM tt_instructions", "10\n");
}
END_TEST

START_TEST(dictionaries__hold_what_rows_name)
{
    expect("SELECT count(*), min(kind), max(kind) FROM finding", "1 1 1\n");
    expect("SELECT id, code FROM finding_kind", "1 unsupported-instruction\n");
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("tt_values");
    TCase *tests = tcase_create("tt_values");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, values__decode_floats);
    tcase_add_test(tests, values__decode_block_floats_with_their_exponent);
    tcase_add_test(tests, values__of_addresses_are_whole_numbers);
    tcase_add_test(tests, values__know_instruction_and_cell);
    tcase_add_test(tests, values__of_an_unchanged_stage_are_those_before_it);
    tcase_add_test(tests, values__of_no_block_are_none);
    tcase_add_test(tests, values__without_a_block_are_an_error);
    tcase_add_test(tests, functions__name_words_and_formats);
    tcase_add_test(tests, fields__are_those_of_the_chip);
    tcase_add_test(tests, views__answer_the_first_questions);
    tcase_add_test(tests, writer__is_found_by_index);
    tcase_add_test(tests, accesses__are_found_by_event_and_by_place);
    tcase_add_test(tests, instructions__are_found_by_event);
    tcase_add_test(tests, dictionaries__hold_what_rows_name);
    suite_add_tcase(suite, tests);
    return suite;
}
