/* SPDX-License-Identifier: Apache-2.0 */
/* Moments share pages: each comes back to the byte, whichever was there between, with memory and what is unknown. */
#include "observe/unknown.h"
#include "order/moment.h"
#include "unit/stores.h"
#include "unit/suite.h"

#include <stdlib.h>
#include <string.h>

static struct moments *moments;
static uint64_t counter[600]; /* memory of several pages */
static struct unknown *unknown;

static void on_access(void *user, const struct probe_access *access)
{
    (void)user;
    if (access->is_write)
        moments_wrote(moments, access->space, access->lo, access->hi);
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
    moments_wrote(moments, TT_SPACE_DST, 32u * by, 32u * by + 32);
    counter[by * 60] = by;
    unknown_clear(unknown, TT_SPACE_L1, 0, STATES);
    unknown_mark(unknown, TT_SPACE_L1, by, 1);
}

static void come_back(bool is_heard)
{
    struct moment *states[STATES] = {NULL};
    struct tile_state *copies[STATES];
    struct tile *tile = tile_new(TT_BLACKHOLE);
    const struct probe probe = {.wants = PROBE_ACCESS, .access = on_access};
    memset(counter, 0, sizeof counter);
    tile_set_probe(tile, &probe);
    ck_assert_ptr_nonnull(moments = moments_new(tile));
    ck_assert(moments_add_memory(moments, counter, sizeof counter));
    ck_assert_ptr_nonnull(unknown = unknown_new(TT_BLACKHOLE, NULL));
    moments_add_unknown(moments, unknown);
    if (is_heard)
        moments_hear(moments, MOMENTS_HEAR_ACCESSES);
    for (unsigned i = 0; i < STATES; i++) {
        if (i)
            change(tile, (uint8_t)i);
        copies[i] = malloc(sizeof *copies[i]);
        memcpy(copies[i], tile_state(tile), sizeof *copies[i]);
        ck_assert(moment_save(moments, &states[i]));
    }
    for (unsigned i = 0; i < STATES * STATES; i++) {
        const unsigned from = i / STATES, to = i % STATES;
        moment_restore(moments, states[from]);
        ck_assert(memcmp(tile_state(tile), copies[from], sizeof *copies[from]) == 0);
        ck_assert_int_eq(moment_is_now(moments, states[to]), from == to);
        change(tile, 9);
        ck_assert(!moment_is_now(moments, states[from]));
        moment_restore(moments, states[to]);
        ck_assert(memcmp(tile_state(tile), copies[to], sizeof *copies[to]) == 0);
        for (unsigned k = 0; k < STATES; k++)
            ck_assert_int_eq(unknown_bits(unknown, TT_SPACE_L1, k) != 0, k == to && to);
        for (unsigned k = 1; k < 10; k++)
            ck_assert_uint_eq(counter[k * 60], k <= to ? k : 0);
    }
    for (unsigned i = 0; i < STATES; i++) {
        moment_free(moments, states[i]);
        free(copies[i]);
    }
    moments_free(moments);
    unknown_free(unknown);
    tile_free(tile);
}

START_TEST(moment__states_come_back)
{
    come_back(true);
    come_back(false);
}
END_TEST

/* A moment is of what a tile holds, not of how it came there. */
START_TEST(moment__is_of_the_state)
{
    struct moment *one = NULL, *other = NULL;
    struct tile *tile = tile_new(TT_BLACKHOLE);
    ck_assert_ptr_nonnull(moments = moments_new(tile));
    ck_assert(moment_save(moments, &one));
    stores_gpr(tile, 0, 1, 7, 5);
    ck_assert(moment_save(moments, &other));
    ck_assert(!moment_is_now(moments, one) && moment_is_now(moments, other));
    stores_gpr(tile, 0, 1, 7, 0);
    ck_assert(moment_save(moments, &other));
    ck_assert(moment_is_now(moments, one) && moment_is_now(moments, other));
    const size_t with = moments_bytes(moments);
    moment_free(moments, other);
    ck_assert_uint_lt(moments_bytes(moments), with);
    moment_free(moments, one);
    moments_free(moments);
    tile_free(tile);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("moment");
    TCase *tests = tcase_create("moment");
    tcase_add_test(tests, moment__states_come_back);
    tcase_add_test(tests, moment__is_of_the_state);
    suite_add_tcase(suite, tests);
    return suite;
}
