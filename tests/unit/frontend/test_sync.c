/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores, mutexes and waits: what no vector shows. F17 to F24 */
#include "tile/sync/sync.h"

#include "isa/chip.h"
#include "isa/registers.h"
#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "cfg_findings.h"
#include "mutex_findings.h"
#include "semaphore_findings.h"
#include "semwait_findings.h"
#include "stream_findings.h"

static struct tile *tiles[TT_CHIP_COUNT];
static struct listener heard;

static void setup(void)
{
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        tiles[chip] = tile_new((enum tt_chip)chip);
        ck_assert_ptr_nonnull(tiles[chip]);
    }
    listener_attach(&heard, tiles[TT_BLACKHOLE]);
}

static void teardown(void)
{
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
        tile_free(tiles[chip]);
}

START_TEST(semaphore__several_at_once_and_the_ends_of_the_scale)
{
    struct tile *tile = tiles[TT_BLACKHOLE];
    struct semaphore *sem = tile_state(tile)->small.sem;
    run_word(tile, WORD(TT_BLACKHOLE, "SEMINIT", {"sem_sel", 0x81}, {"init_value", 14}, {"max_value", 2}));
    ck_assert_uint_eq(sem[0].value, 14);
    ck_assert_uint_eq(sem[7].max, 2);
    ck_assert_uint_eq(sem[1].value, 0);
    for (unsigned i = 0; i < 3; i++)
        run_word(tile, WORD(TT_BLACKHOLE, "SEMPOST", {"sem_sel", 0x81}));
    ck_assert_uint_eq(sem[7].value, 15); /* the maximum is no limit, 15 is */
    for (unsigned i = 0; i < 17; i++)
        run_word(tile, WORD(TT_BLACKHOLE, "SEMGET", {"sem_sel", 0x80}));
    ck_assert_uint_eq(sem[7].value, 0);
    ck_assert_uint_eq(sem[0].value, 15);
}
END_TEST

START_TEST(semaphore__a_step_that_is_lost_is_said)
{
    struct tile *tile = tiles[TT_BLACKHOLE];
    struct listener listener;
    listener_attach(&listener, tile);
    run_word(tile, WORD(TT_BLACKHOLE, "SEMPOST", {"sem_sel", 1}));
    run_word(tile, WORD(TT_BLACKHOLE, "SEMGET", {"sem_sel", 1}));
    ck_assert_uint_eq(listener.findings, 0);
    run_word(tile, WORD(TT_BLACKHOLE, "SEMGET", {"sem_sel", 1}));
    ck_assert_uint_eq(listener.findings, 1);
    ck_assert_int_eq(listener.last_finding, FINDING_SEMAPHORE_AT_LIMIT);
    tile_set_probe(tile, NULL);
}
END_TEST

START_TEST(semwait__both_conditions_and_none)
{
    struct tile *tile = tiles[TT_BLACKHOLE];
    struct semaphore *sem = tile_state(tile)->small.sem;
    const uint32_t both = WORD(TT_BLACKHOLE, "SEMWAIT", {"sem_sel", 2}, {"wait_sem_cond", 3});
    struct sync_reason reasons[SYNC_REASONS_MAX];
    sem[1].max = 2;
    ck_assert_uint_eq(sync_reasons(tile, 0, isa_find(tile_chip(tile), both), both, reasons), 1);
    ck_assert_int_eq(reasons[0].kind, SYNC_SEMAPHORE_POST);
    sem[1].value = 1;
    ck_assert_int_eq(tile_exec(tile, 0, both, 0), TILE_DONE);
    sem[1].value = 3;
    ck_assert_int_eq(tile_exec(tile, 0, both, 0), TILE_WAITS);
    ck_assert_uint_eq(sync_reasons(tile, 0, isa_find(tile_chip(tile), both), both, reasons), 1);
    ck_assert_int_eq(reasons[0].kind, SYNC_SEMAPHORE_GET);
    const uint32_t first = WORD(TT_BLACKHOLE, "SEMWAIT", {"sem_sel", 1}, {"wait_sem_cond", 1});
    ck_assert_uint_eq(sync_reasons(tile, 0, isa_find(tile_chip(tile), first), first, reasons), 1);
    ck_assert_uint_eq(reasons[0].index, 0);
    run_word(tile, WORD(TT_BLACKHOLE, "SEMWAIT", {"sem_sel", 2}));
    ck_assert_int_eq(heard.last_finding, FINDING_SEMWAIT_WITHOUT_CONDITION);
}
END_TEST

