/* SPDX-License-Identifier: Apache-2.0 */
/* Who knows what of the units' work, and which fields a unit uses. docs/semantics/program-order.md#hazards */
#include "observe/hazard.h"

#include "isa/unit_fields.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

enum { PACK = TT_UNIT_PACK, UNPACK0 = TT_UNIT_UNPACK0 };
enum { STOP_PACK = 1 << 2, STOP_CONFIG = 1 << 7, STOP_SYNC = 1 << 1, PIPE_DRY = 0x80004, SEMAPHORE = 3 };

static uint32_t stall(enum tt_chip chip, uint32_t kinds, uint32_t conditions)
{
    return WORD(chip, "STALLWAIT", {"stall_res", kinds}, {"wait_res", conditions});
}

static uint32_t sem(const char *mnemonic)
{
    uint32_t word = WORD(TT_BLACKHOLE, mnemonic, {"sem_sel", 1u << SEMAPHORE});
    return strcmp(mnemonic, "SEMWAIT") == 0 ? word | 1 : word; /* for a value above 0 */
}

static const uint32_t wrcfg = 0xB0000000, pacr = 0x41000000;

static void order(struct hazards *hazards, unsigned thread, uint32_t word)
{
    hazards->insn = isa_find(hazards->chip, word);
    hazards->unit = isa_unit_of(hazards->insn, word);
    hazard_order_word(hazards, thread, word);
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

START_TEST(hazard__another_wait_ends_the_first_on_blackhole_and_takes_its_place_on_wormhole)
{
    static const struct {
        enum tt_chip chip;
        uint32_t packers;
        uint64_t done;
    } chips[] = {{TT_BLACKHOLE, 1 << 3, 1}, {TT_WORMHOLE_B0, 0xF << 3, 0}};
    for (unsigned i = 0; i < 2; i++) {
        struct hazards hazards = {.chip = chips[i].chip};
        order(&hazards, 2, stall(chips[i].chip, STOP_CONFIG, chips[i].packers));
        order(&hazards, 2, stall(chips[i].chip, STOP_PACK, 1));
        order(&hazards, 2, wrcfg);
        ck_assert_uint_eq(hazards.agents[2].done[PACK][2], chips[i].done);
    }
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
    order(&hazards, 0, sem("SEMWAIT"));
    ck_assert_uint_eq(hazards.agents[0].done[PACK][2], 0);
    order(&hazards, 0, sem("SEMGET"));
    order(&hazards, 2, stall(TT_BLACKHOLE, STOP_SYNC, 1 << 3));
    order(&hazards, 2, sem("SEMPOST"));
    order(&hazards, 0, sem("SEMWAIT"));
    ck_assert_uint_eq(hazards.agents[0].done[PACK][2], 5);
    ck_assert_uint_eq(hazards.agents[1].done[PACK][2], 0);
    const struct ttcap_event poll = {.kind = TTCAP_SEMR, .thread = 1, .addr = SEMAPHORE};
    hazard_order_event(&hazards, 1, &poll);
    ck_assert_uint_eq(hazards.agents[HAZARD_CORES + 1].done[PACK][2], 5);
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
    order(&hazards, 0, sem("SEMWAIT")); /* the first post is enough for this one */
    ck_assert_uint_eq(hazards.agents[0].done[PACK][2], 0);
    order(&hazards, 0, sem("SEMGET"));
    order(&hazards, 0, sem("SEMWAIT"));
    ck_assert_uint_eq(hazards.agents[0].done[PACK][2], 3);
}
END_TEST

START_TEST(hazard__of_several_posters_all_that_was_passed_on_counts)
{
    struct hazards hazards = {.chip = TT_BLACKHOLE};
    order(&hazards, 1, sem("SEMPOST"));
    order(&hazards, 2, pacr);
    order(&hazards, 2, stall(TT_BLACKHOLE, STOP_SYNC, 1 << 3));
    order(&hazards, 2, sem("SEMPOST"));
    order(&hazards, 0, sem("SEMWAIT"));
    ck_assert_uint_eq(hazards.agents[0].done[PACK][2], 3);
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

Suite *suite(void)
{
    Suite *suite = suite_create("hazard");
    TCase *tests = tcase_create("hazard");
    tcase_add_test(tests, hazard__a_wait_holds_at_the_first_word_that_it_stops);
    tcase_add_test(tests, hazard__another_wait_ends_the_first_on_blackhole_and_takes_its_place_on_wormhole);
    tcase_add_test(tests, hazard__wormhole_waits_for_the_packers_that_the_thread_uses);
    tcase_add_test(tests, hazard__a_semaphore_carries_what_the_poster_knows);
    tcase_add_test(tests, hazard__a_counter_of_a_stream_carries_what_its_writer_knows);
    tcase_add_test(tests, hazard__a_wait_learns_of_the_post_that_it_cannot_do_without);
    tcase_add_test(tests, hazard__of_several_posters_all_that_was_passed_on_counts);
    tcase_add_test(tests, hazard__a_mutex_carries_what_its_holder_knew);
    tcase_add_test(tests, hazard__a_core_that_waits_for_its_pipe_has_all_its_pushes_behind_it);
    tcase_add_test(tests, hazard__a_unit_uses_its_own_fields_but_for_those_taken_at_issue);
    suite_add_tcase(suite, tests);
    return suite;
}
