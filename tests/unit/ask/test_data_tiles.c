/* SPDX-License-Identifier: Apache-2.0 */
/* What data tiles are put together from: groups, packers side by side, differences. */
#include "ask/diff/data_tiles.h"

#include "unit/ask/produced_run.h"

enum { PACR = 0x41000000, OUT = 0x6000, EXPONENTS = 0x5000 };

static struct data_tiles gather(struct produced_run *run)
{
    struct data_tiles tiles;
    struct tt_error err = {""};
    ck_assert_msg(!data_tiles_make(&tiles, run->results, 1, &err), "%s", err.text);
    return tiles;
}

static void report(struct produced_run *run, uint64_t seq, uint32_t tile, uint32_t first_datum, uint32_t lo)
{
    uint32_t values[16];
    for (uint32_t i = 0; i < 16; i++)
        values[i] = 0x3F80 + first_datum + i;
    produced_insn(run, seq, TT_UNIT_PACK, PACR);
    produced_stage(run, 1, FORMAT_BF16, 16, values, NULL);
    produced_write(run, TT_SPACE_L1, TT_UNIT_PACK, ACCESS_PACK_DATA, lo, 32, tile, first_datum);
    produced_insn_end(run, seq);
}

START_TEST(tiles__come_in_order_with_their_writes_and_differences)
{
    struct produced_run run;
    produced_begin(&run);
    report(&run, 10, 0, 0, OUT);
    report(&run, 12, 0, 16, OUT + 32);
    report(&run, 14, 1, 0, OUT + 64);
    produced_mismatch(&run, TT_SPACE_L1, OUT + 32 + 4, 4, "\x91\x3F\x93\x3F", "\x92\x3F\x93\x3F");
    produced_end(&run, 96, 1, 0);
    struct data_tiles tiles = gather(&run);
    ck_assert_uint_eq(tiles.tile_count, 2);
    ck_assert_uint_eq(tiles.tiles[0].datums, 32);
    ck_assert_uint_eq(tiles.tiles[0].first_seq, 10);
    ck_assert_uint_eq(tiles.tiles[0].last_seq, 12);
    ck_assert_int_eq(tiles.tiles[0].format, FORMAT_BF16);
    ck_assert_uint_eq(tiles.parts[0].write_count, 2);
    ck_assert_uint_eq(tiles.writes[1].lo, OUT + 32);
    ck_assert_uint_eq(tiles.tiles[0].difference_count, 1);
    ck_assert_uint_eq(tiles.differences[0].datum, 18);
    ck_assert_uint_eq(tiles.differences[0].held, 0x3F91);
    ck_assert_uint_eq(tiles.differences[0].ulps, 1);
    ck_assert_uint_eq(tiles.tiles[1].number, 1);
    ck_assert_uint_eq(tiles.tiles[1].difference_count, 0);
    data_tiles_clear(&tiles);
    produced_close(&run);
}
END_TEST

/* Blackhole's run of the test, but four packers all the same: what counts is where they wrote. */
START_TEST(tiles__of_packers_side_by_side_are_one)
{
    struct produced_run run;
    const uint32_t values[16] = {0};
    produced_begin(&run);
    produced_insn(&run, 10, TT_UNIT_PACK, PACR);
    for (run.instance = 0; run.instance < 2; run.instance++) {
        produced_stage(&run, 1, FORMAT_BF16, 16, values, NULL);
        produced_write(&run, TT_SPACE_L1, TT_UNIT_PACK, ACCESS_PACK_DATA, OUT + run.instance * 512u, 32, 0, 0);
    }
    run.instance = 2; /* far away: a data tile of its own */
    produced_stage(&run, 1, FORMAT_BF16, 16, values, NULL);
    produced_write(&run, TT_SPACE_L1, TT_UNIT_PACK, ACCESS_PACK_DATA, OUT + 0x8000, 32, 0, 0);
    produced_insn_end(&run, 10);
    produced_mismatch(&run, TT_SPACE_L1, OUT + 512, 4, "\1\0\0\0", "\0\0\0\0");
    produced_end(&run, 96, 1, 0);
    struct data_tiles tiles = gather(&run);
    ck_assert_uint_eq(tiles.tile_count, 2);
    ck_assert_uint_eq(tiles.tiles[0].part_count, 2);
    ck_assert_uint_eq(tiles.parts[1].base, 256);
    ck_assert_uint_eq(tiles.tiles[0].datums, 256 + 16);
    ck_assert_uint_eq(tiles.tiles[1].packer, 2);
    ck_assert_uint_eq(tiles.tiles[0].difference_count, 1);
    ck_assert_uint_eq(tiles.differences[0].datum, 256);
    data_tiles_clear(&tiles);
    produced_close(&run);
}
END_TEST

