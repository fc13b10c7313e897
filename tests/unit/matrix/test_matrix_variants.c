/* SPDX-License-Identifier: Apache-2.0 */
/* Other readings of the matrix unit's steps: each changes some result, and nothing where it is not chosen. */
#include "isa/variants.h"
#include "numeric/cells.h"
#include "numeric/format.h"
#include "tile/matrix/matrix.h"
#include "tile/tile_internal.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

#include <string.h>

enum { ROUNDS = 200 };

static struct tile *make_tile(enum tt_chip chip, const char *variant)
{
    struct tile *tile = tile_new(chip);
    ck_assert_ptr_nonnull(tile);
    struct variant_set variants = {{0}};
    if (variant)
        ck_assert_msg(variant_parse(&variants, variant) == 0, "no variant %s", variant);
    tile_set_variants(tile, &variants);
    return tile;
}

struct formats {
    uint32_t a, b;
};

/* Exponents close together; a 16-bit Dst. */
static void random_state(struct tile_state *state, uint32_t *seed, const struct formats *formats)
{
    state->cfg[0][1] = formats->a << 17 | formats->b << 21;
    for (unsigned i = 0; i < 2; i++) {
        state->small.src_valid.a[i] = state->small.src_valid.b[i] = 1;
        state->small.src_format.a[i] = formats->a;
        state->small.src_format.b[i] = formats->b;
    }
    for (unsigned row = 0; row < 16; row++) {
        for (unsigned column = 0; column < 16; column++) {
            *seed = *seed * 1664525u + 1013904223u;
            state->srca[0][row][column] = (*seed >> 13 & 0x7FF00) | (120 + (*seed >> 9) % 10);
            *seed = *seed * 1664525u + 1013904223u;
            state->srcb[0][row][column] = (*seed >> 13 & 0x7FF00) | (120 + (*seed >> 9) % 10);
            state->dst[row][column] = (uint16_t)((*seed >> 4 & 0xFF00) | (121 + (*seed >> 8) % 10));
            state->dst_valid[row] = 1;
        }
    }
    memset(&state->small.rwc, 0, sizeof state->small.rwc);
}

/* Whether a word ever leaves another Dst or SrcA under a reading. */
static bool changes_in(enum tt_chip chip, const char *variant, uint32_t word, const struct formats *formats)
{
    struct tile *plain = make_tile(chip, NULL), *other = make_tile(chip, variant);
    uint32_t seed = 5;
    bool differs = false;
    for (int round = 0; round < ROUNDS && !differs; round++) {
        uint32_t same = seed;
        random_state(tile_state(plain), &seed, formats);
        random_state(tile_state(other), &same, formats);
        tile_state_changed(plain);
        tile_state_changed(other);
        run_word(plain, word);
        run_word(other, word);
        differs = memcmp(tile_state(plain)->dst, tile_state(other)->dst, sizeof tile_state(plain)->dst) != 0 ||
                  memcmp(tile_state(plain)->srca, tile_state(other)->srca, sizeof tile_state(plain)->srca) != 0;
    }
    tile_free(plain);
    tile_free(other);
    return differs;
}

static bool changes(enum tt_chip chip, const char *variant, uint32_t word)
{
    return changes_in(chip, variant, word, &(struct formats){FORMAT_BF16, FORMAT_TF32});
}

/* M23x: of the formats that no recording shows, and of no other. */
START_TEST(matrix_variants__masks_like_fp16)
{
    static const char variant[] = "matrix.mask.like_fp16=on";
    static const uint32_t block_a[] = {FORMAT_BFP8A, FORMAT_BFP4A, FORMAT_BFP2A};
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        const enum tt_chip id = (enum tt_chip)chip;
        const uint32_t words[] = {WORD(id, "ELWADD", {"dst", 0}), WORD(id, "ELWMUL", {"dst", 0}),
                                  WORD(id, "MVMUL", {"dst", 0}), WORD(id, "GAPOOL", {"instr_mod19", 1})};
        const uint32_t move = WORD(id, "MOVB2D", {"movb2d_instr_mod", 4}), copy = WORD(id, "MOVB2A", {"instr_mod", 2});
        const bool is_masked = id == TT_WORMHOLE_B0;
        for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
            for (unsigned k = 0; k < sizeof block_a / sizeof *block_a; k++)
                ck_assert(changes_in(id, variant, words[i], &(struct formats){block_a[k], block_a[k]}));
            ck_assert(!changes_in(id, variant, words[i], &(struct formats){FORMAT_FP8_E5M2, FORMAT_FP8_E5M2}));
            ck_assert(!changes_in(id, variant, words[i], &(struct formats){FORMAT_BF16, FORMAT_BFP8}));
        }
        /* What chips move depends on no operand's mask (SL-098). */
        ck_assert(!changes_in(id, variant, move, &(struct formats){FORMAT_FP8_E5M2, FORMAT_FP8_E5M2}));
        ck_assert(
            changes_in(id, "matrix.movb2d.mask=by_format", move, &(struct formats){FORMAT_FP8_E5M2, FORMAT_FP8_E5M2}));
        ck_assert(!changes_in(id, "matrix.movb2d.mask=by_format", move, &(struct formats){FORMAT_BF16, FORMAT_BF16}));
        ck_assert_int_eq(changes_in(id, "matrix.movb2a.cells=copy", copy, &(struct formats){FORMAT_BF16, FORMAT_BF16}),
                         is_masked);
        ck_assert_int_eq(
            changes_in(id, "matrix.movb2a.cells=truncate", copy, &(struct formats){FORMAT_BF16, FORMAT_BF16}),
            !is_masked);
    }
}
END_TEST

