/* SPDX-License-Identifier: Apache-2.0 */
/* Every datum of 16 bits or less, and every BFP datum under every shared exponent, through UNPACR into SrcA, SrcB and
 * Dst, against the references that work on values. */
#include "base/little.h"
#include "unit/unpack/unpack_bed.h"

#include "reference/unpack_reference.h"
#include "unit/suite.h"

enum { DATUMS = 512 };

/* One way to a cell. */
struct way {
    enum tt_chip chip;
    unsigned unpacker, in;
    bool is_dst, has_e4m3, is_unsigned;
};

static struct tile *tile_for(const struct way *way)
{
    struct tile *tile = unpack_tile_new(way->chip);
    set_formats(tile, way->unpacker, way->in, way->in);
    set_section(tile, way->unpacker, "REG5_Tile_x_dim_cntx0", DATUMS);
    set_descriptor(tile, way->unpacker, 0, way->in | 1u << 4 | (uint32_t)DATUMS << 16);
    set_section(tile, way->unpacker, "REG2_Unpack_if_sel_cntx0", way->is_dst);
    if (way->is_dst)
        set_field(tile, "SRCA_SET_SetOvrdWithAddr", 0);
    if (way->chip == TT_BLACKHOLE)
        set_section(tile, way->unpacker, "REG1_Unp_LF8_4b_exp", way->has_e4m3);
    set_field(tile, way->unpacker ? "ALU_FORMAT_SPEC_REG0_SrcBUnsigned" : "ALU_FORMAT_SPEC_REG0_SrcAUnsigned",
              way->is_unsigned);
    unpack_adc(tile, way->unpacker)->ch[1].x = DATUMS - 1;
    return tile;
}

static uint32_t cell_at(struct tile *tile, const struct way *way, const struct ref_write *at)
{
    const struct tile_state *state = tile_state(tile);
    if (way->is_dst)
        return state->dst[at->row][at->column];
    return way->unpacker ? state->srcb[0][at->row][at->column] : state->srca[0][at->row][at->column];
}

/* What stands at IN_ADDR, by hardware and by reference. */
static void compare(struct tile *tile, const struct way *way, bool forces, uint32_t forced)
{
    struct ref_write writes[DATUMS];
    const struct ref_unpack u = {
        .has_wide_rows = way->chip == TT_BLACKHOLE,
        .fp8_fills_up = way->chip == TT_BLACKHOLE,
        .unpacker = way->unpacker,
        .l1 = tile_state(tile)->l1,
        .l1_bytes = L1_BYTES_MAX,
        .in = way->in,
        .out = way->in,
        .has_e4m3 = way->has_e4m3,
        .is_unsigned = way->is_unsigned,
        .forces_exponent = forces,
        .forced_exponent = forced,
        .base_x16 = IN_ADDR / 16 - 1,
        .x_dim = DATUMS,
        .y_dim = 1,
        .z_dim = 1,
        .w_dim = 1,
        .x1 = DATUMS - 1,
        .is_dst = way->is_dst,
        .has_override = !way->is_dst,
        .place = way->unpacker ? 0 : 64,
    };
    run_word(tile, unpacr(tile, way->unpacker));
    ck_assert_uint_eq(ref_unpack(&u, writes), DATUMS);
    for (uint32_t i = 0; i < DATUMS; i++)
        ck_assert_msg(cell_at(tile, way, &writes[i]) == writes[i].cell,
                      "in %u unpacker %u dst %d exponent %u datum %u: %05x, wanted %05x", way->in, way->unpacker,
                      way->is_dst, forced, i, cell_at(tile, way, &writes[i]), writes[i].cell);
}

static void all_bytes(const struct way *way)
{
    struct tile *tile = tile_for(way);
    for (uint32_t i = 0; i < DATUMS; i++)
        tile_state(tile)->l1[IN_ADDR + i] = (uint8_t)i;
    compare(tile, way, false, 0);
    tile_free(tile);
}

static void all_halves(const struct way *way)
{
    struct tile *tile = tile_for(way);
    uint8_t *l1 = tile_state(tile)->l1;
    for (uint32_t from = 0; from < 0x10000; from += DATUMS) {
        for (uint32_t i = 0; i < DATUMS; i++) {
            l1[IN_ADDR + 2 * i] = (uint8_t)(from + i);
            l1[IN_ADDR + 2 * i + 1] = (uint8_t)((from + i) >> 8);
        }
        compare(tile, way, false, 0);
    }
    tile_free(tile);
}

