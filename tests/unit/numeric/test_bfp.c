/* SPDX-License-Identifier: Apache-2.0 */
/* Block floats against a reference that counts halves, and datum by datum by value. */
#include "inputs.h"
#include "numeric/bfp.h"
#include "numeric/format.h"
#include "reference/bfp.h"
#include "unit/suite.h"

static const unsigned widths[] = {8, 4, 2};

static void check_group(const uint32_t elements[16], unsigned width, unsigned exponent_bits)
{
    struct ref_bfp_datum floats[16];
    uint32_t got[16], ruled[16], expected[16];
    struct bfp_rules device = {.exponent_bits = (uint8_t)exponent_bits};
    for (int i = 0; i < 16; i++) {
        floats[i] = (struct ref_bfp_datum){elements[i] / 0x8000, elements[i] / 128 % 256, elements[i] % 128};
    }
    uint32_t shared = ref_bfp_group(floats, expected, (int)width);
    ck_assert_uint_eq(bfp_group(elements, got, width), shared);
    ck_assert_uint_eq(bfp_group_ruled(elements, ruled, width, &device, NULL), shared);
    for (int i = 0; i < 16; i++) {
        if (got[i] != expected[i] || ruled[i] != expected[i]) {
            ck_abort_msg("BFP%u of 0x%04X under shared exponent %u is 0x%02X (0x%02X with rules), the page says 0x%02X",
                         width, elements[i], shared, got[i], ruled[i], expected[i]);
        }
    }
}

START_TEST(group__random_and_hostile)
{
    uint64_t seed = 7;
    for (int round = 0; round < 6000; round++) {
        uint32_t elements[16];
        uint32_t base = ref_random(&seed) % 256, spread = ref_random(&seed) % 12 + 1;
        for (int i = 0; i < 16; i++) {
            uint32_t random = ref_random(&seed);
            uint32_t exponent = (base + random % spread) % 256;
            uint32_t mantissa = random >> 8 & 1 ? 127 : random >> 16 & 0x7F;
            exponent = (random >> 9 & 15) == 0 ? 0 : ((random >> 9 & 63) == 1 ? 255 : exponent);
            elements[i] = round % 4 ? (random >> 31) * 0x8000 + exponent * 128 + mantissa : random & 0xFFFF;
        }
        check_group(elements, widths[round % 3], 8);
    }
}
END_TEST

START_TEST(datum__every_mantissa_at_every_distance)
{
    for (uint32_t distance = 0; distance < 12; distance++) {
        for (uint32_t exponent = 0; exponent < 3; exponent++) {
            for (uint32_t mantissa = 0; mantissa < 128; mantissa += 8) {
                uint32_t elements[16] = {(exponent + distance) * 128 + 64};
                for (uint32_t i = 1; i < 16; i++) {
                    elements[i] = (i % 2) * 0x8000 + exponent * 128 + mantissa + i / 2;
                }
                for (int w = 0; w < 3; w++) {
                    check_group(elements, widths[w], 8);
                }
            }
        }
    }
}
END_TEST

START_TEST(group__five_bit_exponents_of_every_e5m7)
{
    for (uint32_t h = 0; h < 0x10000; h += 8 * 16) {
        uint32_t elements[16];
        for (uint32_t i = 0; i < 16; i++) {
            uint32_t datum = h + 8 * i;
            elements[i] = bfp_element_from_e5m7(datum);
            check_eq("bfp_element_from_e5m7", datum, elements[i],
                     datum / 0x8000 * 0x8000 + datum / 1024 % 32 * 128 + datum / 8 % 128);
        }
        elements[h / 128 % 16] ^= 3 << 7;
        check_group(elements, widths[h / 128 % 3], 5);
    }
}
END_TEST

START_TEST(group__corners)
{
    uint32_t datums[16];
    uint32_t full[16] = {0x3FFF, 0xBFFF, 0x8000, 0x3600, 0xB600};
    ck_assert_uint_eq(bfp_group(full, datums, 8), 0x7F);
    ck_assert_uint_eq(datums[0], 0x7F); /* rounds to 128 and stays at 127; the exponent is not raised */
    ck_assert_uint_eq(datums[1], 0xFF);
    ck_assert_uint_eq(datums[2], 0x00); /* minus zero */
    ck_assert_uint_eq(datums[4], 0x00); /* a tiny negative: its sign alone would read back as minus infinity */
    uint32_t zeros[16] = {0};
    ck_assert_uint_eq(bfp_group(zeros, datums, 8), 0);
    uint32_t infinite[16] = {0x7F80, 0x3F80, 0xFFC0};
    ck_assert_uint_eq(bfp_group(infinite, datums, 8), 255); /* an ordinary, very large exponent */
    ck_assert_uint_eq(datums[1], 0);
    uint32_t narrow[16] = {0x3FF8};
    bfp_group(narrow, datums, 4);
    ck_assert_uint_eq(datums[0], 7); /* rounded to seven bits, then cut: 0x7C >> 4, not rounded again to 8 */
}
END_TEST

