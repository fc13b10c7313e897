/* SPDX-License-Identifier: Apache-2.0 */
/* Data tiles as a host lays them out in pages. */
#include "numeric/host_page.h"
#include "unit/suite.h"

#include <string.h>

static uint32_t values[HOST_DATUMS], bits[HOST_DATUMS];
static uint8_t page[HOST_DATUMS * 4];

static uint32_t fp32(float value)
{
    uint32_t pattern;
    memcpy(&pattern, &value, sizeof pattern);
    return pattern;
}

/* The first datum of a page of zeros and one value. */
static uint32_t encoded(enum format format, uint32_t value)
{
    memset(values, 0, sizeof values);
    values[0] = value;
    host_page_encode(format, values, page);
    host_page_decode(format, page, bits);
    return bits[0];
}

/* The low half of datum i of a page of FP32. */
static unsigned datum(unsigned i)
{
    return page[4 * i] | (unsigned)page[4 * i + 1] << 8;
}

START_TEST(page__has_faces_one_after_the_other)
{
    for (uint32_t i = 0; i < HOST_DATUMS; i++)
        values[i] = i;
    host_page_encode(FORMAT_FP32, values, page);
    ck_assert_uint_eq(page[0], 0);
    ck_assert_uint_eq(datum(16), 32);       /* row 1 of face 0 */
    ck_assert_uint_eq(datum(256), 16);      /* face 1: the right half */
    ck_assert_uint_eq(datum(512), 16 * 32); /* face 2: the lower half */
    host_page_decode(FORMAT_FP32, page, bits);
    ck_assert_mem_eq(bits, values, sizeof bits);
}
END_TEST

START_TEST(bf16__to_the_nearest_even)
{
    ck_assert_uint_eq(encoded(FORMAT_BF16, 0x3F808000), 0x3F80); /* half way: down to even */
    ck_assert_uint_eq(encoded(FORMAT_BF16, 0x3F818000), 0x3F82);
    ck_assert_uint_eq(encoded(FORMAT_BF16, 0x3F808001), 0x3F81);
    ck_assert_uint_eq(encoded(FORMAT_BF16, 0x7F7FFFFF), 0x7F80); /* beyond the largest */
    ck_assert_uint_eq(encoded(FORMAT_BF16, 0xFF800001), 0xFFC0); /* not a number stays none */
}
END_TEST

START_TEST(fp16__normal_denormal_and_beyond)
{
    ck_assert_uint_eq(encoded(FORMAT_FP16, fp32(1.0f)), 0x3C00);
    ck_assert_uint_eq(encoded(FORMAT_FP16, fp32(-2.5f)), 0xC100);
    ck_assert_uint_eq(encoded(FORMAT_FP16, fp32(65519.0f)), 0x7BFF);
    ck_assert_uint_eq(encoded(FORMAT_FP16, fp32(65520.0f)), 0x7C00);
    ck_assert_uint_eq(encoded(FORMAT_FP16, fp32(0x1p-24f)), 1);
    ck_assert_uint_eq(encoded(FORMAT_FP16, fp32(0x1p-25f)), 0); /* half of the smallest: to even */
    ck_assert_uint_eq(encoded(FORMAT_FP16, fp32(0x1.8p-25f)), 1);
    ck_assert_uint_eq(encoded(FORMAT_FP16, fp32(0x1p-30f)), 0);
    ck_assert_uint_eq(encoded(FORMAT_FP16, 0x7FC00000), 0x7E00);
}
END_TEST

START_TEST(blocks__share_the_largest_exponent)
{
    memset(values, 0, sizeof values);
    values[0] = fp32(1.0f);
    values[1] = fp32(-0.5f);
    values[2] = fp32(0x1.02p-1f); /* 64.5 of 128ths: to even */
    values[3] = fp32(0x1p-20f);   /* too small beside 1 */
    host_page_encode(FORMAT_BFP8, values, page);
    ck_assert_uint_eq(host_page_bytes(FORMAT_BFP8), 1088);
    ck_assert_uint_eq(page[0], 127);
    ck_assert_uint_eq(page[64], 64);
    ck_assert_uint_eq(page[65], 0x80 | 32);
    ck_assert_uint_eq(page[66], 32);
    ck_assert_uint_eq(page[67], 0);
    ck_assert_uint_eq(page[1], 0);
    host_page_decode(FORMAT_BFP8, page, bits);
    ck_assert_uint_eq(bits[1], 0x80 | 32 | 127 << 8);
    host_page_encode(FORMAT_BFP4, values, page);
    ck_assert_uint_eq(host_page_bytes(FORMAT_BFP4), 576);
    ck_assert_uint_eq(page[64], 4 | (8 | 2) << 4);
    host_page_encode(FORMAT_BFP2, values, page);
    ck_assert_uint_eq(host_page_bytes(FORMAT_BFP2), 320);
    ck_assert_uint_eq(page[64] & 3, 1);
}
END_TEST

/* A value that rounds past the largest magnitude stays there: the exponent is not raised. */
START_TEST(blocks__stop_at_the_largest_magnitude)
{
    ck_assert_uint_eq(encoded(FORMAT_BFP8, 0x3FFFFFFF), 127 | 127 << 8);
    ck_assert_uint_eq(encoded(FORMAT_BFP8, 0x00400000), 0); /* denormals are zero */
}
END_TEST

START_TEST(formats__that_arrays_do_not_become)
{
    ck_assert_uint_eq(host_page_bytes(FORMAT_INT32), 0);
    ck_assert_uint_eq(host_page_bytes(FORMAT_BFP8A), 0);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("host_page");
    TCase *tests = tcase_create("host_page");
    tcase_add_test(tests, page__has_faces_one_after_the_other);
    tcase_add_test(tests, bf16__to_the_nearest_even);
    tcase_add_test(tests, fp16__normal_denormal_and_beyond);
    tcase_add_test(tests, blocks__share_the_largest_exponent);
    tcase_add_test(tests, blocks__stop_at_the_largest_magnitude);
    tcase_add_test(tests, formats__that_arrays_do_not_become);
    suite_add_tcase(all, tests);
    return all;
}