/* Bit of the condition by chip, and the one bank word that makes it wait. */
START_TEST(stallwait__banks_by_chip)
{
    static const struct {
        enum tt_chip chip;
        unsigned bit;
        enum sync_kind kind;
        unsigned index;
    } cases[] = {
        {TT_BLACKHOLE, 5, SYNC_BANK_TO_UNPACKER, 0},   {TT_BLACKHOLE, 6, SYNC_BANK_TO_UNPACKER, 1},
        {TT_BLACKHOLE, 7, SYNC_BANK_TO_MATRIX, 0},     {TT_BLACKHOLE, 8, SYNC_BANK_TO_MATRIX, 1},
        {TT_WORMHOLE_B0, 8, SYNC_BANK_TO_UNPACKER, 0}, {TT_WORMHOLE_B0, 9, SYNC_BANK_TO_UNPACKER, 1},
        {TT_WORMHOLE_B0, 10, SYNC_BANK_TO_MATRIX, 0},  {TT_WORMHOLE_B0, 11, SYNC_BANK_TO_MATRIX, 1},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tile *tile = tiles[cases[i].chip];
        struct small_state *small = &tile_state(tile)->small;
        uint32_t *valid = cases[i].index ? small->src_valid.b : small->src_valid.a;
        const bool waits_while = cases[i].kind == SYNC_BANK_TO_UNPACKER;
        const uint32_t word = WORD(cases[i].chip, "STALLWAIT", {"wait_res", 1u << cases[i].bit}, {"stall_res", 0x1FF});
        struct sync_reason reasons[SYNC_REASONS_MAX];
        small->src_bank.unp_a = small->src_bank.unp_b = small->src_bank.math_a = small->src_bank.math_b = 1;
        valid[0] = !waits_while; /* the other bank does not count */
        valid[1] = waits_while;
        ck_assert_int_eq(tile_exec(tile, 2, word, 0), TILE_WAITS);
        ck_assert_uint_eq(sync_reasons(tile, 2, isa_find(tile_chip(tile), word), word, reasons), 1);
        ck_assert_int_eq(reasons[0].kind, cases[i].kind);
        ck_assert_uint_eq(reasons[0].index, cases[i].index);
        ck_assert_uint_eq(reasons[0].bank, 1);
        valid[1] = !waits_while;
        ck_assert_int_eq(tile_exec(tile, 2, word, 0), TILE_DONE);
        tile_reset(tile);
    }
}
END_TEST

START_TEST(stallwait__units_at_work_never_hold_it)
{
    struct small_state *small = &tile_state(tiles[TT_BLACKHOLE])->small;
    small->src_valid.a[0] = small->src_valid.b[0] = 1;
    run_word(tiles[TT_BLACKHOLE], WORD(TT_BLACKHOLE, "STALLWAIT", {"wait_res", 0x1E1F}));
    run_word(tiles[TT_BLACKHOLE], WORD(TT_BLACKHOLE, "STALLWAIT", {"wait_res", 0}));
    run_word(tiles[TT_WORMHOLE_B0], WORD(TT_WORMHOLE_B0, "STALLWAIT", {"wait_res", 0x70FF}));
}
END_TEST

