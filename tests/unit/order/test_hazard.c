/* SPDX-License-Identifier: Apache-2.0 */
/* Who knows what of the units' work, and which fields a unit uses. docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/unit_fields.h"
#include "tile/tile.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

#include "cfg_findings.h"
#include "insn_ids.h"

#include <stdio.h>

enum { PACK = TT_UNIT_PACK, UNPACK0 = TT_UNIT_UNPACK0 };
enum { STOP_PACK = 1 << 2, STOP_CONFIG = 1 << 7, STOP_SYNC = 1 << 1, PIPE_DRY = 0x80004, SEMAPHORE = 3 };

static uint32_t stall(enum tt_chip chip, uint32_t kinds, uint32_t conditions)
{
    return WORD(chip, "STALLWAIT", {"stall_res", kinds}, {"wait_res", conditions});
}

static uint32_t sem(const char *mnemonic)
{
    return WORD(TT_BLACKHOLE, mnemonic, {"sem_sel", 1u << SEMAPHORE});
}

/* For a value above 0. */
static uint32_t semwait(enum tt_chip chip, uint32_t kinds)
{
    return WORD(chip, "SEMWAIT", {"sem_sel", 1u << SEMAPHORE}, {"wait_sem_cond", 1}, {"stall_res", kinds});
}

static const uint32_t wrcfg = 0xB0000000, pacr = 0x41000000;

static void order(struct hazards *hazards, unsigned thread, uint32_t word)
{
    hazards->insn = isa_find(hazards->chip, word);
    hazards->unit = isa_unit_of(hazards->insn, word);
    hazard_time_pass(hazards, thread, 0);
    hazard_order_word(hazards, thread, word);
    hazard_time_note(hazards, thread);
}

/* Waits for the semaphore, and has a word that this stops. */
static void await(struct hazards *hazards, unsigned thread)
{
    order(hazards, thread, semwait(hazards->chip, STOP_CONFIG));
    order(hazards, thread, wrcfg);
}

START_TEST(hazard__a_wait_holds_at_the_first_word_that_it_stops)
{
    struct hazards hazards = {.chip = TT_BLACKHOLE};
    order(&hazards, 2, pacr);
    order(&hazards, 2, stall(TT_BLACKHOLE, STOP_CONFIG, 1 << 3));
    ck_assert_uint_eq(hazards.agents[2].done[PACK][2], 0);
    order(&hazards, 2, pacr); /* is not stopped, and comes after what was waited for */
    ck_assert_uint_eq(hazards.agents[2].done[PACK][2], 0);
    order(&hazards, 2, wrcfg);
    ck_assert_uint_eq(hazards.agents[2].done[PACK][2], 2);
    ck_assert_uint_eq(hazards.agents[2].done[UNPACK0][2], 0);
}
END_TEST

START_TEST(hazard__a_stallwait_comes_when_the_wait_before_it_has_ended)
{
    static const uint32_t packers[TT_CHIP_COUNT] = {[TT_BLACKHOLE] = 1 << 3, [TT_WORMHOLE_B0] = 0xF << 3};
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct hazards hazards = {.chip = chip};
        order(&hazards, 2, stall(chip, STOP_CONFIG, packers[chip]));
        order(&hazards, 2, stall(chip, STOP_PACK, 1));
        ck_assert_uint_eq(hazards.agents[2].done[PACK][2], 1);
    }
}
END_TEST

START_TEST(hazard__a_semwait_takes_the_place_of_a_wait_that_lets_it_pass_on_wormhole)
{
    static const struct {
        enum tt_chip chip;
        uint32_t packers, kinds;
        uint64_t done;
    } chips[] = {{TT_BLACKHOLE, 1 << 3, STOP_CONFIG, 1},
                 {TT_WORMHOLE_B0, 0xF << 3, STOP_CONFIG, 0},
                 {TT_WORMHOLE_B0, 0xF << 3, STOP_CONFIG | STOP_SYNC, 1}};
    for (unsigned i = 0; i < 3; i++) {
        struct hazards hazards = {.chip = chips[i].chip};
        order(&hazards, 2, stall(chips[i].chip, chips[i].kinds, chips[i].packers));
        order(&hazards, 2, semwait(chips[i].chip, STOP_CONFIG));
        order(&hazards, 2, wrcfg);
        ck_assert_uint_eq(hazards.agents[2].done[PACK][2], chips[i].done);
    }
}
END_TEST

