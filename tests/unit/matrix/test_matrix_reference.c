/* SPDX-License-Identifier: Apache-2.0 */
/* Random computing instructions on both chips, in every form of the arithmetic, against a second implementation.
 * TTR_ELEMENTS in the environment: how many elements of each kind (default 40000). */
#include "reference/matrix_reference.h"
#include "tile/matrix/addends.h"
#include "tile/matrix/matrix.h"
#include "tile/tile_internal.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

#include <stdlib.h>
#include <string.h>

enum { FORMS = 2, ELEMENTS = 128, FACE = 16 };

struct bed {
    enum tt_chip chip;
    struct tile *tile[FORMS]; /* the datasheet, and the fast paths */
    uint64_t seed;
    struct matrix_reference how;
    uint32_t valid_rows; /* of the eight that are written */
    struct tile_state *before;
};

static uint32_t random_bits(struct bed *bed)
{
    bed->seed = bed->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(bed->seed >> 32);
}

static uint32_t below(struct bed *bed, uint32_t limit)
{
    return random_bits(bed) % limit;
}

/* Exponents close together, over the whole range, or at its ends. */
static uint32_t random_exponent(struct bed *bed, unsigned spread, uint32_t top)
{
    const uint32_t middle = top / 2;
    switch (spread) {
    case 0:
        return middle - 4 + below(bed, 8);
    case 1:
        return middle - middle / 4 + below(bed, middle / 2);
    case 2:
        return below(bed, top + 1);
    default:
        return below(bed, 4) ? below(bed, 3) : top - below(bed, 3);
    }
}

/* A snapshot may hold anything above a cell's 19 bits. */
static void random_face(struct bed *bed, uint32_t (*cells)[SRC_COLUMNS], uint32_t top)
{
    const unsigned spread = below(bed, 4), zeros = 1 + below(bed, 20);
    const uint32_t above = below(bed, 4) ? 0 : random_bits(bed) << 19;
    for (unsigned row = 0; row < FACE; row++) {
        for (unsigned column = 0; column < SRC_COLUMNS; column++) {
            const uint32_t exponent = below(bed, zeros) == 0 && zeros > 1 ? 0 : random_exponent(bed, spread, top);
            cells[row][column] = above | below(bed, 2048) << 8 | exponent;
        }
    }
}

static void random_dst(struct bed *bed, struct tile_state *state)
{
    const bool has_five_bits = !bed->how.is_wide && bed->how.srca_format < 4 && bed->how.srca_format > 0;
    const unsigned spread = below(bed, 4);
    for (unsigned row = 0; row < 16; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++) {
            const uint32_t exponent = random_exponent(bed, spread, has_five_bits ? 31 : 255);
            const uint32_t upper = has_five_bits ? below(bed, 2048) << 5 | exponent : below(bed, 256) << 8 | exponent;
            state->dst[row][column] = (uint16_t)(bed->how.is_wide && row >= 8 ? random_bits(bed) : upper);
        }
        state->dst_valid[row] = row >= 8 || below(bed, 8) != 0;
    }
}

static void random_how(struct bed *bed, bool is_product)
{
    static const unsigned formats[] = {5, 5, 4, 1, 6, 10, 0, 2, 9, 15};
    struct matrix_reference *how = &bed->how;
    how->is_int8 = below(bed, 12) == 0;
    how->srca_format = how->is_int8 ? 14 : formats[below(bed, 10)];
    how->srcb_format = how->is_int8 ? 14 : below(bed, 3) ? how->srca_format : formats[below(bed, 10)];
    how->is_wide = how->is_int8 || below(bed, 2);
    how->has_fault = bed->chip == TT_WORMHOLE_B0;
    how->keeps_zeros = !is_product && below(bed, 6) == 0;
    how->phase = below(bed, 4);
}

