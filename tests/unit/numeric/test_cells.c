/* SPDX-License-Identifier: Apache-2.0 */
/* Cell layouts against the bit orders of F-3.1 to F-3.3, written out as lists of bits. */
#include "inputs.h"
#include "numeric/cells.h"
#include "unit/suite.h"

/* Lists go from the highest bit of the result to bit 0. */
static const int src_from_tf32_bits[] = {18, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 17, 16, 15, 14, 13, 12, 11, 10};
static const int src_from_bf16_bits[] = {15, 6, 5, 4, 3, 2, 1, 0, -1, -1, -1, 14, 13, 12, 11, 10, 9, 8, 7};
static const int src_from_fp16_bits[] = {15, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -1, -1, 14, 13, 12, 11, 10};
static const int src_from_int16_bits[] = {15, 14, 13, 12, 11, 10, 9, 8, -1, -1, -1, 7, 6, 5, 4, 3, 2, 1, 0};
static const int src_from_fp32_bits[] = {31, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 30, 29, 28, 27, 26, 25, 24, 23};
static const int dst_from_bf16_bits[] = {15, 6, 5, 4, 3, 2, 1, 0, 14, 13, 12, 11, 10, 9, 8, 7};
static const int dst_from_fp16_bits[] = {15, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 14, 13, 12, 11, 10};

START_TEST(src__all_16_bit_patterns_are_placed_as_the_page_draws)
{
    for (uint32_t h = 0; h < 0x10000; h++) {
        check_eq("src_from_bf16", h, src_from_bf16(h), ref_permute(h, src_from_bf16_bits, 19));
        check_eq("src_from_fp16", h, src_from_fp16(h), ref_permute(h, src_from_fp16_bits, 19));
        check_eq("src_from_int16", h, src_from_int16(h), ref_permute(h, src_from_int16_bits, 19));
        check_eq("src_to_bf16", h, src_to_bf16(src_from_bf16(h)), h);
        check_eq("src_to_fp16", h, src_to_fp16(src_from_fp16(h)), h);
        check_eq("src_to_int16", h, src_to_int16(src_from_int16(h)), h);
    }
}
END_TEST

START_TEST(src__all_19_bit_cells_survive_tf32_and_fp32)
{
    for (uint32_t t = 0; t < 1u << 19; t++) {
        uint32_t cell = src_from_tf32(t);
        check_eq("src_from_tf32", t, cell, ref_permute(t, src_from_tf32_bits, 19));
        check_eq("src_to_tf32", cell, src_to_tf32(cell), t);
        check_eq("src_to_fp32", cell, src_to_fp32(cell), t << 13);
        check_eq("src_from_fp32", t, src_from_fp32(src_to_fp32(t)), t);
        check_eq("src_to_bf16", t, src_to_bf16(t) & 0x8000, t >> 18 << 15);
        check_eq("src_to_int11", t, src_to_int11(t), t >> 8);
    }
}
END_TEST

START_TEST(src__fp32_drops_its_low_thirteen_bits)
{
    uint64_t seed = 1;
    for (uint32_t i = 0; i < 200000; i++) {
        uint32_t v = input32(i, &seed);
        check_eq("src_from_fp32", v, src_from_fp32(v), ref_permute(v, src_from_fp32_bits, 19));
    }
}
END_TEST

START_TEST(integers_of_eight_bits__exponent_is_16_but_for_magnitude_0)
{
    for (uint32_t sign = 0; sign < 2; sign++) {
        for (uint32_t magnitude = 0; magnitude < 1024; magnitude++) {
            uint32_t exponent = magnitude ? 16 : 0;
            check_eq("src_from_int8", sign, src_from_int8(sign, magnitude),
                     sign * 0x40000 + magnitude * 256 + exponent);
            check_eq("dst16_from_int8", sign, dst16_from_int8(sign, magnitude),
                     sign * 0x8000 + magnitude * 32 + exponent);
            check_eq("src_to_int11", sign, src_to_int11(src_from_int8(sign, magnitude)), sign * 1024 + magnitude);
            check_eq("dst16_to_int11", sign, dst16_to_int11(dst16_from_int8(sign, magnitude)), sign * 1024 + magnitude);
        }
    }
}
END_TEST

START_TEST(dst__all_16_bit_patterns_are_placed_as_the_page_draws)
{
    for (uint32_t h = 0; h < 0x10000; h++) {
        check_eq("dst16_from_bf16", h, dst16_from_bf16(h), ref_permute(h, dst_from_bf16_bits, 16));
        check_eq("dst16_from_fp16", h, dst16_from_fp16(h), ref_permute(h, dst_from_fp16_bits, 16));
        check_eq("dst16_to_bf16", h, dst16_to_bf16(dst16_from_bf16(h)), h);
        check_eq("dst16_to_fp16", h, dst16_to_fp16(dst16_from_fp16(h)), h);
    }
}
END_TEST

START_TEST(dst__32_bits_shuffle_the_upper_half_only)
{
    uint64_t seed = 2;
    for (uint32_t i = 0; i < 200000; i++) {
        uint32_t v = input32(i, &seed);
        uint32_t cells = dst32_from_fp32(v);
        check_eq("upper cell", v, cells >> 16, ref_permute(v >> 16, dst_from_bf16_bits, 16));
        check_eq("lower cell", v, cells & 0xFFFF, v & 0xFFFF);
        check_eq("dst32_to_fp32", cells, dst32_to_fp32(cells), v);
    }
}
END_TEST

START_TEST(src_to_dst__is_as_by_the_pattern)
{
    for (uint32_t cell = 0; cell < 1u << 19; cell++) {
        if (dst16_from_src_bf16(cell) != dst16_from_bf16(src_to_bf16(cell)) ||
            dst16_from_src_fp16(cell) != dst16_from_fp16(src_to_fp16(cell)))
            ck_abort_msg("cell %05X", (unsigned)cell);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("numeric/cells");
    TCase *tests = tcase_create("cells");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, src__all_16_bit_patterns_are_placed_as_the_page_draws);
    tcase_add_test(tests, src_to_dst__is_as_by_the_pattern);
    tcase_add_test(tests, src__all_19_bit_cells_survive_tf32_and_fp32);
    tcase_add_test(tests, src__fp32_drops_its_low_thirteen_bits);
    tcase_add_test(tests, integers_of_eight_bits__exponent_is_16_but_for_magnitude_0);
    tcase_add_test(tests, dst__all_16_bit_patterns_are_placed_as_the_page_draws);
    tcase_add_test(tests, dst__32_bits_shuffle_the_upper_half_only);
    suite_add_tcase(all, tests);
    return all;
}
