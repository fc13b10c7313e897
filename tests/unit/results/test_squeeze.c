/* SPDX-License-Identifier: Apache-2.0 */
/* What is squeezed comes back, and what is no BLOB of ours is refused. */
#include "results/squeeze.h"
#include "unit/suite.h"

#include <string.h>

enum { MOST = 70000 };

/* Bits of `kind`: 0 zeros, 1 counting, 2 as random as it gets. */
static void fill(uint8_t *bytes, size_t size, unsigned kind)
{
    uint32_t seed = 1;
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525u + 1013904223u;
        bytes[i] = (uint8_t)(kind == 0 ? 0 : kind == 1 ? i / 4 >> 8 * (i % 4) : seed >> 24);
    }
}

START_TEST(squeeze__gives_back_every_size_and_width)
{
    static const size_t sizes[] = {0, 1, 63, 64, 65, 66, 67, 68, 4096, MOST};
    static const unsigned widths[] = {1, 2, 4};
    static uint8_t bytes[MOST], back[MOST];
    struct squeezer squeezer = {0};
    struct bytes blob = {0};
    for (unsigned kind = 0; kind < 3; kind++) {
        fill(bytes, MOST, kind);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
                size_t size;
                ck_assert_int_eq(squeeze(&squeezer, bytes, sizes[i], widths[w], &blob), 0);
                ck_assert_uint_le(blob.used, sizes[i] + 1);
                ck_assert(unsqueezed_size(blob.data, blob.used, &size));
                ck_assert_uint_eq(size, sizes[i]);
                ck_assert_int_eq(unsqueeze(&squeezer, blob.data, blob.used, back, size), TT_OK);
                ck_assert(memcmp(back, bytes, size) == 0);
            }
        }
    }
    bytes_clear(&blob);
    squeezer_clear(&squeezer);
}
END_TEST

START_TEST(squeeze__numbers_that_count_take_little)
{
    static uint8_t bytes[MOST];
    struct squeezer squeezer = {0};
    struct bytes blob = {0};
    fill(bytes, MOST, 1);
    ck_assert_int_eq(squeeze(&squeezer, bytes, MOST, 4, &blob), 0);
    ck_assert_uint_lt(blob.used, MOST / 50);
    bytes_clear(&blob);
    squeezer_clear(&squeezer);
}
END_TEST

START_TEST(unsqueeze__refuses_every_cut_and_flipped_form)
{
    static uint8_t bytes[4096], back[4096];
    struct squeezer squeezer = {0};
    struct bytes blob = {0};
    size_t size;
    fill(bytes, sizeof bytes, 1);
    ck_assert_int_eq(squeeze(&squeezer, bytes, sizeof bytes, 2, &blob), 0);
    uint8_t *form = blob.data;
    ck_assert_uint_eq(*form, 2);
    for (size_t cut = 1; cut < blob.used; cut++)
        ck_assert(!unsqueezed_size(blob.data, cut, &size));
    *form = 3;
    ck_assert(!unsqueezed_size(blob.data, blob.used, &size));
    *form = 2;
    form[blob.used - 1] ^= 0xFF;
    if (unsqueezed_size(blob.data, blob.used, &size) && size <= sizeof back)
        (void)unsqueeze(&squeezer, blob.data, blob.used, back, size);
    ck_assert(unsqueezed_size(NULL, 0, &size));
    ck_assert_uint_eq(size, 0);
    bytes_clear(&blob);
    squeezer_clear(&squeezer);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("squeeze");
    TCase *tests = tcase_create("squeeze");
    tcase_add_test(tests, squeeze__gives_back_every_size_and_width);
    tcase_add_test(tests, squeeze__numbers_that_count_take_little);
    tcase_add_test(tests, unsqueeze__refuses_every_cut_and_flipped_form);
    suite_add_tcase(suite, tests);
    return suite;
}