/* Rules change what they say and nothing else. */
START_TEST(variants__each_on_a_group_made_for_it)
{
    uint32_t datums[16];
    uint32_t in[16] = {0x3F81, 0x3F83, 0x3F7F, 0xBFFF, 0xB000};
    struct bfp_rules rules = {.round = BFP_ROUND_TRUNCATE};
    bfp_group_ruled(in, datums, 8, &rules, NULL);
    ck_assert_uint_eq(datums[0], 0x40); /* device: 0x41 */
    ck_assert_uint_eq(datums[1], 0x41); /* device: 0x42 */
    rules = (struct bfp_rules){.round = BFP_ROUND_EVEN};
    bfp_group_ruled(in, datums, 8, &rules, NULL);
    ck_assert_uint_eq(datums[0], 0x40);
    ck_assert_uint_eq(datums[1], 0x42);
    rules = (struct bfp_rules){.round = BFP_ROUND_SEED_MASK};
    bfp_group_ruled(in, datums, 8, &rules, NULL);
    ck_assert_uint_eq(datums[0], 0x01); /* the leading one is masked away */
    ck_assert_uint_eq(datums[2], 0x7F);
    rules = (struct bfp_rules){.carry_bumps = true};
    ck_assert_uint_eq(bfp_group_ruled(in, datums, 8, &rules, NULL), 0x80);
    ck_assert_uint_eq(datums[3], 0xC0);
    for (int i = 0; i < 16; i++) {
        uint32_t one[16] = {0};
        one[i] = 0x3FFF;
        ck_assert_uint_eq(bfp_group_ruled(one, datums, 8, &rules, NULL), 0x80);
    }
    rules.exponent_bits = 5;
    uint32_t top[16] = {31 * 128 + 127};
    ck_assert_uint_eq(bfp_group_ruled(top, datums, 8, &rules, NULL), 31); /* nothing above the largest */
    ck_assert_uint_eq(datums[0], 0x7F);
    rules = (struct bfp_rules){.keep_sign = true};
    bfp_group_ruled(in, datums, 8, &rules, NULL);
    ck_assert_uint_eq(datums[4], 0x80);
    rules = (struct bfp_rules){.round_direct = true};
    uint32_t direct[16] = {0x3FF0, 0x3F9F, 0x3FA0};
    bfp_group_ruled(direct, datums, 4, &rules, NULL);
    ck_assert_uint_eq(datums[0], 7); /* 7.5 rounds to 8 and stays 7 */
    ck_assert_uint_eq(datums[1], 5); /* 4.97; the device: 0x50 of 0x9F, cut to 5 */
    ck_assert_uint_eq(datums[2], 5);
    rules = (struct bfp_rules){.already_aligned = true};
    ck_assert_uint_eq(bfp_group_ruled(in, datums, 8, &rules, NULL), 0x7F); /* the first datum's exponent */
    ck_assert_uint_eq(datums[2], 0x7F); /* not shifted by one: (0xFF + 1) / 2, clamped */
}
END_TEST

START_TEST(stochastic__the_middle_random_value_is_the_device)
{
    uint64_t seed = 8;
    struct bfp_rules rules = {.round = BFP_ROUND_STOCHASTIC};
    for (int round = 0; round < 3000; round++) {
        uint32_t elements[16], random[16], stochastic[16], device[16];
        for (int i = 0; i < 16; i++) {
            elements[i] = (ref_random(&seed) & 0x87FF) + 0x3C00;
        }
        uint32_t shared = bfp_group(elements, device, 8);
        for (int i = 0; i < 16; i++) {
            uint32_t distance = u32_min(shared - elements[i] / 128 % 256, 8);
            random[i] = (1u << distance) - 1;
        }
        check_eq("bfp_group_ruled", (uint32_t)round, bfp_group_ruled(elements, stochastic, 8, &rules, random), shared);
        ck_assert_mem_eq(stochastic, device, sizeof device);
    }
}
END_TEST

