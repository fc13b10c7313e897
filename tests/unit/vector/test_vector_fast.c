/* SPDX-License-Identifier: Apache-2.0 */
/* The vector unit's fast path, 32 multiply-adds at once, against its datasheet: random registers, lanes, LaneConfig and
 * cells of Dst, on both chips. Loads and stores, which have a loop of their own where nobody looks, stand beside it. */
#include "unit/suite.h"
#include "unit/tile/fast_bed.h"
#include "unit/tile/words.h"

#include <string.h>

enum { SETTINGS = 10, WORDS_A_SETTING = 12 };

struct vector_case {
    const char *mnemonic;
    uint32_t mod;    /* instr_mod0 of loads and stores, instr_mod1 of the others */
    bool multiplies; /* and so takes the path */
};

static const struct vector_case cases[] = {
    {"SFPMAD", 0, true},    {"SFPADD", 0, true},    {"SFPMUL", 0, true},     {"SFPMULI", 0, true},
    {"SFPADDI", 0, true},   {"SFPLUT", 0, true},    {"SFPLUTFP32", 0, true}, {"SFPLOAD", 0, false},
    {"SFPLOAD", 1, false},  {"SFPLOAD", 3, false},  {"SFPLOAD", 4, false},   {"SFPSTORE", 10, false},
    {"SFPSTORE", 1, false}, {"SFPSTORE", 5, false}, {"SFPSTORE", 13, false},
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
            state->lreg[reg][lane] =
                reg && fast_below(&random, 8) == 0 ? state->lreg[reg - 1][lane] : draw_value(&random);
    }
    for (unsigned row = 0; row < DST_ROWS; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++)
            state->dst[row][column] = (uint16_t)fast_random(&random);
        state->dst_valid[row] = (uint8_t)fast_seldom(&random, 8, 1, fast_below(&random, 3));
    }
    state->small.cc.enabled = fast_below(&random, 2);
    state->small.cc.flags = fast_seldom(&random, 3, fast_random(&random), UINT32_MAX);
    state->small.cc.depth = fast_below(&random, VECTOR_STACK + 2); /* a snapshot may say anything */
    for (unsigned i = 0; i < VECTOR_STACK; i++)
        state->small.cc.stack[i] = (struct lane_flags){fast_below(&random, 2), fast_random(&random)};
    for (unsigned lane = 0; lane < LANES; lane++)
        state->small.prng[lane] = fast_random(&random);
    /* Indices, odd columns, the other order, row masks. */
    state->small.lane_config = fast_seldom(&random, 3, 0, fast_random(&random) & 0xF1C4);
    for (unsigned column = 0; column < VECTOR_COLUMNS && fast_below(&random, 6) == 0; column++)
        state->vector.lane_config_xor[column] = state->vector.lanes_differ = column ? 0xC0 : 0;
    state->small.rwc[0].dst = fast_below(&random, DST_ROWS);
    state->cfg[0][1] = fast_random(&random) & 0x3C000000; /* FP32 or not */
    state->registers.debug[DEBUG_OFFSET_FEATURE_DISABLE / 4] = fast_seldom(&random, 4, 0, DEBUG_NARROW_IS_UPPER);
    tile_state_changed(tile);
}

static bool moves_cells(const struct vector_case *what)
{
    return strcmp(what->mnemonic, "SFPLOAD") == 0 || strcmp(what->mnemonic, "SFPSTORE") == 0;
}

/* Registers and immediates anywhere; the form as the case has it. */
static uint32_t draw_word(enum tt_chip chip, const struct vector_case *what, uint32_t *random)
{
    enum { REGISTERS = 0x777770, DST_ADDR = 0x3FF };
    const uint32_t opcode = word_of(chip, what->mnemonic, (const struct field_value[]){{NULL, 0}});
    if (moves_cells(what))
        return opcode | fast_below(random, fast_seldom(random, 3, 8, 16)) << 20 | what->mod << 16 |
               (fast_random(random) & DST_ADDR);
    return opcode | (fast_random(random) & REGISTERS) | (fast_seldom(random, 3, what->mod, fast_below(random, 16)));
}

static void run_setting(struct fast_bed *bed, const struct variant_set *variants, const struct vector_case *what,
                        uint32_t *random)
{
    const uint32_t seed = fast_random(random);
    fast_bed_begin(bed, variants, set_up, &seed);
    for (unsigned w = 0; w < WORDS_A_SETTING; w++)
        fast_bed_run(bed, 0, draw_word(bed->chip, what, random), what->mnemonic);
}

START_TEST(vector_fast__is_as_the_datasheet)
{
    const struct vector_case *what = &cases[_i / 2];
    const enum tt_chip chip = _i % 2 ? TT_WORMHOLE_B0 : TT_BLACKHOLE;
    struct fast_bed bed;
    uint32_t random = 0x9E3779B9u * (uint32_t)(_i + 1);
    if (!isa_find_mnemonic(chip, what->mnemonic))
        return;
    fast_bed_make(&bed, chip);
    for (uint32_t i = 0; i < SETTINGS; i += FAST_BED_ONE_IN)
        run_setting(&bed, NULL, what, &random);
    if (what->multiplies)
        fast_bed_has_taken(&bed, FAST_VECTOR_MAD, what->mnemonic);
    fast_bed_free(&bed);
}
END_TEST

