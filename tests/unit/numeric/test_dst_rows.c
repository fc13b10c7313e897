/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of Dst against the bit lists of F-3.5 and F-3.6. */
#include "inputs.h"
#include "numeric/dst_rows.h"
#include "unit/suite.h"

enum { ROWS = 1024 };

static const int remap_bits[] = {9, 8, 7, 6, 3, 5, 4, 2, 1, 0};

/* Row bits 2:0 stay, 8:3 move up one, 9 stays and meets the moved 8. */
static uint32_t folded(uint32_t row)
{
    uint32_t low = row % 8, middle = row / 8 % 64, top = row / 512;
    uint32_t physical = low + middle * 16;
    return top && physical < 512 ? physical + 512 : physical;
}

static uint32_t swizzled(uint32_t row)
{
    static const int order[] = {9, 8, 7, 6, 5, 4, 4, 3, 1, 0};
    return ref_permute(row, order, 10) ^ (row >> 2 & 1) << 3;
}

START_TEST(adj16__remap_moves_bits_5_to_3_and_is_a_permutation)
{
    bool seen[ROWS] = {false};
    for (uint32_t row = 0; row < ROWS; row++) {
        check_eq("dst_adj16", row, dst_adj16(row, false), row);
        uint32_t physical = dst_adj16(row, true);
        check_eq("dst_adj16, remapped,", row, physical, ref_permute(row, remap_bits, 10));
        ck_assert(!seen[physical]);
        seen[physical] = true;
    }
    /* The stride of packing in strides: 16 logical rows are 8 physical ones (P-3.7). */
    ck_assert_uint_eq(dst_adj16(16, true), 8);
    ck_assert_uint_eq(dst_adj16(32, true), 16);
    ck_assert_uint_eq(dst_adj16(8, true), 32);
}
END_TEST

START_TEST(adj32__all_rows_under_all_settings)
{
    for (uint32_t row = 0; row < ROWS; row++) {
        uint32_t remapped = ref_permute(row, remap_bits, 10);
        check_eq("dst_adj32", row, dst_adj32(row, false, false), folded(row));
        check_eq("dst_adj32", row, dst_adj32(row, true, false), folded(remapped));
        check_eq("dst_adj32", row, dst_adj32(row, false, true), folded(swizzled(row)));
        check_eq("dst_adj32", row, dst_adj32(row, true, true), folded(swizzled(remapped)));
    }
}
END_TEST

START_TEST(adj32__four_indices_share_a_row_from_256_on)
{
    bool upper[ROWS] = {false};
    for (uint32_t k = 0; k < 256; k++) {
        check_eq("dst_adj32", k, dst_adj32(256 + k, false, false), dst_adj32(512 + k, false, false));
        check_eq("dst_adj32", k, dst_adj32(256 + k, false, false), dst_adj32(768 + k, false, false));
    }
    for (uint32_t row = 0; row < 512; row++) {
        uint32_t physical = dst_adj32(row, false, false);
        ck_assert(!upper[physical] && !(physical & DST_LOW_HALF));
        upper[physical] = true;
    }
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("numeric/dst_rows");
    TCase *tests = tcase_create("rows");
    tcase_add_test(tests, adj16__remap_moves_bits_5_to_3_and_is_a_permutation);
    tcase_add_test(tests, adj32__all_rows_under_all_settings);
    tcase_add_test(tests, adj32__four_indices_share_a_row_from_256_on);
    suite_add_tcase(all, tests);
    return all;
}
