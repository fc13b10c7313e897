/* SPDX-License-Identifier: Apache-2.0 */
/* Names that the device translates. R70t */
#include "isa/chip.h"
#include "unit/suite.h"

static const struct {
    enum tt_chip chip;
    unsigned x, y, at_x, at_y;
} names[] = {
    {TT_WORMHOLE_B0, 18, 18, 1, 1},   {TT_WORMHOLE_B0, 22, 23, 6, 7},   {TT_WORMHOLE_B0, 25, 27, 9, 11},
    {TT_WORMHOLE_B0, 18, 16, 1, 0},   {TT_WORMHOLE_B0, 25, 17, 9, 6},   {TT_WORMHOLE_B0, 0, 11, 0, 11},
    {TT_WORMHOLE_B0, 26, 18, 26, 18}, {TT_WORMHOLE_B0, 18, 28, 18, 28}, {TT_BLACKHOLE, 1, 2, 1, 2},
    {TT_BLACKHOLE, 17, 12, 0, 0},     {TT_BLACKHOLE, 17, 23, 0, 6},     {TT_BLACKHOLE, 18, 15, 9, 2},
    {TT_BLACKHOLE, 20, 25, 1, 1},     {TT_BLACKHOLE, 31, 25, 11, 1},    {TT_BLACKHOLE, 19, 24, 2, 0},
    {TT_BLACKHOLE, 18, 24, 18, 24},   {TT_BLACKHOLE, 63, 63, 63, 63},
};

START_TEST(grid__names_lead_to_places)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned x = names[i].x, y = names[i].y;
        grid_untranslate(chip_get(names[i].chip), &x, &y);
        ck_assert_uint_eq(x, names[i].at_x);
        ck_assert_uint_eq(y, names[i].at_y);
    }
}
END_TEST

START_TEST(grid__each_tile_has_one_name)
{
    for (unsigned id = 0; id < TT_CHIP_COUNT; id++) {
        const struct chip *chip = chip_get((enum tt_chip)id);
        for (unsigned x = 0; x <= chip->host.noc_x_last; x++)
            for (unsigned y = 0; y <= chip->host.noc_y_last; y++) {
                unsigned there_x = x, there_y = y;
                if (!(chip->grid.worker_columns >> x & 1) || !(chip->grid.worker_rows >> y & 1))
                    continue;
                grid_translate_worker(chip, &there_x, &there_y);
                grid_untranslate(chip, &there_x, &there_y);
                ck_assert_uint_eq(there_x, x);
                ck_assert_uint_eq(there_y, y);
            }
    }
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("grid");
    TCase *tc = tcase_create("grid");
    tcase_add_test(tc, grid__names_lead_to_places);
    tcase_add_test(tc, grid__each_tile_has_one_name);
    suite_add_tcase(s, tc);
    return s;
}
