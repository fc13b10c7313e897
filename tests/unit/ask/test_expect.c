/* SPDX-License-Identifier: Apache-2.0 */
/* References: what a space holds, written as an array of values, is the same in every space, format and layout; a bit
 * changed differs by as many units in the last place as --ulp must allow. */
#include "ask/run/expect/expect.h"
#include "base/little.h"
#include "numeric/bfp.h"
#include "unit/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 128, DATUMS_MAX = 4096, IMAGE_MAX = 1 << 16 };

/* An array in the making, and a space's bytes. */
struct bed {
    uint8_t file[HEADER + 8 * DATUMS_MAX];
    size_t file_bytes;
    bool is_float;
    uint32_t count;
    uint8_t bytes[TTCAP_EXPECTED_MAX][IMAGE_MAX], held[TTCAP_EXPECTED_MAX][IMAGE_MAX],
        unknown[TTCAP_EXPECTED_MAX][IMAGE_MAX];
    struct expect_image image;
    struct expect_asked asked;
    struct expect expect;
    struct tt_error err;
};

static struct bed bed;

static uint64_t draw(void)
{
    static uint64_t state = 11;
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return state >> 16 ^ state << 40;
}

/* <f8 or <i8, `shape`, all zero. */
static void begin(const char *shape, uint32_t count, bool is_float)
{
    char text[HEADER];
    expect_clear(&bed.expect);
    memset(&bed, 0, sizeof bed);
    bed.is_float = is_float;
    bed.count = count;
    const int used = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                              is_float ? "<f8" : "<i8", shape);
    memset(bed.file, ' ', HEADER);
    memcpy(bed.file, "\x93NUMPY\x01\x00\x76\x00", 10);
    memcpy(bed.file + 10, text, (size_t)used);
    bed.file[HEADER - 1] = '\n';
    bed.file_bytes = HEADER + 8 * (size_t)count;
    for (size_t i = 0; i < TTCAP_EXPECTED_MAX; i++) {
        bed.image.bytes[i] = bed.bytes[i];
        bed.image.unknown[i] = bed.unknown[i];
    }
}

static void read_again(void)
{
    expect_clear(&bed.expect);
    const enum tt_status status =
        expect_read_bytes(&bed.expect, &bed.asked, TT_BLACKHOLE, bed.file, bed.file_bytes, &bed.err);
    ck_assert_msg(!status, "%s", bed.err.text);
    ck_assert_uint_eq(bed.expect.count, bed.count);
    for (size_t i = 0; i < bed.expect.part_count; i++)
        ck_assert_uint_le(bed.expect.parts[i].count, IMAGE_MAX);
}

/* Puts what the image has into the array. False: an array has no value for it. */
static bool write_value(uint32_t nth)
{
    const struct expect_datum datum = expect_datum(&bed.expect, &bed.image, nth);
    const enum format format = bed.expect.form.lattice;
    const bool is_block = format_get(format)->is_block;
    const struct value_parts parts =
        format_parts(format, is_block ? datum.replayed & 0xFF : datum.replayed, datum.replayed >> 8);
    double value = ldexp((double)parts.significand, parts.exponent2);
    uint64_t bits;
    if (parts.kind != VALUE_FINITE)
        value = parts.kind == VALUE_NAN ? (double)NAN : (double)INFINITY;
    if (parts.is_negative)
        value = -value;
    memcpy(&bits, &value, sizeof bits);
    if (!bed.is_float)
        bits = parts.is_negative ? 0 - parts.significand : parts.significand;
    store_u64(bed.file + HEADER + 8 * datum.index, bits);
    return true;
}

/* Of the A formats exponents of five bits: what others would be is undefined (U-6.3). */
static void draw_exponents(void)
{
    const struct format_info *info = format_get(bed.asked.format);
    uint8_t *bytes = bed.bytes[bed.expect.exponent_part];
    const uint32_t tile = bed.count < EXPECT_TILE ? bed.count : EXPECT_TILE;
    const uint32_t pitch =
        bed.asked.has_exponents ? tile / BFP_GROUP : tile / BFP_GROUP + tile * info->storage_bits / 8;
    for (uint32_t i = 0; info->is_block && info->exponent_bits < 8 && i < bed.count / BFP_GROUP; i++)
        bytes[i * BFP_GROUP / tile * pitch + i % (tile / BFP_GROUP)] &= (uint8_t)((1u << info->exponent_bits) - 1);
}