/* The matrix unit and the vector unit have a word for so many cycles at most. */
START_TEST(hazard__a_unit_with_a_bound_is_done_after_so_many_words)
{
    static const struct {
        const char *mnemonic;
        enum tt_unit unit;
        unsigned words;
    } bounds[] = {{"ELWADD", TT_UNIT_MATRIX, 5}, {"ZEROACC", TT_UNIT_MATRIX, 1}, {"SFPMAD", TT_UNIT_VECTOR, 2}};
    for (unsigned i = 0; i < 3; i++) {
        struct hazards hazards = {.chip = TT_WORMHOLE_B0};
        order(&hazards, 1, isa_word(TT_WORMHOLE_B0, isa_find_mnemonic(TT_WORMHOLE_B0, bounds[i].mnemonic)->id));
        for (unsigned word = 1; word < bounds[i].words; word++) {
            order(&hazards, 1, wrcfg);
            ck_assert_uint_eq(hazards.agents[1].done[bounds[i].unit][1], 0);
        }
        order(&hazards, 1, wrcfg);
        ck_assert_uint_ge(hazards.agents[1].done[bounds[i].unit][1], 1);
    }
}
END_TEST

/* A word of another thread that the unit had before the one that is known to be done. */
START_TEST(hazard__a_unit_ends_its_words_in_order_over_all_threads)
{
    struct hazards hazards = {.chip = TT_BLACKHOLE};
    const uint32_t add = isa_word(TT_BLACKHOLE, INSN_ELWADD);
    order(&hazards, 2, add);
    order(&hazards, 2, sem("SEMPOST"));
    await(&hazards, 1);
    ck_assert_uint_eq(hazards.agents[1].done[TT_UNIT_MATRIX][2], 0);
    order(&hazards, 1, add);
    order(&hazards, 1, stall(TT_BLACKHOLE, STOP_CONFIG, 1 << 4));
    order(&hazards, 1, wrcfg);
    ck_assert_uint_ge(hazards.agents[1].done[TT_UNIT_MATRIX][2], 1);
}
END_TEST

START_TEST(hazard__a_semwait_tells_what_it_stops)
{
    struct hazards hazards = {.chip = TT_BLACKHOLE};
    hazards.agents[2].done[PACK][2] = 7;
    order(&hazards, 2, sem("SEMPOST"));
    order(&hazards, 0, semwait(TT_BLACKHOLE, STOP_CONFIG));
    order(&hazards, 0, sem("SEMGET")); /* passes it */
    ck_assert_uint_eq(hazards.agents[0].done[PACK][2], 0);
    order(&hazards, 0, wrcfg);
    ck_assert_uint_eq(hazards.agents[0].done[PACK][2], 7);
}
END_TEST

START_TEST(hazard__wormhole_waits_for_the_packers_that_the_thread_uses)
{
    struct hazards hazards = {.chip = TT_WORMHOLE_B0};
    order(&hazards, 2, WORD(TT_WORMHOLE_B0, "PACR", {"packer_mask", 3}));
    order(&hazards, 2, stall(TT_WORMHOLE_B0, STOP_CONFIG, 1 << 3));
    order(&hazards, 2, wrcfg);
    ck_assert_uint_eq(hazards.agents[2].done[PACK][2], 0);
    order(&hazards, 2, stall(TT_WORMHOLE_B0, STOP_CONFIG, 3 << 3));
    order(&hazards, 2, wrcfg);
    ck_assert_uint_eq(hazards.agents[2].done[PACK][2], 4);
}
END_TEST

