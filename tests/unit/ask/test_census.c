/* SPDX-License-Identifier: Apache-2.0 */
/* Exact numbers against the host's arithmetic, which rounds as they do; and that a census counts the same with any
 * number of threads. */
#include "ask/census/census.h"
#include "unit/suite.h"

#include <string.h>

enum { DRAWS = 200000 };

static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

static float as_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t as_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Patterns whose exponents are near each other, so that sums round, cancel and carry. */
static uint32_t near_pattern(uint64_t *random, uint32_t other)
{
    const uint32_t any = next_random(random);
    const uint32_t exponent = (other >> 23 & 0xFF) + any % 60 - 30;
    return (any & 0x807FFFFF) | (exponent & 0xFF) << 23;
}

static void check(struct exact value, float expected)
{
    const uint32_t is = exact_round(&exact_fp32, value, EXACT_NEAREST);
    if (expected != expected)
        ck_assert_int_eq(value.kind, EXACT_UNDEFINED);
    else
        ck_assert_int_eq(exact_place(&exact_fp32, is), exact_place(&exact_fp32, as_bits(expected)));
}

START_TEST(exact__rounds_as_the_host_does)
{
    uint64_t random = 1;
    for (unsigned i = 0; i < DRAWS; i++) {
        const uint32_t a = next_random(&random), b = i & 1 ? near_pattern(&random, a) : next_random(&random);
        const struct exact x = exact_of(&exact_fp32, a), y = exact_of(&exact_fp32, b);
        check(exact_sum(x, y), as_float(a) + as_float(b));
        check(exact_product(x, y), as_float(a) * as_float(b));
        /* subnormal products, too */
        const uint32_t small = (b & 0x807FFFFF) | (254 - (a >> 23 & 0xFF) + next_random(&random) % 30) % 255 << 23;
        check(exact_product(exact_of(&exact_fp32, a & 0x9FFFFFFF), exact_of(&exact_fp32, small & 0x9FFFFFFF)),
              as_float(a & 0x9FFFFFFF) * as_float(small & 0x9FFFFFFF));
    }
}
END_TEST

