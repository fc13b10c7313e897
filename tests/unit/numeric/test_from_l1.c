/* SPDX-License-Identifier: Apache-2.0 */
/* The unpacker's reading of L1 datums: U-6. */
#include "inputs.h"
#include "numeric/cells.h"
#include "numeric/from_l1.h"
#include "reference/convert.h"
#include "unit/suite.h"

START_TEST(fp8__all_bytes)
{
    check_all("e4m3_to_fp16", 0x100, e4m3_to_fp16, ref_e4m3_to_fp16);
    for (uint32_t b = 0; b < 0x100; b++) {
        check_eq("e5m2_to_fp16", b, e5m2_to_fp16(b), b * 256);
        check_eq("e5m2_to_fp16_all_ones", b, e5m2_to_fp16_all_ones(b), b * 256 + (b % 128 == 127 ? 255 : 0));
    }
    ck_assert_uint_eq(e4m3_to_fp16(0x7F), 0x5FFF);
    ck_assert_uint_eq(e4m3_to_fp16(0x81), 0x8080); /* a denormal keeps its mantissa as it stands */
}
END_TEST

START_TEST(int8__sign_and_magnitude_become_a_cell)
{
    for (uint32_t b = 0; b < 0x100; b++) {
        uint32_t sign = b / 128, magnitude = b % 128;
        uint32_t cell = src_from_int8(int8_sign(b, 0), int8_magnitude(b, 0));
        check_eq("INT8 cell", b, cell, sign * 0x40000 + magnitude * 256 + (magnitude ? 16 : 0));
        cell = src_from_int8(int8_sign(b, 1), int8_magnitude(b, 1));
        check_eq("UINT8 cell", b, cell, b * 256 + (b ? 16 : 0));
    }
}
END_TEST

START_TEST(fp32__is_cut)
{
    uint64_t seed = 6;
    for (uint32_t i = 0; i < 300000; i++) {
        uint32_t v = input32(i, &seed);
        bool small = v % 0x80000000 < 0x800000;
        check_eq("unpack_fp32_to_tf32", v, unpack_fp32_to_tf32(v), v / 8192);
        check_eq("unpack_fp32_to_bf16", v, unpack_fp32_to_bf16(v), small ? v / 0x80000000 * 0x8000 : v / 0x10000);
    }
    ck_assert_uint_eq(unpack_fp32_to_tf32_round(0x3F801000), 0x1FC01);
    ck_assert_uint_eq(unpack_fp32_to_tf32_round(0x3F800FFF), 0x1FC00);
    ck_assert_uint_eq(unpack_fp32_to_tf32_round(0x7FFFFFFF), 0x3FFFF);
    ck_assert_uint_eq(unpack_fp32_to_tf32_round(0x7F7FFFFF), 0x3FC00);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("numeric/from_l1");
    TCase *tests = tcase_create("from_l1");
    tcase_add_test(tests, fp8__all_bytes);
    tcase_add_test(tests, int8__sign_and_magnitude_become_a_cell);
    tcase_add_test(tests, fp32__is_cut);
    suite_add_tcase(all, tests);
    return all;
}
