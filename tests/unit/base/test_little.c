/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers in images: the bytes are those of the page, whatever the host's order. base/little.h */
#include "base/little.h"

#include "unit/suite.h"

START_TEST(number__stands_low_byte_first)
{
    static const uint8_t image[8] = {0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01};
    uint8_t made[8] = {0};
    ck_assert_uint_eq(load_u16(image), 0x0708);
    ck_assert_uint_eq(load_u32(image), 0x05060708);
    ck_assert_uint_eq(load_u64(image), UINT64_C(0x0102030405060708));
    store_u64(made, UINT64_C(0x0102030405060708));
    ck_assert_mem_eq(made, image, 8);
    store_u32(made, 0xA1B2C3D4);
    store_u16(made + 4, 0xE5F6);
    ck_assert_mem_eq(made, ((const uint8_t[8]){0xD4, 0xC3, 0xB2, 0xA1, 0xF6, 0xE5, 0x02, 0x01}), 8);
}
END_TEST

START_TEST(number__of_each_length)
{
    static const uint8_t image[4] = {0x81, 0x92, 0xA3, 0xB4};
    static const uint32_t numbers[] = {0, 0x81, 0x9281, 0xA39281, 0xB4A39281};
    for (unsigned bytes = 0; bytes <= 4; bytes++) {
        uint8_t made[4] = {0xEE, 0xEE, 0xEE, 0xEE};
        ck_assert_uint_eq(load_number(image, bytes), numbers[bytes]);
        store_number(made, bytes, 0xB4A39281);
        for (unsigned i = 0; i < 4; i++)
            ck_assert_uint_eq(made[i], i < bytes ? image[i] : 0xEE);
    }
}
END_TEST

START_TEST(array__of_each_width)
{
    static const uint8_t image[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint8_t bytes[8], back[8];
    uint16_t halves[4];
    uint32_t words[2];
    copy_numbers(bytes, image, 8, 1);
    copy_numbers(halves, image, 4, 2);
    copy_numbers(words, image, 2, 4);
    ck_assert_uint_eq(number_at(bytes, 1, 6), 7);
    ck_assert_uint_eq(number_at(halves, 2, 3), 0x0807);
    ck_assert_uint_eq(number_at(words, 4, 1), 0x08070605);
    ck_assert_uint_eq(words[0], 0x04030201);
    turn_numbers(words, 2, 4);
    ck_assert_mem_eq(words, image, 8);
    copy_numbers(back, halves, 4, 2);
    ck_assert_mem_eq(back, image, 8);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("little");
    TCase *tcase = tcase_create("images");
    tcase_add_test(tcase, number__stands_low_byte_first);
    tcase_add_test(tcase, number__of_each_length);
    tcase_add_test(tcase, array__of_each_width);
    suite_add_tcase(suite, tcase);
    return suite;
}
