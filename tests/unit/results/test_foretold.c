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
        {{a, 2, FORMAT_BF16, counts}, {b, 2, FORMAT_BF16, counts}, {phase, 1, FORMAT_EXPONENT, ones}}, insns};
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
    ck_assert_uint_eq(exponents[1], BIAS);
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
    tcase_add_test(tests, moved__is_read_off_the_first_value_that_shows_it);
    tcase_add_test(tests, foretell__refuses_what_it_cannot_pair);
    tcase_add_test(tests, turn__twice_gives_the_numbers_again);
    suite_add_tcase(suite, tests);
    return suite;
}
