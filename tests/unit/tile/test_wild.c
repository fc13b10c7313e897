/* SPDX-License-Identifier: Apache-2.0 */
/* State that no device comes to, but a snapshot may hold: it leads nowhere outside the tile, and to no work without
 * end. Each of these was found by fuzz_tile_step. */
#include "isa/spaces.h"
#include "tile/pack/pack_internal.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

static void store_all(struct tile *tile, uint32_t first_word, uint32_t words, uint32_t value)
{
    for (uint32_t i = 0; i < words; i++)
        tile_store(tile, TT_SPACE_STATE, 4 * (first_word + i), 4, (const uint8_t *)&value, NULL);
}

START_TEST(packers__go_on_at_no_address_of_l1)
{
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct tile *tile = tile_new((enum tt_chip)chip);
        store_all(tile, STATE_PACKER, STATE_PACKER_WORDS, UINT32_MAX);
        tile_packers_resume(tile);
        ck_assert_uint_eq(tile_state(tile)->pack.packer[0].data.addr, UINT32_MAX);
        run_word(tile, WORD((enum tt_chip)chip, "PACR", {"last", 1}));
        tile_free(tile);
    }
}
END_TEST

START_TEST(condition_codes__are_pushed_on_no_stack_of_such_a_depth)
{
    struct tile *tile = tile_new(TT_BLACKHOLE);
    for (uint32_t depth = 9; depth != 0; depth *= 3) {
        tile_state(tile)->small.cc.depth = depth;
        for (uint32_t mod = 0; mod < 16; mod++) {
            run_word(tile, WORD(TT_BLACKHOLE, "SFPPUSHC", {"instr_mod1", mod}));
            run_word(tile, WORD(TT_BLACKHOLE, "SFPPOPC", {"instr_mod1", mod}));
            run_word(tile, WORD(TT_BLACKHOLE, "SFPCOMPC", {"instr_mod1", mod}));
        }
        ck_assert_uint_eq(tile_state(tile)->small.cc.depth, depth);
        if (depth > UINT32_MAX / 3)
            break;
    }
    tile_free(tile);
}
END_TEST

/* Row by row, as the page has it (P-5.3, P-5.4). */
static void advance_slowly(const struct pack_settings *set, struct pack_position *at, uint32_t datums)
{
    uint32_t *row = set->is_transposed ? &at->z : &at->y, *plane = set->is_transposed ? &at->y : &at->z;
    for (; datums; datums--) {
        if (++at->x < DST_COLUMNS)
            continue;
        at->x = 0;
        if (++*row == set->plane_rows) {
            *row = 0;
            ++*plane;
        }
    }
}

START_TEST(position__is_the_same_at_once_as_row_by_row)
{
    static struct pack_settings set;
    for (uint32_t i = 0; i < 20000; i++) {
        const uint32_t random = i * 2654435761u;
        set.plane_rows = random >> 28;
        set.is_transposed = random >> 27 & 1;
        struct pack_position at = {random & 15, random >> 4 & 31, random >> 9 & 7}, slowly = at;
        const uint32_t datums = random >> 12 & 0x7FF;
        pack_position_advance(&set, &at, datums);
        advance_slowly(&set, &slowly, datums);
        ck_assert_mem_eq(&at, &slowly, sizeof at);
    }
}
END_TEST

START_TEST(position__beyond_any_row_costs_no_more)
{
    static const struct pack_settings set = {.plane_rows = 16};
    struct pack_position at = {0};
    for (uint32_t i = 0; i < 1000; i++) { /* row by row these would take an hour */
        at.x = UINT32_MAX - 15;
        pack_position_advance(&set, &at, 15);
        ck_assert_uint_lt(at.x, DST_COLUMNS);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("state that no device comes to");
    TCase *tcase = tcase_create("wild");
    tcase_add_test(tcase, packers__go_on_at_no_address_of_l1);
    tcase_add_test(tcase, condition_codes__are_pushed_on_no_stack_of_such_a_depth);
    tcase_add_test(tcase, position__is_the_same_at_once_as_row_by_row);
    tcase_add_test(tcase, position__beyond_any_row_costs_no_more);
    suite_add_tcase(suite, tcase);
    return suite;
}
