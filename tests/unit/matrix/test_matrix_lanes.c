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

static void draw(uint64_t *seed, struct lanes_asked *out)
{
    for (unsigned i = 0; i < LANES_ASKED; i++) {
        out->a[i] = any_lane(seed);
        out->b[i] = any_lane(seed);
        out->small[i] = any_lane(seed) & INT16_MAX;
        out->wide[i] = (int32_t)next_random(seed);
    }
    for (unsigned i = 0; i < LANES_ASKED_TWICE; i++)
        out->apart[i] = any_lane(seed) & INT16_MAX;
}

static int32_t pattern(uint32_t lower, uint32_t upper)
{
    return (int32_t)((upper & 0xFFFF) << 16 | (lower & 0xFFFF));
}

static void check_lane(const struct lanes_asked *asked, const struct lanes_told *told, unsigned i)
{
    const int32_t a = asked->a[i], b = asked->b[i];
    const uint32_t x = (uint16_t)a, y = (uint16_t)b, small = (uint32_t)asked->small[i];
    ck_assert_int_eq(told->most[i], a > b ? a : b);
    ck_assert_int_eq(told->least[i], a < b ? a : b);
    ck_assert_int_eq(told->upper_product[i], (int16_t)(a * b >> 16));
    ck_assert_int_eq(told->less[i], (int16_t)(x > y ? x - y : 0));
    ck_assert_int_eq(told->narrowed[i], (int16_t)asked->wide[i]);
    ck_assert_int_eq(told->packed[i], a);
    ck_assert_int_eq(told->joined[i], pattern(x, y));
    ck_assert_int_eq(told->raised[i], pattern(0, x));
    ck_assert_int_eq(told->widened[i], a);
    ck_assert_int_eq(told->products[i], a * b);
    ck_assert_int_eq(told->unsigned_products[i], (int32_t)(x * small));
    if (x) {
        ck_assert_uint_eq((uint16_t)told->normalised[i], (x << told->places[i]));
        ck_assert_uint_ne((uint16_t)told->normalised[i] & 0x8000u, 0);
    } else {
        ck_assert_int_eq(told->normalised[i], 0);
    }
}

static void check(const struct lanes_asked *asked, const struct lanes_told *told)
{
    bool has_any = false;
    for (unsigned i = 0; i < LANES_ASKED; i++) {
        check_lane(asked, told, i);
        has_any |= (asked->a[i] & asked->b[i]) != 0;
    }
    ck_assert_int_eq(told->has_any, has_any);
    for (unsigned i = 0; i < LANES_ASKED_TWICE; i++)
        ck_assert_int_eq(told->powers[i], 1 << NEAR >> (asked->apart[i] < NEAR ? asked->apart[i] : NEAR));
    for (unsigned pair = 0; pair < LANES_ASKED / 2; pair++)
        for (unsigned i = 0; i < LANES_ASKED / 2; i++) {
            const uint32_t first = (uint32_t)(asked->a[2 * i] * asked->b[2 * pair]);
            const uint32_t second = (uint32_t)(asked->a[2 * i + 1] * asked->b[2 * pair + 1]);
            ck_assert_int_eq(told->paired[pair][i], (int32_t)(first + second));
        }
}

static void check_form(void (*form)(const struct lanes_asked *, struct lanes_told *))
{
    uint64_t seed = 1;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct lanes_asked asked;
        struct lanes_told told;
        draw(&seed, &asked);
        form(&asked, &told);
        check(&asked, &told);
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
