/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix unit's fast paths against its datasheet: random operands, formats, phases, rows and modifiers, on both
 * chips. Each case names the path that it must take. */
#include "unit/suite.h"
#include "unit/tile/fast_bed.h"
#include "unit/tile/words.h"

#include <stdio.h>

enum { SETTINGS = 10, WORDS_A_SETTING = 6, SRC_ONE = 127 };

struct matrix_case {
    const char *mnemonic;
    uint32_t srca_format, srcb_format, is_wide;
    enum fast_path path;
};

static const struct matrix_case cases[] = {
    {"MVMUL", 5, 5, 0, FAST_MATRIX_PRODUCTS},    {"MVMUL", 5, 5, 1, FAST_MATRIX_PRODUCTS},
    {"MVMUL", 4, 4, 1, FAST_MATRIX_PRODUCTS},    {"MVMUL", 1, 1, 0, FAST_MATRIX_PRODUCTS},
    {"MVMUL", 1, 1, 1, FAST_MATRIX_PRODUCTS},    {"MVMUL", 6, 10, 0, FAST_MATRIX_PRODUCTS},
    {"GAPOOL", 5, 5, 0, FAST_MATRIX_PRODUCTS},   {"GAPOOL", 5, 5, 1, FAST_MATRIX_PRODUCTS},
    {"DOTPV", 5, 5, 0, FAST_MATRIX_PRODUCTS},    {"ELWMUL", 5, 5, 0, FAST_MATRIX_ELEMENTS},
    {"ELWMUL", 4, 5, 1, FAST_MATRIX_ELEMENTS},   {"ELWMUL", 1, 1, 0, FAST_MATRIX_ELEMENTS},
    {"ELWADD", 5, 5, 0, FAST_MATRIX_ELEMENTS},   {"ELWADD", 5, 5, 1, FAST_MATRIX_ELEMENTS},
    {"ELWADD", 1, 1, 0, FAST_MATRIX_ELEMENTS},   {"ELWSUB", 5, 5, 0, FAST_MATRIX_ELEMENTS},
    {"ELWSUB", 1, 1, 1, FAST_MATRIX_ELEMENTS},   {"MVMUL", 14, 14, 1, FAST_MATRIX_INTEGERS},
    {"GAPOOL", 14, 14, 1, FAST_MATRIX_INTEGERS}, {"DOTPV", 14, 14, 1, FAST_MATRIX_INTEGERS},
    {"ELWADD", 14, 14, 1, FAST_MATRIX_INTEGERS}, {"ELWSUB", 14, 14, 1, FAST_MATRIX_INTEGERS},
    {"ELWMUL", 14, 14, 1, FAST_MATRIX_INTEGERS},
};

struct how {
    const struct matrix_case *what;
    uint32_t seed;
};

/* Exponents close together, over the whole range, or at its ends; a twentieth is zero. */
static uint32_t draw_exponent(uint32_t *random, uint32_t spread, uint32_t top)
{
    if (fast_below(random, 20) == 0)
        return 0;
    switch (spread) {
    case 0:
        return top / 2 - 4 + fast_below(random, 8);
    case 1:
        return top / 2 - top / 8 + fast_below(random, top / 4);
    case 2:
        return fast_below(random, top + 1);
    default:
        return fast_below(random, 4) ? fast_below(random, 3) : top - fast_below(random, 3);
    }
}

static void fill_sources(struct tile_state *state, const struct how *how, uint32_t *random)
{
    const uint32_t top = how->what->srca_format == 1 ? 31 : 255, spread = fast_below(random, 4);
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        for (unsigned row = 0; row < SRC_ROWS; row++) {
            for (unsigned column = 0; column < SRC_COLUMNS; column++) {
                state->srca[bank][row][column] = fast_below(random, 2048) << 8 | draw_exponent(random, spread, top);
                state->srcb[bank][row][column] = fast_below(random, 2048) << 8 | draw_exponent(random, spread, top);
            }
        }
    }
}

/* A row of a snapshot may have any number for valid. */
static void fill_dst(struct tile_state *state, uint32_t *random)
{
    const uint32_t spread = fast_below(random, 4);
    for (unsigned row = 0; row < DST_ROWS; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            state->dst[row][column] =
                (uint16_t)(row / 8 % 2 ? fast_random(random)
                                       : fast_below(random, 256) << 8 | draw_exponent(random, spread, 255));
        state->dst_valid[row] = (uint8_t)(fast_seldom(random, 8, 1, fast_below(random, 3)));
    }
}

static void set_cfg(struct tile *tile, const char *name, uint32_t value)
{
    const struct reg_field *field = reg_field_get(tile_chip(tile), reg_find(tile_chip(tile), name));
    ck_assert_msg(field->name, "no register field %s", name);
    for (unsigned state = 0; state < CFG_STATES; state++)
        tile_state(tile)->cfg[state][field->word] |= value << field->shift;
}

