/* SPDX-License-Identifier: Apache-2.0 */
/* Products that are worked out by hand; what is foretold is what was there, with whatever was not foretold beside it.
 */
#include "base/little.h"
#include "numeric/format.h"
#include "results/foretold.h"
#include "unit/suite.h"

#include <string.h>

enum { ONE = 0x3F80, THREE_HALVES = 0x3FC0, MINUS_TWO = 0xC000, BIAS = 127 };

static const uint32_t ones[] = {1, 1, 1};

static struct foretold_from from_of(const uint16_t *a, const uint16_t *b, const uint8_t *phase, const uint32_t *counts,
                                    size_t insns)
{
    return (struct foretold_from){
        .stages = {{a, 2, FORMAT_BF16, counts}, {b, 2, FORMAT_BF16, counts}, {phase, 1, FORMAT_EXPONENT, ones}},
        .insns = insns};
}

START_TEST(foretell__multiplies_slices)
{
    /* 1.5 * -2 in phase 0; 1 * 1 in phase 3, whose slices of both are zero; 0 * 1. */
    static const uint16_t a[] = {THREE_HALVES, ONE, 0}, b[] = {MINUS_TWO, ONE, ONE};
    static const uint8_t phase[] = {0, 3, 0};
    const struct foretold_from from = from_of(a, b, phase, ones, 3);
    uint32_t products[3], exponents[3];
    ck_assert_int_eq(foretell(FORETOLD_PRODUCT, &from, ones, 1 - BIAS, products), TT_OK);
    ck_assert_uint_eq(products[0], 0xC0400000); /* -3 */
    ck_assert_uint_eq(products[1], 0);
    ck_assert_uint_eq(products[2], 0);
    ck_assert_int_eq(foretell(FORETOLD_EXPONENT, &from, ones, -BIAS, exponents), TT_OK);
    ck_assert_uint_eq(exponents[0], BIAS + 1);
    ck_assert_uint_eq(exponents[1], BIAS - 5 - 7);
    ck_assert_uint_eq(exponents[2], 0);
    ck_assert_int_eq(foretell(FORETOLD_PRODUCT, &from, ones, -300, products), TT_OK);
    ck_assert_uint_eq(products[0], 0x80000000); /* too small */
    ck_assert_int_eq(foretell(FORETOLD_PRODUCT, &from, ones, 300, products), TT_OK);
    ck_assert_uint_eq(products[0], 0xFF800000); /* too large */
}
END_TEST

START_TEST(foretell__multiplies_rows_by_a_face)
{
    static uint16_t a[256], b[16];
    static const uint8_t phase[] = {0};
    static const uint32_t of_a[] = {256}, of_b[] = {16}, of_product[] = {256};
    a[3 * 16 + 5] = THREE_HALVES; /* row 3, column 5 */
    b[3] = MINUS_TWO;
    struct foretold_from from = from_of(a, b, phase, of_a, 1);
    from.stages[FORETOLD_OPERAND_B].counts = of_b;
    uint32_t products[256];
    ck_assert_int_eq(foretell(FORETOLD_PRODUCT, &from, of_product, 1 - BIAS, products), TT_OK);
    for (unsigned i = 0; i < 256; i++)
        ck_assert_uint_eq(products[i], i == 5 * 16 + 3 ? 0xC0400000 : 0);
}
END_TEST

START_TEST(foretell__moves_by_the_phase)
{
    /* Phase 1 takes the low five bits of a's mantissa, which stand five bits lower; 1 + 2^-7 has bit 3 of those set. */
    static const uint16_t a[] = {ONE + 1}, b[] = {ONE};
    static const uint8_t phase[] = {1};
    const struct foretold_from from = from_of(a, b, phase, ones, 1);
    uint32_t word;
    int32_t moved;
    ck_assert_int_eq(foretell(FORETOLD_PRODUCT, &from, ones, 1 - BIAS, &word), TT_OK);
    ck_assert_uint_eq(word, 0x3C000000); /* 2^-7 */
    ck_assert_int_eq(
        foretold_moved(FORETOLD_PRODUCT, &from, &(struct foretold_stage){&word, 4, FORMAT_FP32, ones}, &moved), TT_OK);
    ck_assert_int_eq(moved, 1 - BIAS);
    ck_assert_int_eq(foretell(FORETOLD_EXPONENT, &from, ones, -BIAS, &word), TT_OK);
    ck_assert_uint_eq(word, BIAS - 5);
}
END_TEST