START_TEST(hazard__a_semaphore_carries_what_the_poster_knows)
{
    struct hazards hazards = {.chip = TT_BLACKHOLE};
    order(&hazards, 2, pacr);
    order(&hazards, 2, sem("SEMPOST")); /* without a wait: knows nothing */
    await(&hazards, 0);
    ck_assert_uint_eq(hazards.agents[0].done[PACK][2], 0);
    order(&hazards, 0, sem("SEMGET"));
    order(&hazards, 2, stall(TT_BLACKHOLE, STOP_SYNC, 1 << 3));
    order(&hazards, 2, sem("SEMPOST"));
    await(&hazards, 0);
    ck_assert_uint_eq(hazards.agents[0].done[PACK][2], 6);
    ck_assert_uint_eq(hazards.agents[1].done[PACK][2], 0);
    const struct ttcap_event poll = {.kind = TTCAP_SEMR, .thread = 1, .addr = SEMAPHORE};
    hazard_order_event(&hazards, 1, &poll);
    ck_assert_uint_eq(hazards.agents[HAZARD_CORES + 1].done[PACK][2], 6);
}
END_TEST

/* What STOREREG's thread knew, whoever sees the store knows. */
START_TEST(hazard__a_counter_of_a_stream_carries_what_its_writer_knows)
{
    struct hazards hazards = {.chip = TT_BLACKHOLE};
    const uint32_t store = WORD(TT_BLACKHOLE, "STOREREG", {"reg_addr", 0x50028 / 4});
    const struct ttcap_event other = {.kind = TTCAP_SEMR, .thread = -1, .addr = 0xFFB51028},
                             seen = {.kind = TTCAP_SEMR, .thread = -1, .addr = 0xFFB50028};
    order(&hazards, 2, pacr);
    order(&hazards, 2, stall(TT_BLACKHOLE, 1 << 5, 1 << 3)); /* until the packer is done, before the scalar unit */
    order(&hazards, 2, store);
    hazard_order_event(&hazards, THREADS, &other); /* another buffer's */
    ck_assert_uint_eq(hazards.agents[HAZARD_OUTSIDE].done[PACK][2], 0);
    hazard_order_event(&hazards, THREADS, &seen);
    ck_assert_uint_eq(hazards.agents[HAZARD_OUTSIDE].done[PACK][2], 2);
}
END_TEST

START_TEST(hazard__a_wait_learns_of_the_post_that_it_cannot_do_without)
{
    struct hazards hazards = {.chip = TT_BLACKHOLE};
    order(&hazards, 2, pacr);
    order(&hazards, 2, sem("SEMPOST"));
    order(&hazards, 2, stall(TT_BLACKHOLE, STOP_SYNC, 1 << 3));
    order(&hazards, 2, sem("SEMPOST"));
    await(&hazards, 0); /* the first post is enough for this one */
    ck_assert_uint_eq(hazards.agents[0].done[PACK][2], 0);
    order(&hazards, 0, sem("SEMGET"));
    await(&hazards, 0);
    ck_assert_uint_eq(hazards.agents[0].done[PACK][2], 3);
}
END_TEST

/* Whose post it was nobody knows. */
START_TEST(hazard__of_several_posters_what_each_knew_counts)
{
    for (unsigned i = 0; i < 2; i++) {
        struct hazards hazards = {.chip = TT_BLACKHOLE};
        hazards.agents[1].done[PACK][2] = i ? 2 : 0;
        hazards.agents[2].done[PACK][2] = 3;
        order(&hazards, 1, sem("SEMPOST"));
        order(&hazards, 2, sem("SEMPOST"));
        await(&hazards, 0);
        ck_assert_uint_eq(hazards.agents[0].done[PACK][2], i ? 2 : 0);
    }
}
END_TEST

START_TEST(hazard__a_mutex_carries_what_its_holder_knew)
{
    struct hazards hazards = {.chip = TT_BLACKHOLE};
    hazards.agents[1].done[UNPACK0][0] = 7;
    order(&hazards, 1, 0xA0000000);
    order(&hazards, 1, 0xA1000000);
    order(&hazards, 2, 0xA0000002);
    ck_assert_uint_eq(hazards.agents[2].done[UNPACK0][0], 0);
    order(&hazards, 2, 0xA0000000);
    ck_assert_uint_eq(hazards.agents[2].done[UNPACK0][0], 7);
}
END_TEST

