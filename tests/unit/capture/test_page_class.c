/* SPDX-License-Identifier: Apache-2.0 */
#include "base/little.h"
#include "capture/pages/page_class.h"
#include "unit/capture/sample.h"
#include "unit/suite.h"

#include <string.h>

static void split(enum page_class page_class, const uint8_t *page, size_t length, uint8_t *planes, uint8_t *plane[4])
{
    unsigned n = page_class_planes(page_class);
    for (unsigned p = 0; p < PLANES_MAX; p++)
        plane[p] = planes + (p < n ? p * (length / n) : 0);
    page_split(page_class, page, length, plane);
}

START_TEST(page_class__any_bytes_come_back)
{
    struct sample_random random = {11};
    for (unsigned c = 0; c < PAGE_CLASS_COUNT; c++)
        for (unsigned round = 0; round < 200; round++) {
            uint8_t page[PAGE_BYTES], planes[PAGE_BYTES], back[PAGE_BYTES];
            uint8_t *plane[PLANES_MAX];
            size_t length = 4 * (1 + (size_t)sample_below(&random, PAGE_BYTES / 4));
            for (size_t i = 0; i < length; i++)
                page[i] = (uint8_t)sample_next(&random);
            split((enum page_class)c, page, length, planes, plane);
            page_join((enum page_class)c, (const uint8_t *const *)plane, length, back);
            ck_assert_mem_eq(page, back, length);
        }
}
END_TEST

/* 1.5703125 is 1.1001001b: the same datum must give the same planes wherever it stands. */
START_TEST(page_class__a_datum_looks_the_same_in_every_space)
{
    static const struct {
        enum page_class page_class;
        uint8_t bytes[4];
        const char *where;
    } cases[] = {
        {PAGE_BF16, {0xC9, 0xBF}, "L1: sign 1, exponent 7F, fraction 49"},
        {PAGE_U16, {0x7F, 0xC9}, "Dst: sign, fraction, exponent"},
        {PAGE_CELL19, {0x7F, 0x48, 0x06, 0x00}, "a source bank: sign at 18, fraction from 17, exponent"},
        {PAGE_FP32, {0x00, 0x00, 0xC9, 0xBF}, "L1 as FP32"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t planes[4];
        uint8_t *plane[PLANES_MAX];
        split(cases[i].page_class, cases[i].bytes, page_class_planes(cases[i].page_class), planes, plane);
        ck_assert_msg(*plane[0] == 0x7F && *plane[1] == 0xC9, "%s", cases[i].where);
    }
}
END_TEST

/* docs/formats/ttcap.md, "Page classes": the bits of an element that make each plane's byte, the top one first. */
START_TEST(page_class__planes_have_the_bits_that_the_format_names)
{
    static const struct {
        enum page_class page_class;
        uint8_t bits[PLANES_MAX][8];
    } classes[] = {
        {PAGE_PLAIN, {{7, 6, 5, 4, 3, 2, 1, 0}}},
        {PAGE_U16, {{7, 6, 5, 4, 3, 2, 1, 0}, {15, 14, 13, 12, 11, 10, 9, 8}}},
        {PAGE_U32,
         {{7, 6, 5, 4, 3, 2, 1, 0},
          {15, 14, 13, 12, 11, 10, 9, 8},
          {23, 22, 21, 20, 19, 18, 17, 16},
          {31, 30, 29, 28, 27, 26, 25, 24}}},
        {PAGE_CELL19,
         {{7, 6, 5, 4, 3, 2, 1, 0},
          {18, 17, 16, 15, 14, 13, 12, 11},
          {23, 22, 21, 20, 19, 10, 9, 8},
          {31, 30, 29, 28, 27, 26, 25, 24}}},
        {PAGE_BF16, {{14, 13, 12, 11, 10, 9, 8, 7}, {15, 6, 5, 4, 3, 2, 1, 0}}},
        {PAGE_FP16, {{2, 1, 0, 14, 13, 12, 11, 10}, {15, 9, 8, 7, 6, 5, 4, 3}}},
        {PAGE_FP32,
         {{30, 29, 28, 27, 26, 25, 24, 23},
          {31, 22, 21, 20, 19, 18, 17, 16},
          {15, 14, 13, 12, 11, 10, 9, 8},
          {7, 6, 5, 4, 3, 2, 1, 0}}},
    };
    ck_assert_uint_eq(sizeof classes / sizeof classes[0], PAGE_CLASS_COUNT);
    for (unsigned c = 0; c < PAGE_CLASS_COUNT; c++) {
        const unsigned planes = page_class_planes(classes[c].page_class);
        for (unsigned bit = 0; bit < 8 * planes; bit++) {
            uint8_t element[4] = {0}, in_planes[4];
            uint8_t *plane[PLANES_MAX];
            element[bit / 8] = (uint8_t)(1u << bit % 8);
            split(classes[c].page_class, element, planes, in_planes, plane);
            for (unsigned p = 0; p < planes; p++)
                for (unsigned i = 0; i < 8; i++)
                    ck_assert_uint_eq(*plane[p] >> (7 - i) & 1, classes[c].bits[p][i] == bit);
        }
    }
}
END_TEST

START_TEST(page_choose__sees_what_a_page_of_l1_holds)
{
    struct sample_random random = {5};
    uint8_t page[PAGE_BYTES];
    for (unsigned i = 0; i < PAGE_BYTES / 2; i++) {
        uint32_t bits =
            (0x7E + sample_below(&random, 3)) << 7 | sample_below(&random, 128) | sample_below(&random, 2) << 15;
        store_u16(page + 2 * i, (uint16_t)bits);
    }
    ck_assert_int_eq(page_choose(TT_SPACE_L1, page, PAGE_BYTES), PAGE_BF16);
    for (unsigned i = 0; i < PAGE_BYTES / 4; i++) {
        uint32_t bits = (0x7E + sample_below(&random, 3)) << 23 | (uint32_t)(sample_next(&random) >> 41);
        store_u32(page + 4 * i, bits);
    }
    ck_assert_int_eq(page_choose(TT_SPACE_L1, page, PAGE_BYTES), PAGE_FP32);
    memset(page, 0, sizeof page);
    ck_assert_int_eq(page_choose(TT_SPACE_L1, page, PAGE_BYTES), PAGE_PLAIN);
    ck_assert_int_eq(page_choose(TT_SPACE_DST, page, PAGE_BYTES), PAGE_U16);
    ck_assert_int_eq(page_choose(TT_SPACE_THREAD_CFG, page, 342), PAGE_PLAIN);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("page_class");
    TCase *tcase = tcase_create("page_class");
    tcase_add_test(tcase, page_class__any_bytes_come_back);
    tcase_add_test(tcase, page_class__planes_have_the_bits_that_the_format_names);
    tcase_add_test(tcase, page_class__a_datum_looks_the_same_in_every_space);
    tcase_add_test(tcase, page_choose__sees_what_a_page_of_l1_holds);
    suite_add_tcase(suite, tcase);
    return suite;
}
