/* SPDX-License-Identifier: Apache-2.0 */
/* Moments share pages: each comes back to the byte, whichever was there between, with memory and what is unknown. */
#include "base/mix.h"
#include "insn_ids.h"
#include "isa/isa.h"
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

static void vector_words_come_back(enum tt_chip chip)
{
    enum { OPCODES = 256, WORDS = 4 };
    struct moment *here = NULL;
    struct tile *tile = tile_new(chip);
    struct tile_state *copy = malloc(sizeof *copy);
    const struct probe probe = {.wants = PROBE_ACCESS, .access = on_access};
    unsigned ran = 0;
    ck_assert_ptr_nonnull(moments = moments_new(tile));
    tile_set_probe(tile, &probe);
    for (uint32_t i = 0; i < OPCODES * WORDS; i++) {
        const uint32_t word = i / WORDS << 24 | (uint32_t)(mix_bits(i) & 0xFFFFFF);
        const struct isa_insn *insn = isa_find(chip, word);
        if (!insn || insn->unit != TT_UNIT_VECTOR || insn->id == INSN_SFPLOADMACRO)
            continue;
        tile_state(tile)->lreg[i % 8][i % LANES] = (uint32_t)mix_bits(i + 1);
        moments_hear(moments, MOMENTS_HEAR_ACCESSES);
        moments_wrote(moments, TT_SPACE_LREG, 0, sizeof tile_state(tile)->lreg);
        ck_assert(moment_save(moments, &here));
        memcpy(copy, tile_state(tile), sizeof *copy);
        moments_hear(moments, MOMENTS_HEAR_VECTOR);
        ran += tile_exec(tile, 1, word, i) == TILE_DONE;
        moment_restore(moments, here);
        ck_assert_msg(memcmp(tile_state(tile), copy, sizeof *copy) == 0, "%s %08x", insn->mnemonic, (unsigned)word);
    }
    ck_assert_uint_gt(ran, 100);
    moment_free(moments, here);
    moments_free(moments);
    tile_free(tile);
    free(copy);
}

START_TEST(moment__states_before_vector_words_come_back)
{
    vector_words_come_back(TT_BLACKHOLE);
    vector_words_come_back(TT_WORMHOLE_B0);
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

static uint8_t l1_at(struct tile *tile, uint32_t at)
{
    uint8_t byte;
    tile_load(tile, TT_SPACE_L1, at, 1, &byte);
    return byte;
}

/* Pages of L1 are looked at only if they were written: stores of bytes and a reset count, and what another store of
 * moments has put back. */
START_TEST(moment__knows_who_wrote_l1)
{
    enum { AT = 3 * TILE_L1_PAGE };
    struct moment *one = NULL, *other = NULL;
    struct tile *tile = tile_new(TT_BLACKHOLE);
    const uint8_t bytes[] = {1, 2, 3, 4}, mask[] = {0, 0xFF, 0, 0};
    tile_store(tile, TT_SPACE_L1, AT - 2, sizeof bytes, bytes, NULL);
    struct moments *first = moments_new(tile), *second = moments_new(tile);
    ck_assert(first && second && moment_save(first, &one) && moment_save(second, &other));
    tile_store(tile, TT_SPACE_L1, AT, sizeof bytes, bytes, mask);
    ck_assert(!moment_is_now(first, one) && !moment_is_now(second, other));
    moment_restore(first, one);
    ck_assert(l1_at(tile, AT + 1) == 4 && moment_is_now(first, one) && moment_is_now(second, other));
    tile_reset(tile);
    ck_assert(!moment_is_now(first, one));
    ck_assert(moment_save(second, &other));
    moment_restore(first, one);
    ck_assert(l1_at(tile, AT - 2) == 1 && l1_at(tile, AT + 1) == 4 && !moment_is_now(second, other));
    moment_restore(second, other);
    ck_assert(l1_at(tile, AT - 2) == 0 && l1_at(tile, AT + 1) == 0 && !moment_is_now(first, one));
    moment_free(first, one);
    moment_free(second, other);
    moments_free(first);
    moments_free(second);
    tile_free(tile);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("moment");
    TCase *tests = tcase_create("moment");
    tcase_add_test(tests, moment__states_come_back);
    tcase_add_test(tests, moment__states_before_vector_words_come_back);
    tcase_add_test(tests, moment__knows_who_wrote_l1);
    tcase_add_test(tests, moment__is_of_the_state);
    suite_add_tcase(suite, tests);
    return suite;
}