START_TEST(exact__narrows_with_ties_to_even_or_cuts)
{
    static const struct {
        uint32_t fp32, nearest, cut;
    } rows[] = {
        {0x3F808000, 0x3F80, 0x3F80}, {0x3F818000, 0x3F82, 0x3F81}, {0x3F808001, 0x3F81, 0x3F80},
        {0x3FFFFFFF, 0x4000, 0x3FFF}, {0x7F7FFFFF, 0x7F80, 0x7F7F}, {0x00008000, 0x0000, 0x0000},
        {0x00018000, 0x0002, 0x0001}, {0x007FFFFF, 0x0080, 0x007F}, {0xFF800000, 0xFF80, 0xFF80},
        {0x80000000, 0x8000, 0x8000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct exact value = exact_of(&exact_fp32, rows[i].fp32);
        ck_assert_uint_eq(exact_round(&exact_bf16, value, EXACT_NEAREST), rows[i].nearest);
        ck_assert_uint_eq(exact_round(&exact_bf16, value, EXACT_TRUNCATED), rows[i].cut);
    }
}
END_TEST

START_TEST(exact__unsigned_integers_stop_at_their_ends)
{
    static const struct {
        uint32_t fp32, nearest, cut;
    } rows[] = {
        {0x3F000000, 0, 0},     {0x3FC00000, 2, 1},     {0x40200000, 2, 2},     {0x437F8000, 255, 255},
        {0x43800000, 255, 255}, {0x7F800000, 255, 255}, {0xBF800000, 0, 0},     {0x00000001, 0, 0},
        {0x3F7FFFFF, 1, 0},     {0x437EFFFF, 255, 254}, {0x7F7FFFFF, 255, 255},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct exact value = exact_of(&exact_fp32, rows[i].fp32);
        ck_assert_uint_eq(exact_round_unsigned(8, value, EXACT_NEAREST), rows[i].nearest);
        ck_assert_uint_eq(exact_round_unsigned(8, value, EXACT_TRUNCATED), rows[i].cut);
    }
}
END_TEST

/* Datums of BF16 and FP16 pass the unpackers and the packer as they are: with and without them all counts are alike. */
START_TEST(census__a_chain_of_one_format_changes_nothing)
{
    static const char *const names[] = {"ELWADD", "ELWMUL", "MOVA2D"};
    for (size_t i = 0; i < 2 * sizeof names / sizeof *names; i++) {
        struct census straight, chain;
        struct tt_error err;
        struct census_options options = {.chip = (enum tt_chip)(i % 2),
                                         .operation = census_operation_find(names[i / 2]),
                                         .format = &exact_bf16,
                                         .dst_bits = 16,
                                         .phases = strcmp(names[i / 2], "ELWMUL") == 0 ? 4 : 1,
                                         .operands = {{CENSUS_NORMALS, 0, 0}, {CENSUS_NORMALS, 0, 0}},
                                         .draws = 5000, /* the last batch is not full */
                                         .seed = 3,
                                         .threads = 1};
        ck_assert_int_eq(census_run(&options, &straight, &err), TT_OK);
        options.unpacks = options.packs = &exact_bf16;
        ck_assert_int_eq(census_run(&options, &chain, &err), TT_OK);
        ck_assert_mem_eq(&straight, &chain, sizeof chain);
    }
}
END_TEST

/* The same by the values themselves, where there is nothing to compare with: a copy of FP16, and FP32 that becomes
 * TF32 by cutting 13 bits. */
START_TEST(census__a_chain_has_the_errors_of_its_formats)
{
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct census census;
        struct tt_error err;
        struct census_options options = {.chip = (enum tt_chip)chip,
                                         .operation = census_operation_find("MOVA2D"),
                                         .format = &exact_fp16,
                                         .unpacks = &exact_fp16,
                                         .packs = &exact_fp16,
                                         .dst_bits = 16,
                                         .phases = 1,
                                         .operands = {{CENSUS_NORMALS, 0, 0}},
                                         .threads = 1};
        ck_assert_int_eq(census_run(&options, &census, &err), TT_OK);
        ck_assert_uint_eq(census.total, 30 << 10);
        ck_assert_uint_eq(census.bins[0].count, census.total);
        options.packs = NULL; /* Dst holds FP32 then; of ten bits SrcA's last is multiplied in no phase */
        options.dst_bits = 32;
        options.phases = 4;
        options.operation = census_operation_find("ELWMUL");
        options.operands[1] = (struct census_operands){.population = CENSUS_ONE, .pattern = 0x3C00};
        ck_assert_int_eq(census_run(&options, &census, &err), TT_OK);
        ck_assert_uint_eq(census.total, 30 << 10);
        ck_assert_uint_eq(census.bins[0].count, 15 << 10);
        options.phases = 1;
        options.operation = census_operation_find("MOVA2D");
        options.format = exact_format_find("tf32");
        options.unpacks = options.packs = &exact_fp32;
        options.operands[0] = (struct census_operands){.population = CENSUS_ONE, .pattern = 0xBF812FFF};
        ck_assert_int_eq(census_run(&options, &census, &err), TT_OK);
        ck_assert_uint_eq(census.total, 1);
        ck_assert_uint_eq(census.bins[CENSUS_BINS - 1].first.result, 0xBF812000);
        options.unpacks = options.format; /* L1 holds none */
        ck_assert_int_eq(census_run(&options, &census, &err), TT_UNSUPPORTED);
        ck_assert_ptr_nonnull(strstr(err.text, "no such chain"));
    }
}
END_TEST

START_TEST(census__does_not_depend_on_threads)
{
    struct census one, three;
    struct tt_error err;
    struct census_options options = {.operation = census_operation_find("ELWMUL"),
                                     .format = &exact_bf16,
                                     .dst_bits = 16,
                                     .phases = 2,
                                     .operands = {{CENSUS_ALL, 0, 0}, {CENSUS_MANTISSAS, 0, 0}},
                                     .draws = 300000,
                                     .seed = 5,
                                     .threads = 1};
    for (int is_drawn = 1; is_drawn >= 0; is_drawn--) {
        options.draws = is_drawn ? 300000 : 0;
        options.operands[1].population = is_drawn ? CENSUS_FINITE : CENSUS_ONE;
        options.operands[1].pattern = 0x3FAB;
        options.threads = 1;
        ck_assert_int_eq(census_run(&options, &one, &err), TT_OK);
        options.threads = 3;
        ck_assert_int_eq(census_run(&options, &three, &err), TT_OK);
        ck_assert_uint_eq(one.total, is_drawn ? 300000 : 65536);
        ck_assert_uint_gt(one.bins[0].count, 0);
        ck_assert_uint_gt(one.bins[1].count, 0);
        ck_assert_mem_eq(&one, &three, sizeof one);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("census");
    TCase *tests = tcase_create("census");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, exact__rounds_as_the_host_does);
    tcase_add_test(tests, exact__narrows_with_ties_to_even_or_cuts);
    tcase_add_test(tests, exact__unsigned_integers_stop_at_their_ends);
    tcase_add_test(tests, census__a_chain_of_one_format_changes_nothing);
    tcase_add_test(tests, census__a_chain_has_the_errors_of_its_formats);
    tcase_add_test(tests, census__does_not_depend_on_threads);
    suite_add_tcase(all, tests);
    return all;
}
