/* SPDX-License-Identifier: Apache-2.0 */
/* Every value of 16 bits through loads, stores, constants, tables and conversions, on a tile, against the reference.
 * V24, V26, V27, V33, V34, V36, V41, V42 */
#include "reference/value.h"
#include "reference/vector_mad.h"
#include "reference/vector_values.h"
#include "unit/suite.h"
#include "unit/vector/vector_tile.h"

static struct tile *tile;

static void setup(void)
{
    tile = vector_tile_new(TT_BLACKHOLE);
}

static void teardown(void)
{
    tile_free(tile);
}

static void use_chip(int i)
{
    tile_free(tile);
    tile = vector_tile_new((enum tt_chip)i);
}

/* ---- Dst ---- */

/* 32 cells of rows 0 to 3, even columns. */
static uint16_t *cell(unsigned lane)
{
    return &tile_state(tile)->dst[lane / 8][2 * (lane % 8)];
}

START_TEST(loads_of_all_cells)
{
    use_chip(_i);
    for (uint32_t mode = 1; mode <= 2; mode++) {
        const uint32_t word = VWORD(tile, "SFPLOAD", {"instr_mod0", mode});
        for (uint32_t first = 0; first < 0x10000; first += LANES) {
            for (unsigned lane = 0; lane < LANES; lane++)
                *cell(lane) = (uint16_t)(first + lane);
            run_word(tile, word);
            for (unsigned lane = 0; lane < LANES; lane++)
                ck_assert_uint_eq(lreg(tile, 0)[lane], ref_vector_load16((int)mode, first + lane));
        }
    }
}
END_TEST

/* The upper half is what stores look at; the lower one must not matter but for what is cut. */
START_TEST(stores_of_all_upper_halves)
{
    uint64_t seed = 3;
    use_chip(_i);
    for (uint32_t mode = 1; mode <= 2; mode++) {
        const uint32_t word = VWORD(tile, "SFPSTORE", {"instr_mod0", mode});
        for (uint32_t first = 0; first < 0x10000; first += LANES) {
            for (unsigned lane = 0; lane < LANES; lane++)
                lreg(tile, 0)[lane] = (first + lane) << 16 | (ref_random(&seed) & 0xFFFF);
            run_word(tile, word);
            for (unsigned lane = 0; lane < LANES; lane++)
                ck_assert_uint_eq(*cell(lane), ref_vector_store16((int)mode, lreg(tile, 0)[lane]));
        }
    }
}
END_TEST

/* What a store of 32 bits writes, a load reads; integers of both kinds too. */
START_TEST(stores_and_loads_of_32_bits)
{
    uint64_t seed = 4;
    use_chip(_i);
    for (int round = 0; round < 200; round++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            lreg(tile, 0)[lane] = ref_random(&seed) | (round % 2 ? 0x00800000 : 0x40000000);
        static const uint32_t modes[] = {3, 4, 12};
        const uint32_t mode = modes[round % 3];
        VRUN(tile, "SFPSTORE", {"instr_mod0", mode}, {"dest_reg_addr", 16});
        VRUN(tile, "SFPLOAD", {"instr_mod0", mode}, {"dest_reg_addr", 16}, {"lreg_ind", 1});
        ck_assert_mem_eq(lreg(tile, 0), lreg(tile, 1), sizeof tile_state(tile)->lreg[0]);
    }
}
END_TEST

/* ---- constants ---- */

static uint32_t rebiased(uint32_t h)
{
    return h / 0x8000 * 0x80000000u + (112 * 1024 + h % 0x8000) * 8192;
}

START_TEST(constants_of_all_values)
{
    for (uint32_t imm = 0; imm < 0x10000; imm++) {
        fill_lreg(tile, 2, 0x12345678);
        VRUN(tile, "SFPLOADI", {"imm16", imm}, {"instr_mod0", 1});
        VRUN(tile, "SFPLOADI", {"imm16", imm}, {"instr_mod0", 4}, {"lreg_ind", 1});
        VRUN(tile, "SFPLOADI", {"imm16", imm}, {"instr_mod0", 8}, {"lreg_ind", 2});
        ck_assert_uint_eq(lreg(tile, 0)[imm % LANES], rebiased(imm));
        ck_assert_uint_eq(lreg(tile, 1)[imm % LANES], imm < 0x8000 ? imm : imm + 0xFFFF0000);
        ck_assert_uint_eq(lreg(tile, 2)[imm % LANES], imm * 0x10000 + 0x5678);
    }
}
END_TEST

/* ---- tables ---- */

/* The segment of |x|, of three whole ones. */
static int segment(uint32_t x)
{
    return x % 0x80000000u < 0x3F800000 ? 0 : x % 0x80000000u < 0x40000000 ? 1 : 2;
}

START_TEST(lut_of_all_upper_halves)
{
    uint64_t seed = 5;
    use_chip(_i);
    for (uint32_t first = 0; first < 0x10000; first += LANES) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            for (unsigned reg = 0; reg < 3; reg++)
                lreg(tile, reg)[lane] = ref_random(&seed);
            lreg(tile, 3)[lane] = (first + lane) << 16 | (ref_random(&seed) & 0xFFFF);
        }
        VRUN(tile, "SFPLUT", {"instr_mod0", 4}, {"lreg_ind", 5});
        for (unsigned lane = 0; lane < LANES; lane++) {
            const uint32_t x = lreg(tile, 3)[lane], entry = lreg(tile, (unsigned)segment(x))[lane];
            const uint32_t a = ref_vector_coefficient8(entry / 256 % 256), c = ref_vector_coefficient8(entry % 256);
            const uint32_t y = ref_vector_mad(_i == TT_WORMHOLE_B0, a, x & 0x7FFFFFFF, c);
            ck_assert_uint_eq(lreg(tile, 5)[lane], (x & 0x80000000) | (y & 0x7FFFFFFF));
        }
    }
}
END_TEST

