/* SPDX-License-Identifier: Apache-2.0 */
/* The loops over 16-bit values against the functions of numeric/, datum by datum: every 16-bit value,
 * every upper half of an FP32 value with the lower halves that rounding looks at, random groups, every length. */
#include "base/little.h"
#include "numeric/bfp.h"
#include "numeric/cells.h"
#include "numeric/early.h"
#include "tile/pack/fast/narrow.h"
#include "unit/pack/pack_tile.h"
#include "unit/suite.h"

enum { ALL = 0x10000, CHUNK = 256 };

/* An assertion a value would take seconds. */
static void hold(uint32_t got, uint32_t wanted)
{
    if (got != wanted)
        ck_assert_uint_eq(got, wanted);
}

/* As many datums at a time as an instruction of four whole rows has, and as many as one can have. */
static const uint32_t chunks[] = {64, CHUNK};

static void hold_read(narrow_read *read, uint32_t (*reference)(uint32_t))
{
    uint16_t cells[CHUNK], halves[CHUNK];
    for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++) {
        for (uint32_t first = 0; first < ALL; first += chunks[c]) {
            for (uint32_t i = 0; i < chunks[c]; i++)
                cells[i] = (uint16_t)(first + i);
            read(cells, chunks[c], halves);
            for (uint32_t i = 0; i < chunks[c]; i++)
                hold(halves[i], reference(first + i));
        }
    }
}

static void hold_convert(narrow_convert *convert, uint32_t (*reference)(uint32_t))
{
    uint16_t halves[CHUNK];
    for (size_t c = 0; c < sizeof chunks / sizeof *chunks; c++) {
        for (uint32_t first = 0; first < ALL; first += chunks[c]) {
            for (uint32_t i = 0; i < chunks[c]; i++)
                halves[i] = (uint16_t)(first + i);
            convert(halves, chunks[c]);
            for (uint32_t i = 0; i < chunks[c]; i++)
                hold(halves[i], reference(first + i));
        }
    }
}

static void hold_cut(narrow_cut *cut, uint32_t (*reference)(uint32_t))
{
    static const uint32_t lower[8] = {0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x4000, 0xC000};
    uint32_t values[CHUNK];
    uint16_t halves[CHUNK];
    for (uint32_t first = 0; first < ALL; first += CHUNK / 8) {
        for (uint32_t i = 0; i < CHUNK; i++)
            values[i] = (first + i / 8) << 16 | lower[i % 8];
        cut(values, CHUNK, halves);
        for (uint32_t i = 0; i < CHUNK; i++)
            hold(halves[i], reference(values[i]));
    }
}

static uint32_t same(uint32_t cell)
{
    return cell;
}

START_TEST(conversions__are_those_of_numeric)
{
    hold_read(narrow_loops.bf16_cells, dst16_to_bf16);
    hold_read(narrow_loops.fp16_cells, dst16_to_fp16);
    hold_read(narrow_loops.plain_cells, same);
    hold_convert(narrow_loops.bf16_flush, bf16_flush);
    hold_convert(narrow_loops.fp16_flush, fp16_flush);
    hold_convert(narrow_loops.bf16_to_e8m6, bf16_to_e8m6);
    hold_cut(narrow_loops.fp32_to_bf16, fp32_to_bf16_nearest_away);
    hold_cut(narrow_loops.fp32_to_e8m6, fp32_to_e8m6_nearest_away);
    hold_cut(narrow_loops.upper_half, fp32_to_bf16_raw);
}
END_TEST

/* A row and parts of one. */
START_TEST(cells__of_32_bits_are_read_alike)
{
    uint32_t random = 2463534242, values[DST_COLUMNS];
    for (int round = 0; round < 1000; round++) {
        uint16_t high[DST_COLUMNS], low[DST_COLUMNS];
        const uint32_t count = 1 + (uint32_t)round % DST_COLUMNS;
        for (uint32_t i = 0; i < DST_COLUMNS; i++) {
            high[i] = (uint16_t)next_random(&random);
            low[i] = (uint16_t)next_random(&random);
        }
        narrow_loops.fp32_cells(high, low, count, values);
        for (uint32_t i = 0; i < count; i++)
            hold(values[i], dst16_to_bf16(high[i]) << 16 | low[i]);
    }
}
END_TEST

