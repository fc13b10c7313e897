/* SPDX-License-Identifier: Apache-2.0 */
/* Debug bit 11: 16-bit accesses to Dst are to the upper halves of 32 bits (M9x, M57x), and what the public
 * transposition of 32-bit data makes of it (tt-llk, llk_math_transpose_dest.h). */
#include "isa/registers.h"
#include "numeric/dst_rows.h"
#include "observe/unknown.h"
#include "reference/value.h"
#include "tile/state.h"
#include "unit/stores.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "debug_findings.h"
#include "dst_findings.h"
#include "matrix_findings.h"

#include <stdlib.h>

enum { FEATURE_DISABLE = 0xFFB12068, FACE = 16 };
enum { BF16_CODE = 5, INT32_CODE = 8 };

static struct tile *tile;
static struct listener heard;

static void set_cfg(const char *name, uint32_t value)
{
    const enum tt_chip chip = tile_chip(tile);
    const struct reg_field *field = reg_field_get(chip, reg_find(chip, name));
    ck_assert_msg(field && field->name, "%s", name);
    uint32_t *word = &tile_state(tile)->cfg[0][field->word];
    *word = (*word & ~(((UINT32_C(1) << field->bits) - 1) << field->shift)) | value << field->shift;
}

static void start(enum tt_chip chip, uint32_t format)
{
    tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    struct tile_state *state = tile_state(tile);
    set_cfg("ALU_FORMAT_SPEC_REG0_SrcA", format);
    set_cfg("ALU_FORMAT_SPEC_REG1_SrcB", format);
    set_cfg("ALU_ACC_CTRL_Zero_Flag_disabled_src", 1);
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        state->small.src_valid.a[bank] = state->small.src_valid.b[bank] = 1;
        state->small.src_format.a[bank] = state->small.src_format.b[bank] = format;
    }
    uint64_t seed = 20261122;
    for (unsigned row = 0; row < DST_ROWS; row++)
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            state->dst[row][column] = (uint16_t)ref_random(&seed);
    tile_state_changed(tile);
    listener_attach(&heard, tile);
    stores_mmio(tile, 0, 1, FEATURE_DISABLE, 1 << 11);
}

static void teardown(void)
{
    tile_free(tile);
}

#define RUN(mnemonic, ...) run_word(tile, WORD(tile_chip(tile), mnemonic, __VA_ARGS__))

static enum tt_chip chip_of(int i)
{
    return i ? TT_WORMHOLE_B0 : TT_BLACKHOLE;
}

START_TEST(a_move_reads_and_writes_upper_halves)
{
    start(chip_of(_i), BF16_CODE);
    const struct tile_state *state = tile_state(tile);
    uint16_t upper[4][DST_COLUMNS], lower[4][DST_COLUMNS];
    memcpy(upper, state->dst[dst_adj32(20, false, false)], sizeof upper);
    memcpy(lower, state->dst[dst_adj32(40, false, false) + DST_LOW_HALF], sizeof lower);
    RUN("MOVD2B", {"instr_mod", 2}, {"src", 16}, {"dst", 20});
    RUN("MOVB2D", {"movb2d_instr_mod", 4}, {"src", 16}, {"dst", 40});
    ck_assert_mem_eq(state->dst[dst_adj32(40, false, false)], upper, sizeof upper);
    /* The lower halves: as they were, and unknown. */
    ck_assert_mem_eq(state->dst[dst_adj32(40, false, false) + DST_LOW_HALF], lower, sizeof lower);
    const struct tile_range lost = *tile_unknown_write(tile);
    ck_assert_int_eq(lost.space, TT_SPACE_DST);
    ck_assert_uint_eq(lost.lo, (dst_adj32(40, false, false) + DST_LOW_HALF) * sizeof lower[0]);
    ck_assert_uint_eq(lost.hi, lost.lo + sizeof lower);
    ck_assert_int_eq(heard.last_finding, FINDING_DST_LOW_HALF_UNKNOWN);
}
END_TEST