START_TEST(foretell__sums_groups_and_aligns_them_with_dst)
{
    /* Twice, to cell 7: 1.5 * 1 in the first group of products of column 0, 1 * -2 in the second. */
    static uint16_t a[512], b[32], stored[32], cells[32];
    static const uint8_t phase[] = {0, 0};
    static const uint32_t of_a[] = {256, 256}, of_b[] = {16, 16}, of_sums[] = {32, 32}, of_aligned[] = {48, 48};
    for (unsigned insn = 0; insn < 2; insn++) {
        a[256 * insn] = THREE_HALVES;
        a[256 * insn + 8 * 16] = ONE;
        b[16 * insn] = ONE;
        b[16 * insn + 8] = MINUS_TWO;
        for (unsigned i = 0; i < 16; i++)
            cells[16 * insn + i] = (uint16_t)(7 + i);
    }
    stored[0] = 0xBF00; /* -0.5 */
    struct foretold_from from = from_of(a, b, phase, of_a, 2);
    from.stages[FORETOLD_OPERAND_B].counts = of_b;
    from.stages[FORETOLD_STORED] = (struct foretold_stage){stored, 2, FORMAT_BF16, of_b};
    from.cells = cells;
    uint32_t sums[64], words[96];
    ck_assert_int_eq(foretell(FORETOLD_GROUP_SUM, &from, of_sums, 1 - BIAS, sums), TT_OK);
    ck_assert_uint_eq(sums[0], 0x3FC00000);
    ck_assert_uint_eq(sums[1], 0xC0000000);
    ck_assert_uint_eq(sums[2], 0);
    ck_assert_int_eq(foretell(FORETOLD_ALIGNED, &from, of_aligned, 1 - BIAS, words), TT_OK);
    ck_assert_uint_eq(words[0], 0x3FC00000);
    ck_assert_uint_eq(words[1], 0xC0000000);
    ck_assert_uint_eq(words[2], 0);
    ck_assert_uint_eq(words[48 + 2], 0xBF000000); /* what the first left */

    /* The same of the terms that the sums leave. */
    static const uint32_t of_products[] = {256, 256}, products[512] = {[0] = 0x3FC00000};
    struct foretold_term terms[64];
    uint32_t again[96];
    int32_t moved;
    from.terms = terms;
    ck_assert_int_eq(foretell(FORETOLD_GROUP_SUM, &from, of_sums, 1 - BIAS, sums), TT_OK);
    from.has_terms = true;
    ck_assert_int_eq(foretold_moved(FORETOLD_PRODUCT, &from,
                                    &(struct foretold_stage){products, 4, FORMAT_FP32, of_products}, &moved),
                     TT_OK);
    ck_assert_int_eq(moved, 1 - BIAS);
    ck_assert_int_eq(foretell(FORETOLD_ALIGNED, &from, of_aligned, moved, again), TT_OK);
    ck_assert(memcmp(again, words, sizeof words) == 0);
    from.terms = NULL;
    from.has_terms = false;
    from.cells = NULL;
    ck_assert_int_eq(foretell(FORETOLD_ALIGNED, &from, of_aligned, 1 - BIAS, words), TT_OK);
    ck_assert_uint_eq(words[48 + 2], 0);
    from.stages[FORETOLD_STORED].counts = of_sums;
    ck_assert_int_eq(foretell(FORETOLD_ALIGNED, &from, of_aligned, 1 - BIAS, words), TT_UNSUPPORTED);
    from.stages[FORETOLD_STORED].format = FORMAT_INT32;
    ck_assert_int_eq(foretell(FORETOLD_GROUP_SUM, &from, of_sums, 1 - BIAS, sums), TT_UNSUPPORTED);
}
END_TEST

START_TEST(foretell__takes_sums_from_what_was_stored)
{
    static const uint16_t halves[] = {0x3C00, 0x8000, 0xC100}, brains[] = {ONE, 0x8000, MINUS_TWO};
    struct foretold_from from = {.insns = 3};
    uint32_t words[3];
    from.stages[FORETOLD_STORED] = (struct foretold_stage){brains, 2, FORMAT_BF16, ones};
    ck_assert_int_eq(foretell(FORETOLD_SUM, &from, ones, 0, words), TT_OK);
    ck_assert(words[0] == 0x3F800000 && words[1] == 0x80000000 && words[2] == 0xC0000000);
    from.stages[FORETOLD_STORED] = (struct foretold_stage){halves, 2, FORMAT_FP16, ones};
    ck_assert_int_eq(foretell(FORETOLD_SUM, &from, ones, 0, words), TT_OK);
    ck_assert(words[0] == 0x3F800000 && words[1] == 0x80000000 && words[2] == 0xC0200000);
    from.stages[FORETOLD_STORED].format = FORMAT_FP32;
    ck_assert_int_eq(foretell(FORETOLD_SUM, &from, ones, 0, words), TT_UNSUPPORTED);
}
END_TEST

