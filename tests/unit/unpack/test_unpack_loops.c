/* SPDX-License-Identifier: Apache-2.0 */
/* The loops that UNPACR's fast path has against the functions of numeric/, datum by datum. */
#include "unit/unpack/unpack_bed.h"

#include "base/little.h"
#include "numeric/bfp.h"
#include "numeric/cells.h"
#include "numeric/from_l1.h"
#include "numeric/late.h"
#include "tile/unpack/fast/straight.h"
#include "unit/suite.h"

enum { ALL = 0x10000, CHUNK = 256 };

/* An assertion a value would take seconds. */
static void hold(uint32_t got, uint32_t wanted)
{
    if (got != wanted)
        ck_assert_uint_eq(got, wanted);
}

/* Lengths that a vector divides, and some that none does. */
static const uint32_t lengths[] = {CHUNK, 64, 37, 1};

static uint32_t bf16_cell(uint32_t h)
{
    return src_from_bf16(h);
}

static uint32_t int8_cell(uint32_t b)
{
    return src_from_int8(int8_sign(b, 0), int8_magnitude(b, 0));
}

static uint32_t uint8_cell(uint32_t b)
{
    return src_from_int8(0, int8_magnitude(b, 1));
}

static uint32_t fp8_cell(uint32_t b)
{
    return src_from_fp16(e5m2_to_fp16(b));
}

static uint32_t fp8_all_ones_cell(uint32_t b)
{
    return src_from_fp16(e5m2_to_fp16_all_ones(b));
}

static uint32_t fp8_4_cell(uint32_t b)
{
    return src_from_fp16(e4m3_to_fp16(b));
}

static uint32_t tf32_cell(uint32_t v)
{
    return src_from_tf32(unpack_fp32_to_tf32(v));
}

static uint32_t fp32_to_bf16_cell(uint32_t v)
{
    return src_from_bf16(unpack_fp32_to_bf16(v));
}

static uint32_t fp32_to_fp16_cell(uint32_t v)
{
    return src_from_fp16(fp32_to_fp16(v));
}

/* Datums of `bytes` bytes, `factor` apart in value so that the upper bits of wide ones change too. */
static void hold_loop(unpack_straight_src *loop, uint32_t bytes, uint32_t factor, uint32_t (*reference)(uint32_t))
{
    uint8_t image[CHUNK * 4];
    uint32_t cells[CHUNK];
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        const uint32_t length = lengths[l], last = bytes == 1 ? 256 : ALL;
        for (uint32_t first = 0; first < last; first += length) {
            for (uint32_t i = 0; i < length; i++)
                store_number(&image[i * bytes], bytes, (first + i) * factor);
            loop(image, length, cells);
            for (uint32_t i = 0; i < length; i++)
                hold(cells[i], reference(load_number(&image[i * bytes], bytes)));
        }
    }
}

START_TEST(loops__give_what_numeric_gives)
{
    hold_loop(straight_loops.bf16, 2, 1, bf16_cell);
    hold_loop(straight_loops.fp16, 2, 1, src_from_fp16);
    hold_loop(straight_loops.int16, 2, 1, src_from_int16);
    hold_loop(straight_loops.int8, 1, 1, int8_cell);
    hold_loop(straight_loops.uint8, 1, 1, uint8_cell);
    hold_loop(straight_loops.fp8, 1, 1, fp8_cell);
    hold_loop(straight_loops.fp8_all_ones, 1, 1, fp8_all_ones_cell);
    hold_loop(straight_loops.fp8_4, 1, 1, fp8_4_cell);
    static const uint32_t factors[] = {1, 0x10000, 0x10001, 0x1003};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        hold_loop(straight_loops.fp32, 4, factors[i], tf32_cell);
        hold_loop(straight_loops.fp32_to_bf16, 4, factors[i], fp32_to_bf16_cell);
        hold_loop(straight_loops.fp32_to_fp16, 4, factors[i], fp32_to_fp16_cell);
    }
}
END_TEST

/* Every datum under every exponent; 5 groups are a chunk and a rest. */
static void hold_blocks(unpack_straight_blocks *loop, unsigned width)
{
    enum { GROUPS = 5, COUNT = GROUPS * UNPACK_GROUP };
    uint8_t image[COUNT], exponents[GROUPS];
    uint32_t datums[COUNT], cells[COUNT];
    for (uint32_t first = 0; first < 256; first += GROUPS) {
        for (uint32_t d = 0; d < 1u << width; d += UNPACK_GROUP) {
            for (uint32_t i = 0; i < COUNT; i++)
                datums[i] = (d + i + i / UNPACK_GROUP) & ((1u << width) - 1);
            for (uint32_t g = 0; g < GROUPS; g++) {
                exponents[g] = (uint8_t)(first + g);
                bfp_store(&datums[g * UNPACK_GROUP], &image[g * UNPACK_GROUP * width / 8], width);
            }
            loop(image, exponents, COUNT, cells);
            for (uint32_t i = 0; i < COUNT; i++)
                hold(cells[i], src_from_bf16(bfp_to_bf16(datums[i], exponents[i / UNPACK_GROUP], width)));
        }
    }
}

START_TEST(loops__read_blocks_as_numeric_does)
{
    hold_blocks(straight_loops.bfp8, 8);
    hold_blocks(straight_loops.bfp4, 4);
    hold_blocks(straight_loops.bfp2, 2);
}
END_TEST

START_TEST(loops__halve_32_bits_as_numeric_does)
{
    uint8_t image[CHUNK * 4];
    uint16_t high[CHUNK], low[CHUNK];
    for (uint32_t first = 0; first < ALL; first += CHUNK) {
        for (uint32_t i = 0; i < CHUNK; i++)
            store_u32(&image[4 * i], (first + i) * 0x10003);
        straight_loops.dst_32(image, CHUNK, high, low);
        for (uint32_t i = 0; i < CHUNK; i++)
            hold((uint32_t)high[i] << 16 | low[i], dst32_from_fp32((first + i) * 0x10003));
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("unpack_loops");
    TCase *tests = tcase_create("unpack_loops");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, loops__give_what_numeric_gives);
    tcase_add_test(tests, loops__read_blocks_as_numeric_does);
    tcase_add_test(tests, loops__halve_32_bits_as_numeric_does);
    suite_add_tcase(suite, tests);
    return suite;
}