static void draw_image(void)
{
    for (size_t i = 0; i < bed.expect.part_count; i++)
        for (uint32_t k = 0; k < bed.expect.parts[i].count; k++)
            bed.bytes[i][k] = (uint8_t)draw();
    draw_exponents();
}

static void accept(void)
{
    uint8_t *const held[TTCAP_EXPECTED_MAX] = {bed.held[0], bed.held[1]};
    expect_accept(&bed.expect, &bed.image, held);
}

/* Bytes of the image that are compared and are not the reference's. */
static uint32_t differing(void)
{
    uint32_t count = 0;
    accept();
    for (size_t i = 0; i < bed.expect.part_count; i++)
        for (uint32_t k = 0; k < bed.expect.parts[i].count; k++)
            count += ((bed.held[i][k] ^ bed.bytes[i][k]) & bed.expect.parts[i].known[k]) != 0;
    return count;
}

/* One byte of one datum otherwise: it differs by its distance, alone, and is equal where that is allowed. */
static void check_changed(void)
{
    const uint32_t nth = (uint32_t)(draw() % bed.count);
    const struct expect_datum before = expect_datum(&bed.expect, &bed.image, nth);
    const unsigned part = bed.expect.data_part;
    uint8_t *byte = &bed.bytes[part][before.lo - bed.expect.parts[part].lo];
    const uint8_t was = *byte;
    *byte ^= (uint8_t)(1u << draw() % 8);
    uint32_t wrong = 0;
    uint64_t farthest = 0;
    for (uint32_t i = 0; i < bed.count; i++) {
        const struct expect_datum datum = expect_datum(&bed.expect, &bed.image, i);
        ck_assert_int_eq(datum.is_equal, datum.ulps == 0);
        wrong += !datum.is_equal;
        farthest = datum.ulps > farthest ? datum.ulps : farthest;
    }
    ck_assert_uint_le(wrong, 1); /* a byte of BFP4 and BFP2 has several, and one bit of it was changed */
    ck_assert_int_eq(differing() > 0, wrong > 0);
    if (farthest && farthest != UINT64_MAX) {
        bed.asked.ulp = farthest;
        read_again();
        ck_assert_uint_eq(differing(), 0);
        bed.asked.ulp = farthest - 1;
        read_again();
        ck_assert_uint_eq(differing() > 0, 1);
        bed.asked.ulp = 0;
        read_again();
    }
    *byte = was;
}

static void check(const char *at, enum format format, enum expect_layout layout, uint32_t exponents)
{
    bed.asked = (struct expect_asked){.path = "array",
                                      .at = at,
                                      .layout = layout,
                                      .has_format = true,
                                      .format = format,
                                      .has_exponents = exponents != 0,
                                      .exponents = exponents};
    for (int round = 0; round < 2; round++) {
        read_again();
        draw_image();
        for (uint32_t nth = 0; nth < bed.count; nth++)
            ck_assert(write_value(nth));
        read_again();
        for (uint32_t nth = 0; nth < bed.count; nth++) {
            const struct expect_datum datum = expect_datum(&bed.expect, &bed.image, nth);
            ck_assert_msg(datum.is_equal && datum.ulps == 0 && !datum.is_undecided,
                          "%s at %s, datum %u: %x, and %x is wanted, %llu ulp", format_get(format)->name, at, nth,
                          datum.replayed, datum.wanted, (unsigned long long)datum.ulps);
        }
        ck_assert_uint_eq(differing(), 0);
        for (int i = 0; i < 8; i++)
            check_changed();
    }
    expect_clear(&bed.expect);
}

