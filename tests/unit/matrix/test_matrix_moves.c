/* SPDX-License-Identifier: Apache-2.0 */
/* What moves and maxima keep of cells, by format, width and column (M23y, M21x, M57y, M60, SL-028, SL-029, SL-098), and
 * what a probe sees of moves. */
#include "isa/registers.h"
#include "isa/variants.h"
#include "numeric/dst_rows.h"
#include "numeric/format.h"
#include "tile/matrix/matrix.h"
#include "tile/tile_internal.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "matrix_findings.h"

#include <stdio.h>

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

/* ---- what chips do, and a simulator does not ---- */

enum { FP32_ENABLED = 1 << 29, INT8_MATH = UINT32_C(1) << 31, ALL_BITS = 0x7FFFF, TF32 = 4, FP8 = 10, BFP4A = 3 };

static void write_word(uint32_t bits)
{
    tile_state(tile)->cfg[0][1] |= bits;
    tile_state_changed(tile);
}

/* What MOVB2D writes of a cell of ones: MOVB2D, revision 88d4bf9. As TF32, so that all bits that are taken are seen. */
START_TEST(movb2d_masks_by_the_chips_table)
{
    static const struct {
        uint32_t format, wormhole;
    } cases[] = {{1, 0x7FF1F},  {FP8, 0x7FF1F},  {2, 0x7FF1F},     {INT8, 0x7FF1F}, {BFP4A, 0x7F81F},
                 {11, 0x7F81F}, {BF16, 0x7F8FF}, {TF32, ALL_BITS}, {9, 0x7F8FF},    {15, 0x7F8FF}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        start(_i, TF32);
        const uint32_t taken = _i ? cases[i].wormhole : ALL_BITS;
        struct tile_state *state = tile_state(tile);
        state->cfg[0][1] = TF32 << 17 | cases[i].format << 21;
        for (unsigned bank = 0; bank < SRC_BANKS && chip == TT_BLACKHOLE; bank++)
            state->small.src_format.b[bank] = TF32; /* the write goes by it, too */
        state->srcb[0][0][5] = ALL_BITS;
        tile_state_changed(tile);
        run_word(tile, WORD(chip, "MOVB2D", {"movb2d_instr_mod", 4}));
        ck_assert_uint_eq(state->dst[0][5], (taken >> 3 & 0xFF00) | (taken & 0xFF));
        ck_assert_uint_eq(state->dst[DST_LOW_HALF][5], (taken >> 8 & 7) << 13);
        if (i + 1 < sizeof cases / sizeof *cases)
            tile_free(tile);
    }
}
END_TEST

/* FP16 with an exponent of eight bits, of which a 16-bit cell with five would drop three. */
START_TEST(integer_mathematics_widens_exponents)
{
    static const uint32_t cell = 0x155 << 8 | 0xF3;
    start(_i, FP16);
    write_word(INT8_MATH);
    struct tile_state *state = tile_state(tile);
    state->srca[0][0][5] = cell;
    state->srcb[0][0][5] = cell & 0x7FF1F;
    run_word(tile, WORD(chip, "MOVA2D", {"instr_mod", 2}));
    ck_assert_uint_eq(state->dst[0][5], (0x155 >> 3) << 8 | 0xF3);
    run_word(tile, WORD(chip, "MOVB2D", {"dst", 8}, {"movb2d_instr_mod", 4}));
    ck_assert_uint_eq(state->dst[8][5], (0x155 >> 3) << 8 | 0x13);
    const struct variant_set simulator = variants_of_simulator();
    tile_set_variants(tile, &simulator);
    run_word(tile, WORD(chip, "MOVB2D", {"dst", 16}, {"movb2d_instr_mod", 4}));
    ck_assert_uint_eq(state->dst[16][5], 0x155 << 5 | 0x13);
}
END_TEST

/* tt-llk issue 449: under Fp32_enabled Blackhole's MOVD2B takes zeros from lower halves, and MOVB2D writes both. */
START_TEST(lower_halves_under_fp32)
{
    struct listener heard;
    start(_i, BF16);
    write_word(FP32_ENABLED);
    listener_attach(&heard, tile);
    struct tile_state *state = tile_state(tile);
    const bool is_blackhole = chip == TT_BLACKHOLE;
    state->dst[0][5] = 0x1234;
    state->dst[DST_LOW_HALF][5] = 0x4567;
    run_word(tile, WORD(chip, "MOVD2B", {"instr_mod", 2}, {"dest_32b_lo", 1}));
    ck_assert_uint_eq(state->srcb[0][0][5], is_blackhole ? 0 : (0x4567 & 0xFF00) << 3 | 0x67);
    state->srcb[0][0][5] = 0x155 << 8 | 0x73;
    run_word(tile, WORD(chip, "MOVB2D", {"movb2d_instr_mod", 4}, {"dest_32b_lo", 1}));
    ck_assert_uint_eq(heard.has_finding[FINDING_MATRIX_TF32_TO_LOW_HALVES], is_blackhole);
    ck_assert_uint_eq(state->dst[0][5], is_blackhole ? 0x2A73 : 0x1234);
    ck_assert_uint_eq(state->dst[DST_LOW_HALF][5], is_blackhole ? 5 << 13 : 0x2A73);
}
END_TEST

