/* SPDX-License-Identifier: Apache-2.0 */
/* States that share pages: each comes back to the byte, whichever was there between. */
#include "explore/explore_pages.h"
#include "unit/stores.h"
#include "unit/suite.h"

#include <stdlib.h>
#include <string.h>

static struct pages pages;

static void on_access(void *user, const struct probe_access *access)
{
    (void)user;
    if (access->is_write)
        pages_wrote(&pages, access->space, access->lo, access->hi);
}

enum { STATES = 5 };

/* Something of each space that a store reaches, and what is not reported. */
static void change(struct tile *tile, uint8_t by)
{
    const uint8_t bytes[] = {by, 2, 3, 4};
    tile_core_l1(tile, 0, 0x1000u * by + 4094, bytes, sizeof bytes); /* over the end of a page */
    stores_cfg(tile, 0, 0, 5, by);
    stores_gpr(tile, 0, 1, 7, by);
    tile_state(tile)->vector.macro.count = by;
    tile_state(tile)->dst[by][3] = by;
    pages_wrote(&pages, TT_SPACE_DST, 32u * by, 32u * by + 32);
}

START_TEST(pages__states_come_back)
{
    static struct pages_state states[STATES];
    struct tile_state *copies[STATES];
    struct tt_error err;
    struct tile *tile = tile_new(TT_BLACKHOLE);
    const struct probe probe = {.wants = PROBE_ACCESS, .access = on_access};
    tile_set_probe(tile, &probe);
    ck_assert(!pages_init(&pages, tile, &err));
    for (unsigned i = 0; i < STATES; i++) {
        if (i)
            change(tile, (uint8_t)i);
        copies[i] = malloc(sizeof *copies[i]);
        memcpy(copies[i], tile_state(tile), sizeof *copies[i]);
        ck_assert(!pages_save(&pages, &states[i], &err));
    }
    for (unsigned i = 0; i < STATES * STATES; i++) {
        const unsigned from = i / STATES, to = i % STATES;
        pages_restore(&pages, &states[from]);
        ck_assert(memcmp(tile_state(tile), copies[from], sizeof *copies[from]) == 0);
        ck_assert_int_eq(pages_are_at(&pages, &states[to]), from == to);
        change(tile, 9);
        ck_assert(!pages_are_at(&pages, &states[from]));
        pages_restore(&pages, &states[to]);
        ck_assert(memcmp(tile_state(tile), copies[to], sizeof *copies[to]) == 0);
    }
    for (unsigned i = 0; i < STATES; i++) {
        pages_let_go(&states[i]);
        free(copies[i]);
    }
    pages_clear(&pages);
    tile_free(tile);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("pages");
    TCase *tests = tcase_create("pages");
    tcase_add_test(tests, pages__states_come_back);
    suite_add_tcase(suite, tests);
    return suite;
}
