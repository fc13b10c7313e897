/* SPDX-License-Identifier: Apache-2.0 */
/* The table of formats, values of datums, and distances between them. */
#include "inputs.h"
#include "numeric/format.h"
#include "unit/suite.h"

START_TEST(table__codes_that_exist)
{
    for (unsigned code = 0; code < 16; code++) {
        const struct format_info *info = format_get((enum format)code);
        ck_assert_int_eq(info == NULL, code == 12 || code == 13);
        if (info) { /* the class is in the two low bits of the code (F-1.1) */
            unsigned bits = code % 4 == 0 ? 32 : (code % 4 == 1 ? 16 : 8);
            ck_assert(code % 4 == 3 ? info->storage_bits < 8 : info->storage_bits == bits);
        }
    }
    ck_assert_ptr_null(format_get(FORMAT_COUNT));
    static const uint8_t bits_beyond[] = {8, 8, 16, 16, 16, 32, 32, 8, 32}; /* from FP8_E4M3 on */
    for (unsigned code = FORMAT_FP8_E4M3; code < FORMAT_COUNT; code++) {
        check_eq("storage", code, format_get((enum format)code)->storage_bits, bits_beyond[code - FORMAT_FP8_E4M3]);
    }
}
END_TEST

/* F-1.1 and F-2.1 to F-2.5: exponent, mantissa (of a block format: its magnitude), whether an exponent is shared. */
START_TEST(table__bits_of_each_format)
{
    static const struct {
        enum format format;
        uint8_t storage, exponent, mantissa;
        bool is_block;
    } rows[] = {{FORMAT_FP32, 32, 8, 23, false},  {FORMAT_FP16, 16, 5, 10, false},   {FORMAT_BFP8A, 8, 5, 7, true},
                {FORMAT_BFP4A, 4, 5, 3, true},    {FORMAT_TF32, 32, 8, 10, false},   {FORMAT_BF16, 16, 8, 7, false},
                {FORMAT_BFP8, 8, 8, 7, true},     {FORMAT_BFP4, 4, 8, 3, true},      {FORMAT_INT32, 32, 0, 31, false},
                {FORMAT_INT16, 16, 0, 15, false}, {FORMAT_FP8_E5M2, 8, 5, 2, false}, {FORMAT_BFP2A, 2, 5, 1, true},
                {FORMAT_INT8, 8, 0, 7, false},    {FORMAT_BFP2, 2, 8, 1, true},      {FORMAT_FP8_E4M3, 8, 4, 3, false},
                {FORMAT_UINT8, 8, 0, 8, false},   {FORMAT_E8M6, 16, 8, 6, false},    {FORMAT_E5M7, 16, 5, 7, false},
                {FORMAT_E5M6, 16, 5, 6, false},   {FORMAT_TF32_19, 32, 8, 10, false}};
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const struct format_info *info = format_get(rows[i].format);
        ck_assert_uint_eq(info->storage_bits, rows[i].storage);
        ck_assert_uint_eq(info->exponent_bits, rows[i].exponent);
        ck_assert_uint_eq(info->mantissa_bits, rows[i].mantissa);
        ck_assert_int_eq(info->is_block, rows[i].is_block);
        ck_assert_int_eq(info->is_integer, rows[i].exponent == 0);
    }
}
END_TEST

struct parts_case {
    enum format format;
    uint32_t bits, shared;
    enum value_kind kind;
    bool is_negative;
    uint64_t significand;
    int exponent2;
    const char *why;
};

