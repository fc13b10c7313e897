/* SPDX-License-Identifier: Apache-2.0 */
/* From differing bytes to datums, shared exponents, registers and who wrote them. */
#include "ask/diff/diff.h"
#include "isa/spaces.h"
#include "unit/ask/produced_run.h"

#include <string.h>

enum { PACR = 0x41000001, OUT = 0x1000, EXPONENTS = 0x2000 };

static struct diff explain(struct produced_run *run)
{
    struct diff diff;
    struct tt_error err = {""};
    ck_assert_msg(!diff_make(&diff, run->results, 100, &err), "%s", err.text);
    return diff;
}

/* 32 datums of FP32 narrowed to BF16: datum 5 was changed by it, the others too, by format. */
static void report_bf16(struct produced_run *run, uint64_t seq, uint32_t first_datum, uint32_t lo)
{
    uint32_t wide[32], narrow[32];
    uint16_t origin[32];
    for (uint32_t i = 0; i < 32; i++) {
        wide[i] = 0x3F800000 + (i << 16);
        narrow[i] = wide[i] >> 16;
        origin[i] = (uint16_t)(64 + i);
    }
    produced_insn(run, seq, TT_UNIT_PACK, PACR);
    produced_stage(run, 0, FORMAT_FP32, 32, wide, origin);
    produced_stage(run, 1, FORMAT_BF16, 32, narrow, NULL);
    produced_write(run, TT_SPACE_L1, TT_UNIT_PACK, ACCESS_PACK_DATA, lo, 64, 3, first_datum);
    produced_insn_end(run, seq);
}

START_TEST(diff__nothing_differs)
{
    struct produced_run run;
    produced_begin(&run);
    produced_end(&run, 100, 0, 0);
    struct diff diff = explain(&run);
    ck_assert_int_eq(diff.verdict, 0);
    ck_assert_uint_eq(diff.difference_count, 0);
    ck_assert_str_eq(diff_checkpoint_id(&diff, 1), "end");
    diff_clear(&diff);
    produced_close(&run);
}
END_TEST

START_TEST(diff__a_datum_is_traced_to_its_stage_and_cell)
{
    struct produced_run run;
    produced_begin(&run);
    report_bf16(&run, 10, 256, OUT);
    report_bf16(&run, 20, 288, OUT + 64);
    /* Datum 5 of the second: its upper byte. The run is a word, with datum 4 in it. */
    produced_mismatch(&run, TT_SPACE_L1, OUT + 64 + 8, 4, "\x84\x3F\x85\x40", "\x84\x3F\x85\x3F");
    produced_end(&run, 128, 1, 0);
    struct diff diff = explain(&run);
    ck_assert_int_eq(diff.verdict, 1);
    ck_assert_uint_eq(diff.difference_count, 1);
    const struct diff_item *item = &diff.items[0];
    ck_assert_int_eq(item->part, DIFF_DATUM);
    ck_assert_uint_eq(item->lo, OUT + 64 + 10);
    ck_assert_uint_eq(item->hi, OUT + 64 + 12);
    ck_assert_uint_eq(item->seq, 20);
    ck_assert_uint_eq(item->word, PACR);
    ck_assert_uint_eq(item->thread, 2);
    ck_assert_uint_eq(item->tile, 3);
    ck_assert_uint_eq(item->datum, 288 + 5);
    ck_assert_uint_eq(item->held, 0x4085);
    ck_assert_uint_eq(item->replayed, 0x3F85);
    ck_assert_uint_eq(item->ulps, 0x100);
    ck_assert_str_eq(item->stage, "early_convert");
    ck_assert_str_eq(item->place, "face 1, row 2, column 5");
    ck_assert(item->has_origin);
    ck_assert_uint_eq(item->origin, 64 + 5);
    ck_assert_uint_eq(item->stage_count, 2);
    ck_assert_uint_eq(item->stages[0].bits, 0x3F850000);
    diff_clear(&diff);
    produced_close(&run);
}
END_TEST