START_TEST(expect__what_a_space_holds_is_the_same)
{
    static const struct {
        const char *at;
        enum format formats[12];
        unsigned count;
    } spaces[] = {
        {"l1:0x60010",
         {FORMAT_FP32, FORMAT_TF32, FORMAT_BF16, FORMAT_FP16, FORMAT_FP8_E5M2, FORMAT_FP8_E4M3, FORMAT_INT32,
          FORMAT_INT16, FORMAT_INT8, FORMAT_UINT8},
         10},
        {"dst:68,3", {FORMAT_FP32, FORMAT_INT32, FORMAT_BF16, FORMAT_FP16, FORMAT_INT16, FORMAT_INT8}, 6},
        {"srca:1,3,0", {FORMAT_FP32, FORMAT_TF32, FORMAT_BF16, FORMAT_FP16, FORMAT_INT16, FORMAT_INT8}, 6},
        {"lreg:2.5", {FORMAT_FP32, FORMAT_INT32}, 2},
    };
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
        for (unsigned k = 0; k < spaces[i].count; k++) {
            begin("(300,)", 300, !format_get(spaces[i].formats[k])->is_integer);
            check(spaces[i].at, spaces[i].formats[k], EXPECT_FACES, 0);
        }
    }
}
END_TEST

START_TEST(expect__layouts_are_permutations)
{
    begin("(2, 32, 32)", 2048, true);
    check("l1:0x60000", FORMAT_BF16, EXPECT_TILES, 0);
    begin("(64, 32)", 2048, true);
    check("dst:0,0", FORMAT_FP32, EXPECT_ROWS, 0);
    begin("(2, 32, 64)", 4096, true);
    check("l1:0x60000", FORMAT_FP16, EXPECT_ROWS, 0);
}
END_TEST

START_TEST(expect__block_formats)
{
    static const enum format formats[] = {FORMAT_BFP8,  FORMAT_BFP4,  FORMAT_BFP2,
                                          FORMAT_BFP8A, FORMAT_BFP4A, FORMAT_BFP2A};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        begin("(4, 32, 32)", 4096, true);
        check("l1:0x60000", formats[i], EXPECT_TILES, 0);
        begin("(256,)", 256, true);
        check("l1:0x60000", formats[i], EXPECT_FACES, 0);
        begin("(32, 96)", 3072, true);
        check("l1:0x60000", formats[i], EXPECT_ROWS, 0x50000);
        begin("(48,)", 48, true);
        check("l1:0x60000", formats[i], EXPECT_FACES, 0x70000);
    }
}
END_TEST

START_TEST(expect__what_nobody_knows_is_undecided)
{
    begin("(256,)", 256, true);
    bed.asked = (struct expect_asked){.path = "array", .at = "l1:0x60000", .has_format = true, .format = FORMAT_BFP8};
    read_again();
    bed.unknown[0][3] = 1; /* an exponent: all that share it */
    bed.unknown[0][16 + 100] = 1;
    uint32_t undecided = 0;
    for (uint32_t nth = 0; nth < 256; nth++)
        undecided += expect_datum(&bed.expect, &bed.image, nth).is_undecided;
    ck_assert_uint_eq(undecided, BFP_GROUP + 1);
    begin("(64,)", 64, true);
    bed.asked = (struct expect_asked){.path = "array", .at = "dst:0,0", .has_format = true, .format = FORMAT_FP32};
    read_again();
    bed.unknown[0][8 * 32] = 1; /* the lower half of datum 0 */
    ck_assert(expect_datum(&bed.expect, &bed.image, 0).is_undecided);
    ck_assert(!expect_datum(&bed.expect, &bed.image, 1).is_undecided);
    expect_clear(&bed.expect);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("ask/expect");
    TCase *tests = tcase_create("expect");
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, expect__what_a_space_holds_is_the_same);
    tcase_add_test(tests, expect__layouts_are_permutations);
    tcase_add_test(tests, expect__block_formats);
    tcase_add_test(tests, expect__what_nobody_knows_is_undecided);
    suite_add_tcase(all, tests);
    return all;
}