START_TEST(matrix_variants__each_changes_something)
{
    static const char *const roundings[] = {"matrix.group.round=truncate", "matrix.align.round=truncate",
                                            "matrix.final.round=truncate", "matrix.final.round=even"};
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        const enum tt_chip id = (enum tt_chip)chip;
        const uint32_t mvmul = WORD(id, "MVMUL", {"dst", 0}), elwadd = WORD(id, "ELWADD", {"dest_accum_en", 1});
        const uint32_t elwmul = WORD(id, "ELWMUL", {"dst", 0}), movb2a = WORD(id, "MOVB2A", {"instr_mod", 2});
        for (unsigned i = 0; i < sizeof roundings / sizeof *roundings; i++)
            ck_assert_msg(changes(id, roundings[i], mvmul), "%s", roundings[i]);
        ck_assert(changes(id, "matrix.align.round=truncate", elwadd));
        ck_assert(!changes(id, "matrix.group.round=truncate", elwadd)); /* nothing is grouped */
        ck_assert(changes(id, "matrix.srcb_mask=srca_format", elwadd));
        ck_assert(changes(id, "matrix.elwmul.accumulate=bit21", elwmul));
        ck_assert(changes(id, "matrix.movb2a.cells=truncate", movb2a) == false); /* TF32 keeps every bit */
    }
}
END_TEST

/* Minus (one and a unit) plus one: minus one unit. M40 */
static uint32_t cancelled(enum tt_chip chip, const char *variant, uint32_t fast)
{
    enum { WIDE = 1 << 29, BF16 = 5, ONE = 127 };
    struct tile *tile = make_tile(chip, variant);
    struct tile_state *state = tile_state(tile);
    tile_set_fast(tile, fast);
    state->cfg[0][1] = BF16 << 17 | BF16 << 21 | WIDE;
    state->small.src_valid.a[0] = state->small.src_valid.b[0] = 1;
    state->small.src_format.a[0] = state->small.src_format.b[0] = BF16;
    tile_state_changed(tile);
    state->srca[0][0][0] = ONE;
    state->dst[0][0] = (uint16_t)(dst32_from_fp32(0xBF800001) >> 16);
    state->dst[8][0] = 1;
    run_word(tile, WORD(chip, "ELWADD", {"dest_accum_en", 1}));
    const uint32_t cells = (uint32_t)state->dst[0][0] << 16 | state->dst[8][0];
    tile_free(tile);
    return dst32_to_fp32(cells);
}

START_TEST(matrix_variants__cancellation_fault)
{
    enum { RIGHT = 0xB4000000, FAULTY = 0xC1800000 };
    static const uint32_t ways[] = {TILE_FAST_NONE, TILE_FAST_ALL};
    for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++) {
        ck_assert_uint_eq(cancelled(TT_BLACKHOLE, NULL, ways[i]), RIGHT);
        ck_assert_uint_eq(cancelled(TT_WORMHOLE_B0, NULL, ways[i]), FAULTY);
        ck_assert_uint_eq(cancelled(TT_BLACKHOLE, "matrix.cancellation_fault=on", ways[i]), FAULTY);
        ck_assert_uint_eq(cancelled(TT_WORMHOLE_B0, "matrix.cancellation_fault=off", ways[i]), RIGHT);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("matrix_variants");
    TCase *tc = tcase_create("matrix_variants");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, matrix_variants__masks_like_fp16);
    tcase_add_test(tc, matrix_variants__each_changes_something);
    tcase_add_test(tc, matrix_variants__cancellation_fault);
    suite_add_tcase(s, tc);
    return s;
}