START_TEST(diff__a_shared_exponent_is_one_thing)
{
    struct produced_run run;
    uint32_t values[32];
    for (uint32_t i = 0; i < 32; i++)
        values[i] = 0x7F40;
    produced_begin(&run);
    produced_insn(&run, 10, TT_UNIT_PACK, PACR);
    produced_stage(&run, 2, FORMAT_BFP8, 32, values, NULL);
    produced_write(&run, TT_SPACE_L1, TT_UNIT_PACK, ACCESS_PACK_EXPONENT, EXPONENTS, 2, 0, 0);
    produced_write(&run, TT_SPACE_L1, TT_UNIT_PACK, ACCESS_PACK_DATA, OUT, 32, 0, 0);
    produced_insn_end(&run, 10);
    produced_mismatch(&run, TT_SPACE_L1, OUT + 20, 4, "\x41\x40\x40\x40", "\x40\x40\x40\x40");
    produced_mismatch(&run, TT_SPACE_L1, EXPONENTS, 2, "\x7F\x81", "\x7F\x7F");
    produced_end(&run, 34, 2, 0);
    struct diff diff = explain(&run);
    ck_assert_uint_eq(diff.difference_count, 2);
    const struct diff_item *datum = &diff.items[0], *exponent = &diff.items[1];
    ck_assert_int_eq(exponent->part, DIFF_SHARED_EXPONENT);
    ck_assert_uint_eq(exponent->datum, 16);
    ck_assert_uint_eq(exponent->datum_count, 16);
    ck_assert_str_eq(exponent->place, "face 0, row 1");
    ck_assert_str_eq(exponent->stage, "edge_mask");
    /* The datum is decoded with either side's exponent. */
    ck_assert_int_eq(datum->part, DIFF_DATUM);
    ck_assert_uint_eq(datum->datum, 20);
    ck_assert_uint_eq(datum->held, 0x8141);
    ck_assert_uint_eq(datum->replayed, 0x7F40);
    diff_clear(&diff);
    produced_close(&run);
}
END_TEST

START_TEST(diff__packers_side_by_side_share_a_data_tile)
{
    struct produced_run run;
    uint32_t values[16] = {0};
    produced_begin(&run);
    produced_insn(&run, 10, TT_UNIT_PACK, PACR);
    for (run.instance = 0; run.instance < 2; run.instance++) /* the second's face lies 256 datums on */
        produced_stage(&run, 0, FORMAT_BF16, 16, values, NULL);
    for (run.instance = 0; run.instance < 2; run.instance++)
        produced_write(&run, TT_SPACE_L1, TT_UNIT_PACK, ACCESS_PACK_DATA, OUT + run.instance * 512u, 32, 0, 0);
    produced_insn_end(&run, 10);
    produced_mismatch(&run, TT_SPACE_L1, OUT + 512 + 4, 4, "\1\0\0\0", "\0\0\0\0");
    produced_end(&run, 64, 1, 0);
    struct diff diff = explain(&run);
    ck_assert_uint_eq(diff.item_count, 1);
    ck_assert_uint_eq(diff.items[0].instance, 1);
    ck_assert_uint_eq(diff.items[0].datum, 256 + 2);
    ck_assert_str_eq(diff.items[0].place, "face 1, row 0, column 2");
    diff_clear(&diff);
    produced_close(&run);
}
END_TEST

START_TEST(diff__two_datums_in_a_byte_differ_separately)
{
    struct produced_run run;
    uint32_t values[16] = {0};
    produced_begin(&run);
    produced_insn(&run, 10, TT_UNIT_PACK, PACR);
    produced_stage(&run, 2, FORMAT_BFP4, 16, values, NULL);
    produced_write(&run, TT_SPACE_L1, TT_UNIT_PACK, ACCESS_PACK_DATA, OUT, 8, 0, 0);
    produced_insn_end(&run, 10);
    produced_mismatch(&run, TT_SPACE_L1, OUT, 4, "\x00\x50\x00\x33", "\x00\x00\x00\x00");
    produced_end(&run, 8, 2, 0);
    struct diff diff = explain(&run);
    ck_assert_uint_eq(diff.difference_count, 3);
    ck_assert_uint_eq(diff.items[0].datum, 3); /* the high nibble of byte 1 alone */
    ck_assert_uint_eq(diff.items[0].held & 0xFF, 5);
    ck_assert_uint_eq(diff.items[1].datum, 6);
    ck_assert_uint_eq(diff.items[2].datum, 7);
    diff_clear(&diff);
    produced_close(&run);
}
END_TEST

