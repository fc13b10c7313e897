/* SPDX-License-Identifier: Apache-2.0 */
/* Late conversions against references by value, and the recorded corner cases by name. */
#include "inputs.h"
#include "numeric/late.h"
#include "reference/convert.h"
#include "unit/suite.h"

static uint32_t ref_fp32_to_fp16(uint32_t v)
{
    return ref_wide_to_fp16(v / 0x80000000, v % 0x80000000, 23);
}

static uint32_t ref_tf32_to_fp16(uint32_t t)
{
    return ref_wide_to_fp16(t / 0x40000, t % 0x40000, 10);
}

static uint32_t ref_bf16_to_fp16(uint32_t u)
{
    return ref_wide_to_fp16(u / 0x8000, u % 0x8000, 7);
}

START_TEST(to_fp16__is_the_value_cut_or_saturated)
{
    check_sample("fp32_to_fp16", 1000000, fp32_to_fp16, ref_fp32_to_fp16);
    check_all("tf32_to_fp16", 1u << 19, tf32_to_fp16, ref_tf32_to_fp16);
    check_all("bf16_to_fp16", 0x10000, bf16_to_fp16, ref_bf16_to_fp16);
}
END_TEST

START_TEST(to_fp16__corners)
{
    static const struct one_case cases[] = {
        {0x477FE000, 0x7BFF, "the largest of IEEE's FP16"},
        {0x47800000, 0x7C00, "exponent 31 is an ordinary number"},
        {0x47FFE000, 0x7FFF, "the largest number"},
        {0x48000000, 0x7FFF, "beyond it saturates"},
        {0x7F800000, 0x7FFF, "infinity saturates"},
        {0xFFC00000, 0xFFFF, "so does a NaN"},
        {0x38800000, 0x0400, "the smallest normal"},
        {0x38000000, 0x0000, "e = 0 drops the leading one: 2^-15 becomes 0"},
        {0x387FE000, 0x03FF, "and nearly 2^-14 a denormal code"},
        {0x37FFFFFF, 0x0000, "e below 0"},
        {0xB7FFFFFF, 0x8000, "keeps the sign"},
        {0x3F801FFF, 0x3C00, "cut, not rounded"},
    };
    check_cases("fp32_to_fp16", fp32_to_fp16, cases, COUNT_OF(cases));
}
END_TEST

START_TEST(variants_of_fp16__change_only_what_they_say)
{
    for (uint32_t t = 0; t < 1u << 19; t++) {
        uint32_t device = tf32_to_fp16(t), sign = device & 0x8000;
        uint32_t flushed = device & 0x7C00 ? device : sign;
        uint32_t saturated = (device & 0x7FFF) >= 0x7C00 ? sign | 0x7BFF : device;
        check_eq("tf32_to_fp16_reading", t, tf32_to_fp16_reading(t, FP16_FLUSH_E0), flushed);
        check_eq("tf32_to_fp16_reading", t, tf32_to_fp16_reading(t, FP16_SAT_7BFF), saturated);
        check_eq("fp32_to_fp16_reading", t, fp32_to_fp16_reading(t << 13, FP16_SAT_7BFF | FP16_FLUSH_E0),
                 (saturated & 0x7C00) ? saturated : sign);
    }
}
END_TEST

START_TEST(from_16_bits__all_patterns)
{
    check_all("fp16_to_fp32", 0x10000, fp16_to_fp32, ref_fp16_to_fp32);
    check_all("fp16_to_bf16", 0x10000, fp16_to_bf16, ref_fp16_to_bf16);
    check_all("fp16_to_e4m3", 0x10000, fp16_to_e4m3, ref_fp16_to_e4m3);
    check_all("fp16_to_e5m2", 0x10000, fp16_to_e5m2, ref_fp16_to_e5m2);
    check_all("fp16_to_e5m7", 0x10000, fp16_to_e5m7, ref_fp16_to_e5m7);
    for (uint32_t u = 0; u < 0x10000; u++) {
        check_eq("bf16_to_fp32", u, bf16_to_fp32(u), u * 0x10000);
        check_eq("fp16_flush_denormal", u, fp16_flush_denormal(u), u % 0x8000 < 0x400 ? 0 : u);
    }
}
END_TEST

START_TEST(fp32_to_bf16__is_cut_and_flushed)
{
    check_sample("fp32_to_bf16_cut", 1000000, fp32_to_bf16_cut, ref_fp32_to_bf16_cut);
    for (uint32_t t = 0; t < 1u << 19; t++) {
        check_eq("tf32_to_bf16_cut", t, tf32_to_bf16_cut(t), ref_fp32_to_bf16_cut(tf32_to_container(t)));
    }
    uint64_t seed = 5;
    for (uint32_t i = 0; i < 200000; i++) {
        uint32_t v = input32(i, &seed), plain = fp32_to_bf16_cut(v);
        check_eq("fp32_to_bf16_cut_keep_sign", v, fp32_to_bf16_cut_keep_sign(v),
                 plain ? plain : v / 0x80000000 * 0x8000);
    }
    ck_assert_uint_eq(fp32_to_bf16_cut(0x7F810000), 0x7F81); /* a NaN that the upper bits show stays one */
    ck_assert_uint_eq(fp32_to_bf16_cut(0x7F80FFFF), 0x7F80); /* another becomes infinity */
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("numeric/late");
    TCase *tests = tcase_create("late");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, to_fp16__is_the_value_cut_or_saturated);
    tcase_add_test(tests, to_fp16__corners);
    tcase_add_test(tests, variants_of_fp16__change_only_what_they_say);
    tcase_add_test(tests, from_16_bits__all_patterns);
    tcase_add_test(tests, fp32_to_bf16__is_cut_and_flushed);
    suite_add_tcase(all, tests);
    return all;
}
