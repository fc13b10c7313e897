/* SPDX-License-Identifier: Apache-2.0 */
/* The multiply-add: lane by lane and 32 lanes at once against the reference. V30 to V32 */
#include "reference/value.h"
#include "reference/vector_mad.h"
#include "tile/vector/fast/mad_lanes.h"
#include "unit/suite.h"

#include <stdlib.h>
#include <string.h>

/* Environment TTR_MADS: how many blocks of 32; the slow test has ten million multiply-adds. */
static long block_count(void)
{
    const char *text = getenv("TTR_MADS");
    return text ? strtol(text, NULL, 10) / 32 : 20000;
}

static const uint32_t edges[] = {
    0x00000000, 0x80000000, 0x00000001, 0x007FFFFF, 0x00800000, 0x00800001, 0x80800000, 0x3F800000,
    0xBF800000, 0x3F800001, 0x3F7FFFFF, 0x40000000, 0x33800000, 0x34000000, 0x7F7FFFFF, 0xFF7FFFFF,
    0x7F000000, 0x7E800000, 0x7F800000, 0xFF800000, 0x7F800001, 0x7FC00000, 0xFFC00000, 0x7FFFFFFF,
    0x1FFFFFFF, 0x20000000, 0x60000000, 0x5FFFFFFF, 0x4B000000, 0x4B7FFFFF, 0x00FFFFFF, 0x01000000,
};
enum { EDGES = sizeof edges / sizeof *edges };

/* One of several kinds: any pattern, an edge, ordinary numbers, exponents that meet. */
static uint32_t sample(uint64_t *seed, uint32_t kind, uint32_t exponent)
{
    const uint32_t bits = ref_random(seed);
    switch (kind) {
    case 0:
        return bits;
    case 1:
        return edges[bits % EDGES];
    case 2:
        return (bits & 0x807FFFFF) | (112 + (bits >> 8) % 32) << 23;
    default:
        return (bits & 0x80000003) | (bits & 0x40 ? 0x7FFFFC : 0) | (exponent & 0xFF) << 23;
    }
}

static void fill(uint64_t *seed, uint32_t x[32], uint32_t y[32], uint32_t z[32])
{
    for (int i = 0; i < 32; i++) {
        const uint32_t kind = ref_random(seed) % 6;
        const uint32_t ex = ref_random(seed) % 255, ey = ref_random(seed) % 255;
        const uint32_t meets = ex + ey - 127 + ref_random(seed) % 61 - 30;
        x[i] = sample(seed, kind < 4 ? kind : 3, ex);
        y[i] = sample(seed, kind < 4 ? kind : 3, ey);
        z[i] = sample(seed, kind < 4 ? kind : kind - 2, meets < 256 ? meets : ex);
        if (kind == 5) { /* near cancellation: z is the product's negative, or next to it */
            z[i] = ref_vector_mad(false, x[i], y[i], 0) ^ 0x80000000;
            z[i] += ref_random(seed) % 3 - 1;
        }
    }
}

static void compare(const char *what, const uint32_t x[32], const uint32_t y[32], const uint32_t z[32],
                    const uint32_t wanted[32], const uint32_t got[32])
{
    for (int i = 0; i < 32; i++)
        ck_assert_msg(wanted[i] == got[i], "%s: %08X * %08X + %08X = %08X, not %08X", what, (unsigned)x[i],
                      (unsigned)y[i], (unsigned)z[i], (unsigned)wanted[i], (unsigned)got[i]);
}

static void check_block(bool leaks_nan, const uint32_t x[32], const uint32_t y[32], const uint32_t z[32])
{
    uint32_t wanted[32], got[32];
    for (int i = 0; i < 32; i++)
        wanted[i] = ref_vector_mad(leaks_nan, x[i], y[i], z[i]);
    for (int i = 0; i < 32; i++)
        got[i] = mad_exact(x[i], y[i], z[i], leaks_nan, true);
    compare("lane by lane", x, y, z, wanted, got);
    mad_lanes(x, y, z, leaks_nan, got);
    compare("32 lanes at once", x, y, z, wanted, got);
}

START_TEST(random_operands)
{
    uint64_t seed = 1 + (uint64_t)_i;
    for (long block = block_count(); block > 0; block--) {
        uint32_t x[32], y[32], z[32];
        fill(&seed, x, y, z);
        check_block(_i, x, y, z);
    }
}
END_TEST

START_TEST(all_triples_of_edges)
{
    for (int i = 0; i < EDGES; i++) {
        for (int k = 0; k < EDGES; k++) {
            uint32_t x[32], y[32], z[32];
            for (int lane = 0; lane < 32; lane++) {
                x[lane] = edges[i];
                y[lane] = edges[k];
                z[lane] = edges[lane % EDGES];
            }
            check_block(_i, x, y, z);
        }
    }
}
END_TEST

START_TEST(known_results)
{
    static const struct {
        bool is_wormhole;
        uint32_t x, y, z, result;
        const char *why;
    } cases[] = {
        {false, 0x3F800000, 0x40000000, 0x40400000, 0x40A00000, "1 * 2 + 3 = 5"},
        {false, 0x7F800000, 0x00000001, 0, 0x7FC00000, "infinity times a denormal, which is zero"},
        {true, 0x7F800000, 0x00000000, 0x3F800000, 0x7F800001, "the addend's mantissa, here 0, joins the NaN"},
        {true, 0x7FC00000, 0x00C00000, 0x00000000, 0x7F900001, "Wormhole's NaN takes on the sum's bits"},
        {false, 0x80000000, 0x3F800000, 0x80000000, 0x80000000, "-0 * 1 + -0 = -0"},
        {true, 0x80000000, 0x3F800000, 0x80000000, 0x00000000, "Wormhole has no -0 here"},
        {false, 0x3F800000, 0x3F800000, 0xBF800000, 0x00000000, "1 - 1 = +0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint32_t got = mad_exact(cases[i].x, cases[i].y, cases[i].z, cases[i].is_wormhole, true);
        ck_assert_msg(got == cases[i].result, "%s: %08X", cases[i].why, (unsigned)got);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("vector mad");
    TCase *tc = tcase_create("mad");
    tcase_set_timeout(tc, 0);
    tcase_add_loop_test(tc, random_operands, 0, 2);
    tcase_add_loop_test(tc, all_triples_of_edges, 0, 2);
    tcase_add_test(tc, known_results);
    suite_add_tcase(s, tc);
    return s;
}
