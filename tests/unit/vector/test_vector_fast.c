/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit's fast paths against its datasheet: random registers, lanes, LaneConfig and cells of Dst, on both
 * chips. Each case names the path that it must take. */
#include "unit/suite.h"
#include "unit/tile/fast_bed.h"
#include "unit/tile/words.h"

enum { SETTINGS = 10, WORDS_A_SETTING = 12 };

struct vector_case {
    const char *mnemonic;
    uint32_t mod; /* instr_mod0 of loads and stores, instr_mod1 of the others */
    enum fast_path path;
};

static const struct vector_case cases[] = {
    {"SFPMAD", 0, FAST_VECTOR_MAD},     {"SFPADD", 0, FAST_VECTOR_MAD},     {"SFPMUL", 0, FAST_VECTOR_MAD},
    {"SFPMULI", 0, FAST_VECTOR_MAD},    {"SFPADDI", 0, FAST_VECTOR_MAD},    {"SFPLUT", 0, FAST_VECTOR_MAD},
    {"SFPLUTFP32", 0, FAST_VECTOR_MAD}, {"SFPLOAD", 0, FAST_VECTOR_LOAD},   {"SFPLOAD", 1, FAST_VECTOR_LOAD},
    {"SFPLOAD", 3, FAST_VECTOR_LOAD},   {"SFPLOAD", 4, FAST_VECTOR_LOAD},   {"SFPSTORE", 0, FAST_VECTOR_STORE},
    {"SFPSTORE", 1, FAST_VECTOR_STORE}, {"SFPSTORE", 3, FAST_VECTOR_STORE}, {"SFPSTORE", 4, FAST_VECTOR_STORE},
};

/* Any pattern, an ordinary number, zero, infinity and NaN. */
static uint32_t draw_value(uint32_t *random)
{
    const uint32_t bits = fast_random(random);
    switch (fast_below(random, 8)) {
    case 0:
        return bits;
    case 1:
        return bits & 0x80000000;
    case 2:
        return bits | 0x7F800000;
    default:
        return (bits & 0x807FFFFF) | (110 + (bits >> 8) % 36) << 23;
    }
}

static void set_up(struct tile *tile, const void *seed)
{
    struct tile_state *state = tile_state(tile);
    uint32_t random = *(const uint32_t *)seed;
    for (unsigned reg = 0; reg < 8; reg++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            state->lreg[reg][lane] = draw_value(&random);
    }
    for (unsigned row = 0; row < DST_ROWS; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            state->dst[row][column] = (uint16_t)fast_random(&random);
        state->dst_valid[row] = (uint8_t)fast_seldom(&random, 8, 1, fast_below(&random, 3));
    }
    state->small.cc.enabled = fast_below(&random, 2);
    state->small.cc.flags = fast_random(&random);
    state->small.lane_config = fast_seldom(&random, 3, 0, fast_random(&random) & 0xF0C0); /* odd columns, row masks */
    for (unsigned column = 0; column < VECTOR_COLUMNS && fast_below(&random, 6) == 0; column++)
        state->vector.lane_config_xor[column] = state->vector.lanes_differ = column ? 0xC0 : 0;
    state->small.rwc[0].dst = fast_below(&random, DST_ROWS);
    state->cfg[0][1] = fast_random(&random) & 0x3C000000; /* FP32 or not */
    state->registers.debug[DEBUG_OFFSET_FEATURE_DISABLE / 4] = fast_seldom(&random, 4, 0, DEBUG_NARROW_IS_UPPER);
    tile_state_changed(tile);
}

/* Registers and immediates anywhere; the form as the case has it. */
static uint32_t draw_word(enum tt_chip chip, const struct vector_case *what, uint32_t *random)
{
    enum { REGISTERS = 0x777770, DST_ADDR = 0x3FF };
    const uint32_t opcode = word_of(chip, what->mnemonic, (const struct field_value[]){{NULL, 0}});
    if (what->path != FAST_VECTOR_MAD)
        return opcode | fast_below(random, 8) << 20 | what->mod << 16 | (fast_random(random) & DST_ADDR);
    return opcode | (fast_random(random) & REGISTERS) | (fast_seldom(random, 3, what->mod, fast_below(random, 16)));
}

START_TEST(vector_fast__is_as_the_datasheet)
{
    const struct vector_case *what = &cases[_i / 2];
    struct fast_bed bed;
    uint32_t random = 0x9E3779B9u * (uint32_t)(_i + 1);
    fast_bed_make(&bed, _i % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE);
    for (uint32_t i = 0; i < SETTINGS; i++) {
        const uint32_t seed = fast_random(&random);
        fast_bed_begin(&bed, NULL, set_up, &seed);
        for (unsigned w = 0; w < WORDS_A_SETTING; w++)
            fast_bed_run(&bed, 0, draw_word(bed.chip, what, &random), what->mnemonic);
    }
    fast_bed_has_taken(&bed, what->path, what->mnemonic);
    fast_bed_free(&bed);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("vector_fast");
    TCase *t = tcase_create("vector_fast");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, vector_fast__is_as_the_datasheet, 0, 2 * (int)(sizeof cases / sizeof *cases));
    suite_add_tcase(s, t);
    return s;
}