START_TEST(moved__is_read_off_the_first_value_that_shows_it)
{
    static const uint16_t a[] = {0, THREE_HALVES, ONE}, b[] = {ONE, MINUS_TWO, ONE};
    static const uint8_t phase[] = {0, 0, 0};
    static const uint32_t products[] = {0, 0xC0400000, 0x40000000};
    const struct foretold_from from = from_of(a, b, phase, ones, 3);
    const struct foretold_stage actual = {products, 4, FORMAT_FP32, ones};
    int32_t moved;
    ck_assert_int_eq(foretold_moved(FORETOLD_PRODUCT, &from, &actual, &moved), TT_OK);
    ck_assert_int_eq(moved, 1 - BIAS);
    ck_assert_int_eq(foretold_moved(FORETOLD_PRODUCT, &from, &(struct foretold_stage){a, 2, FORMAT_BF16, ones}, &moved),
                     TT_OK);
    ck_assert_int_eq(moved, 0); /* no value has an exponent there */
}
END_TEST

START_TEST(foretell__refuses_what_it_cannot_pair)
{
    static const uint16_t a[2] = {ONE, ONE}, b[2] = {ONE, ONE};
    static const uint8_t phase[] = {0, 0};
    static const uint32_t two[] = {2};
    uint32_t words[4];
    struct foretold_from from = from_of(a, b, phase, ones, 1);
    ck_assert_int_eq(foretell(FORETOLD_PRODUCT, &from, two, 0, words), TT_UNSUPPORTED);
    from.stages[FORETOLD_PHASE].counts = two;
    ck_assert_int_eq(foretell(FORETOLD_PRODUCT, &from, ones, 0, words), TT_UNSUPPORTED);
    from = from_of(a, b, phase, ones, 1);
    from.stages[FORETOLD_OPERAND_A].format = FORMAT_INT16; /* no exponent */
    ck_assert_int_eq(foretell(FORETOLD_PRODUCT, &from, ones, 0, words), TT_UNSUPPORTED);
    from.stages[FORETOLD_OPERAND_A].format = FORMAT_FP32; /* too long a mantissa */
    ck_assert_int_eq(foretell(FORETOLD_PRODUCT, &from, ones, 0, words), TT_UNSUPPORTED);
    from.stages[FORETOLD_OPERAND_A].format = 255;
    ck_assert_int_eq(foretell(FORETOLD_PRODUCT, &from, ones, 0, words), TT_UNSUPPORTED);
    from = from_of(a, b, phase, ones, 0);
    ck_assert_int_eq(foretell(FORETOLD_PRODUCT, &from, ones, 0, words), TT_UNSUPPORTED);
}
END_TEST

START_TEST(turn__twice_gives_the_numbers_again)
{
    static const unsigned widths[] = {1, 2, 4};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        uint8_t image[40];
        uint32_t words[10], again[10];
        for (unsigned i = 0; i < sizeof image; i++)
            image[i] = (uint8_t)(i * 37);
        for (unsigned i = 0; i < 10; i++)
            words[i] = again[i] = i * 2654435769u;
        foretold_turn(image, widths[w], 10, words);
        ck_assert_uint_eq(*(uint8_t *)words, (uint8_t)(image[0] ^ again[0]));
        foretold_turn((const uint8_t *)words, widths[w], 10, again);
        ck_assert(memcmp(again, image, 10 * widths[w]) == 0);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("foretold");
    TCase *tests = tcase_create("foretold");
    tcase_add_test(tests, foretell__multiplies_slices);
    tcase_add_test(tests, foretell__multiplies_rows_by_a_face);
    tcase_add_test(tests, foretell__moves_by_the_phase);
    tcase_add_test(tests, foretell__sums_groups_and_aligns_them_with_dst);
    tcase_add_test(tests, foretell__takes_sums_from_what_was_stored);
    tcase_add_test(tests, moved__is_read_off_the_first_value_that_shows_it);
    tcase_add_test(tests, foretell__refuses_what_it_cannot_pair);
    tcase_add_test(tests, turn__twice_gives_the_numbers_again);
    suite_add_tcase(suite, tests);
    return suite;
}