static void set_up(struct tile *tile, const void *user)
{
    const struct how *how = user;
    const struct matrix_case *what = how->what;
    struct tile_state *state = tile_state(tile);
    uint32_t random = how->seed;
    const bool is_int8 = what->srca_format == 14;
    fill_sources(state, how, &random);
    fill_dst(state, &random);
    set_cfg(tile, "ALU_FORMAT_SPEC_REG0_SrcA", what->srca_format);
    set_cfg(tile, "ALU_FORMAT_SPEC_REG1_SrcB", what->srcb_format);
    set_cfg(tile, "ALU_ACC_CTRL_Fp32_enabled", what->is_wide);
    set_cfg(tile, "ALU_ACC_CTRL_INT8_math_enabled", is_int8);
    set_cfg(tile, "ALU_ACC_CTRL_Zero_Flag_disabled_src", fast_seldom(&random, 8, 0, 1));
    if (tile_chip(tile) == TT_BLACKHOLE) {
        set_cfg(tile, "DEST_ACCESS_CFG_remap_addrs", fast_below(&random, 2));
        tile_state(tile)->registers.debug[DEBUG_OFFSET_FEATURE_DISABLE / 4] =
            fast_seldom(&random, 4, 0, DEBUG_NARROW_IS_UPPER);
        set_cfg(tile, "DEST_ACCESS_CFG_swizzle_32b", fast_below(&random, 2));
    }
    for (unsigned bank = 0; bank < SRC_BANKS; bank++) {
        state->small.src_format.a[bank] = what->srca_format;
        state->small.src_format.b[bank] = what->srcb_format;
        state->small.src_valid.a[bank] = state->small.src_valid.b[bank] = 1;
    }
    state->small.rwc[0] = (struct rwc){.srca = fast_seldom(&random, 2, 0, fast_below(&random, SRC_ROWS)),
                                       .srcb = fast_seldom(&random, 2, 0, fast_below(&random, SRC_ROWS)),
                                       .dst = fast_below(&random, DST_ROWS),
                                       .fidelity = fast_below(&random, 4)};
    state->small.lane_config = fast_seldom(&random, 6, 0, fast_below(&random, 4) << 9); /* columns left out of moves */
    tile_state_changed(tile);
}

static uint32_t draw_word(enum tt_chip chip, const struct matrix_case *what, uint32_t *random)
{
    const uint32_t dst = fast_below(random, 64), broadcasts = fast_seldom(random, 2, 0, fast_below(random, 4));
    if (what->mnemonic[0] == 'M')
        return WORD(chip, "MVMUL", {"dst", dst}, {"instr_mod19", fast_seldom(random, 4, 0, 1)});
    if (what->mnemonic[0] == 'D')
        return WORD(chip, "DOTPV", {"dst", dst});
    if (what->mnemonic[0] == 'G')
        return WORD(chip, what->mnemonic, {"dst", dst}, {"instr_mod19", 1},
                    {"max_pool_index_en", fast_seldom(random, 8, 0, 1)});
    return WORD(chip, what->mnemonic, {"dst", dst}, {"instr_mod19", broadcasts},
                {"dest_accum_en", fast_below(random, 2)});
}

static void run_setting(struct fast_bed *bed, const struct variant_set *variants, uint32_t number, uint32_t seed)
{
    const struct how how = {&cases[number], seed};
    uint32_t random = seed ^ 0x5A5A5A5A;
    char name[64];
    (void)snprintf(name, sizeof name, "%s of formats %u and %u, 32 bits %u", how.what->mnemonic,
                   (unsigned)how.what->srca_format, (unsigned)how.what->srcb_format, (unsigned)how.what->is_wide);
    fast_bed_begin(bed, variants, set_up, &how);
    for (unsigned i = 0; i < WORDS_A_SETTING; i++)
        fast_bed_run(bed, 0, draw_word(bed->chip, how.what, &random), name);
}

START_TEST(matrix_fast__is_as_the_datasheet)
{
    const struct matrix_case *what = &cases[_i / 2];
    struct fast_bed bed;
    fast_bed_run_case(&bed, _i, SETTINGS, run_setting);
    if (what->path != FAST_PATHS)
        fast_bed_has_taken(&bed, what->path, what->mnemonic);
    fast_bed_free(&bed);
}
END_TEST

START_TEST(matrix_fast__knows_of_other_readings)
{
    static const char *const beginnings[] = {"matrix.", NULL};
    fast_bed_run_readings(_i ? TT_WORMHOLE_B0 : TT_BLACKHOLE, beginnings, sizeof cases / sizeof *cases, run_setting);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("matrix_fast");
    TCase *t = tcase_create("matrix_fast");
    tcase_set_timeout(t, 240);
    tcase_add_loop_test(t, matrix_fast__is_as_the_datasheet, 0, 2 * (int)(sizeof cases / sizeof *cases));
    tcase_add_loop_test(t, matrix_fast__knows_of_other_readings, 0, TT_CHIP_COUNT);
    suite_add_tcase(s, t);
    return s;
}
