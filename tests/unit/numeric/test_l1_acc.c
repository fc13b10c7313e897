/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulation in L1 against fixed point and against the page's wording in double. */
#include "inputs.h"
#include "numeric/l1_acc.h"
#include "reference/l1_acc.h"
#include "reference/l1_acc_double.h"
#include "unit/suite.h"

typedef uint32_t adder(uint32_t d, uint32_t x);

static void check_pair(const char *name, adder *tried, adder *page, uint32_t d, uint32_t x)
{
    uint32_t got = tried(d, x), expected = page(d, x);
    if (got != expected) {
        ck_abort_msg("%s: 0x%X in L1 and 0x%X give 0x%X, the page says 0x%X", name, d, x, got, expected);
    }
}

/* 16-bit patterns at the edges of both families; with signs. */
static const uint16_t edges16[] = {
    0x0000, 0x0001, 0x007F, 0x0080, 0x0081, 0x00FF, 0x0100, 0x03FF, 0x0400, 0x0401, 0x0480, 0x07FF, 0x0800,
    0x0801, 0x3BFF, 0x3C00, 0x3C01, 0x3F80, 0x3F81, 0x3FFF, 0x4000, 0x4080, 0x77FF, 0x7800, 0x7801, 0x7BFF,
    0x7C00, 0x7C01, 0x7E00, 0x7EFF, 0x7F00, 0x7F7E, 0x7F7F, 0x7F80, 0x7F81, 0x7FC0, 0x7FFE, 0x7FFF,
};
enum { EDGES16 = COUNT_OF(edges16) };

START_TEST(fp16__all_patterns_against_the_edges)
{
    for (uint32_t d = 0; d < 0x10000; d++) {
        for (uint32_t i = 0; i < EDGES16; i++) {
            check_pair("fp16", l1_acc_fp16, letter_acc_fp16, d, edges16[i]);
            check_pair("fp16", l1_acc_fp16, letter_acc_fp16, edges16[i] | 0x8000u, d);
        }
    }
}
END_TEST

START_TEST(fp16__fixed_point_says_the_same)
{
    uint64_t seed = 9;
    for (uint32_t d = 0; d < 0x10000; d++) {
        check_pair("fp16", l1_acc_fp16, ref_acc_fp16, d, d ^ 0x8000);
        check_pair("fp16", l1_acc_fp16, ref_acc_fp16, d, (d ^ 0x8000) + 1);
        for (int i = 0; i < 8; i++) {
            uint32_t x = ref_random(&seed);
            uint32_t near = (d ^ 0x8000) + x % 64 - 32;
            check_pair("fp16", l1_acc_fp16, ref_acc_fp16, d, (i % 4 ? x : near) & 0xFFFF);
        }
    }
}
END_TEST

START_TEST(bf16__all_patterns_against_the_edges)
{
    for (uint32_t d = 0; d < 0x10000; d++) {
        for (uint32_t i = 0; i < EDGES16; i++) {
            check_pair("bf16", l1_acc_bf16, letter_acc_bf16, d, edges16[i]);
            check_pair("bf16", l1_acc_bf16, letter_acc_bf16, edges16[i] | 0x8000u, d);
        }
    }
}
END_TEST

/* Within a few octaves of d, where rounding and cancellation happen. */
static uint32_t near_or_opposite(uint32_t d, uint32_t random)
{
    uint32_t magnitude = (d + random % 2048 - 1024) & 0x7FFF;
    return ((d ^ random << 15) & 0x8000) | magnitude;
}

START_TEST(bf16__random_pairs_in_double)
{
    uint64_t seed = 10;
    for (int i = 0; i < 2000000; i++) {
        uint32_t random = ref_random(&seed), d = random >> 16, x = random & 0xFFFF;
        x = i % 2 ? x : near_or_opposite(d, x);
        check_pair("bf16", l1_acc_bf16, letter_acc_bf16, d, x);
    }
}
END_TEST

START_TEST(bf16__fixed_point_says_the_same)
{
    uint64_t seed = 11;
    for (int i = 0; i < 60000; i++) {
        uint32_t random = ref_random(&seed), d = random >> 16, x = random & 0xFFFF;
        x = i % 2 ? x : near_or_opposite(d, x);
        check_pair("bf16", l1_acc_bf16, ref_acc_bf16, d, x);
    }
    for (uint32_t i = 0; i < EDGES16 * EDGES16 * 4; i++) {
        uint32_t d = edges16[i / 4 / EDGES16] | (i & 1) << 15, x = edges16[i / 4 % EDGES16] | (i & 2) << 14;
        check_pair("bf16", l1_acc_bf16, ref_acc_bf16, d, x);
    }
}
END_TEST