/* M55y, tt-metal PR#47311: on Blackhole the upper half of a cleared row comes out again. */
START_TEST(a_low_half_of_a_cleared_row)
{
    struct listener heard;
    start(_i, BF16);
    listener_attach(&heard, tile);
    struct tile_state *state = tile_state(tile);
    const bool is_blackhole = chip == TT_BLACKHOLE;
    state->dst[0][5] = 0x1234;
    state->dst[1][5] = 0x4321;
    state->dst_valid[0] = 0;
    state->srca[0][0][5] = state->srca[0][1][5] = 0x155 << 8 | 0x73;
    run_word(tile, WORD(chip, "MOVA2D", {"instr_mod", 2}, {"dest_32b_lo", 1}));
    ck_assert_uint_eq(heard.has_finding[FINDING_MATRIX_LOW_MOVE_UNMASKS], is_blackhole);
    ck_assert_uint_eq(state->dst_valid[0], 1);
    ck_assert_uint_eq(state->dst[0][5], is_blackhole ? 0x1234 : 0);
    ck_assert_uint_eq(state->dst[1][5], 0x4321);
    ck_assert_uint_eq(state->dst[DST_LOW_HALF][5], 0x2A73);
}
END_TEST

/* LaneConfig is a column pair's own. */
START_TEST(blocked_columns_are_a_pairs_own)
{
    start(_i, BF16);
    struct tile_state *state = tile_state(tile);
    state->small.lane_config = 1 << 9;                             /* the even ones of all pairs */
    state->vector.lane_config_xor[3] = UINT32_C(1) << 9 | 1 << 10; /* of the fourth the odd one */
    for (unsigned column = 0; column < DST_COLUMNS; column++)
        state->srca[0][0][column] = 127;
    run_word(tile, WORD(chip, "MOVA2D", {"instr_mod", 2}));
    for (unsigned column = 0; column < DST_COLUMNS; column++)
        ck_assert_uint_eq(state->dst[0][column], (column & 1) != (column / 2 == 3) ? 127 : 0);
}
END_TEST

/* ---- what a probe sees ---- */

enum { STAGES = 3, VALUES = 256 };
static struct heard_stage {
    char name[16];
    enum format format;
    uint32_t count, values[VALUES];
    uint16_t cells[VALUES];
} stages[STAGES];
static unsigned stage_count;

static void hear_stage(void *user, const struct probe_stage *stage)
{
    unsigned count = 0;
    (void)user;
    ck_assert_uint_lt(stage_count, STAGES);
    struct heard_stage *heard = &stages[stage_count++];
    ck_assert(stage->count <= VALUES && stage->origin && stage->value_bytes == 4);
    (void)snprintf(heard->name, sizeof heard->name, "%s", unit_stages(stage->unit, &count)[stage->stage].name);
    heard->format = (enum format)stage->format;
    heard->count = stage->count;
    memcpy(heard->values, stage->values, stage->count * sizeof *heard->values);
    memcpy(heard->cells, stage->origin, stage->count * sizeof *heard->cells);
}

static void hear(uint32_t word)
{
    static const char *const names[STAGES] = {"source", "taken", "stored"};
    static const struct probe probe = {.wants = PROBE_STAGE, .stage = hear_stage};
    stage_count = 0;
    tile_set_probe(tile, &probe);
    run_word(tile, word);
    tile_set_probe(tile, NULL);
    ck_assert_uint_eq(stage_count, STAGES);
    for (unsigned i = 0; i < STAGES; i++) {
        ck_assert_str_eq(stages[i].name, names[i]);
        ck_assert_uint_eq(stages[i].count, stages[0].count);
    }
}

/* A value of the three stages, which went from cell to cell. */
static void check_moved(uint32_t nth, uint32_t from, uint32_t to, uint32_t source, uint32_t taken, uint32_t stored)
{
    ck_assert_uint_eq(stages[0].cells[nth], from);
    ck_assert_uint_eq(stages[2].cells[nth], to);
    ck_assert_uint_eq(stages[0].values[nth], source);
    ck_assert_uint_eq(stages[1].values[nth], taken);
    ck_assert_uint_eq(stages[2].values[nth], stored);
}