/* State 0 and thread 0; the formats also as implied ones. */
static void configure(struct bed *bed, struct tile_state *state)
{
    const struct matrix_reference *how = &bed->how;
    state->cfg[0][1] =
        how->srca_format << 17 | how->srcb_format << 21 | (uint32_t)how->is_wide << 29 | (uint32_t)how->is_int8 << 31;
    state->cfg[0][2] = how->keeps_zeros;
    state->small.src_format.a[0] = how->srca_format;
    state->small.src_format.b[0] = how->srcb_format;
    state->small.src_valid.a[0] = state->small.src_valid.b[0] = 1;
    state->small.rwc[0].fidelity = how->phase;
}

static void begin(struct bed *bed)
{
    struct tile_state *state = bed->before;
    const uint32_t top = bed->how.srca_format > 0 && bed->how.srca_format < 4 ? 31 : 255;
    random_face(bed, state->srca[0], bed->how.is_int8 ? 16 : top);
    random_face(bed, state->srcb[0], bed->how.is_int8 ? 16 : top);
    random_dst(bed, state);
    configure(bed, state);
    for (unsigned form = 0; form < FORMS; form++) {
        struct tile_state *to = tile_state(bed->tile[form]);
        memcpy(to->srca[0], state->srca[0], FACE * sizeof to->srca[0][0]);
        memcpy(to->srcb[0], state->srcb[0], FACE * sizeof to->srcb[0][0]);
        memcpy(to->dst, state->dst, 16 * sizeof to->dst[0]);
        memcpy(to->dst_valid, state->dst_valid, 16);
        configure(bed, to);
        tile_state_changed(bed->tile[form]);
    }
}

static uint32_t cell_of(const struct bed *bed, const struct tile_state *state, unsigned row, unsigned column)
{
    if (!state->dst_valid[row])
        return 0;
    const uint32_t upper = state->dst[row][column];
    return bed->how.is_wide ? upper << 16 | state->dst[row + 8][column] : upper;
}

static void hold(struct bed *bed, unsigned row, unsigned column, uint32_t wanted, const char *what)
{
    for (unsigned form = 0; form < FORMS; form++) {
        const uint32_t got = cell_of(bed, tile_state(bed->tile[form]), row, column);
        ck_assert_msg(got == wanted,
                      "%s, chip %d, form %u, row %u column %u: %08X, wanted %08X (from %08X); formats %u %u, phase %u, "
                      "wide %d, int8 %d, keeps %d",
                      what, (int)bed->chip, form, row, column, got, wanted, cell_of(bed, bed->before, row, column),
                      bed->how.srca_format, bed->how.srcb_format, bed->how.phase, bed->how.is_wide, bed->how.is_int8,
                      bed->how.keeps_zeros);
    }
}

static void run(struct bed *bed, uint32_t word)
{
    for (unsigned form = 0; form < FORMS; form++)
        run_word(bed->tile[form], word);
}

static void check_products(struct bed *bed)
{
    const uint32_t(*a)[SRC_COLUMNS] = (const uint32_t(*)[SRC_COLUMNS])bed->before->srca[0];
    const uint32_t(*b)[SRC_COLUMNS] = (const uint32_t(*)[SRC_COLUMNS])bed->before->srcb[0];
    random_how(bed, true);
    begin(bed);
    run(bed, WORD(bed->chip, "MVMUL", {"dst", 0}));
    for (unsigned row = 0; row < 8; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++) {
            uint32_t down[FACE];
            for (unsigned k = 0; k < FACE; k++)
                down[k] = a[k][column];
            const uint32_t held = cell_of(bed, bed->before, row, column);
            hold(bed, row, column, matrix_reference_products(&bed->how, down, b[row], held), "MVMUL");
        }
    }
}

