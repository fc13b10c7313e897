/* SPDX-License-Identifier: Apache-2.0 */
/* The loops over values of 32 bits against the functions of the stages, value by value. */
#include "tile/pack/fast/whole.h"
#include "unit/pack/pack_tile.h"
#include "unit/suite.h"
#include "unit/tile/fast_bed.h"

enum { ALL = 0x10000, CHUNK = 256, GUARD = 0xA5 };

/* An assertion a value would take seconds. */
static void hold(uint32_t got, uint32_t wanted)
{
    if (got != wanted)
        ck_assert_uint_eq(got, wanted);
}

/* Upper halves are drawn from all there are, lower ones from those that rounding looks at. */
static uint32_t draw(uint32_t *random)
{
    static const uint32_t lower[8] = {0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x1000, 0xF000};
    const uint32_t value = fast_random(random);
    return fast_below(random, 2) ? value : (value & 0xFFFF0000) | lower[value & 7];
}

START_TEST(conversions__are_those_of_the_stages)
{
    uint32_t values[CHUNK], before[CHUNK], random = 0x12345678;
    for (uint32_t c = 1; c < PACK_CONVERSION_COUNT; c++) {
        for (uint32_t first = 0; first < ALL; first += CHUNK) {
            for (uint32_t wide = 0; wide < 2; wide++) {
                for (uint32_t i = 0; i < CHUNK; i++)
                    values[i] = before[i] = wide ? draw(&random) : first + i;
                whole_loops.convert[c](values, CHUNK);
                for (uint32_t i = 0; i < CHUNK; i++)
                    hold(values[i], pack_converted((enum pack_conversion)c, before[i]));
            }
        }
    }
}
END_TEST

START_TEST(widths__change_and_nothing_beyond)
{
    uint32_t values[CHUNK + 1], random = 0xBEEF;
    uint16_t halves[CHUNK];
    for (uint32_t count = 0; count <= CHUNK; count++) {
        for (uint32_t i = 0; i < CHUNK; i++)
            halves[i] = (uint16_t)fast_random(&random);
        values[count] = GUARD;
        whole_loops.widen(halves, count, values);
        for (uint32_t i = 0; i < count; i++)
            hold(values[i], halves[i]);
        ck_assert_uint_eq(values[count], GUARD);
    }
}
END_TEST

START_TEST(masks__leave_the_columns_of_their_bits)
{
    for (uint32_t columns = 0; columns < ALL; columns++) {
        uint16_t halves[DST_COLUMNS];
        uint32_t values[DST_COLUMNS];
        for (uint32_t i = 0; i < DST_COLUMNS; i++)
            values[i] = halves[i] = (uint16_t)(i + 1);
        whole_loops.mask_16(halves, (uint16_t)columns, 0xFF80);
        whole_loops.mask_32(values, (uint16_t)columns, 0xFF800001);
        for (uint32_t i = 0; i < DST_COLUMNS; i++) {
            hold(halves[i], columns >> i & 1 ? i + 1 : 0xFF80);
            hold(values[i], columns >> i & 1 ? i + 1 : 0xFF800001);
        }
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_whole");
    TCase *t = tcase_create("loops");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, conversions__are_those_of_the_stages);
    tcase_add_test(t, widths__change_and_nothing_beyond);
    tcase_add_test(t, masks__leave_the_columns_of_their_bits);
    suite_add_tcase(s, t);
    return s;
}