/* All bytes of mantissas, whatever their width, under each exponent. */
static void all_blocks(const struct way *way)
{
    struct tile *tile = tile_for(way);
    for (uint32_t i = 0; i < DATUMS; i++)
        tile_state(tile)->l1[IN_ADDR + i] = (uint8_t)i;
    set_section(tile, way->unpacker, "REG2_Force_shared_exp", 1);
    for (uint32_t exponent = 0; exponent < 256; exponent++) {
        set_unp(tile, way->unpacker, "FORCED_SHARED_EXP_shared_exp", exponent);
        compare(tile, way, true, exponent);
    }
    tile_free(tile);
}

/* Calls `test` for each chip and target. */
static void every_way(unsigned in, bool has_e4m3, bool is_unsigned, void (*test)(const struct way *way))
{
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (unsigned target = 0; target < 3; target++) { /* SrcA, SrcB, Dst */
            const struct way way = {(enum tt_chip)chip, target == 1, in, target == 2, has_e4m3 && chip == TT_BLACKHOLE,
                                    is_unsigned};
            test(&way);
        }
    }
}

START_TEST(convert__fp8_of_either_kind)
{
    every_way(10, false, false, all_bytes);
    every_way(10, true, false, all_bytes);
}
END_TEST

START_TEST(convert__int8_with_and_without_sign)
{
    every_way(14, false, false, all_bytes);
    every_way(14, false, true, all_bytes);
}
END_TEST

START_TEST(convert__fp16_bf16_int16)
{
    every_way(1, false, false, all_halves);
    every_way(5, false, false, all_halves);
    every_way(9, false, false, all_halves);
}
END_TEST

START_TEST(convert__bfp_under_every_exponent)
{
    static const uint8_t formats[] = {6, 7, 15, 2, 3, 11};
    for (unsigned i = 0; i < sizeof formats; i++)
        every_way(formats[i], false, false, all_blocks);
}
END_TEST

/* 32 bits: boundaries of exponent and mantissa, with the neighbours of each. */
START_TEST(convert__fp32_boundaries)
{
    static const uint8_t outs[] = {4, 5, 1};
    for (unsigned o = 0; o < sizeof outs; o++) {
        struct tile *tile = unpack_tile_new(TT_BLACKHOLE);
        set_formats(tile, 0, 0, outs[o]);
        for (uint32_t exponent = 0; exponent < 256; exponent++) {
            uint32_t values[256];
            for (uint32_t i = 0; i < 256; i++)
                values[i] = i << 31 | exponent << 23 | ((0x007FFFFFu >> (i / 11)) & ~((i / 2 % 5) << 11));
            copy_numbers(&tile_state(tile)->l1[IN_ADDR], values, 256, sizeof *values);
            struct ref_write writes[256];
            const struct ref_unpack u = {.has_wide_rows = true,
                                         .l1 = tile_state(tile)->l1,
                                         .l1_bytes = L1_BYTES_MAX,
                                         .in = 0,
                                         .out = outs[o],
                                         .base_x16 = IN_ADDR / 16 - 1,
                                         .x_dim = 256,
                                         .y_dim = 1,
                                         .z_dim = 1,
                                         .w_dim = 1,
                                         .x1 = 255,
                                         .has_override = true,
                                         .place = 64};
            run_word(tile, unpacr(tile, 0));
            ck_assert_uint_eq(ref_unpack(&u, writes), 256);
            for (uint32_t i = 0; i < 256; i++)
                ck_assert_msg(tile_state(tile)->srca[0][writes[i].row][writes[i].column] == writes[i].cell,
                              "%08x to %u: %05x, wanted %05x", values[i], outs[o],
                              tile_state(tile)->srca[0][writes[i].row][writes[i].column], writes[i].cell);
        }
        tile_free(tile);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("unpack_convert");
    TCase *tests = tcase_create("unpack_convert");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, convert__fp8_of_either_kind);
    tcase_add_test(tests, convert__int8_with_and_without_sign);
    tcase_add_test(tests, convert__fp16_bf16_int16);
    tcase_add_test(tests, convert__bfp_under_every_exponent);
    tcase_add_test(tests, convert__fp32_boundaries);
    suite_add_tcase(suite, tests);
    return suite;
}
