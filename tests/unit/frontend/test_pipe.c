/* SPDX-License-Identifier: Apache-2.0 */
/* From a pushed word to what the units get: what no vector shows. F3, F11, F13 to F16 */
#include "tile/frontend/frontend.h"

#include "unit/suite.h"
#include "unit/tile/listener.h"
#include "unit/tile/words.h"

#include "expander_findings.h"
#include "replay_findings.h"

enum { A = 0x450000AA, B = 0x450000BB, NOP = 0x02000000 };

static struct tile *tile;
static struct tile_state *state;
static struct pipe pipe_1; /* of thread 1 */
static struct listener heard;

static void setup(void)
{
    tile = tile_new(TT_BLACKHOLE);
    ck_assert_ptr_nonnull(tile);
    state = tile_state(tile);
    listener_attach(&heard, tile);
    pipe_init(&pipe_1, 1);
}

static void teardown(void)
{
    tile_free(tile);
}

/* Pushes a word, and checks what comes out; a 0 ends the list. */
static void check_push(uint32_t word, const uint32_t *wanted)
{
    uint32_t out = 0;
    pipe_push(tile, &pipe_1, word);
    while (pipe_next(tile, &pipe_1, &out)) {
        ck_assert_uint_eq(out, *wanted);
        wanted++;
    }
    ck_assert_uint_eq(*wanted, 0);
    ck_assert(pipe_is_dry(&pipe_1));
}

#define OUT(...) ((const uint32_t[]){__VA_ARGS__, 0})

static uint32_t replay_word(uint32_t start, uint32_t length, uint32_t is_load, uint32_t is_tee)
{
    return WORD(TT_BLACKHOLE, "REPLAY", {"start_idx", start}, {"len", length}, {"load_mode", is_load},
                {"execute_while_loading", is_tee});
}

START_TEST(pipe__words_that_no_unit_gets)
{
    check_push(A, OUT(A));
    check_push(NOP, OUT(0));
    check_push(0x05000000, OUT(0)); /* RESOURCEDECL */
    check_push(0xC0000000, OUT(0xC0000000));
}
END_TEST

START_TEST(replay__load_wraps_and_swallows_or_tees)
{
    check_push(replay_word(31, 2, 1, 0), OUT(0));
    check_push(A, OUT(0));
    check_push(B, OUT(0));
    ck_assert_uint_eq(state->small.replay[1][31], A);
    ck_assert_uint_eq(state->small.replay[1][0], B);
    check_push(A, OUT(A));
    check_push(replay_word(31, 2, 0, 0), OUT(A, B));
    check_push(replay_word(4, 1, 1, 1), OUT(0));
    check_push(B, OUT(B));
    ck_assert_uint_eq(state->small.replay[1][4], B);
    ck_assert_uint_eq(state->small.replay[0][4], 0); /* of this thread alone */
}
END_TEST

START_TEST(replay__inside_a_load_is_a_word_like_any_other)
{
    const uint32_t inner = replay_word(0, 1, 0, 0);
    check_push(replay_word(8, 2, 1, 0), OUT(0));
    check_push(inner, OUT(0));
    ck_assert_int_eq(heard.last_finding, FINDING_REPLAY_STORED_WHILE_LOADING);
    check_push(A, OUT(0));
    ck_assert_uint_eq(state->small.replay[1][8], inner);
    check_push(replay_word(8, 2, 0, 0), OUT(inner, A)); /* and is not looked at again */
    ck_assert_int_eq(tile_exec(tile, 1, inner, 0), TILE_DONE);
    ck_assert_int_eq(heard.last_finding, FINDING_EXPANDER_WORD_TOO_LATE);
}
END_TEST

START_TEST(replay__length_0_is_all_of_it)
{
    state->small.replay[1][0] = A;
    for (unsigned i = 1; i < REPLAY_EXPANDER_WORDS; i++)
        state->small.replay[1][i] = NOP;
    check_push(replay_word(0, 0, 0, 0), OUT(A));
    ck_assert_int_eq(heard.last_finding, FINDING_REPLAY_LENGTH);
}
END_TEST

START_TEST(macro_op__mask_of_two_halves_and_words_into_a_load)
{
    state->small.mop_cfg[1][3] = A;
    state->small.mop_cfg[1][7] = B;
    check_push(WORD(TT_BLACKHOLE, "MOP_CFG", {"zmask_hi16", 1}), OUT(0));
    ck_assert_uint_eq(state->small.mop_zmask_hi[1], 1);
    const uint32_t macro_op = WORD(TT_BLACKHOLE, "MOP", {"loop_count", 16}, {"zmask_lo16_or_loop_count", 2});
    check_push(macro_op, OUT(A, B, A, A, A, A, A, A, A, A, A, A, A, A, A, A, B));
    check_push(replay_word(0, 3, 1, 0), OUT(0));
    check_push(WORD(TT_BLACKHOLE, "MOP", {"loop_count", 2}, {"zmask_lo16_or_loop_count", 2}), OUT(0));
    ck_assert_uint_eq(state->small.replay[1][1], B);
}
END_TEST

START_TEST(macro_op__configuration_is_taken_when_it_starts)
{
    uint32_t out;
    state->small.mop_cfg[1][3] = A;
    pipe_push(tile, &pipe_1, WORD(TT_BLACKHOLE, "MOP", {"loop_count", 1}));
    state->small.mop_cfg[1][3] = B;
    ck_assert(pipe_next(tile, &pipe_1, &out));
    ck_assert_uint_eq(out, A);
    ck_assert(pipe_next(tile, &pipe_1, &out));
    ck_assert_uint_eq(out, A);
    ck_assert(!pipe_next(tile, &pipe_1, &out));
}
END_TEST

START_TEST(macro_op__behind_its_expander_is_not_expanded)
{
    uint32_t out;
    const uint32_t macro_op = WORD(TT_BLACKHOLE, "MOP", {"loop_count", 1});
    pipe_push_behind(&pipe_1, macro_op);
    ck_assert(pipe_next(tile, &pipe_1, &out));
    ck_assert_uint_eq(out, macro_op);
    pipe_push_behind(&pipe_1, replay_word(0, 1, 1, 0)); /* core B's words do pass the replay expander */
    ck_assert(!pipe_next(tile, &pipe_1, &out));
    ck_assert_uint_eq(state->small.replay_load[1].left, 1);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("pipe");
    TCase *tests = tcase_create("pipe");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, pipe__words_that_no_unit_gets);
    tcase_add_test(tests, replay__load_wraps_and_swallows_or_tees);
    tcase_add_test(tests, replay__inside_a_load_is_a_word_like_any_other);
    tcase_add_test(tests, replay__length_0_is_all_of_it);
    tcase_add_test(tests, macro_op__mask_of_two_halves_and_words_into_a_load);
    tcase_add_test(tests, macro_op__configuration_is_taken_when_it_starts);
    tcase_add_test(tests, macro_op__behind_its_expander_is_not_expanded);
    suite_add_tcase(all, tests);
    return all;
}