START_TEST(diff__the_last_writer_of_each_byte_answers)
{
    struct produced_run run;
    produced_begin(&run);
    report_bf16(&run, 10, 0, OUT);
    produced_insn(&run, 15, TT_UNIT_CORE, 0);
    produced_write(&run, TT_SPACE_L1, TT_UNIT_CORE, ACCESS_PLAIN, OUT + 2, 2, 0, 0);
    produced_insn_end(&run, 15);
    produced_insn(&run, 16, TT_UNIT_PACK, PACR);
    produced_write(&run, TT_SPACE_L1, TT_UNIT_PACK, ACCESS_PACK_PADDING, OUT + 64, 4, 3, 32);
    produced_insn_end(&run, 16);
    produced_mismatch(&run, TT_SPACE_L1, OUT, 4, "\xFF\xFF\xFF\xFF", "\x80\x3F\x00\x00");
    produced_mismatch(&run, TT_SPACE_L1, OUT + 64, 8, "\x01\x01\x01\x01\x01\x01\x01\x01", "\0\0\0\0\0\0\0\0");
    produced_end(&run, 12, 12, 0);
    struct diff diff = explain(&run);
    ck_assert_uint_eq(diff.item_count, 4);
    ck_assert_int_eq(diff.items[0].part, DIFF_DATUM);
    ck_assert_int_eq(diff.items[1].part, DIFF_STORE);
    ck_assert_uint_eq(diff.items[1].seq, 15);
    ck_assert(!diff.items[1].has_word);
    ck_assert_int_eq(diff.items[2].part, DIFF_PADDING);
    ck_assert_int_eq(diff.items[3].part, DIFF_UNWRITTEN);
    ck_assert(!diff.items[3].has_writer);
    ck_assert_uint_eq(diff.items[3].lo, OUT + 68);
    diff_clear(&diff);
    produced_close(&run);
}
END_TEST

START_TEST(diff__registers_have_names)
{
    struct produced_run run;
    uint32_t word = (uint32_t)state_find("packer.data_addr.0");
    produced_begin(&run);
    produced_mismatch(&run, TT_SPACE_CFG, 70 * 4, 4, "\x50\0\0\0", "\x60\0\0\0");
    produced_mismatch(&run, TT_SPACE_STATE, word * 4, 4, "\x01\0\0\0", "\x02\0\0\0");
    produced_end(&run, 8, 2, 0);
    struct diff diff = explain(&run);
    ck_assert_uint_eq(diff.item_count, 2);
    ck_assert_str_eq(diff.items[0].place, "state 0, word 70: THCON_SEC0_REG1_Out_data_format");
    ck_assert_uint_eq(diff.items[0].held, 0x50);
    ck_assert_str_eq(diff.items[1].place, "packer.data_addr.0");
    diff_clear(&diff);
    produced_close(&run);
}
END_TEST

START_TEST(diff__counts_go_on_where_the_list_stops)
{
    struct produced_run run;
    uint8_t held[64], replayed[64] = {0};
    memset(held, 1, sizeof held);
    produced_begin(&run);
    report_bf16(&run, 10, 240, OUT);
    produced_mismatch(&run, TT_SPACE_L1, OUT, 64, held, replayed);
    produced_end(&run, 64, 64, 0);
    struct diff diff;
    struct tt_error err = {""};
    ck_assert(!diff_make(&diff, run.results, 2, &err));
    ck_assert_uint_eq(diff.item_count, 2);
    ck_assert_uint_eq(diff.difference_count, 32);
    ck_assert_uint_eq(diff.count_count, 2); /* 16 in face 0, 16 in face 1 */
    ck_assert_uint_eq(diff.counts[0].count, 16);
    ck_assert_uint_eq(diff.counts[1].face, 1);
    ck_assert_uint_eq(diff.counts[1].count, 16);
    diff_clear(&diff);
    produced_close(&run);
}
END_TEST

START_TEST(diff__unknown_state_gives_no_verdict)
{
    struct produced_run run;
    produced_begin(&run);
    produced_end(&run, 64, 0, 64);
    struct diff diff = explain(&run);
    ck_assert_int_eq(diff.verdict, 3);
    ck_assert_str_eq(
        diff.reason,
        "the compared bytes came from state that the recording does not hold; 64 of 64 known bytes are undecided");
    diff_clear(&diff);
    produced_close(&run);
    produced_begin(&run);
    produced_end(&run, 0, 0, 0);
    diff = explain(&run);
    ck_assert_int_eq(diff.verdict, 3);
    ck_assert_str_eq(diff.reason, "the recording holds nothing that these units produce");
    diff_clear(&diff);
    produced_close(&run);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("diff");
    TCase *t = tcase_create("diff");
    tcase_add_test(t, diff__nothing_differs);
    tcase_add_test(t, diff__a_datum_is_traced_to_its_stage_and_cell);
    tcase_add_test(t, diff__a_shared_exponent_is_one_thing);
    tcase_add_test(t, diff__packers_side_by_side_share_a_data_tile);
    tcase_add_test(t, diff__two_datums_in_a_byte_differ_separately);
    tcase_add_test(t, diff__the_last_writer_of_each_byte_answers);
    tcase_add_test(t, diff__registers_have_names);
    tcase_add_test(t, diff__counts_go_on_where_the_list_stops);
    tcase_add_test(t, diff__unknown_state_gives_no_verdict);
    suite_add_tcase(s, t);
    return s;
}