START_TEST(tiles__a_shared_exponent_makes_sixteen_differ)
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
    produced_mismatch(&run, TT_SPACE_L1, EXPONENTS, 2, "\x7F\x81", "\x7F\x7F");
    produced_mismatch(&run, TT_SPACE_L1, OUT + 20, 4, "\x41\x40\x40\x40", "\x40\x40\x40\x40");
    produced_end(&run, 34, 2, 0);
    struct data_tiles tiles = gather(&run);
    ck_assert_uint_eq(tiles.tile_count, 1);
    ck_assert_uint_eq(tiles.tiles[0].difference_count, 16);
    ck_assert_uint_eq(tiles.differences[0].datum, 16);
    ck_assert(tiles.differences[0].is_exponent);
    ck_assert_uint_eq(tiles.differences[0].held, 0x81);
    ck_assert_uint_eq(tiles.differences[4].datum, 20);
    ck_assert(!tiles.differences[4].is_exponent); /* once, with both */
    ck_assert_uint_eq(tiles.differences[4].held, 0x8141);
    data_tiles_clear(&tiles);
    produced_close(&run);
}
END_TEST

START_TEST(tiles__know_which_datums_nobody_knows)
{
    struct produced_run run;
    struct tt_error err = {""};
    produced_begin(&run);
    report(&run, 10, 0, 0, OUT);
    report(&run, 12, 0, 16, OUT + 32);
    report(&run, 14, 1, 0, OUT + 64);
    given_taint(&run.given, 10, TT_SPACE_L1, OUT + 5, OUT + 7);    /* a byte of datum 2, one of datum 3 */
    given_taint(&run.given, 10, TT_SPACE_L1, OUT + 8, OUT + 9);    /* datum 4, which lies beside it */
    given_taint(&run.given, 12, TT_SPACE_L1, OUT + 60, OUT + 80);  /* to its end, and beyond it */
    given_taint(&run.given, 11, TT_SPACE_DST, OUT + 16, OUT + 32); /* of another space */
    given_taint(&run.given, 16, TT_SPACE_L1, OUT + 64, OUT + 96);  /* by no instruction of a data tile */
    given_taint(&run.given, 14, TT_SPACE_L1, OUT - 32, OUT);       /* elsewhere */
    produced_end(&run, 96, 0, 0);
    struct data_tiles tiles = gather(&run);
    ck_assert_uint_eq(tiles.taint_count, 0);
    ck_assert_msg(!data_tiles_find_taint(&tiles, run.results, &err), "%s", err.text);
    ck_assert_uint_eq(tiles.taint_count, 2);
    ck_assert_uint_eq(tiles.tiles[0].tainted, 3 + 2);
    ck_assert_uint_eq(tiles.tiles[0].taint_count, 2);
    ck_assert_uint_eq(tiles.taints[0].datum, 2);
    ck_assert_uint_eq(tiles.taints[0].count, 3);
    ck_assert_uint_eq(tiles.taints[1].datum, 30);
    ck_assert_uint_eq(tiles.taints[1].count, 2);
    ck_assert_uint_eq(tiles.tiles[1].tainted, 0);
    data_tiles_clear(&tiles);
    produced_close(&run);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("data_tiles");
    TCase *t = tcase_create("data_tiles");
    tcase_add_test(t, tiles__come_in_order_with_their_writes_and_differences);
    tcase_add_test(t, tiles__of_packers_side_by_side_are_one);
    tcase_add_test(t, tiles__a_shared_exponent_makes_sixteen_differ);
    tcase_add_test(t, tiles__know_which_datums_nobody_knows);
    suite_add_tcase(s, t);
    return s;
}