START_TEST(hazard__a_core_that_waits_for_its_pipe_has_all_its_pushes_behind_it)
{
    struct hazards hazards = {.chip = TT_BLACKHOLE};
    order(&hazards, 2, pacr);
    const struct ttcap_event wait = {.kind = TTCAP_MMIO, .thread = 2, .addr = 0xFFE00000u + PIPE_DRY};
    hazard_push(&hazards, 2, 2, 0, pacr);
    hazard_order_event(&hazards, 2, &wait);
    ck_assert_uint_eq(hazards.agents[HAZARD_CORES + 2].done[PACK][2], 3);
    hazard_push(&hazards, 2, 1, 1, pacr);
    hazard_take(&hazards, 2, 0);
    hazard_take(&hazards, 1, 1);
    ck_assert_uint_eq(hazards.agents[1].done[PACK][2], 3);
}
END_TEST

START_TEST(hazard__a_unit_uses_its_own_fields_but_for_those_taken_at_issue)
{
    ck_assert(unit_reads_at_work(TT_BLACKHOLE, TT_UNIT_PACK, REG_STACC_RELU_ApplyRelu));
    ck_assert(!unit_reads_at_work(TT_BLACKHOLE, TT_UNIT_MATRIX, REG_STACC_RELU_ApplyRelu));
    ck_assert(!unit_reads_at_work(TT_BLACKHOLE, TT_UNIT_PACK, REG_THCON_SEC0_REG1_L1_Dest_addr));
    ck_assert(!unit_reads_at_work(TT_BLACKHOLE, TT_UNIT_UNPACK0, REG_THCON_SEC0_REG2_Unpack_if_sel_cntx0));
    ck_assert(unit_reads_at_work(TT_WORMHOLE_B0, TT_UNIT_PACK, REG_THCON_SEC1_REG8_Out_data_format));
    ck_assert(unit_reads_at_work(TT_BLACKHOLE, TT_UNIT_PACK, REG_THCON_SEC1_REG8_Out_data_format));
}
END_TEST

/* The last hazard that was found. */
struct seen {
    unsigned count;
    enum tt_unit unit;
    char what[HAZARD_TEXT + 4];
};

static void see(void *user, const struct replay_hazard *hazard)
{
    struct seen *seen = user;
    seen->count += hazard->id == FINDING_CFG_WHILE_IN_USE || hazard->id == FINDING_CFG_MAY_BE_IN_USE;
    seen->unit = hazard->unit;
    (void)snprintf(seen->what, sizeof seen->what, ", %s,", hazard->what);
}

static bool is_listed(enum tt_chip chip, enum tt_unit unit, enum reg_id id)
{
    for (unsigned section = 0; section < PACKERS_MAX; section++) {
        enum reg_id ids[REG_COUNT];
        const size_t count = unit_fields(chip, unit, section, ids);
        for (size_t i = 0; i < count; i++)
            if (ids[i] == id)
                return true;
    }
    return false;
}

/* Thread 0's word goes to the unit; behind it a store of thread 0's core changes the field's lowest bit. */
static void rewrite_behind(struct hazards *hazards, uint32_t word, const struct reg_field *field)
{
    struct tile *tile = hazards->source.tile;
    const struct ttcap_event store = {.kind = TTCAP_CFGW, .thread = 0};
    uint8_t bytes[4];
    hazards_before_word(hazards, 0, isa_find(hazards->chip, word), word);
    hazards_after_word(hazards, 0, word, 0);
    hazards_before_event(hazards, &store);
    tile_load(tile, TT_SPACE_CFG, 4 * field->word, 4, bytes);
    bytes[field->shift / 8] ^= (uint8_t)(1u << field->shift % 8);
    tile_store(tile, TT_SPACE_CFG, 4 * field->word, 4, bytes, NULL);
    hazards_after_event(hazards, 0, &store);
}

