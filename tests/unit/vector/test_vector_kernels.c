/* SPDX-License-Identifier: Apache-2.0 */
/* The public kernels that use macros (tt-llk, ckernel_sfpu_where.h, _typecast.h, _mul_int.h, _recip.h) against their
 * own forms without: the same bits of Dst over random lanes (V62 to V66). The kernels state that they are equal. */
#include "reference/value.h"
#include "unit/suite.h"
#include "unit/vector/vector_kernels.h"

enum { ROUNDS = 2, CELLS = DST_ROWS * DST_COLUMNS };

/* What operands are like: any bits, small integers, half of them zero, floats near one. */
static uint16_t cell(uint64_t *seed, unsigned kind)
{
    const uint32_t random = ref_random(seed);
    switch (kind) {
    case 0:
        return (uint16_t)random;
    case 1:
        return (uint16_t)(random & 0xFF);
    case 2:
        return random >> 31 ? (uint16_t)random : 0;
    default: /* Dst's order: sign, mantissa, exponent */
        return (uint16_t)((random & 0x80FF) << 8 | (120 + (random >> 20 & 15)));
    }
}

static void fill(struct tile *tile, uint64_t seed, unsigned kind)
{
    uint16_t *cells = &tile_state(tile)->dst[0][0];
    for (unsigned i = 0; i < CELLS; i++)
        cells[i] = cell(&seed, kind);
}

static struct tile *run(enum tt_chip chip, const struct kernel *kernel, bool with_macros, unsigned round)
{
    struct tile *tile = vector_tile_new(chip);
    fill(tile, 20261122 + round / 4, round % 4);
    tile_set_fast(tile, round & 1 ? TILE_FAST_NONE : TILE_FAST_ALL);
    kernel->prepare(tile, with_macros);
    for (unsigned row = 0; row < KERNEL_ROWS; row++)
        (with_macros ? kernel->with_macros : kernel->without)(tile, row);
    if (with_macros && kernel->drain)
        kernel->drain(tile);
    for (unsigned i = 0; with_macros && i < kernel->nops; i++)
        VRUN(tile, "SFPNOP", {NULL, 0});
    ck_assert_msg(!tile_state(tile)->vector.macro.count || !with_macros, "%s leaves something scheduled", kernel->name);
    return tile;
}

static void compare(enum tt_chip chip, const struct kernel *kernel)
{
    for (unsigned round = 0; round < 4 * ROUNDS; round++) {
        struct tile *plain = run(chip, kernel, false, round), *macros = run(chip, kernel, true, round);
        const uint16_t *expected = &tile_state(plain)->dst[0][0], *got = &tile_state(macros)->dst[0][0];
        unsigned changed = 0;
        uint64_t seed = 20261122 + round / 4;
        for (unsigned i = 0; i < CELLS; i++) {
            ck_assert_msg(got[i] == expected[i], "%s, chip %d, round %u, row %u column %u: %04X for %04X", kernel->name,
                          (int)chip, round, i / DST_COLUMNS, i % DST_COLUMNS, got[i], expected[i]);
            changed += got[i] != cell(&seed, round % 4);
        }
        ck_assert_msg(changed > 8, "%s stores nothing", kernel->name);
        tile_free(plain);
        tile_free(macros);
    }
}

static void compare_on_its_chips(const struct kernel *kernel)
{
    unsigned chips = 0;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        if (!(kernel->chips >> chip & 1))
            continue;
        compare((enum tt_chip)chip, kernel);
        chips++;
    }
    ck_assert_uint_gt(chips, 0);
}

START_TEST(conversions_with_macros_as_without)
{
    compare_on_its_chips(&kernels_convert[_i]);
}
END_TEST

START_TEST(products_with_macros_as_without)
{
    compare_on_its_chips(&kernels_product[_i]);
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("vector kernels");
    TCase *tc = tcase_create("kernels");
    tcase_add_loop_test(tc, conversions_with_macros_as_without, 0, (int)kernels_convert_count);
    tcase_add_loop_test(tc, products_with_macros_as_without, 0, (int)kernels_product_count);
    suite_add_tcase(s, tc);
    return s;
}
