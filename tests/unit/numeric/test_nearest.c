/* SPDX-License-Identifier: Apache-2.0 */
/* The nearest datum of a value: what a format holds comes back, and what lies between goes to the nearer neighbour. */
#include "inputs.h"
#include "numeric/nearest.h"
#include "unit/suite.h"

#include <math.h>
#include <string.h>

enum { DRAWS = 50000 };

static struct value_parts of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value_of_ieee(bits, 11, 52);
}

static double number(enum format format, uint32_t bits, uint32_t shared)
{
    const struct value_parts parts = format_parts(format, bits, shared);
    const double value = ldexp((double)parts.significand, parts.exponent2);
    return parts.is_negative ? -value : value;
}

static uint64_t draw(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return *state >> 11 ^ *state << 50;
}

START_TEST(nearest__what_a_format_holds_comes_back)
{
    static const enum format formats[] = {FORMAT_FP16, FORMAT_BF16, FORMAT_FP8_E5M2, FORMAT_FP8_E4M3, FORMAT_E8M6,
                                          FORMAT_E5M7, FORMAT_E5M6, FORMAT_INT8,     FORMAT_INT16,    FORMAT_UINT8};
    for (size_t k = 0; k < sizeof formats / sizeof formats[0]; k++) {
        const struct format_info *info = format_get(formats[k]);
        const unsigned padding =
            info->is_integer ? 0 : info->storage_bits - 1u - info->exponent_bits - info->mantissa_bits;
        for (uint32_t bits = 0; bits < 1u << info->storage_bits; bits += 1u << padding) {
            struct value_parts parts = format_parts(formats[k], bits, 0);
            uint32_t back = 0;
            const bool is_minus_zero = info->is_integer && parts.is_negative && !parts.significand;
            ck_assert(nearest_datum(formats[k], &parts, &back));
            if (parts.kind == VALUE_NAN)
                ck_assert_int_eq(format_parts(formats[k], back, 0).kind, VALUE_NAN);
            else
                check_eq(info->name, bits, back, is_minus_zero ? 0 : bits);
        }
    }
}
END_TEST

/* Held against the host's arithmetic: no neighbour is nearer, and of two as near the even one is taken. */
static void check_nearest(enum format format, double value)
{
    const struct value_parts parts = of_double(value);
    const struct format_info *info = format_get(format);
    const unsigned padding = info->storage_bits - 1u - info->exponent_bits - info->mantissa_bits;
    uint32_t bits = 0;
    ck_assert(nearest_datum(format, &parts, &bits));
    const uint32_t sign = bits >> (info->storage_bits - 1) << (info->storage_bits - 1);
    const uint32_t magnitude = (bits ^ sign) >> padding;
    const double far = fabs(number(format, bits, 0) - value);
    ck_assert_int_eq(sign != 0, signbit(value) != 0);
    if (format_parts(format, bits, 0).kind != VALUE_FINITE) {
        const double most = number(format, (magnitude - 1) << padding, 0);
        const double step = most - number(format, (magnitude - 2) << padding, 0);
        ck_assert_msg(fabs(value) >= most + step / 2, "%s of %a is infinite", info->name, value);
        return;
    }
    for (uint32_t other = magnitude ? magnitude - 1 : 0; other <= magnitude + 1; other++) {
        const uint32_t pattern = other << padding | sign;
        const double apart = fabs(number(format, pattern, 0) - value);
        if (other == magnitude || format_parts(format, pattern, 0).kind != VALUE_FINITE)
            continue;
        ck_assert_msg(far <= apart, "%s of %a: %x is nearer than %x", info->name, value, pattern, bits);
        ck_assert_msg(far < apart || !(magnitude & 1), "%s of %a: a tie goes to the even one", info->name, value);
    }
}

START_TEST(nearest__is_nearest)
{
    static const enum format formats[] = {FORMAT_FP32,     FORMAT_TF32,     FORMAT_BF16, FORMAT_FP16,
                                          FORMAT_FP8_E5M2, FORMAT_FP8_E4M3, FORMAT_E8M6};
    uint64_t state = 7;
    for (int i = 0; i < DRAWS; i++) {
        const enum format format = formats[draw(&state) % (sizeof formats / sizeof formats[0])];
        const int reach = format_get(format)->exponent_bits == 8 ? 300 : 40;
        const uint64_t significand = draw(&state) >> (11 + draw(&state) % 50); /* few bits make ties */
        const double value = ldexp((double)significand, (int)(draw(&state) % (uint64_t)reach) - reach / 2 - 40);
        check_nearest(format, draw(&state) & 1 ? -value : value);
    }
}
END_TEST

