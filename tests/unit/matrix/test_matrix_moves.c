/* SPDX-License-Identifier: Apache-2.0 */
/* What moves and maxima keep of cells of five exponent bits: integers, forced FP16, lower halves (M23y, M21x). */
#include "isa/registers.h"
#include "numeric/dst_rows.h"
#include "tile/matrix/matrix.h"
#include "tile/tile_internal.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

enum { INT8 = 14, INT32 = 8, FP16 = 1, BF16 = 5, FP16_ONE = 15, SIXTEEN = 16 /* the exponent of integers */ };

static struct tile *tile;
static enum tt_chip chip;

static void start(int index, uint32_t format)
{
    chip = index ? TT_WORMHOLE_B0 : TT_BLACKHOLE;
    tile = tile_new(chip);
    struct tile_state *state = tile_state(tile);
    state->cfg[0][1] = format << 17 | format << 21;
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        state->small.src_valid.a[bank] = state->small.src_valid.b[bank] = 1;
        state->small.src_format.a[bank] = state->small.src_format.b[bank] = (uint8_t)format;
    }
    tile_state_changed(tile);
}

static void teardown(void)
{
    tile_free(tile);
}

static void force_fp16(void)
{
    const struct reg_field *force = reg_field_get(chip, reg_find(chip, "FP16A_FORCE_Enable"));
    run_word(tile, WORD(chip, "SETC16", {"setc16_reg", force->word}, {"setc16_value", 1u << force->shift}));
}

static uint32_t integer(uint32_t magnitude)
{
    return magnitude << 8 | SIXTEEN;
}

static void passes_each_magnitude(void)
{
    for (uint32_t magnitude = 1; magnitude < 1024; magnitude++) {
        tile_state(tile)->srcb[0][0][5] = integer(magnitude);
        run_word(tile, WORD(chip, "MOVB2D", {"movb2d_instr_mod", 4}));
        ck_assert_uint_eq(tile_state(tile)->dst[0][5], magnitude << 5 | SIXTEEN);
    }
}

START_TEST(movb2d_passes_integers)
{
    start(_i, INT8);
    passes_each_magnitude();
}
END_TEST

START_TEST(forced_fp16_passes_any_format)
{
    start(_i, INT32);
    force_fp16();
    passes_each_magnitude();
}
END_TEST

/* Rows 4 and 5 of SrcA differ in their lowest bit alone. */
START_TEST(forced_fp16_compares_all_bits)
{
    start(_i, BF16);
    force_fp16();
    struct tile_state *state = tile_state(tile);
    for (unsigned i = 0; i < SRC_COLUMNS; i++)
        state->srcb[0][0][i] = FP16_ONE;
    state->srca[0][4][0] = 0x100 << 8 | FP16_ONE;
    state->srca[0][5][0] = 0x101 << 8 | FP16_ONE;
    run_word(tile, WORD(chip, "GMPOOL", {"dst", 0}));
    ck_assert_uint_eq(state->dst[0][0], 0x101 << 5 | FP16_ONE);
}
END_TEST

START_TEST(lower_halves_of_five_exponent_bits)
{
    start(_i, FP16);
    struct tile_state *state = tile_state(tile);
    const unsigned at = dst_adj32(8, false, false);
    const uint32_t cell = 0x2A5 << 8 | 0x13;
    state->srca[0][0][3] = state->srcb[0][0][7] = cell;
    state->dst[at][3] = state->dst[at][7] = 0x1234;
    run_word(tile, WORD(chip, "MOVA2D", {"dst", 8}, {"instr_mod", 2}, {"dest_32b_lo", 1}));
    ck_assert_uint_eq(state->dst[at][3], 0x1234);
    ck_assert_uint_eq(state->dst[at + DST_LOW_HALF][3], 0x2A5 << 5 | 0x13);
    run_word(tile, WORD(chip, "MOVB2D", {"dst", 8}, {"movb2d_instr_mod", 4}, {"dest_32b_lo", 1}));
    ck_assert_uint_eq(state->dst[at][7], 0x1234);
    ck_assert_uint_eq(state->dst[at + DST_LOW_HALF][7], 0x2A5 << 5 | 0x13);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("matrix moves");
    TCase *tc = tcase_create("moves");
    tcase_add_checked_fixture(tc, NULL, teardown);
    tcase_add_loop_test(tc, movb2d_passes_integers, 0, 2);
    tcase_add_loop_test(tc, forced_fp16_passes_any_format, 0, 2);
    tcase_add_loop_test(tc, forced_fp16_compares_all_bits, 0, 2);
    tcase_add_loop_test(tc, lower_halves_of_five_exponent_bits, 0, 2);
    suite_add_tcase(s, tc);
    return s;
}
