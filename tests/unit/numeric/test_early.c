/* SPDX-License-Identifier: Apache-2.0 */
/* Early conversions against references by value, and the recorded corner cases by name. */
#include "inputs.h"
#include "numeric/early.h"
#include "reference/convert.h"
#include "unit/suite.h"

enum { SAMPLE = 1500000 };

static uint32_t ref_tf32(uint32_t v)
{
    return ref_fp32_narrow(v, 10, REF_NEAREST_AWAY);
}

static uint32_t ref_bf16(uint32_t v)
{
    return ref_fp32_narrow(v, 7, REF_NEAREST_AWAY);
}

static uint32_t ref_bf16_even(uint32_t v)
{
    return ref_fp32_narrow(v, 7, REF_NEAREST_EVEN);
}

static uint32_t ref_bf16_down(uint32_t v)
{
    return ref_fp32_narrow(v, 7, REF_DOWN);
}

static uint32_t ref_e8m6(uint32_t v)
{
    return ref_fp32_narrow(v, 6, REF_NEAREST_AWAY) * 2;
}

START_TEST(fp32__rounds_to_the_nearest_value_then_flushes)
{
    check_sample("fp32_to_tf32_nearest_away", SAMPLE, fp32_to_tf32_nearest_away, ref_tf32);
    check_sample("fp32_to_bf16_nearest_away", SAMPLE, fp32_to_bf16_nearest_away, ref_bf16);
    check_sample("fp32_to_e8m6_nearest_away", SAMPLE, fp32_to_e8m6_nearest_away, ref_e8m6);
}
END_TEST

START_TEST(fp32__other_roundings_of_bf16)
{
    check_sample("fp32_to_bf16_nearest_even", SAMPLE, fp32_to_bf16_nearest_even, ref_bf16_even);
    check_sample("fp32_to_bf16_truncate", SAMPLE, fp32_to_bf16_truncate, ref_bf16_down);
}
END_TEST

START_TEST(fp32_to_bf16__corners)
{
    static const struct one_case cases[] = {
        {0x80000000, 0x0000, "minus zero leaves as plus zero"},
        {0x007F7FFF, 0x0000, "a denormal that rounds to a denormal is flushed"},
        {0x007F8000, 0x0080, "the flush comes after rounding: this denormal becomes the smallest normal"},
        {0x807FFFFF, 0x8080, "and with a sign"},
        {0x3F808000, 0x3F81, "a tie goes away from zero, though the even neighbour is below"},
        {0x3F807FFF, 0x3F80, "just below the tie"},
        {0x7F7FFFFF, 0x7F80, "the largest finite number rounds up to infinity"},
        {0x7F800001, 0x7F80, "a NaN becomes the infinity of its sign"},
        {0xFFC00000, 0xFF80, "a negative NaN"},
    };
    check_cases("fp32_to_bf16_nearest_away", fp32_to_bf16_nearest_away, cases, COUNT_OF(cases));
}
END_TEST

static uint32_t flush_first(uint32_t v)
{
    return fp32_to_bf16_nearest_away(fp32_flush(v));
}

START_TEST(variant_flush_before_round__keeps_denormals_from_rounding_up)
{
    static const struct one_case cases[] = {
        {0x007F8000, 0x0000, "flushed before it can round"},
        {0x807FFFFF, 0x0000, "the sign goes too"},
        {0x00800000, 0x0080, "the smallest normal stays"},
        {0x7F800001, 0x7F80, "NaN as before"},
    };
    check_cases("flush, then fp32_to_bf16_nearest_away", flush_first, cases, COUNT_OF(cases));
}
END_TEST

START_TEST(bf16__all_patterns)
{
    check_all("bf16_flush", 0x10000, bf16_flush, ref_bf16_flush);
    check_all("bf16_to_e8m6", 0x10000, bf16_to_e8m6, ref_bf16_to_e8m6);
    for (uint32_t u = 0; u < 0x10000; u++) {
        check_eq("bf16_to_tf32", u, bf16_to_tf32(u), ref_bf16_flush(u) * 8);
        /* The flush is at 2^-127 here: pattern 0x0040. */
        uint32_t half = u % 0x8000 < 0x40 ? 0 : (u % 0x8000 > 0x7F80 ? (u & 0x8000) + 0x7F80 : u);
        check_eq("bf16_flush_2m127", u, bf16_flush_2m127(u), half);
    }
}
END_TEST

START_TEST(fp16__all_patterns)
{
    check_all("fp16_to_e5m6", 0x10000, fp16_to_e5m6, ref_fp16_to_e5m6);
    for (uint32_t u = 0; u < 0x10000; u++) {
        check_eq("fp16_flush", u, fp16_flush(u), u % 0x8000 < 0x400 ? 0 : u);
        check_eq("fp16_to_e5m7_raw", u, fp16_to_e5m7_raw(u), u - u % 8);
        check_eq("fp16_to_e5m2_raw", u, fp16_to_e5m2_raw(u), u - u % 256);
        check_eq("cell16_to_int8_raw", u, cell16_to_int8_raw(u), u < 0x8000 ? 0 : 0x80);
    }
}
END_TEST

