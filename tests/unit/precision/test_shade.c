/* SPDX-License-Identifier: Apache-2.0 */
/* Parts add up to the error, whatever is computed with them; units in the last place; what L1 remembers. */
#include "unit/suite.h"

#include "precision/precision_internal.h"

#include <math.h>
#include <stdlib.h>

static double part_sum(const struct shade *shade)
{
    double sum = 0;
    for (unsigned i = 0; i < shade->top; i++)
        sum += shade->parts[i];
    return sum;
}

static double drawn(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(int64_t)*seed / 0x1p62;
}

/* A datum with errors of three sources, large ones. */
static struct shade draw(uint64_t *seed, unsigned first)
{
    struct shade shade;
    shade_begin(&shade, drawn(seed));
    for (unsigned i = 0; i < 3; i++)
        shade_become(&shade, first + i, shade.actual + drawn(seed) / 4);
    return shade;
}

static void check_whole(const struct shade *shade)
{
    ck_assert_double_eq_tol(part_sum(shade), shade->actual - shade->exact, 1e-12);
}

START_TEST(products_and_sums_leave_nothing_over)
{
    uint64_t seed = 1;
    for (unsigned i = 0; i < 1000; i++) {
        const struct shade a = draw(&seed, 0), b = draw(&seed, 2), c = draw(&seed, 5);
        struct shade result;
        shade_begin(&result, 0);
        shade_add_product(&result, &a, &b);
        ck_assert_double_eq_tol(result.actual, a.actual * b.actual, 1e-15);
        ck_assert_double_eq_tol(result.exact, a.exact * b.exact, 1e-15);
        shade_accumulate(&result, &c, -1);
        check_whole(&result);
        shade_become(&result, 9, result.actual * 1.01);
        check_whole(&result);
        ck_assert_uint_eq(result.top, 10);
    }
}
END_TEST

START_TEST(what_was_infinite_stays_out)
{
    struct shade shade, sum;
    shade_begin(&shade, 1);
    shade_become(&shade, 0, INFINITY);
    shade_become(&shade, 1, 1);
    ck_assert(!shade_is_finite(&shade));
    shade_begin(&sum, 0);
    shade_accumulate(&sum, &shade, 1);
    ck_assert(!shade_is_finite(&sum));
}
END_TEST

START_TEST(rounding_joins_and_another_format_does_not)
{
    ck_assert(shade_joins(3, 2.5) && shade_joins(-1, -0.5) && shade_joins(0, 0) && shade_joins(0x1p-70, 0));
    ck_assert(!shade_joins(3, 1) && !shade_joins(1, -1) && !shade_joins(1, 0) && !shade_joins(0, 1));
}
END_TEST

START_TEST(units_in_the_last_place)
{
    ck_assert_double_eq(value_ulp(FORMAT_BF16, 1), 0x1p-7);
    ck_assert_double_eq(value_ulp(FORMAT_BF16, 1.99), 0x1p-7);
    ck_assert_double_eq(value_ulp(FORMAT_BF16, 0), 0x1p-133);
    ck_assert_double_eq(value_ulp(FORMAT_FP32, 4), 0x1p-21);
    ck_assert_double_eq(value_ulp(FORMAT_FP16, 0x1p-20), 0x1p-24);
    ck_assert_double_eq(value_ulp(FORMAT_INT32, 77), 1);
    ck_assert_double_eq(value_block_ulp(FORMAT_BFP8, 128 << 8 | 0x41), 0x1p-5);
    ck_assert_double_eq(precision_value(FORMAT_BFP8, 128 << 8 | 0xC1), -65.0 / 32);
    ck_assert_double_eq(precision_value(FORMAT_BF16, 0xC040), -3);
    ck_assert(isinf(precision_value(FORMAT_FP32, 0x7F800000)) && isnan(precision_value(FORMAT_FP32, 0x7FC00000)));
}
END_TEST

START_TEST(a_lower_half_takes_the_whole_along)
{
    struct cells *cells = cells_new(TT_BLACKHOLE);
    struct shade shade;
    shade_begin(&shade, 1);
    ck_assert_ptr_nonnull(cells);
    shade.is_wide = true;
    cells_put(cells, TT_SPACE_DST, 5, &shade);
    cells_drop(cells, TT_SPACE_DST, 5 + 7 * DST_COLUMNS, 6 + 7 * DST_COLUMNS);
    ck_assert_ptr_nonnull(cells_at(cells, TT_SPACE_DST, 5));
    cells_drop(cells, TT_SPACE_DST, 5 + 8 * DST_COLUMNS, 6 + 8 * DST_COLUMNS);
    ck_assert_ptr_null(cells_at(cells, TT_SPACE_DST, 5));
    cells_put(cells, TT_SPACE_SRCA, UINT32_MAX, &shade); /* beyond: nothing */
    ck_assert_ptr_null(cells_at(cells, TT_SPACE_SRCA, UINT32_MAX));
    cells_free(cells);
}
END_TEST

static void count(void *user, const struct packed *packed)
{
    *(unsigned *)user += packed->tile;
}

START_TEST(what_is_packed_leaves_once)
{
    enum { BYTES = 256 };
    struct packed_memory *memory = packed_memory_new(BYTES);
    struct packed packed = {.is_output = true};
    unsigned left = 0;
    ck_assert_ptr_nonnull(memory);
    for (uint32_t quarter = 0; quarter < BYTES * QUARTERS; quarter++) {
        packed.tile = 1;
        ck_assert(packed_put(memory, quarter, &packed));
    }
    ck_assert(packed_put(memory, BYTES * QUARTERS, &packed)); /* beyond L1 */
    packed_drop(memory, 10, 20, count, &left);
    ck_assert_uint_eq(left, 10 * QUARTERS);
    packed_drop(memory, 10, 20, count, &left);
    ck_assert_uint_eq(left, 10 * QUARTERS);
    packed.tile = 1000;
    ck_assert(packed_put(memory, 15 * QUARTERS, &packed));
    ck_assert_uint_eq(packed_at(memory, 15 * QUARTERS)->tile, 1000);
    packed_drop(memory, 0, UINT32_MAX, count, &left);
    ck_assert_uint_eq(left, BYTES * QUARTERS + 1000);
    packed_memory_free(memory);
}
END_TEST

Suite *suite(void)
{
    Suite *made = suite_create("precision_shade");
    TCase *cases = tcase_create("shade");
    tcase_add_test(cases, products_and_sums_leave_nothing_over);
    tcase_add_test(cases, what_was_infinite_stays_out);
    tcase_add_test(cases, rounding_joins_and_another_format_does_not);
    tcase_add_test(cases, units_in_the_last_place);
    tcase_add_test(cases, a_lower_half_takes_the_whole_along);
    tcase_add_test(cases, what_is_packed_leaves_once);
    suite_add_tcase(made, cases);
    return made;
}