START_TEST(mutex__one_owner_and_those_that_exist)
{
    struct tile *tile = tiles[TT_BLACKHOLE];
    const uint32_t get = WORD(TT_BLACKHOLE, "ATGETM", {"mutex_index", 4});
    const uint32_t release = WORD(TT_BLACKHOLE, "ATRELM", {"mutex_index", 4});
    ck_assert_int_eq(tile_exec(tile, 1, get, 0), TILE_DONE);
    ck_assert_int_eq(tile_exec(tile, 1, get, 0), TILE_DONE); /* its own already */
    ck_assert_int_eq(tile_exec(tile, 2, get, 0), TILE_WAITS);
    ck_assert_int_eq(tile_exec(tile, 2, release, 0), TILE_DONE); /* not its own: nothing */
    ck_assert_uint_eq(tile_state(tile)->small.mutex[4], 2);
    ck_assert_int_eq(tile_exec(tile, 1, release, 0), TILE_DONE);
    ck_assert_int_eq(tile_exec(tile, 2, get, 0), TILE_DONE);
    ck_assert_int_eq(tile_exec(tile, 0, WORD(TT_BLACKHOLE, "ATGETM", {"mutex_index", 5}), 0), TILE_WAITS);
    ck_assert_int_eq(heard.last_finding, FINDING_MUTEX_DOES_NOT_EXIST);
    const uint32_t release_none = WORD(TT_BLACKHOLE, "ATRELM", {"mutex_index", 5});
    struct sync_reason reasons[SYNC_REASONS_MAX];
    heard.last_finding = 0;
    ck_assert_int_eq(tile_exec(tile, 0, release_none, 0), TILE_WAITS);
    ck_assert_int_eq(heard.last_finding, FINDING_MUTEX_DOES_NOT_EXIST);
    ck_assert_uint_eq(sync_reasons(tile, 0, isa_find(TT_BLACKHOLE, release_none), release_none, reasons), 1);
    ck_assert_int_eq(reasons[0].kind, SYNC_MUTEX);
    ck_assert_uint_eq(sync_reasons(tile, 0, isa_find(TT_BLACKHOLE, release), release, reasons), 0);
    ck_assert_int_eq(tile_exec(tiles[TT_WORMHOLE_B0], 0, WORD(TT_WORMHOLE_B0, "ATGETM", {"mutex_index", 7}), 0),
                     TILE_DONE);
    ck_assert_int_eq(tile_exec(tiles[TT_WORMHOLE_B0], 0, WORD(TT_WORMHOLE_B0, "ATGETM", {"mutex_index", 1}), 0),
                     TILE_WAITS);
}
END_TEST

START_TEST(streamwait__says_that_it_does_not_know)
{
    run_word(tiles[TT_BLACKHOLE], WORD(TT_BLACKHOLE, "STREAMWAIT", {"target_value", 3}));
    ck_assert_int_eq(heard.last_finding, FINDING_STREAM_UNKNOWN);
}
END_TEST

START_TEST(streamwrcfg__leaves_a_word_that_nobody_knows)
{
    struct tile *tile = tiles[TT_BLACKHOLE];
    tile_state(tile)->cfg[0][2] = 1;
    ck_assert_int_eq(tile_exec(tile, 0, WORD(TT_BLACKHOLE, "STREAMWRCFG", {"cfg_reg", 2}), 0), TILE_DONE);
    ck_assert_int_eq(heard.last_finding, FINDING_STREAM_UNKNOWN);
    ck_assert_uint_eq(tile_state(tile)->cfg[0][2], 1);
    ck_assert_int_eq(tile_unknown_write(tile)->space, TT_SPACE_CFG);
    ck_assert_uint_eq(tile_unknown_write(tile)->lo, 8);
    ck_assert_uint_eq(tile_unknown_write(tile)->hi, 12);
    ck_assert_int_eq(tile_exec(tile, 0, WORD(TT_BLACKHOLE, "STREAMWRCFG", {"cfg_reg", 1000}), 0), TILE_DONE);
    ck_assert_int_eq(heard.last_finding, FINDING_CFG_WORD_DOES_NOT_EXIST);
    ck_assert_uint_eq(tile_unknown_write(tile)->hi, 0);
    tile_state(tile)->thread_cfg[0][reg_field_get(TT_BLACKHOLE, REG_CFG_STATE_ID_StateID)->word] = 1;
    tile_state_changed(tile);
    run_word(tile, WORD(TT_BLACKHOLE, "STREAMWRCFG", {"cfg_reg", 64}));
    const uint32_t second_state = chip_get(TT_BLACKHOLE)->cfg_words;
    ck_assert_uint_eq(tile_unknown_write(tile)->lo, 4 * (second_state + 64));
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("sync");
    TCase *tests = tcase_create("sync");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, semaphore__several_at_once_and_the_ends_of_the_scale);
    tcase_add_test(tests, semaphore__a_step_that_is_lost_is_said);
    tcase_add_test(tests, semwait__both_conditions_and_none);
    tcase_add_test(tests, stallwait__banks_by_chip);
    tcase_add_test(tests, stallwait__units_at_work_never_hold_it);
    tcase_add_test(tests, mutex__one_owner_and_those_that_exist);
    tcase_add_test(tests, streamwait__says_that_it_does_not_know);
    tcase_add_test(tests, streamwrcfg__leaves_a_word_that_nobody_knows);
    suite_add_tcase(all, tests);
    return all;
}