START_TEST(int32__every_shift_against_division)
{
    uint64_t seed = 3;
    for (uint32_t i = 0; i < 400000; i++) {
        uint32_t v = i < 0x400 ? (i & 1) << 31 | i >> 1 : ref_random(&seed);
        unsigned shift = ref_random(&seed) % 32;
        v = i % 3 ? v : (v & 0x80000000) | (v & 0x7FFFFFFF) >> (ref_random(&seed) % 31);
        check_eq("int32_to_int8", v, int32_to_int8(v, shift), ref_int32_to_int8(v, shift));
        check_eq("int32_to_uint8", v, int32_to_uint8(v, shift), ref_int32_to_uint8(v, shift));
        check_eq("int32_to_int8_raw", v, int32_to_int8_raw(v), v / 0x80000000 * 128 + v % 128);
        check_eq("int32_to_uint8_raw", v, int32_to_uint8_raw(v), v % 256);
    }
    ck_assert_uint_eq(int32_to_int8(0x80000000, 0), 0x80);  /* -0 keeps its sign */
    ck_assert_uint_eq(int32_to_int8(0xFFFFFFFF, 31), 0x81); /* just below 1 rounds to 1 */
}
END_TEST

/* The stochastic form gives one of the two neighbours, and the neighbour above as often as P-12.2 says. */
START_TEST(stochastic__all_random_values_of_one_datum)
{
    uint32_t v = 0x3F80A000; /* 0xA000 of 0x10000: five eighths of a step */
    uint32_t raised = 0;
    for (uint32_t random = 0; random < 0x10000; random++) {
        uint32_t got = fp32_to_bf16_stochastic(v, random);
        check_eq("neighbour", random, got == 0x3F80 || got == 0x3F81, 1);
        raised += got == 0x3F81;
    }
    ck_assert_uint_eq(raised, 0xA001); /* one more than the fraction: the bias upward of the published remark */
    ck_assert_uint_eq(fp32_to_bf16_stochastic(0x3F800000, 0xFFFF), 0x3F81); /* exact values are sometimes raised */
    ck_assert_uint_eq(fp32_to_bf16_stochastic(0x7F800000, 0xFFFF), 0x7F80); /* infinity is not */
    ck_assert_uint_eq(fp32_to_bf16_stochastic(0xFFC00000, 0xFFFF), 0xFF80);
    ck_assert_uint_eq(bf16_to_e8m6_stochastic(0x807F, 1), 0); /* flushed: nothing left to round */
    ck_assert_uint_eq(bf16_to_e8m6_stochastic(0x3F80, 1), 0x3F82);
    ck_assert_uint_eq(bf16_to_e8m6_stochastic(0xFF80, 1), 0xFF80);
    ck_assert_uint_eq(fp16_to_e5m6_stochastic(0xFFFF, 15), 0xFFF0);
}
END_TEST

START_TEST(stochastic__with_the_middle_random_value_is_nearest_away)
{
    uint64_t seed = 4;
    for (uint32_t i = 0; i < 300000; i++) {
        uint32_t v = input32(i, &seed);
        check_eq("fp32_to_tf32_stochastic", v, fp32_to_tf32_stochastic(v, 0x0FFF), fp32_to_tf32_nearest_away(v));
        check_eq("fp32_to_bf16_stochastic", v, fp32_to_bf16_stochastic(v, 0x7FFF), fp32_to_bf16_nearest_away(v));
        check_eq("fp32_to_e8m6_stochastic", v, fp32_to_e8m6_stochastic(v, 0xFFFF), fp32_to_e8m6_nearest_away(v));
        check_eq("bf16_to_e8m6_stochastic", v, bf16_to_e8m6_stochastic(v >> 16, 0), bf16_to_e8m6(v >> 16));
        check_eq("fp16_to_e5m6_stochastic", v, fp16_to_e5m6_stochastic(v >> 16, 7), fp16_to_e5m6(v >> 16));
        unsigned shift = v % 32;
        uint32_t middle = shift ? (1u << (shift - 1)) - 1 : 0;
        check_eq("int32_to_int8_stochastic", v, int32_to_int8_stochastic(v, shift, middle), int32_to_int8(v, shift));
        check_eq("int32_to_uint8_stochastic", v, int32_to_uint8_stochastic(v, shift, middle), int32_to_uint8(v, shift));
    }
}
END_TEST

/* As often as what is cut off says, and once more: the bias upward. */
START_TEST(stochastic__fp16_is_raised_in_so_many_of_16)
{
    for (uint32_t rest = 0; rest < 16; rest++) {
        unsigned raised = 0;
        for (uint32_t random = 0; random < 16; random++)
            raised += fp16_to_e5m6_stochastic(0x3C00 | rest, random) == 0x3C10;
        check_eq("raised", rest, raised, rest + 1);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("numeric/early");
    TCase *tests = tcase_create("early");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, fp32__rounds_to_the_nearest_value_then_flushes);
    tcase_add_test(tests, fp32__other_roundings_of_bf16);
    tcase_add_test(tests, fp32_to_bf16__corners);
    tcase_add_test(tests, variant_flush_before_round__keeps_denormals_from_rounding_up);
    tcase_add_test(tests, bf16__all_patterns);
    tcase_add_test(tests, fp16__all_patterns);
    tcase_add_test(tests, int32__every_shift_against_division);
    tcase_add_test(tests, stochastic__all_random_values_of_one_datum);
    tcase_add_test(tests, stochastic__fp16_is_raised_in_so_many_of_16);
    tcase_add_test(tests, stochastic__with_the_middle_random_value_is_nearest_away);
    suite_add_tcase(all, tests);
    return all;
}