/* The two halves are two cells: what is written to the lower one is known again, whatever it held. */
START_TEST(a_lower_half_is_known_once_it_is_written)
{
    enum { ROW = 40, ROWS = 4, CELL_BYTES = 2 };
    start(chip_of(_i), BF16_CODE);
    struct unknown *unknown = unknown_new(tile_chip(tile), NULL);
    const uint32_t upper = dst_adj32(ROW, false, false) * CELL_BYTES * DST_COLUMNS;
    const uint32_t lower = upper + DST_LOW_HALF * CELL_BYTES * DST_COLUMNS, column = lower + 3 * CELL_BYTES;
    unknown_mark(unknown, TT_SPACE_DST, lower, ROWS * CELL_BYTES * DST_COLUMNS);
    unknown_mark(unknown, TT_SPACE_SRCB, (16 * SRC_COLUMNS + 3) * sizeof(uint32_t), sizeof(uint32_t));
    unknown_refresh(unknown);
    tile_set_probe(tile, unknown_probe(unknown));
    RUN("MOVB2D", {"dest_32b_lo", 1}, {"movb2d_instr_mod", 4}, {"src", 16}, {"dst", ROW});
    for (uint32_t at = lower; at < lower + ROWS * CELL_BYTES * DST_COLUMNS; at++)
        ck_assert_int_eq(unknown_bits(unknown, TT_SPACE_DST, at) != 0, at == column || at == column + 1);
    tile_set_probe(tile, NULL);
    unknown_free(unknown);
}
END_TEST

START_TEST(zeroacc_of_a_row_marks_the_upper_half)
{
    start(chip_of(_i), BF16_CODE);
    RUN("ZEROACC", {tile_chip(tile) == TT_BLACKHOLE ? "where" : "dst", 20});
    ck_assert_uint_eq(tile_state(tile)->dst_valid[20], 1);
    ck_assert_uint_eq(tile_state(tile)->dst_valid[dst_adj32(20, false, false)], 0);
}
END_TEST

START_TEST(vector_loads_and_stores_go_there_too)
{
    start(chip_of(_i), BF16_CODE);
    const uint16_t cell = tile_state(tile)->dst[dst_adj32(8, false, false)][0];
    RUN("SFPLOAD", {"instr_mod0", 6}, {"lreg_ind", 1}, {"dest_reg_addr", 8});
    ck_assert_uint_eq(tile_state(tile)->lreg[1][0], cell);
    RUN("SFPSTORE", {"instr_mod0", 6}, {"lreg_ind", 1}, {"dest_reg_addr", 12});
    ck_assert_uint_eq(tile_state(tile)->dst[dst_adj32(12, false, false)][0], cell);
    const struct tile_range lost = *tile_unknown_write(tile);
    ck_assert_uint_eq(lost.lo, (dst_adj32(12, false, false) + DST_LOW_HALF) * 2 * DST_COLUMNS);
}
END_TEST

START_TEST(cleared_it_is_as_ever)
{
    start(chip_of(_i), BF16_CODE);
    stores_mmio(tile, 0, 1, FEATURE_DISABLE, 0);
    const uint16_t cell = tile_state(tile)->dst[8][0];
    RUN("SFPLOAD", {"instr_mod0", 6}, {"lreg_ind", 1}, {"dest_reg_addr", 8});
    ck_assert_uint_eq(tile_state(tile)->lreg[1][0], cell);
    stores_mmio(tile, 0, 1, FEATURE_DISABLE, 1 << 3);
    ck_assert_int_eq(heard.last_finding, FINDING_DEBUG_FEATURE_UNKNOWN);
}
END_TEST

/* ---- the transposition of a face of 32-bit data ---- */

static void rows_to_srcb(unsigned is_low)
{
    for (unsigned row = 0; row < FACE; row += 4)
        RUN("MOVD2B", {"dest_32b_lo", is_low}, {"src", FACE + row}, {"instr_mod", 2}, {"dst", row});
    RUN("TRNSPSRCB", {NULL, 0});
}

/* Upper halves by way of SrcA, so that the lower ones are read before they are written. */
static void transpose_face(void)
{
    rows_to_srcb(0);
    for (unsigned row = 0; row < FACE; row += 4)
        RUN("MOVB2A", {"srca", FACE + row}, {"instr_mod", 2}, {"srcb", FACE + row});
    rows_to_srcb(1);
    for (unsigned row = 0; row < FACE; row += 8)
        RUN("MOVA2D", {"src", FACE + row}, {"instr_mod", 2}, {"dst", row});
    for (unsigned row = 0; row < FACE; row += 4)
        RUN("MOVB2D", {"dest_32b_lo", 1}, {"src", FACE + row}, {"movb2d_instr_mod", 4}, {"dst", row});
}