START_TEST(relu__keeps_what_is_above)
{
    static const int16_t thresholds[5] = {0, 1, 0x3F80, 0x7F80, 0x7FFF};
    uint16_t zeroed[CHUNK], clamped[CHUNK];
    for (uint32_t first = 0; first < ALL; first += CHUNK) {
        const int16_t threshold = thresholds[first / CHUNK % 5];
        for (uint32_t i = 0; i < CHUNK; i++)
            zeroed[i] = clamped[i] = (uint16_t)(first + i);
        narrow_loops.zero_up_to(zeroed, CHUNK, threshold);
        narrow_loops.clamp(clamped, CHUNK, threshold);
        for (uint32_t i = 0; i < CHUNK; i++) {
            const uint32_t value = first + i, limit = (uint32_t)threshold;
            hold(zeroed[i], value >> 15 || value <= limit ? 0 : value);
            hold(clamped[i], value >> 15 ? 0 : value > limit ? limit : value);
        }
    }
}
END_TEST

/* Exponents near each other, so that every distance occurs. */
static uint16_t random_element(uint32_t *random)
{
    const uint32_t r = next_random(random);
    return (uint16_t)(r % 13 == 0 ? r >> 16 & 0x807F : (r >> 16 & 0x807F) | (100 + (r & 15)) << 7);
}

START_TEST(assemble__is_that_of_numeric)
{
    static const unsigned widths[3] = {8, 4, 2};
    uint32_t random = 2463534242;
    for (int round = 0; round < 3000; round++) {
        const unsigned width = widths[round % 3];
        uint16_t halves[4 * BFP_GROUP];
        uint32_t elements[4 * BFP_GROUP], datums[BFP_GROUP];
        uint8_t exponents[4];
        for (uint32_t i = 0; i < 4 * BFP_GROUP; i++)
            elements[i] = halves[i] = round % 5 ? random_element(&random) : (uint16_t)next_random(&random);
        narrow_loops.assemble(halves, 4, width, exponents);
        for (uint32_t g = 0; g < 4; g++) {
            hold(exponents[g], bfp_group(&elements[g * BFP_GROUP], datums, width));
            for (uint32_t i = 0; i < BFP_GROUP; i++)
                hold(halves[g * BFP_GROUP + i], datums[i]);
        }
    }
}
END_TEST

START_TEST(lengths__touch_nothing_beyond)
{
    uint32_t random = 88172645;
    for (uint32_t count = 0; count < 80; count++) {
        uint16_t halves[81];
        uint8_t bytes[81];
        uint32_t most = 0;
        for (uint32_t i = 0; i <= 80; i++)
            halves[i] = (uint16_t)next_random(&random);
        const uint16_t beyond = halves[count];
        for (uint32_t i = 0; i < count; i++)
            most = (halves[i] & 0x7F80u) > most ? halves[i] & 0x7F80u : most;
        ck_assert_uint_eq(narrow_loops.largest(halves, count, 0x7F80), most);
        narrow_loops.bf16_flush(halves, count);
        ck_assert_uint_eq(halves[count], beyond);
        bytes[count] = 0x5A;
        narrow_loops.store_8(halves, count, bytes);
        ck_assert_uint_eq(bytes[count], 0x5A);
        for (uint32_t i = 0; i < count; i++)
            ck_assert_uint_eq(bytes[i], halves[i] & 0xFF);
    }
}
END_TEST

START_TEST(stores__put_the_first_datum_lowest)
{
    uint16_t halves[64];
    uint8_t bytes[32];
    for (uint32_t i = 0; i < 64; i++)
        halves[i] = (uint16_t)(i * 7 & 15);
    narrow_loops.store_4(halves, 64, bytes);
    for (uint32_t i = 0; i < 64; i++)
        ck_assert_uint_eq(bfp_load(bytes, i, 4), halves[i]);
    for (uint32_t i = 0; i < 64; i++)
        halves[i] &= 3;
    narrow_loops.store_2(halves, 64, bytes);
    for (uint32_t i = 0; i < 64; i++)
        ck_assert_uint_eq(bfp_load(bytes, i, 2), halves[i]);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("pack_narrow");
    TCase *t = tcase_create("loops");
    tcase_add_test(t, conversions__are_those_of_numeric);
    tcase_add_test(t, cells__of_32_bits_are_read_alike);
    tcase_add_test(t, relu__keeps_what_is_above);
    tcase_add_test(t, assemble__is_that_of_numeric);
    tcase_add_test(t, lengths__touch_nothing_beyond);
    tcase_add_test(t, stores__put_the_first_datum_lowest);
    suite_add_tcase(s, t);
    return s;
}