static void check_fields(enum tt_chip chip, enum tt_unit unit, struct hazards *hazards, uint32_t word,
                         const struct seen *seen)
{
    for (int i = 0; i < REG_COUNT; i++) {
        const enum reg_id id = (enum reg_id)i;
        const struct reg_field *field = reg_field_get(chip, id);
        char name[128];
        (void)snprintf(name, sizeof name, ", %s,", field->name ? field->name : "");
        if (!field->name)
            continue;
        ck_assert_msg(!unit_reads(chip, unit, id) || is_listed(chip, unit, id), "audit does not list %s", name);
        if (field->space != TT_SPACE_CFG)
            continue;
        const unsigned before = seen->count;
        rewrite_behind(hazards, word, field);
        const bool is_found = seen->count > before && seen->unit == unit && strstr(seen->what, name);
        /* This UNPACR does not write to Dst. */
        const bool is_elsewhere = unit_is_unpacker(unit) && field_group(id) == EXTENT_PLACE;
        ck_assert_msg(is_found == (unit_reads_at_work(chip, unit, id) && !is_elsewhere), "%s behind %s: %s", name,
                      unit_name(unit), seen->what);
    }
}

START_TEST(hazard__every_field_that_a_unit_reads_is_in_its_audit_and_its_hazards)
{
    static const struct {
        insn_id insn;
        uint32_t bits;
    } words[TT_UNIT_COUNT] = {
        [TT_UNIT_MOVER] = {INSN_XMOV, 0},           [TT_UNIT_UNPACK0] = {INSN_UNPACR, 0},
        [TT_UNIT_UNPACK1] = {INSN_UNPACR, 1 << 23}, [TT_UNIT_MATRIX] = {INSN_MVMUL, 0},
        [TT_UNIT_VECTOR] = {INSN_SFPLOAD, 0},       [TT_UNIT_PACK] = {INSN_PACR, 0},
    };
    for (enum tt_chip chip = 0; chip < TT_CHIP_COUNT; chip++) {
        struct tile *tile = tile_new(chip);
        struct replay_listener listener;
        struct verdict_facts facts = {0};
        struct seen seen = {0};
        replay_listener_init(&listener, NULL, &facts);
        struct hazards *hazards =
            hazards_new(&(struct hazard_source){chip, tile, &listener, 0, true, &seen, see, NULL, 0});
        for (enum tt_unit unit = 0; unit < TT_UNIT_COUNT; unit++) {
            if (words[unit].insn)
                check_fields(chip, unit, hazards, isa_word(chip, words[unit].insn) | words[unit].bits, &seen);
            for (int id = 0; id < REG_COUNT && !words[unit].insn && unit != TT_UNIT_CORE;
                 id++) /* its loads are done at once */
                ck_assert(!unit_reads_at_work(chip, unit, (enum reg_id)id));
        }
        ck_assert_uint_gt(seen.count, 300);
        hazards_free(hazards);
        tile_free(tile);
    }
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("hazard");
    TCase *tests = tcase_create("hazard");
    tcase_add_test(tests, hazard__a_wait_holds_at_the_first_word_that_it_stops);
    tcase_add_test(tests, hazard__a_stallwait_comes_when_the_wait_before_it_has_ended);
    tcase_add_test(tests, hazard__a_semwait_takes_the_place_of_a_wait_that_lets_it_pass_on_wormhole);
    tcase_add_test(tests, hazard__a_unit_with_a_bound_is_done_after_so_many_words);
    tcase_add_test(tests, hazard__a_unit_ends_its_words_in_order_over_all_threads);
    tcase_add_test(tests, hazard__a_semwait_tells_what_it_stops);
    tcase_add_test(tests, hazard__wormhole_waits_for_the_packers_that_the_thread_uses);
    tcase_add_test(tests, hazard__a_semaphore_carries_what_the_poster_knows);
    tcase_add_test(tests, hazard__a_counter_of_a_stream_carries_what_its_writer_knows);
    tcase_add_test(tests, hazard__a_wait_learns_of_the_post_that_it_cannot_do_without);
    tcase_add_test(tests, hazard__of_several_posters_what_each_knew_counts);
    tcase_add_test(tests, hazard__a_mutex_carries_what_its_holder_knew);
    tcase_add_test(tests, hazard__a_core_that_waits_for_its_pipe_has_all_its_pushes_behind_it);
    tcase_add_test(tests, hazard__a_unit_uses_its_own_fields_but_for_those_taken_at_issue);
    tcase_add_test(tests, hazard__every_field_that_a_unit_reads_is_in_its_audit_and_its_hazards);
    suite_add_tcase(suite, tests);
    return suite;
}