static uint32_t datum(unsigned row, unsigned column)
{
    const unsigned at = dst_adj32(row, false, false);
    return (uint32_t)tile_state(tile)->dst[at][column] << 16 | tile_state(tile)->dst[at + DST_LOW_HALF][column];
}

/* As integers have it: INT8_math, so that Dst is 32 bits wide for what reads; and with neither, as Blackhole's
 * kernels have it for floats while the face is moved. */
START_TEST(transposition_of_32_bits)
{
    const bool is_integer = _i < 2;
    uint32_t before[FACE][FACE];
    start(is_integer ? chip_of(_i) : TT_BLACKHOLE, is_integer ? INT32_CODE : BF16_CODE);
    set_cfg("ALU_ACC_CTRL_INT8_math_enabled", is_integer);
    tile_state_changed(tile);
    for (unsigned row = 0; row < FACE; row++)
        for (unsigned column = 0; column < FACE; column++)
            before[row][column] = datum(row, column);
    transpose_face();
    for (unsigned row = 0; row < FACE; row++)
        for (unsigned column = 0; column < FACE; column++)
            ck_assert_uint_eq(datum(row, column), before[column][row]);
}
END_TEST

/* M21x: what the public reduction of integers does between its steps: an INT8 cell of the upper half, as FP16. */
START_TEST(forced_fp16_reads_16_bits)
{
    enum { INT8_CODE = 14, CELL = 0x5A50 };
    start(chip_of(_i), INT8_CODE);
    const enum tt_chip chip = tile_chip(tile);
    const struct reg_field *force = reg_field_get(chip, reg_find(chip, "FP16A_FORCE_Enable"));
    set_cfg("ALU_ACC_CTRL_INT8_math_enabled", 1);
    tile_state(tile)->dst[dst_adj32(4, false, false)][0] = CELL;
    tile_state_changed(tile);
    RUN("SETC16", {"setc16_reg", force->word}, {"setc16_value", 1u << force->shift});
    RUN("MOVD2B", {"src", FACE}, {"instr_mod", 2}, {"dst", 4});
    ck_assert_uint_eq(tile_state(tile)->srcb[0][FACE][0], (CELL & 0xFFE0) << 3 | (CELL & 0x1F));
    ck_assert_int_eq(heard.last_finding, FINDING_MATRIX_FORM_NOT_RECORDED);
}
END_TEST

/* M57y: 13 bits on Wormhole, nothing on Blackhole. */
START_TEST(lower_halves_as_tf32)
{
    start(chip_of(_i), 4);
    set_cfg("ALU_ACC_CTRL_Fp32_enabled", 1);
    tile_state_changed(tile);
    const uint32_t low = datum(4, 3) & 0x1FFF;
    ck_assert_uint_ne(low, 0);
    RUN("MOVD2B", {"dest_32b_lo", 1}, {"src", FACE}, {"instr_mod", 2}, {"dst", 4});
    ck_assert_uint_eq(tile_state(tile)->srcb[0][FACE][3], tile_chip(tile) == TT_BLACKHOLE ? 0 : low);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("matrix upper halves");
    TCase *tc = tcase_create("upper");
    tcase_add_checked_fixture(tc, NULL, teardown);
    tcase_add_loop_test(tc, a_move_reads_and_writes_upper_halves, 0, 2);
    tcase_add_loop_test(tc, a_lower_half_is_known_once_it_is_written, 0, 2);
    tcase_add_loop_test(tc, zeroacc_of_a_row_marks_the_upper_half, 0, 2);
    tcase_add_loop_test(tc, vector_loads_and_stores_go_there_too, 0, 2);
    tcase_add_loop_test(tc, cleared_it_is_as_ever, 0, 2);
    tcase_add_loop_test(tc, transposition_of_32_bits, 0, 3);
    tcase_add_loop_test(tc, lower_halves_as_tf32, 0, 2);
    tcase_add_loop_test(tc, forced_fp16_reads_16_bits, 0, 2);
    suite_add_tcase(s, tc);
    return s;
}