START_TEST(vector_fast__knows_of_other_readings)
{
    struct fast_bed bed;
    uint32_t random = 0x9E3779B9u * (uint32_t)(_i + 1);
    fast_bed_make(&bed, _i ? TT_WORMHOLE_B0 : TT_BLACKHOLE);
    for (uint32_t id = 0; id < VARIANT_COUNT; id++) {
        const struct variant_info *variant = variant_get((enum variant_id)id);
        for (uint8_t choice = 1; choice < variant->choice_count && !strncmp(variant->key, "vector.", 7); choice++) {
            struct variant_set variants = {{0}};
            variants.choice[id] = choice;
            for (uint32_t i = id % FAST_BED_ONE_IN; i < sizeof cases / sizeof *cases; i += FAST_BED_ONE_IN) {
                if (isa_find_mnemonic(bed.chip, cases[i].mnemonic))
                    run_setting(&bed, &variants, &cases[i], &random);
            }
        }
    }
    fast_bed_free(&bed);
}
END_TEST

/* ---- macros: what is scheduled, and words from outside that meet it ---- */

static void set_up_macros(struct tile *tile, const void *seed)
{
    struct vector_state *unit = &tile_state(tile)->vector;
    static const char *const names[] = {"SFPMAD",        "SFPIADD", "SFPSHFT2", "SFPSETCC", "SFPSWAP",
                                        "SFP_STOCH_RND", "SFPABS",  "SFPENCC",  "SFPADD",   "SFPCAST"};
    uint32_t random = *(const uint32_t *)seed ^ 0x5A5A5A5A;
    set_up(tile, seed);
    for (unsigned i = 0; i < VECTOR_TEMPLATES; i++) {
        const char *name = names[fast_below(&random, sizeof names / sizeof *names)];
        const uint32_t word = word_of(tile_chip(tile), name, (const struct field_value[]){{NULL, 0}});
        const uint32_t operands = fast_random(&random) & 0x077700;
        for (unsigned lane = 0; lane < LANES; lane++)
            unit->templates[i][lane] = word | operands;
        const uint32_t sequence = fast_random(&random), misc = fast_random(&random) & 0xFFF;
        for (unsigned column = 0; column < VECTOR_COLUMNS; column++) {
            unit->sequence[i][column] = sequence;
            unit->misc[column] = misc;
        }
    }
}

static uint32_t draw_any(enum tt_chip chip, uint32_t *random)
{
    static const char *const names[] = {"SFPLOADMACRO", "SFPLOADMACRO", "SFPLOADMACRO", "SFPNOP",
                                        "SFPLOAD",      "SFPSTORE",     "SFPMAD",       "SFPMOV",
                                        "SFPSETCC",     "SFPENCC",      "SFPSWAP",      "INCRWC"};
    const char *name = names[fast_below(random, sizeof names / sizeof *names)];
    const uint32_t opcode = word_of(chip, name, (const struct field_value[]){{NULL, 0}});
    if (name[0] == 'I')
        return opcode;
    if (name[3] == 'L' || strcmp(name, "SFPSTORE") == 0) {
        const uint32_t high = strcmp(name, "SFPLOADMACRO") == 0 ? fast_below(random, 16) : fast_below(random, 8);
        return opcode | high << 20 | fast_below(random, 5) << 16 | (fast_random(random) & 0x3FF);
    }
    return opcode | (fast_random(random) & 0x077770);
}

START_TEST(vector_fast__macros_are_as_the_datasheet)
{
    enum { MACRO_SETTINGS = 40, MACRO_WORDS = 60 };
    struct fast_bed bed;
    uint32_t random = 0x9E3779B9u * (uint32_t)(_i + 1), scheduled = 0;
    fast_bed_make(&bed, _i ? TT_WORMHOLE_B0 : TT_BLACKHOLE);
    for (uint32_t i = 0; i < MACRO_SETTINGS; i++) {
        const uint32_t seed = fast_random(&random);
        fast_bed_begin(&bed, NULL, set_up_macros, &seed);
        for (unsigned w = 0; w < MACRO_WORDS; w++) {
            fast_bed_run(&bed, 0, draw_any(bed.chip, &random), "macros");
            scheduled += tile_state(bed.tiles[0][0])->vector.macro.count;
        }
    }
    ck_assert_uint_gt(scheduled, MACRO_SETTINGS * MACRO_WORDS / 2);
    fast_bed_free(&bed);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("vector_fast");
    TCase *t = tcase_create("vector_fast");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, vector_fast__is_as_the_datasheet, 0, 2 * (int)(sizeof cases / sizeof *cases));
    tcase_add_loop_test(t, vector_fast__knows_of_other_readings, 0, TT_CHIP_COUNT);
    tcase_add_loop_test(t, vector_fast__macros_are_as_the_datasheet, 0, 2);
    suite_add_tcase(s, t);
    return s;
}
