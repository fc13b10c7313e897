/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/file/bytes.h"
#include "unit/suite.h"

START_TEST(varint__any_number_comes_back_in_the_fewest_bytes)
{
    for (unsigned bit = 0; bit < 64; bit++)
        for (int around = -1; around <= 1; around++) {
            struct byte_buffer buffer = {0};
            uint64_t value = ((uint64_t)1 << bit) + (uint64_t)(int64_t)around;
            unsigned bits = 1;
            while (bits < 64 && value >> bits)
                bits++;
            ck_assert(buffer_varint(&buffer, value));
            ck_assert_uint_eq(buffer.size, (bits + 6) / 7);
            struct byte_reader reader = byte_reader(buffer.data, buffer.size);
            ck_assert(read_varint(&reader) == value && !reader.is_bad && reader.at == reader.end);
            buffer_clear(&buffer);
        }
}
END_TEST

START_TEST(varint__only_one_way_to_say_a_number)
{
    static const struct {
        uint8_t bytes[11], count;
        const char *why;
    } cases[] = {
        {{0x80}, 1, "ends before its last byte"},
        {{0x80, 0x00}, 2, "zero in two bytes"},
        {{0xFF, 0x00}, 2, "127 in two bytes"},
        {{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02}, 10, "65 bits"},
        {{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x81, 0x00}, 11, "eleven bytes"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct byte_reader reader = byte_reader(cases[i].bytes, cases[i].count);
        ck_assert_msg(read_varint(&reader) == 0 && reader.is_bad, "%s", cases[i].why);
    }
}
END_TEST

START_TEST(reader__nothing_comes_after_the_end)
{
    const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    struct byte_reader reader = byte_reader(bytes, 8);
    ck_assert_uint_eq(read_u64(&reader), 0x0807060504030201);
    ck_assert(!reader.is_bad);
    ck_assert_uint_eq(read_u8(&reader), 0);
    ck_assert(reader.is_bad);
    ck_assert_ptr_null(read_bytes(&reader, 0));
}
END_TEST

START_TEST(zigzag__is_its_own_inverse)
{
    static const int64_t values[] = {0, -1, 1, -2, 2, INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        ck_assert(unzigzag(zigzag(values[i])) == values[i]);
    ck_assert_uint_eq(zigzag(-1), 1);
    ck_assert_uint_eq(zigzag(1), 2);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("bytes");
    TCase *tcase = tcase_create("bytes");
    tcase_add_test(tcase, varint__any_number_comes_back_in_the_fewest_bytes);
    tcase_add_test(tcase, varint__only_one_way_to_say_a_number);
    tcase_add_test(tcase, reader__nothing_comes_after_the_end);
    tcase_add_test(tcase, zigzag__is_its_own_inverse);
    suite_add_tcase(suite, tcase);
    return suite;
}