static void fill_sources(void)
{
    struct tile_state *state = tile_state(tile);
    for (unsigned row = 0; row < SRC_ROWS; row++)
        for (unsigned column = 0; column < SRC_COLUMNS; column++) {
            state->srca[0][row][column] = row << 11 | (column + 1);
            state->srcb[0][row][column] = (row ^ 63) << 11 | (column + 1);
        }
}

START_TEST(stages_of_moves_to_dst)
{
    start(_i, BF16);
    fill_sources();
    tile_state(tile)->srca[0][9][2] = 0x155 << 8; /* exponent 0 */
    hear(WORD(chip, "MOVA2D", {"dst", 16}, {"src", 8}, {"instr_mod", 2}));
    ck_assert_uint_eq(stages[0].count, 8 * 16);
    ck_assert_int_eq(stages[2].format, FORMAT_BF16);
    check_moved(0, 8 * 16, 16 * 16, 8 << 11 | 1, 8 << 11 | 1, 1 << 7 | 8);
    check_moved(18, 9 * 16 + 2, 17 * 16 + 2, 0x155 << 8, 0, 0);
    hear(WORD(chip, "MOVB2D", {"src", 3}, {"movb2d_instr_mod", 3})); /* a datum for all of eight rows */
    check_moved(8 * 16 - 1, 3 * 16, 8 * 16 - 1, 60 << 11 | 1, 60 << 11 | 1, 1 << 7 | 60);
    tile_state(tile)->dst[dst_adj32(8, false, false)][4] = 0x1234;
    hear(WORD(chip, "MOVA2D", {"dst", 8}, {"instr_mod", 2}, {"dest_32b_lo", 1}));
    ck_assert_int_eq(stages[2].format, FORMAT_FP32);
    check_moved(4, 4, 8 * 16 + 4, 5, 5, (0x34u << 23 | 0x12 << 16) | 5);
}
END_TEST

START_TEST(stages_of_moves_to_sources)
{
    start(_i, BF16);
    fill_sources();
    tile_state(tile)->dst[5][3] = 0x8A7F;
    hear(WORD(chip, "MOVD2A", {"dst", 4}, {"src", 8}, {"instr_mod", 2}));
    check_moved(19, 5 * 16 + 3, 9 * 16 + 3, 0x8A7F, 0x8A7F, 0x8000 | 0x7F << 7 | 0x0A);
    write_word(FP32_ENABLED);
    hear(WORD(chip, "MOVD2B", {"dst", 4}, {"src", 8}, {"instr_mod", 2}));
    check_moved(19, 5 * 16 + 3, 9 * 16 + 3, 0x8A7F0000, 0x8A7F, 0x8000 | 0x7F << 7 | 0x0A);
    hear(WORD(chip, "MOVB2A", {"srcb", 4}, {"srca", 20}, {"instr_mod", 2}));
    check_moved(16, 5 * 16, 21 * 16, 58 << 11 | 1, 58 << 11 | 1, 1 << 7 | 58);
}
END_TEST

START_TEST(stages_of_shifts)
{
    start(_i, BF16);
    fill_sources();
    hear(WORD(chip, "TRNSPSRCB", {NULL, 0}));
    check_moved(18, (16 + 2) * 16 + 1, 17 * 16 + 2, 45 << 11 | 2, 45 << 11 | 2, 45 << 3 | 2 << 10);
    run_word(tile, WORD(chip, "MOVB2A", {"srca", 32}, {"srcb", 0}));
    hear(WORD(chip, "SHIFTXA", {"shift_mode", 2}));
    ck_assert_uint_eq(stages[0].count, 16 * 15);
    check_moved(15, 33 * 16, 17, 33 << 11 | 1, 33 << 11 | 1, 33 << 3 | 1 << 10);
    hear(WORD(chip, "SHIFTXB", {"shift_row", 2}));
    ck_assert_uint_eq(stages[0].count, 16);
    check_moved(15, 2 * 16, 2 * 16 + 15, 61 << 11 | 1, 61 << 11 | 1, 61 << 3 | 1 << 10);
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
    tcase_add_loop_test(tc, movb2d_masks_by_the_chips_table, 0, 2);
    tcase_add_loop_test(tc, integer_mathematics_widens_exponents, 0, 2);
    tcase_add_loop_test(tc, lower_halves_under_fp32, 0, 2);
    tcase_add_loop_test(tc, a_low_half_of_a_cleared_row, 0, 2);
    tcase_add_loop_test(tc, blocked_columns_are_a_pairs_own, 0, 2);
    tcase_add_loop_test(tc, stages_of_moves_to_dst, 0, 2);
    tcase_add_loop_test(tc, stages_of_moves_to_sources, 0, 2);
    tcase_add_loop_test(tc, stages_of_shifts, 0, 2);
    suite_add_tcase(s, tc);
    return s;
}
