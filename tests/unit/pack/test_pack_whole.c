/* SPDX-License-Identifier: Apache-2.0 */
/* Both builds of the loops over values of 32 bits against the functions of the stages, value by value. */
#include "tile/pack/fast/whole.h"
#include "unit/pack/pack_tile.h"
#include "unit/suite.h"
#include "unit/tile/fast_bed.h"

enum { ALL = 0x10000, CHUNK = 256, BUILDS = 2, ROUNDS = 64, GUARD = 0xA5 };

/* Null where the machine has no such build. */
static const struct whole_loops *build(int i)
{
    struct tile *tile = tile_new(TT_BLACKHOLE);
    ck_assert_ptr_nonnull(tile);
    const bool has_avx2 = tile_fast_best() == TILE_FAST_AVX2;
    tile_set_fast(tile, i && has_avx2 ? TILE_FAST_AVX2 : TILE_FAST_PORTABLE);
    const struct whole_loops *loops = whole_loops_of(tile);
    tile_free(tile);
    return i && !has_avx2 ? NULL : loops;
}

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
    const struct whole_loops *loops = build(_i);
    uint32_t values[CHUNK], before[CHUNK], random = 0x12345678;
    for (uint32_t c = 1; loops && c < PACK_CONVERSION_COUNT; c++) {
        for (uint32_t first = 0; first < ALL; first += CHUNK) {
            for (uint32_t wide = 0; wide < 2; wide++) {
                for (uint32_t i = 0; i < CHUNK; i++)
                    values[i] = before[i] = wide ? draw(&random) : first + i;
                loops->convert[c](values, CHUNK);
                for (uint32_t i = 0; i < CHUNK; i++)
                    hold(values[i], pack_converted((enum pack_conversion)c, before[i]));
            }
        }
    }
}
END_TEST

START_TEST(descale__is_that_of_every_shift)
{
    const struct whole_loops *loops = build(_i);
    uint32_t values[CHUNK], before[CHUNK], random = 0x87654321;
    for (unsigned shift = 0; loops && shift < 32; shift++) {
        for (uint32_t round = 0; round < 2 * ROUNDS; round++) {
            const bool is_unsigned = round & 1;
            for (uint32_t i = 0; i < CHUNK; i++)
                values[i] = before[i] = fast_random(&random) >> fast_below(&random, 28) | (i & 1) << 31;
            before[0] = values[0] = UINT32_MAX;
            loops->descale(values, CHUNK, shift, is_unsigned);
            for (uint32_t i = 0; i < CHUNK; i++)
                hold(values[i], is_unsigned ? int32_to_uint8(before[i], shift) : int32_to_int8(before[i], shift));
        }
    }
}
END_TEST

/* As relu.c: a threshold is any pattern, and its neighbours are what can go wrong. */
START_TEST(relu__compares_as_the_stage_does)
{
    const struct whole_loops *loops = build(_i);
    uint32_t values[CHUNK], before[CHUNK], random = 0xCAFE;
    for (uint32_t round = 0; loops && round < 8 * ROUNDS; round++) {
        const uint32_t threshold = fast_random(&random) & (round & 1 ? 0xFFFF0000 : UINT32_MAX);
        const uint32_t limit = threshold & INT32_MAX;
        const unsigned shift = round & 2 ? 13 : 0;
        for (uint32_t i = 0; i < CHUNK; i++)
            before[i] = i & 1 ? threshold + fast_below(&random, 0x6000) - 0x3000 : fast_random(&random);
        before[0] = limit;
        before[2] = limit + 1;
        before[4] = 0;
        memcpy(values, before, sizeof values);
        loops->zero_up_to(values, CHUNK, (int32_t)limit);
        for (uint32_t i = 0; i < CHUNK; i++)
            hold(values[i], before[i] >> 31 || before[i] <= limit ? 0 : before[i]);
        memcpy(values, before, sizeof values);
        loops->clamp(values, CHUNK, threshold, shift);
        for (uint32_t i = 0; i < CHUNK; i++) {
            const uint32_t positive = before[i] >> 31 ? 0 : before[i];
            hold(values[i], positive >> shift > threshold >> shift ? threshold : positive);
        }
    }
}
END_TEST

START_TEST(widths__change_and_nothing_beyond)
{
    const struct whole_loops *loops = build(_i);
    uint32_t values[CHUNK + 1], random = 0xBEEF;
    uint16_t halves[CHUNK + 1];
    uint8_t bytes[CHUNK + 1];
    for (uint32_t count = 0; loops && count <= CHUNK; count++) {
        for (uint32_t i = 0; i < CHUNK; i++)
            values[i] = fast_random(&random);
        halves[count] = bytes[count] = GUARD;
        loops->narrow(values, count, halves);
        loops->bytes(values, count, bytes);
        for (uint32_t i = 0; i < count; i++) {
            hold(halves[i], values[i] & 0xFFFF);
            hold(bytes[i], values[i] & 0xFF);
        }
        values[count] = GUARD;
        loops->widen(halves, count, values);
        for (uint32_t i = 0; i < count; i++)
            hold(values[i], halves[i]);
        ck_assert_uint_eq(halves[count], GUARD);
        ck_assert_uint_eq(bytes[count], GUARD);
        ck_assert_uint_eq(values[count], GUARD);
    }
}
END_TEST

START_TEST(masks__leave_the_columns_of_their_bits)
{
    const struct whole_loops *loops = build(_i);
    for (uint32_t columns = 0; loops && columns < ALL; columns++) {
        uint16_t halves[DST_COLUMNS];
        uint32_t values[DST_COLUMNS];
        for (uint32_t i = 0; i < DST_COLUMNS; i++)
            values[i] = halves[i] = (uint16_t)(i + 1);
        loops->mask_16(halves, (uint16_t)columns, 0xFF80);
        loops->mask_32(values, (uint16_t)columns, 0xFF800001);
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
    tcase_add_loop_test(t, conversions__are_those_of_the_stages, 0, BUILDS);
    tcase_add_loop_test(t, descale__is_that_of_every_shift, 0, BUILDS);
    tcase_add_loop_test(t, relu__compares_as_the_stage_does, 0, BUILDS);
    tcase_add_loop_test(t, widths__change_and_nothing_beyond, 0, BUILDS);
    tcase_add_loop_test(t, masks__leave_the_columns_of_their_bits, 0, BUILDS);
    suite_add_tcase(s, t);
    return s;
}