START_TEST(store__first_datum_in_the_lowest_bits_and_back)
{
    uint32_t datums[16];
    uint8_t bytes[16];
    for (uint32_t i = 0; i < 16; i++) {
        datums[i] = i;
    }
    bfp_store(datums, bytes, 4);
    ck_assert_uint_eq(bytes[0], 0x10);
    ck_assert_uint_eq(bytes[7], 0xFE);
    for (uint32_t i = 0; i < 16; i++) {
        check_eq("bfp_load", i, bfp_load(bytes, i, 4), i);
        datums[i] = i % 4;
    }
    bfp_store(datums, bytes, 2);
    ck_assert_uint_eq(bytes[3], 0xE4);
    for (uint32_t i = 0; i < 16; i++) {
        check_eq("bfp_load", i, bfp_load(bytes, i, 2), i % 4);
        datums[i] = 0xF0 + i;
    }
    bfp_store(datums, bytes, 8);
    for (uint32_t i = 0; i < 16; i++) {
        check_eq("byte", i, bytes[i], 0xF0 + i);
        check_eq("bfp_load", i, bfp_load(bytes, i, 8), 0xF0 + i);
    }
}
END_TEST

START_TEST(read_back__every_datum_under_every_exponent)
{
    for (int w = 0; w < 3; w++) {
        for (uint32_t datum = 0; datum < 1u << widths[w]; datum++) {
            for (uint32_t shared = 0; shared < 256; shared++) {
                bool got_undefined, undefined;
                uint32_t bf16 = ref_bfp_to_bf16(datum, shared, (int)widths[w]);
                check_eq("bfp_to_bf16", datum, bfp_to_bf16(datum, shared, widths[w]), bf16);
                bool wrapped = datum % (1u << (widths[w] - 1)) != 0 && bf16 / 128 % 256 > shared;
                uint32_t clamped = wrapped ? bf16 & 0x807F : bf16;
                check_eq("bfp_to_bf16_clamped", datum, bfp_to_bf16_clamped(datum, shared, widths[w]), clamped);
                uint32_t fp16 = ref_bfp_to_fp16(datum, shared, (int)widths[w], &undefined);
                check_eq("bfp_to_fp16", datum, bfp_to_fp16(datum, shared, widths[w], &got_undefined), fp16);
                check_eq("undefined", datum, got_undefined, undefined);
            }
        }
    }
}
END_TEST

static bool same_value(struct value_parts a, struct value_parts b)
{
    int lowest = a.exponent2 < b.exponent2 ? a.exponent2 : b.exponent2;
    return a.kind == b.kind && a.is_negative == b.is_negative &&
           a.significand << (a.exponent2 - lowest) == b.significand << (b.exponent2 - lowest);
}

START_TEST(read_back__is_the_value_that_the_format_says)
{
    static const enum format b_formats[] = {FORMAT_BFP8, FORMAT_BFP4, FORMAT_BFP2};
    static const enum format a_formats[] = {FORMAT_BFP8A, FORMAT_BFP4A, FORMAT_BFP2A};
    for (int w = 0; w < 3; w++) {
        for (uint32_t datum = 1; datum < 1u << widths[w]; datum++) {
            if (datum == 1u << (widths[w] - 1)) {
                continue; /* minus infinity, tested above */
            }
            for (uint32_t shared = 8; shared < 255; shared++) {
                struct value_parts block = format_parts(b_formats[w], datum, shared);
                struct value_parts plain = format_parts(FORMAT_BF16, bfp_to_bf16(datum, shared, widths[w]), 0);
                check_eq("same value", datum, same_value(block, plain), 1);
            }
            for (uint32_t shared = 8; shared < 32; shared++) {
                struct value_parts block = format_parts(a_formats[w], datum, shared);
                struct value_parts plain = format_parts(FORMAT_FP16, bfp_to_fp16(datum, shared, widths[w], NULL), 0);
                check_eq("same value", datum, same_value(block, plain), 1);
            }
        }
    }
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("numeric/bfp");
    TCase *tests = tcase_create("bfp");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, group__random_and_hostile);
    tcase_add_test(tests, datum__every_mantissa_at_every_distance);
    tcase_add_test(tests, group__five_bit_exponents_of_every_e5m7);
    tcase_add_test(tests, group__corners);
    tcase_add_test(tests, variants__each_on_a_group_made_for_it);
    tcase_add_test(tests, stochastic__the_middle_random_value_is_the_device);
    tcase_add_test(tests, store__first_datum_in_the_lowest_bits_and_back);
    tcase_add_test(tests, read_back__every_datum_under_every_exponent);
    tcase_add_test(tests, read_back__is_the_value_that_the_format_says);
    suite_add_tcase(all, tests);
    return all;
}