/* Upper bounds of the six segments of half an octave's width, as FP32. */
static const uint32_t bounds[2][5] = {{0x3F000000, 0x3F800000, 0x3FC00000, 0x40000000, 0x40400000},
                                      {0x3F000000, 0x3F800000, 0x3FC00000, 0x40000000, 0x40800000}};

START_TEST(lutfp32_of_all_upper_halves)
{
    uint64_t seed = 6;
    use_chip(_i & 1);
    const unsigned mode = 2 + (unsigned)_i / 2;
    for (uint32_t first = 0; first < 0x10000; first += LANES) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            for (unsigned reg = 0; reg < 8; reg++)
                lreg(tile, reg)[lane] = ref_random(&seed);
            lreg(tile, 3)[lane] = (first + lane) << 16;
        }
        uint32_t before[8][LANES];
        memcpy(before, tile_state(tile)->lreg, sizeof before);
        VRUN(tile, "SFPLUTFP32", {"instr_mod1", mode}, {"lreg_dest", 7});
        for (unsigned lane = 0; lane < LANES; lane++) {
            const uint32_t b = before[3][lane] & 0x7FFFFFFF;
            unsigned i = 0;
            while (i < 5 && b >= bounds[mode - 2][i])
                i++;
            const uint32_t a = before[i / 2][lane] >> (i % 2 ? 16 : 0), c = before[4 + i / 2][lane] >> (i % 2 ? 16 : 0);
            ck_assert_uint_eq(lreg(tile, 7)[lane], ref_vector_mad(_i & 1, ref_vector_coefficient16(a % 65536), b,
                                                                  ref_vector_coefficient16(c % 65536)));
        }
    }
}
END_TEST

START_TEST(reciprocal_and_exponential_of_all_upper_halves)
{
    for (uint32_t first = 0; first < 0x10000; first += LANES) {
        for (unsigned lane = 0; lane < LANES; lane++)
            lreg(tile, 0)[lane] = (first + lane) << 16 | 0x1234;
        VRUN(tile, "SFPARECIP", {"lreg_dest", 1});
        VRUN(tile, "SFPARECIP", {"lreg_dest", 2}, {"instr_mod1", 2});
        for (unsigned lane = 0; lane < LANES; lane++) {
            const uint32_t x = lreg(tile, 0)[lane], u = x & 0x7FFFFFFF, sign = x & 0x80000000;
            ck_assert_uint_eq(lreg(tile, 1)[lane], sign | ref_vector_reciprocal(u));
            ck_assert_uint_eq(lreg(tile, 2)[lane], sign | ref_vector_exponential(u));
        }
    }
}
END_TEST

/* ---- conversions ---- */

START_TEST(casts)
{
    uint64_t seed = 7;
    use_chip(_i);
    for (uint32_t first = 0; first < 0x40000; first += LANES) {
        for (unsigned lane = 0; lane < LANES; lane++) {
            const uint32_t at = first + lane; /* all integers of 17 bits and a sign, then any */
            const uint32_t small = (at & 0x1FFFF) | at >> 17 << 31;
            lreg(tile, 0)[lane] = first < 0x20000 ? small : ref_random(&seed) >> ref_random(&seed) % 16;
        }
        VRUN(tile, "SFPCAST", {"lreg_dest", 1});
        for (unsigned lane = 0; lane < LANES; lane++)
            ck_assert_uint_eq(lreg(tile, 1)[lane], ref_vector_cast(lreg(tile, 0)[lane]));
    }
}
END_TEST

START_TEST(rounds)
{
    static const uint32_t forms[] = {0, 1, 2, 3, 6, 7}, lows[] = {0, 0x0FFF, 0x1000, 0x1001, 0x7FFF, 0x8000, 0xFFFF};
    uint64_t seed = 8;
    use_chip(_i);
    for (unsigned f = 0; f < sizeof forms / sizeof *forms; f++) {
        const uint32_t word = VWORD(tile, "SFP_STOCH_RND", {"instr_mod1", forms[f]}, {"lreg_dest", 1});
        for (uint32_t first = 0; first < 0x10000; first += LANES) {
            for (unsigned lane = 0; lane < LANES; lane++)
                lreg(tile, 0)[lane] = (first + lane) << 16 | lows[ref_random(&seed) % 7];
            run_word(tile, word);
            for (unsigned lane = 0; lane < LANES; lane++)
                ck_assert_msg(lreg(tile, 1)[lane] == ref_vector_round((int)forms[f], lreg(tile, 0)[lane]),
                              "form %u of %08X: %08X", (unsigned)forms[f], (unsigned)lreg(tile, 0)[lane],
                              (unsigned)lreg(tile, 1)[lane]);
        }
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("vector values");
    TCase *tc = tcase_create("values");
    tcase_set_timeout(tc, 0);
    tcase_add_checked_fixture(tc, setup, teardown);
    tcase_add_loop_test(tc, loads_of_all_cells, 0, 2);
    tcase_add_loop_test(tc, stores_of_all_upper_halves, 0, 2);
    tcase_add_loop_test(tc, stores_and_loads_of_32_bits, 0, 2);
    tcase_add_test(tc, constants_of_all_values);
    tcase_add_loop_test(tc, lut_of_all_upper_halves, 0, 2);
    tcase_add_loop_test(tc, lutfp32_of_all_upper_halves, 0, 4);
    tcase_add_test(tc, reciprocal_and_exponential_of_all_upper_halves);
    tcase_add_loop_test(tc, casts, 0, 2);
    tcase_add_loop_test(tc, rounds, 0, 2);
    suite_add_tcase(s, tc);
    return s;
}