/* Numbers whose sums round, tie, cancel, carry, underflow and overflow. */
static uint32_t partner_of(uint32_t d, uint32_t random)
{
    uint32_t apart = random % 64;
    uint32_t exponent = ((d >> 23) + (random >> 6 & 1 ? apart : 0u - apart)) & 0xFF;
    uint32_t mantissa = random >> 7 & 1 ? 0 : random >> 9;
    switch (random >> 8 & 3) {
    case 0:
        return d ^ 0x80000000 ^ (random >> 9 & 3);
    case 1:
        return (random & 0x80000000) | exponent << 23 | (mantissa & 0x7FFFFF);
    case 2:
        return (random & 0x80000000) | exponent << 23 | 0x400000u >> (random >> 9) % 24;
    default:
        return (random & 0x80000000) | exponent << 23 | (0x7FFFFFu << (random >> 9) % 24 & 0x7FFFFF);
    }
}

START_TEST(fp32__edges_and_pairs_against_fixed_point)
{
    uint64_t seed = 12;
    for (uint32_t i = 0; i < 100000; i++) {
        uint32_t d = i % 2 ? input32(ref_random(&seed) % BOUNDARIES, &seed) : ref_random(&seed);
        uint32_t x = partner_of(d, ref_random(&seed));
        check_pair("fp32", l1_acc_fp32, ref_acc_fp32, d, x);
        check_pair("fp32", l1_acc_fp32, ref_acc_fp32, x, d);
        check_pair("tf32", l1_acc_tf32, ref_acc_fp32, d, x);
    }
}
END_TEST

static float as_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The host's single addition, where nothing is a denormal or a NaN. */
START_TEST(fp32__a_million_pairs_in_the_hosts_single)
{
    uint64_t seed = 13;
    for (uint32_t i = 0; i < 1000000; i++) {
        uint32_t d = ref_random(&seed), x = partner_of(d, ref_random(&seed));
        bool d_normal = (d >> 23 & 0xFF) % 255, x_normal = (x >> 23 & 0xFF) % 255;
        if (!d_normal || !x_normal) {
            continue;
        }
        volatile float sum = as_float(d) + as_float(x);
        float value = sum;
        uint32_t expected;
        memcpy(&expected, &value, sizeof expected);
        if ((expected & 0x7F800000) == 0) {
            expected &= 0x80000000;
        }
        check_eq("l1_acc_fp32", d, l1_acc_fp32(d, x), expected);
    }
}
END_TEST

struct pair_case {
    uint32_t d, x, out;
    const char *why;
};

static void check_pairs(adder *tried, const struct pair_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t got = tried(cases[i].d, cases[i].x);
        if (got != cases[i].out) {
            ck_abort_msg("0x%X and 0x%X give 0x%X, expected 0x%X: %s", cases[i].d, cases[i].x, got, cases[i].out,
                         cases[i].why);
        }
    }
}

START_TEST(corners__of_the_device)
{
    static const struct pair_case fp32[] = {
        {0x80000000, 0x00000000, 0x00000000, "-0 and +0 make +0"},
        {0x80000000, 0x80000000, 0x80000000, "-0 and -0 make -0"},
        {0x007FFFFF, 0x807FFFFF, 0x00000000, "denormals count as zeros"},
        {0x80000001, 0x80000001, 0x80000000, "with their signs"},
        {0x00800001, 0x80800000, 0x00000000, "a sum too small is a zero"},
        {0x80800001, 0x00800000, 0x80000000, "of its sign"},
        {0x7F7FFFFF, 0x7F7FFFFF, 0x7F800000, "overflow"},
        {0x7F800000, 0xFF800000, 0x7FC00000, "opposite infinities"},
        {0xFFC12345, 0x3F800000, 0x7FC00000, "every NaN is the one"},
        {0x3F800000, 0x33800000, 0x3F800000, "half a unit goes to the even neighbour"},
        {0x3F800001, 0x33800000, 0x3F800002, "which may be above"},
        {0x3F800000, 0x33800001, 0x3F800001, "more than half"},
    };
    static const struct pair_case bf16[] = {
        {0x7FFF, 0xC000, 0x7F80, "a NaN in L1 is larger than any number"},
        {0xFFC0, 0x7FFF, 0xFF80, "also than a NaN that arrives, which is only a number"},
        {0x7FC0, 0xFF80, 0xFF80, "but not than infinity"},
        {0xFF7F, 0x7F81, 0x7C40, "the number of NaN 0x7F81 is 2^128 + 2^121: the sum is 2^121 + 2^120"},
        {0x7F80, 0xFF80, 0x7FC0, "opposite infinities"},
        {0xFF80, 0x7F80, 0x7FC0, "in either order"},
        {0x0081, 0x8080, 0x0000, "too small"},
    };
    static const struct pair_case fp16[] = {
        {0x0401, 0x8400, 0x7FFF, "a tiny sum saturates"},
        {0x8401, 0x0400, 0xFFFF, "with its sign"},
        {0x0600, 0x8400, 0x0000, "but not in the octave below the smallest normal"},
        {0x7800, 0xF800, 0x7FFF, "large operands that cancel"},
        {0x77FF, 0xF7FF, 0x0000, "smaller ones"},
        {0x7C00, 0x3C00, 0x7C00, "exponent 31 is a number"},
        {0x7FFF, 0x7FFF, 0x7FFF, "the largest"},
        {0x03FF, 0x3C00, 0x3C00, "exponent 0 is zero"},
        {0x8000, 0x83FF, 0x8000, "of its sign"},
    };
    check_pairs(l1_acc_fp32, fp32, COUNT_OF(fp32));
    check_pairs(l1_acc_bf16, bf16, COUNT_OF(bf16));
    check_pairs(l1_acc_fp16, fp16, COUNT_OF(fp16));
}
END_TEST