START_TEST(nearest__says_what_a_format_has_not)
{
    struct value_parts value = of_double(NAN);
    uint32_t bits;
    ck_assert(!nearest_datum(FORMAT_FP16, &value, &bits));
    ck_assert(nearest_datum(FORMAT_FP32, &value, &bits));
    ck_assert_uint_eq(bits, 0x7FC00000);
    value = of_double(-INFINITY);
    ck_assert(nearest_datum(FORMAT_FP16, &value, &bits));
    ck_assert_uint_eq(bits, 0xFFFF);
    value = of_double(1e300);
    ck_assert(nearest_datum(FORMAT_BF16, &value, &bits));
    ck_assert_uint_eq(bits, 0x7F80);
    value = value_of_integer(128, true);
    ck_assert(!nearest_datum(FORMAT_INT8, &value, &bits));
    value = value_of_integer(127, true);
    ck_assert(nearest_datum(FORMAT_INT8, &value, &bits));
    ck_assert_uint_eq(bits, 0xFF);
    value = value_of_integer(1, true);
    ck_assert(!nearest_datum(FORMAT_UINT8, &value, &bits));
}
END_TEST

START_TEST(nearest_block__what_a_block_holds_comes_back)
{
    static const enum format formats[] = {FORMAT_BFP8, FORMAT_BFP4, FORMAT_BFP2, FORMAT_BFP8A, FORMAT_BFP4A};
    uint64_t state = 3;
    for (int i = 0; i < DRAWS / 8; i++) {
        const enum format format = formats[draw(&state) % (sizeof formats / sizeof formats[0])];
        const struct format_info *info = format_get(format);
        const uint32_t shared = (uint32_t)(draw(&state) % (1u << info->exponent_bits));
        uint32_t datums[BFP_GROUP], back[BFP_GROUP], back_shared;
        struct value_parts values[BFP_GROUP];
        for (int n = 0; n < BFP_GROUP; n++) {
            datums[n] = (uint32_t)(draw(&state) % (1u << info->storage_bits));
            values[n] = format_parts(format, datums[n], shared);
        }
        ck_assert(nearest_block(format, values, back, &back_shared));
        ck_assert_uint_le(back_shared, shared);
        for (int n = 0; n < BFP_GROUP; n++) {
            ck_assert_uint_eq(format_ulps(format, datums[n], shared, back[n], back_shared), 0);
            if (back_shared == shared)
                ck_assert_uint_eq(datums[n], back[n]);
        }
    }
}
END_TEST

START_TEST(nearest_block__rounds_each_on_the_lattice_of_the_largest)
{
    struct value_parts values[BFP_GROUP];
    uint32_t datums[BFP_GROUP], shared;
    for (int i = 0; i < BFP_GROUP; i++)
        values[i] = of_double(0);
    values[0] = of_double(1.0);
    values[1] = of_double(-1.0 / 128);  /* half a step: to even, and a zero has no sign */
    values[2] = of_double(-3.0 / 128);  /* one and a half: to two */
    values[3] = of_double(255.0 / 128); /* would be 128: stays at 127 */
    ck_assert(nearest_block(FORMAT_BFP8, values, datums, &shared));
    ck_assert_uint_eq(shared, 127);
    ck_assert_uint_eq(datums[0], 64);
    ck_assert_uint_eq(datums[1], 0);
    ck_assert_uint_eq(datums[2], 0x82);
    ck_assert_uint_eq(datums[3], 127);
    values[4] = of_double(1e300); /* the largest exponent, the largest magnitude */
    ck_assert(nearest_block(FORMAT_BFP8, values, datums, &shared));
    ck_assert_uint_eq(shared, 255);
    ck_assert_uint_eq(datums[4], 127);
    ck_assert_uint_eq(datums[0], 0);
    values[4] = of_double(-INFINITY); /* a sign alone, and no part of the exponent */
    ck_assert(nearest_block(FORMAT_BFP8, values, datums, &shared));
    ck_assert_uint_eq(shared, 127);
    ck_assert_uint_eq(datums[4], 0x80);
    values[4] = of_double(INFINITY);
    ck_assert(!nearest_block(FORMAT_BFP8, values, datums, &shared));
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("numeric/nearest");
    TCase *tests = tcase_create("nearest");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, nearest__what_a_format_holds_comes_back);
    tcase_add_test(tests, nearest__is_nearest);
    tcase_add_test(tests, nearest__says_what_a_format_has_not);
    tcase_add_test(tests, nearest_block__what_a_block_holds_comes_back);
    tcase_add_test(tests, nearest_block__rounds_each_on_the_lattice_of_the_largest);
    suite_add_tcase(all, tests);
    return all;
}