START_TEST(parts__one_of_each_and_the_chips_own_readings)
{
    static const struct parts_case cases[] = {
        {FORMAT_FP32, 0x3F800000, 0, VALUE_FINITE, false, 1u << 23, -23, "one"},
        {FORMAT_FP32, 0x80000001, 0, VALUE_FINITE, true, 1, -149, "a denormal has its IEEE value"},
        {FORMAT_FP32, 0x7F800000, 0, VALUE_INFINITE, false, 1u << 23, 105, "infinity"},
        {FORMAT_FP32, 0xFFC00000, 0, VALUE_NAN, true, 3u << 22, 105, "NaN"},
        {FORMAT_BF16, 0xC040, 0, VALUE_FINITE, true, 0xC0, -6, "-3"},
        {FORMAT_FP16, 0x7C00, 0, VALUE_FINITE, false, 1024, 6, "exponent 31 is ordinary: 2^16"},
        {FORMAT_FP16, 0x7FFF, 0, VALUE_INFINITE, false, 2047, 6, "all ones is infinity"},
        {FORMAT_FP16, 0xFFFF, 0, VALUE_INFINITE, true, 2047, 6, "also negative"},
        {FORMAT_FP16, 0x0001, 0, VALUE_FINITE, false, 1, -24, "denormal"},
        {FORMAT_TF32, 0x3F802000, 0, VALUE_FINITE, false, 1025, -10, "the container's low bits are no mantissa"},
        {FORMAT_TF32_19, 0x1FC01, 0, VALUE_FINITE, false, 1025, -10, "the same in 19 bits"},
        {FORMAT_E8M6, 0x3F82, 0, VALUE_FINITE, false, 65, -6, "in a BF16 container"},
        {FORMAT_E5M7, 0x3C08, 0, VALUE_FINITE, false, 129, -7, "in an FP16 container"},
        {FORMAT_E5M7, 0x7FF8, 0, VALUE_INFINITE, false, 255, 9, "what saturation leaves"},
        {FORMAT_E5M6, 0x3C10, 0, VALUE_FINITE, false, 65, -6, "in an FP16 container"},
        {FORMAT_FP8_E5M2, 0x7C, 0, VALUE_FINITE, false, 4, 14, "2^16"},
        {FORMAT_FP8_E5M2, 0x7F, 0, VALUE_INFINITE, false, 7, 14, "all ones"},
        {FORMAT_FP8_E4M3, 0x38, 0, VALUE_FINITE, false, 8, -3, "one"},
        {FORMAT_FP8_E4M3, 0x78, 0, VALUE_FINITE, false, 8, 5, "exponent 15 is ordinary: 2^8"},
        {FORMAT_BFP8, 0x40, 127, VALUE_FINITE, false, 64, -6, "one"},
        {FORMAT_BFP8, 0x80, 127, VALUE_INFINITE, true, 0, -6, "a sign alone is minus infinity"},
        {FORMAT_BFP8A, 0xC0, 15, VALUE_FINITE, true, 64, -6, "minus one, bias 15"},
        {FORMAT_BFP4, 0x7, 127, VALUE_FINITE, false, 7, -2, "1.75"},
        {FORMAT_BFP2, 0x3, 128, VALUE_FINITE, true, 1, 1, "-2: one bit of magnitude in steps of 1"},
        {FORMAT_BFP2A, 0x1, 16, VALUE_FINITE, false, 1, 1, "2"},
        {FORMAT_INT32, 0x80000005, 0, VALUE_FINITE, true, 5, 0, "sign and magnitude"},
        {FORMAT_INT8, 0xFF, 0, VALUE_FINITE, true, 127, 0, "-127"},
        {FORMAT_UINT8, 0xFF, 0, VALUE_FINITE, false, 255, 0, "255"},
        {FORMAT_INT16, 0x8001, 0, VALUE_FINITE, true, 1, 0, "sign and magnitude"},
        {FORMAT_ADDRESS, 0xFFFFFFFF, 0, VALUE_FINITE, false, 0xFFFFFFFF, 0, "an address has no sign"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct parts_case *c = &cases[i];
        struct value_parts parts = format_parts(c->format, c->bits, c->shared);
        if (parts.kind != c->kind || parts.is_negative != c->is_negative || parts.significand != c->significand ||
            parts.exponent2 != c->exponent2) {
            ck_abort_msg("%s 0x%X: kind %d sign %d %llu * 2^%d; %s", format_get(c->format)->name, c->bits,
                         (int)parts.kind, parts.is_negative, (unsigned long long)parts.significand, parts.exponent2,
                         c->why);
        }
    }
}
END_TEST

struct walked {
    enum format format;
    int exponent_bits, mantissa_bits, padding;
};

/* Counting up the patterns of a format visits its values in order: the reference's list says the same. */
START_TEST(parts__every_pattern_of_every_short_float)
{
    static const struct walked all[] = {
        {FORMAT_BF16, 8, 7, 0},     {FORMAT_FP16, 5, 10, 0},  {FORMAT_E8M6, 8, 6, 1},
        {FORMAT_E5M7, 5, 7, 3},     {FORMAT_E5M6, 5, 6, 4},   {FORMAT_FP8_E5M2, 5, 2, 0},
        {FORMAT_FP8_E4M3, 4, 3, 0}, {FORMAT_TF32, 8, 10, 13}, {FORMAT_TF32_19, 8, 10, 0},
    };
    for (size_t f = 0; f < COUNT_OF(all); f++) {
        struct ref_shape shape = {all[f].exponent_bits, all[f].mantissa_bits};
        uint32_t count = 1u << (shape.exponent_bits + shape.mantissa_bits);
        for (uint32_t magnitude = 0; magnitude < count; magnitude++) {
            struct ref_value value = ref_value_of(magnitude, shape);
            for (uint32_t sign = 0; sign < 2; sign++) {
                uint32_t bits = (magnitude + sign * count) << all[f].padding;
                struct value_parts parts = format_parts(all[f].format, bits, 0);
                check_eq("sign", bits, parts.is_negative, sign);
                check_eq("significand", bits, (uint32_t)parts.significand, (uint32_t)value.significand);
                check_eq("exponent", bits, (uint32_t)parts.exponent2, (uint32_t)value.exponent2);
            }
        }
    }
}
END_TEST

struct ulps_case {
    enum format format;
    uint32_t a, a_shared, b, b_shared;
    uint64_t ulps;
    const char *why;
};

START_TEST(ulps__cases)
{
    static const struct ulps_case cases[] = {
        {FORMAT_BF16, 0x3F80, 0, 0x3F81, 0, 1, "neighbours"},
        {FORMAT_BF16, 0x0000, 0, 0x8000, 0, 0, "both zeros are one"},
        {FORMAT_BF16, 0x0001, 0, 0x8001, 0, 2, "across zero"},
        {FORMAT_FP32, 0x7F7FFFFF, 0, 0x7F800000, 0, 1, "infinity is the next pattern"},
        {FORMAT_FP32, 0x7FFFFFFF, 0, 0xFFFFFFFF, 0, 0xFFFFFFFE, "end to end"},
        {FORMAT_E8M6, 0x3F80, 0, 0x3F82, 0, 1, "a container's padding is no unit"},
        {FORMAT_E8M6, 0x3F80, 0, 0x3F81, 0, 1, "though a bit set there is seen"},
        {FORMAT_E8M6, 0x3F81, 0, 0x3F81, 0, 0, "and the same bit in both is none"},
        {FORMAT_TF32, 0x3F800000, 0, 0x3F804000, 0, 2, "13 bits of padding"},
        {FORMAT_INT8, 0x81, 0, 0x01, 0, 2, "integers"},
        {FORMAT_UINT8, 0xFF, 0, 0x00, 0, 255, "without sign"},
        {FORMAT_BFP8, 0x40, 127, 0xC0, 127, 128, "one exponent: magnitudes as they stand"},
        {FORMAT_BFP8, 0x40, 127, 0x20, 128, 0, "the same value under another exponent"},
        {FORMAT_BFP8, 0x40, 127, 0x40, 128, 64, "in units of the smaller exponent"},
        {FORMAT_BFP8, 0x40, 0, 0x40, 255, UINT64_MAX, "saturates"},
        {FORMAT_BFP8, 0x00, 0, 0x00, 255, 0, "zero is zero under any exponent"},
        {FORMAT_BFP8, 0x80, 127, 0x00, 127, UINT64_MAX, "minus infinity is far from everything"},
        {FORMAT_BFP8, 0x80, 127, 0x80, 3, 0, "but itself"},
        {FORMAT_BFP2A, 0x1, 15, 0x3, 15, 2, "two bits"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct ulps_case *c = &cases[i];
        uint64_t there = format_ulps(c->format, c->a, c->a_shared, c->b, c->b_shared);
        uint64_t back = format_ulps(c->format, c->b, c->b_shared, c->a, c->a_shared);
        if (there != c->ulps || back != c->ulps) {
            ck_abort_msg("%s 0x%X to 0x%X: %llu and %llu, expected %llu: %s", format_get(c->format)->name, c->a, c->b,
                         (unsigned long long)there, (unsigned long long)back, (unsigned long long)c->ulps, c->why);
        }
    }
}
END_TEST

START_TEST(ulps__count_the_steps_of_every_short_float)
{
    static const enum format formats[] = {FORMAT_BF16, FORMAT_FP16, FORMAT_FP8_E5M2, FORMAT_FP8_E4M3};
    for (size_t f = 0; f < COUNT_OF(formats); f++) {
        uint32_t top = 1u << (format_get(formats[f])->storage_bits - 1);
        for (uint32_t step = 0; step < top; step++) {
            check_eq("format_ulps", step, (uint32_t)format_ulps(formats[f], 0, 0, step, 0), step);
            check_eq("format_ulps", step, (uint32_t)format_ulps(formats[f], step + top, 0, step, 0), 2 * step);
        }
    }
}
END_TEST

START_TEST(names__as_others_call_them)
{
    static const struct {
        const char *name;
        enum format format;
    } names[] = {{"bf16", FORMAT_BF16},    {"Float16_b", FORMAT_BF16}, {"bfloat16", FORMAT_BF16},
                 {"f32", FORMAT_FP32},     {"BFLOAT8_B", FORMAT_BFP8}, {"bfp8a", FORMAT_BFP8A},
                 {"float16", FORMAT_FP16}, {"float", FORMAT_COUNT}};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        ck_assert_int_eq(format_find(names[i].name), names[i].format);
    for (int format = 0; format < FORMAT_COUNT; format++)
        if (format_get((enum format)format))
            ck_assert_int_eq(format_find(format_get((enum format)format)->name), format);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("numeric/format");
    TCase *tests = tcase_create("format");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, table__codes_that_exist);
    tcase_add_test(tests, table__bits_of_each_format);
    tcase_add_test(tests, parts__one_of_each_and_the_chips_own_readings);
    tcase_add_test(tests, parts__every_pattern_of_every_short_float);
    tcase_add_test(tests, names__as_others_call_them);
    tcase_add_test(tests, ulps__cases);
    tcase_add_test(tests, ulps__count_the_steps_of_every_short_float);
    suite_add_tcase(all, tests);
    return all;
}