START_TEST(int32__saturates_in_sign_and_magnitude)
{
    static const struct pair_case cases[] = {
        {0x80000001, 0x00000001, 0x00000000, "a zero sum is +0"},
        {0x80000000, 0x80000000, 0x00000000, "also of two -0"},
        {0x7FFFFFFF, 0x00000001, 0x7FFFFFFF, "at the top"},
        {0xFFFFFFFF, 0x80000001, 0xFFFFFFFF, "at the bottom"},
        {0x80000005, 0x00000003, 0x80000002, "across zero"},
    };
    check_pairs(l1_acc_int32, cases, COUNT_OF(cases));
    uint64_t seed = 14;
    for (int i = 0; i < 300000; i++) {
        uint32_t d = ref_random(&seed);
        check_pair("int32", l1_acc_int32, ref_acc_int32, d, ref_random(&seed));
    }
}
END_TEST

static uint32_t ref_bf16_ieee(uint32_t d, uint32_t x)
{
    return ref_acc_ieee(d, x, 8, 7);
}

static uint32_t ref_fp16_ieee(uint32_t d, uint32_t x)
{
    return ref_acc_ieee(d, x, 5, 10);
}

static uint32_t ref_fp32_ieee(uint32_t d, uint32_t x)
{
    return ref_acc_ieee(d, x, 8, 23);
}

START_TEST(variant_ieee__keeps_denormals_infinities_and_nan)
{
    uint64_t seed = 15;
    for (uint32_t i = 0; i < EDGES16 * EDGES16 * 4; i++) {
        uint32_t d = edges16[i / 4 / EDGES16] | (i & 1) << 15, x = edges16[i / 4 % EDGES16] | (i & 2) << 14;
        check_pair("bf16 ieee", l1_acc_bf16_ieee, ref_bf16_ieee, d, x);
        check_pair("fp16 ieee", l1_acc_fp16_ieee, ref_fp16_ieee, d, x);
    }
    for (int i = 0; i < 20000; i++) {
        uint32_t d = ref_random(&seed), x = partner_of(d, ref_random(&seed));
        check_pair("fp32 ieee", l1_acc_fp32_ieee, ref_fp32_ieee, d, x);
        check_pair("fp32 ieee", l1_acc_fp32_ieee, ref_fp32_ieee, d % 0x1000000, x & 0x80FFFFFF);
        check_pair("bf16 ieee", l1_acc_bf16_ieee, ref_bf16_ieee, d >> 16, x >> 16);
        check_pair("fp16 ieee", l1_acc_fp16_ieee, ref_fp16_ieee, d >> 16, d & 0xFFFF);
    }
}
END_TEST

START_TEST(variant_fp16_clean__differs_only_where_the_quirk_is)
{
    for (uint32_t d = 0; d < 0x10000; d++) {
        for (uint32_t i = 0; i < EDGES16; i += 3) {
            uint32_t device = l1_acc_fp16(d, edges16[i]), clean = l1_acc_fp16_clean(d, edges16[i]);
            if (device != clean) {
                check_eq("l1_acc_fp16", d, device & 0x7FFF, 0x7FFF);
                check_eq("l1_acc_fp16_clean", d, clean, device & 0x8000);
            }
        }
    }
    ck_assert_uint_eq(l1_acc_fp16_clean(0x0401, 0x8400), 0);
    ck_assert_uint_eq(l1_acc_fp16_clean(0x7800, 0xF800), 0);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("numeric/l1_acc");
    TCase *tests = tcase_create("l1_acc");
    tcase_set_timeout(tests, 100);
    tcase_add_test(tests, fp16__all_patterns_against_the_edges);
    tcase_add_test(tests, fp16__fixed_point_says_the_same);
    tcase_add_test(tests, bf16__all_patterns_against_the_edges);
    tcase_add_test(tests, bf16__random_pairs_in_double);
    tcase_add_test(tests, bf16__fixed_point_says_the_same);
    tcase_add_test(tests, fp32__edges_and_pairs_against_fixed_point);
    tcase_add_test(tests, fp32__a_million_pairs_in_the_hosts_single);
    tcase_add_test(tests, corners__of_the_device);
    tcase_add_test(tests, int32__saturates_in_sign_and_magnitude);
    tcase_add_test(tests, variant_ieee__keeps_denormals_infinities_and_nan);
    tcase_add_test(tests, variant_fp16_clean__differs_only_where_the_quirk_is);
    suite_add_tcase(all, tests);
    return all;
}