static void check_elements(struct bed *bed)
{
    static const char *const names[] = {"ELWADD", "ELWSUB", "ELWMUL"};
    static const char operations[] = "+-*";
    const unsigned which = below(bed, 3), broadcast = below(bed, 4), accumulates = which == 2 ? 0 : below(bed, 2);
    random_how(bed, false);
    if (which != 2)
        bed->how.phase = 0; /* sums have no phases that are known */
    begin(bed);
    run(bed, WORD(bed->chip, names[which], {"instr_mod19", broadcast}, {"dest_accum_en", accumulates}));
    for (unsigned row = 0; row < 8; row++) {
        for (unsigned column = 0; column < DST_COLUMNS; column++) {
            const uint32_t a = bed->before->srca[0][row][column];
            const uint32_t b = bed->before->srcb[0][broadcast & 2 ? 0 : row][broadcast & 1 ? 0 : column];
            const uint32_t held = cell_of(bed, bed->before, row, column);
            if (matrix_reference_is_odd(&bed->how, operations[which], a, b))
                continue;
            hold(bed, row, column,
                 matrix_reference_element(&bed->how, operations[which], a, b, held, which != 2 && !accumulates),
                 names[which]);
        }
    }
}

/* The reference is written from what a simulator recorded. */
static void make_bed(struct bed *bed, enum tt_chip chip)
{
    const struct variant_set readings = variants_of_simulator();
    *bed = (struct bed){.chip = chip, .seed = 20 + (uint64_t)chip, .before = calloc(1, sizeof *bed->before)};
    ck_assert_ptr_nonnull(bed->before);
    for (unsigned form = 0; form < FORMS; form++) {
        bed->tile[form] = tile_new(chip);
        ck_assert_ptr_nonnull(bed->tile[form]);
        tile_set_variants(bed->tile[form], &readings);
        tile_set_fast(bed->tile[form], form ? TILE_FAST_ALL : TILE_FAST_NONE);
    }
}

static void free_bed(struct bed *bed)
{
    for (unsigned form = 0; form < FORMS; form++)
        tile_free(bed->tile[form]);
    free(bed->before);
}

static void check_many(void (*check)(struct bed *))
{
    const char *text = getenv("TTR_ELEMENTS");
    const long elements = text ? strtol(text, NULL, 10) : 40000;
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct bed bed;
        make_bed(&bed, (enum tt_chip)chip);
        for (long done = 0; done < elements / TT_CHIP_COUNT; done += ELEMENTS)
            check(&bed);
        free_bed(&bed);
    }
}

/* With the exponent 0 for all the sum is zero, and the stage shows its addends as they came (M36). */
START_TEST(matrix_reference__addends_without_an_exponent_stay_as_they_are)
{
    enum { LOW_BITS = 0x1801 };
    const struct matrix_settings set = {.align_rounding = ROUND_AS_DEVICE};
    const struct matrix_math math = {.set = &set};
    for (int32_t exponent = -1; exponent < 2; exponent++) {
        const struct matrix_term terms[2] = {{0, exponent, LOW_BITS}, {1, exponent, LOW_BITS}};
        const struct matrix_aligned aligned = matrix_align(&math, terms, 0);
        ck_assert_uint_eq(aligned.terms[0].mantissa, exponent > 0 ? 0x2000 : LOW_BITS);
        ck_assert_uint_eq(aligned.terms[1].mantissa, exponent > 0 ? 0x2000 : LOW_BITS);
        ck_assert_int_eq(aligned.exponent, exponent > 0 ? exponent : 0);
    }
}
END_TEST

START_TEST(matrix_reference__products)
{
    check_many(check_products);
}
END_TEST

START_TEST(matrix_reference__elements)
{
    check_many(check_elements);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("matrix_reference");
    TCase *tc = tcase_create("matrix_reference");
    tcase_set_timeout(tc, 0); /* ctest has one */
    tcase_add_test(tc, matrix_reference__addends_without_an_exponent_stay_as_they_are);
    tcase_add_test(tc, matrix_reference__products);
    tcase_add_test(tc, matrix_reference__elements);
    suite_add_tcase(s, tc);
    return s;
}
