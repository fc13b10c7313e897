/* SPDX-License-Identifier: Apache-2.0 */
/* Lanes of 16 bits (fast/lanes16.h), in the form that this machine takes and in that of machines without SSE2, against
 * the same in plain integers. */
#include "lanes_forms.h"
#include "unit/suite.h"

enum { ROUNDS = 400, NEAR = 14 };

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 32);
}

/* Every size of number alike, and both ends. */
static int16_t any_lane(uint64_t *seed)
{
    static const int16_t ends[] = {0, 1, -1, INT16_MAX, INT16_MIN};
    const uint32_t bits = next_random(seed);
    if (bits % 8 == 0)
        return ends[bits / 8 % (sizeof ends / sizeof *ends)];
    return (int16_t)((int32_t)(int16_t)(bits >> 16) >> (bits % 16));
}

static void draw(uint64_t *seed, struct lanes_operands *out)
{
    for (unsigned i = 0; i < LANES_TESTED; i++) {
        out->a[i] = any_lane(seed);
        out->b[i] = any_lane(seed);
        out->small[i] = any_lane(seed) & INT16_MAX;
        out->wide[i] = (int32_t)next_random(seed);
    }
    for (unsigned i = 0; i < LANES_TESTED_TWICE; i++)
        out->apart[i] = any_lane(seed) & INT16_MAX;
}

static int32_t pattern(uint32_t lower, uint32_t upper)
{
    return (int32_t)((upper & 0xFFFF) << 16 | (lower & 0xFFFF));
}

static void check_lane(const struct lanes_operands *operands, const struct lanes_results *results, unsigned i)
{
    const int32_t a = operands->a[i], b = operands->b[i];
    const uint32_t x = (uint16_t)a, y = (uint16_t)b, small = (uint32_t)operands->small[i];
    ck_assert_int_eq(results->most[i], a > b ? a : b);
    ck_assert_int_eq(results->least[i], a < b ? a : b);
    ck_assert_int_eq(results->upper_product[i], (int16_t)(a * b >> 16));
    ck_assert_int_eq(results->less[i], (int16_t)(x > y ? x - y : 0));
    ck_assert_int_eq(results->narrowed[i], (int16_t)operands->wide[i]);
    ck_assert_int_eq(results->packed[i], a);
    ck_assert_int_eq(results->joined[i], pattern(x, y));
    ck_assert_int_eq(results->raised[i], pattern(0, x));
    ck_assert_int_eq(results->widened[i], a);
    ck_assert_int_eq(results->products[i], a * b);
    ck_assert_int_eq(results->unsigned_products[i], (int32_t)(x * small));
    if (x) {
        ck_assert_uint_eq((uint16_t)results->normalised[i], (x << results->places[i]));
        ck_assert_uint_ne((uint16_t)results->normalised[i] & 0x8000u, 0);
    } else {
        ck_assert_int_eq(results->normalised[i], 0);
    }
}

static void check(const struct lanes_operands *operands, const struct lanes_results *results)
{
    bool has_any = false;
    for (unsigned i = 0; i < LANES_TESTED; i++) {
        check_lane(operands, results, i);
        has_any |= (operands->a[i] & operands->b[i]) != 0;
    }
    ck_assert_int_eq(results->has_any, has_any);
    for (unsigned i = 0; i < LANES_TESTED_TWICE; i++)
        ck_assert_int_eq(results->powers[i], 1 << NEAR >> (operands->apart[i] < NEAR ? operands->apart[i] : NEAR));
    for (unsigned pair = 0; pair < LANES_TESTED / 2; pair++)
        for (unsigned i = 0; i < LANES_TESTED / 2; i++) {
            const uint32_t first = (uint32_t)(operands->a[2 * i] * operands->b[2 * pair]);
            const uint32_t second = (uint32_t)(operands->a[2 * i + 1] * operands->b[2 * pair + 1]);
            ck_assert_int_eq(results->paired[pair][i], (int32_t)(first + second));
        }
}

static void check_form(void (*form)(const struct lanes_operands *, struct lanes_results *))
{
    uint64_t seed = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct lanes_operands operands;
        struct lanes_results results;
        draw(&seed, &operands);
        form(&operands, &results);
        check(&operands, &results);
    }
}

START_TEST(matrix_lanes__of_this_machine)
{
    check_form(lanes_form_of_this_machine);
}
END_TEST

START_TEST(matrix_lanes__of_others)
{
    check_form(lanes_form_of_others);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("matrix_lanes");
    TCase *tc = tcase_create("matrix_lanes");
    tcase_add_test(tc, matrix_lanes__of_this_machine);
    tcase_add_test(tc, matrix_lanes__of_others);
    suite_add_tcase(s, tc);
    return s;
}
