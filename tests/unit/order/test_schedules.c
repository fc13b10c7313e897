/* SPDX-License-Identifier: Apache-2.0 */
/* Other orders of small programs: how many can matter, which two moves or which late unit make a difference, and, over
 * random programs, that no random order ends where none of those that were gone through does.
 * docs/semantics/program-order.md#schedules */
#include "base/little.h"
#include "isa/mmio.h"
#include "schedules/explore.h"
#include "schedules/schedules.h"
#include "unit/capture/failing_memory.h"
#include "unit/order/small_capture.h"
#include "unit/suite.h"
#include "unit/tile/words.h"

enum { L1_WORD = 0x1000, WORDS = 2, ENDS_MAX = 4096, ORDERS_MOST = 3000 };

static uint32_t set_gpr(uint32_t reg, uint32_t value)
{
    return WORD(TT_BLACKHOLE, "SETDMAREG", {"reg_index16b", 2 * reg}, {"payload_sig_sel", value});
}

/* Register 10 + i holds the address of word i. */
static uint32_t store_gpr(uint32_t reg, uint32_t word)
{
    return WORD(TT_BLACKHOLE, "STOREIND", {"data_reg_index", reg}, {"addr_reg_index", 10 + word}, {"offset_index", 40},
                {"size_sel", 0}, {"reg_size_sel", 1}, {"mem_hier_sel", 1});
}

static uint32_t load_gpr(uint32_t reg, uint32_t word)
{
    return WORD(TT_BLACKHOLE, "LOADIND", {"data_reg_index", reg}, {"addr_reg_index", 10 + word}, {"offset_index", 40},
                {"size_sel", 1});
}

/* Loads, and waits until the register has its value. */
static void load(struct small_program *text, int8_t thread, uint32_t reg, uint32_t word)
{
    small_push(text, thread, load_gpr(reg, word));
    small_push(text, thread, WORD(TT_BLACKHOLE, "FLUSHDMA", {"flush_spec", 1}));
}

static uint32_t add_one(uint32_t reg)
{
    return WORD(TT_BLACKHOLE, "ADDDMAREG", {"op_a_reg_index", reg}, {"op_b_reg_index", 1}, {"result_reg_index", reg},
                {"op_b_is_const", 1});
}

static uint32_t sem(const char *mnemonic, uint32_t index)
{
    return WORD(TT_BLACKHOLE, mnemonic, {"sem_sel", 1u << index});
}

static uint32_t wait_for(uint32_t index)
{
    return WORD(TT_BLACKHOLE, "SEMWAIT", {"sem_sel", 1u << index}, {"wait_sem_cond", 1}, {"stall_res", 0x1FF});
}

/* It stops the matrix unit's words, of which there are none here. */
static uint32_t wait_that_lets_pass(uint32_t index)
{
    return WORD(TT_BLACKHOLE, "SEMWAIT", {"sem_sel", 1u << index}, {"wait_sem_cond", 1});
}

static const uint32_t take_mutex = 0xA0000000, give_mutex = 0xA1000000;

static void set_addresses(struct small_program *text)
{
    for (int8_t thread = 0; thread < (int8_t)THREADS; thread++) {
        for (uint32_t word = 0; word < WORDS; word++)
            small_push(text, thread, set_gpr(10 + word, L1_WORD / 16 + word));
    }
}

static struct schedules_result go_through(const struct small_program *text, const struct schedules_options *how)
{
    struct ttcap *capture = small_capture(text);
    struct replay_options options;
    struct schedules_result result;
    struct tt_error err = {""};
    replay_options_init(&options, ttcap_info(capture));
    ck_assert_msg(!schedules_run(capture, &options, how, &result, &err), "%s", err.text);
    ttcap_close(capture);
    return result;
}

static const struct schedules_options all = {.budget = 500};

START_TEST(schedules__two_threads_that_store_to_the_same_word)
{
    struct small_program text = {.count = 0};
    set_addresses(&text);
    small_push(&text, 0, set_gpr(3, 5));
    small_push(&text, 1, set_gpr(3, 6));
    small_push(&text, 0, store_gpr(3, 0));
    small_push(&text, 1, store_gpr(3, 0));
    const struct schedules_result result = go_through(&text, &all);
    ck_assert(result.has_difference);
    ck_assert_uint_eq(result.change.at, L1_WORD);
    ck_assert_uint_eq(result.change.bytes, 1);
    ck_assert_uint_eq(result.change.in_rounds, 6);
    ck_assert_uint_eq(result.change.in_schedule, 5);
    ck_assert_uint_eq(result.tried, 2);
    ck_assert_uint_eq(result.reversed, 1);
    ck_assert_uint_eq(result.earlier.thread, 0);
    ck_assert_uint_eq(result.earlier.word, store_gpr(3, 0));
    ck_assert_uint_eq(result.later.thread, 1);
    ck_assert_uint_eq(result.later.event, text.count - 1);
}
END_TEST

START_TEST(schedules__threads_that_share_nothing)
{
    struct small_program text = {.count = 0};
    for (int8_t i = 0; i < (int8_t)THREADS; i++)
        small_push(&text, i, set_gpr(3, 5u + (uint32_t)i));
    const struct schedules_result result = go_through(&text, &all);
    ck_assert(result.is_whole && !result.has_difference);
    ck_assert_uint_eq(result.tried, 1);
}
END_TEST

static struct schedules_result load_behind(uint32_t wait)
{
    struct small_program text = {.count = 0};
    set_addresses(&text);
    small_push(&text, 0, set_gpr(3, 5));
    small_push(&text, 0, store_gpr(3, 0));
    small_push(&text, 0, sem("SEMPOST", 2));
    small_push(&text, 1, wait);
    load(&text, 1, 4, 0);
    small_push(&text, 1, store_gpr(4, 1));
    return go_through(&text, &all);
}

START_TEST(schedules__a_semaphore_leaves_one_order)
{
    const struct schedules_result result = load_behind(wait_for(2));
    ck_assert(result.is_whole && !result.has_difference);
    ck_assert_uint_eq(result.tried, 1);
}
END_TEST

START_TEST(schedules__words_that_a_wait_does_not_stop_may_pass_it)
{
    ck_assert(load_behind(wait_that_lets_pass(2)).has_difference);
}
END_TEST

/* Thread 1 takes what thread 0 posts: behind a wait for it, or at 0 if it is quicker. */
static struct schedules_result take_a_post(bool waits)
{
    struct small_program text = {.count = 0};
    small_push(&text, 0, sem("SEMPOST", 3));
    if (waits)
        small_push(&text, 1, wait_for(3));
    small_push(&text, 1, sem("SEMGET", 3));
    return go_through(&text, &all);
}

START_TEST(schedules__a_get_that_may_come_at_0)
{
    struct schedules_result result = take_a_post(false);
    ck_assert(result.has_difference);
    ck_assert_str_eq(result.change.left, "semaphore 3");
    ck_assert_uint_eq(result.change.in_rounds, 0);
    ck_assert_uint_eq(result.change.in_schedule, 1);
    ck_assert_uint_eq(result.tried, 2);
    ck_assert_uint_eq(result.lost, 1);
    ck_assert_uint_eq(result.first_lost.reversed, 1);
    ck_assert_uint_eq(result.first_lost.step.thread, 1);
    ck_assert_uint_eq(result.first_lost.step.event, 1);
    ck_assert_uint_eq(result.first_lost.earlier.word, sem("SEMPOST", 3));
    ck_assert_str_eq(result.first_lost.what, "semaphore 3 is taken at 0: it stays");
    result = take_a_post(true);
    ck_assert(result.is_whole);
    ck_assert_uint_eq(result.lost, 0);
}
END_TEST

/* In rounds too, and by a core. */
START_TEST(schedules__a_post_that_comes_at_the_most)
{
    struct small_program text = {.count = 0};
    small_push(&text, 0, WORD(TT_BLACKHOLE, "SEMINIT", {"sem_sel", 8}, {"init_value", 15}, {"max_value", 15}));
    small_add(&text, (struct ttcap_event){.kind = TTCAP_MMIO, .thread = 0, .addr = MMIO_PIPE_DRY});
    small_add(&text, (struct ttcap_event){.kind = TTCAP_SEMW, .thread = 0, .addr = 3, .value = 0});
    const struct schedules_result result = go_through(&text, &all);
    ck_assert_uint_eq(result.lost, 1);
    ck_assert_uint_eq(result.first_lost.reversed, 0);
    ck_assert(result.first_lost.step.is_core);
    ck_assert_uint_eq(result.first_lost.step.event, 2);
    ck_assert_str_eq(result.first_lost.what, "semaphore 3 is posted at 15: it stays");
}
END_TEST

static void count_up(struct small_program *text, int8_t thread, bool is_locked)
{
    if (is_locked)
        small_push(text, thread, take_mutex);
    load(text, thread, 4, 0);
    small_push(text, thread, add_one(4));
    small_push(text, thread, store_gpr(4, 0));
    if (is_locked)
        small_push(text, thread, give_mutex);
}

/* Who counts first does not show, but for the register that it leaves. */
START_TEST(schedules__three_threads_that_count_under_a_mutex)
{
    struct small_program text = {.count = 0};
    set_addresses(&text);
    for (int8_t i = 0; i < (int8_t)THREADS; i++)
        count_up(&text, i, true);
    const struct schedules_result result = go_through(&text, &all);
    ck_assert(result.is_whole && !result.has_difference);
    ck_assert_uint_ge(result.tried, 6); /* some of the six are met twice */
    ck_assert_uint_ge(result.internal, 5);
}
END_TEST

START_TEST(schedules__a_count_without_a_mutex_is_lost)
{
    struct small_program text = {.count = 0};
    set_addresses(&text);
    count_up(&text, 0, true);
    count_up(&text, 1, false);
    const struct schedules_result result = go_through(&text, &all);
    ck_assert(result.has_difference);
    ck_assert_uint_eq(result.reversed, 1);
}
END_TEST

START_TEST(schedules__a_load_that_is_delayed)
{
    struct small_program text = {.count = 0};
    set_addresses(&text);
    small_push(&text, 0, set_gpr(4, 7));
    small_push(&text, 0, load_gpr(4, 0)); /* 0, and nothing waits for it */
    small_push(&text, 0, store_gpr(4, 1));
    struct schedules_result result = go_through(&text, &all);
    ck_assert(result.has_difference && result.is_delayed && result.delayed.is_read);
    ck_assert_uint_eq(result.hazards, 1);
    ck_assert_uint_eq(result.tried, 1);
    ck_assert_uint_eq(result.change.at, L1_WORD + 16);
    ck_assert_uint_eq(result.change.in_rounds, 0);
    ck_assert_uint_eq(result.change.in_schedule, 7);
    text.count--;
    small_push(&text, 0, WORD(TT_BLACKHOLE, "FLUSHDMA", {"flush_spec", 1}));
    small_push(&text, 0, store_gpr(4, 1));
    result = go_through(&text, &all);
    ck_assert(result.is_whole && !result.has_difference);
    ck_assert_uint_eq(result.hazards, 0);
}
END_TEST

START_TEST(schedules__a_delayed_unit_that_changes_nothing_leaves_no_proof)
{
    struct small_program text = {.count = 0};
    set_addresses(&text);
    small_push(&text, 0, load_gpr(4, 0));
    small_push(&text, 0, add_one(4)); /* reads 0, which the register has anyway */
    const struct schedules_result result = go_through(&text, &all);
    ck_assert(!result.has_difference && !result.is_whole);
    ck_assert_uint_eq(result.hazards, 1);
    ck_assert_uint_eq(result.tried, 2);
}
END_TEST

START_TEST(schedules__a_budget_that_is_too_small)
{
    struct small_program text = {.count = 0};
    set_addresses(&text);
    for (int8_t i = 0; i < (int8_t)THREADS; i++)
        count_up(&text, i, true);
    const struct schedules_options few = {.budget = 3};
    const struct schedules_result result = go_through(&text, &few);
    ck_assert(!result.is_whole);
    ck_assert_uint_eq(result.tried, 3);
}
END_TEST

START_TEST(schedules__no_memory_is_said)
{
    struct small_program text = {.count = 0};
    set_addresses(&text);
    for (int8_t i = 0; i < (int8_t)THREADS; i++)
        count_up(&text, i, i > 0);
    small_push(&text, 0, load_gpr(4, 0));
    small_push(&text, 0, add_one(4));
    struct ttcap *capture = small_capture(&text);
    struct replay_options options;
    struct schedules_result result;
    long refused = 0;
    replay_options_init(&options, ttcap_info(capture));
    for (long n = 0;; n += 1 + n / 8) {
        struct tt_error err = {""};
        failing_memory.count = 0;
        failing_memory.fail_at = n;
        const enum tt_status status = schedules_run(capture, &options, &all, &result, &err);
        const bool has_failed = failing_memory.count > n;
        failing_memory.fail_at = -1;
        ck_assert_msg(status == TT_OK || status == TT_NO_MEMORY, "request %ld: %s", n, err.text);
        ck_assert_msg(status == TT_OK || strstr(err.text, "no memory") != NULL, "request %ld: '%s'", n, err.text);
        refused += status == TT_NO_MEMORY;
        if (!has_failed)
            break;
    }
    ck_assert_int_gt(refused, 20);
    ttcap_close(capture);
}
END_TEST

/* ---- random programs ---- */

/* Words of L1 where an order ended. */
struct ends {
    uint32_t words[ENDS_MAX][WORDS];
    size_t count;
    bool is_whole;
    uint64_t orders, stuck;
};

static void note_end(struct ends *ends, const struct tile *tile)
{
    uint8_t bytes[WORDS * 16];
    uint32_t words[WORDS];
    tile_load(tile, TT_SPACE_L1, L1_WORD, sizeof bytes, bytes);
    for (unsigned i = 0; i < WORDS; i++)
        words[i] = load_u32(&bytes[16 * i]);
    for (size_t i = 0; i < ends->count; i++) {
        if (memcmp(ends->words[i], words, sizeof words) == 0)
            return;
    }
    ck_assert_uint_lt(ends->count, ENDS_MAX);
    memcpy(ends->words[ends->count++], words, sizeof words);
}

static bool on_ran(void *user, const struct tile *tile, const struct explore_end *end)
{
    struct ends *ends = user;
    ends->orders++;
    ends->stuck += end->is_stuck;
    if (!end->is_stuck)
        note_end(ends, tile);
    return true;
}

static enum tt_status drive(void *user, struct replay *replay, struct tt_error *err)
{
    struct ends *ends = user;
    const struct explore_options how = {.budget = ORDERS_MOST, .user = ends, .ran = on_ran};
    struct explore_result result;
    enum tt_status status = explore_all(replay, &how, &result, err);
    ends->is_whole = result.is_whole;
    return status;
}

static void on_ended(void *user, const struct tile *tile)
{
    note_end(user, tile);
}

static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33) % below;
}

enum { ONE_SEMAPHORE = 5, TWO_SEMAPHORES = 8 };

/* Two or three threads with a few words each: loads, stores and counts, under a mutex or not, posts and waits; with
 * more kinds, also of another semaphore, and waits that take nothing. */
static void draw_program(struct small_program *text, uint64_t *state, uint32_t most, uint32_t kinds)
{
    const int8_t threads = (int8_t)(2 + draw(state, 2));
    set_addresses(text);
    for (int8_t thread = 0; thread < threads; thread++) {
        small_push(text, thread, set_gpr(4, 1 + 16u * (uint32_t)thread));
        for (uint32_t i = 1 + draw(state, most); i-- > 0;) {
            const uint32_t word = draw(state, WORDS);
            switch (draw(state, kinds)) {
            case 0:
                small_push(text, thread, store_gpr(4, word));
                break;
            case 1:
                load(text, thread, 4, word);
                small_push(text, thread, store_gpr(4, WORDS - 1 - word));
                break;
            case 2:
                count_up(text, thread, draw(state, 2));
                break;
            case 3:
                small_push(text, thread, sem("SEMPOST", 2));
                break;
            case 5:
                small_push(text, thread, sem("SEMPOST", 3));
                break;
            case 6:
                small_push(text, thread, draw(state, 2) ? wait_for(3) : wait_that_lets_pass(3));
                if (draw(state, 2))
                    small_push(text, thread, sem("SEMGET", 3));
                break;
            case 7:
                small_push(text, thread, draw(state, 2) ? wait_for(2) : sem("SEMGET", 2));
                break;
            default:
                small_push(text, thread, draw(state, 2) ? wait_for(2) : wait_that_lets_pass(2));
                small_push(text, thread, sem("SEMGET", 2));
                break;
            }
        }
    }
}

/* Those that ends were missing of: the last word of a prefix was taken for one that commutes (842), a
 * write for idle that is so only behind another (34, 393, 530), a wait that could have ended before all stood still
 * (682, 1416), words that pass a wait for its demand (1631, 1979). With more words a thread: what the second of two
 * moves can do without stood in its way (3519, 5574, 5868), or of two posts neither was taken for needed (377, 5569,
 * 5985); a wait that could have ended before others took what it waits for (377, with 64 orders). With two semaphores:
 * a post that let a wait end, where a later one of another thread would have done (1704). */
static const struct drawn {
    uint32_t seed, most, kinds;
} known_programs[] = {{34, 2, ONE_SEMAPHORE},   {393, 2, ONE_SEMAPHORE},  {530, 2, ONE_SEMAPHORE},
                      {682, 2, ONE_SEMAPHORE},  {842, 2, ONE_SEMAPHORE},  {1416, 2, ONE_SEMAPHORE},
                      {1631, 2, ONE_SEMAPHORE}, {1979, 2, ONE_SEMAPHORE}, {377, 3, ONE_SEMAPHORE},
                      {3519, 3, ONE_SEMAPHORE}, {5569, 3, ONE_SEMAPHORE}, {5574, 3, ONE_SEMAPHORE},
                      {5868, 3, ONE_SEMAPHORE}, {5985, 3, ONE_SEMAPHORE}, {1704, 3, TWO_SEMAPHORES}};

enum { KNOWN_PROGRAMS = sizeof known_programs / sizeof *known_programs };
#ifndef DRAWN_PROGRAMS
#define DRAWN_PROGRAMS 16
#endif

static struct drawn drawn_program(int i)
{
    const uint32_t number = (uint32_t)(i - KNOWN_PROGRAMS);
    return i < (int)KNOWN_PROGRAMS
               ? known_programs[i]
               : (struct drawn){number / 2, 2 + number / 4 % 2, number % 2 ? TWO_SEMAPHORES : ONE_SEMAPHORE};
}

START_TEST(schedules__no_random_order_ends_where_none_of_all_does)
{
    enum { RANDOM_ORDERS = 64 };
    static struct ends explored, random;
    const struct drawn drawn = drawn_program(_i);
    uint64_t state = drawn.seed + UINT64_C(1);
    struct small_program text = {.count = 0};
    struct replay_options options;
    struct replay_summary summary;
    struct tt_error err = {""};
    draw_program(&text, &state, drawn.most, drawn.kinds);
    struct ttcap *capture = small_capture(&text);
    replay_options_init(&options, ttcap_info(capture));
    options.order = REPLAY_PROGRAM;
    options.drive = drive;
    options.drive_user = &explored;
    memset(&explored, 0, sizeof explored);
    memset(&random, 0, sizeof random);
    ck_assert_msg(!replay_run(capture, &options, NULL, NULL, &summary, &err), "%s", err.text);
    options.drive = NULL;
    const struct replay_observer observer = {.user = &random, .ended = on_ended};
    for (uint64_t seed = 1; seed <= RANDOM_ORDERS; seed++) {
        const size_t before = random.count;
        options.random_order = seed;
        ck_assert_msg(!replay_run(capture, &options, NULL, &observer, &summary, &err), "%s", err.text);
        if (summary.is_deadlocked)
            random.count = before; /* an end that is none */
    }
    ttcap_close(capture);
    ck_assert(explored.is_whole || explored.orders == ORDERS_MOST); /* else nothing is said of all orders */
    for (size_t i = 0; i < random.count && explored.is_whole; i++) {
        bool is_found = false;
        for (size_t j = 0; j < explored.count && !is_found; j++)
            is_found = memcmp(random.words[i], explored.words[j], sizeof random.words[i]) == 0;
        ck_assert_msg(is_found, "program %u (%u, %u) ends at %#x %#x", (unsigned)drawn.seed, (unsigned)drawn.most,
                      (unsigned)drawn.kinds, random.words[i][0], random.words[i][1]);
    }
}
END_TEST

static void setup(void)
{
    failing_memory.fail_at = -1;
}

Suite *suite(void)
{
    Suite *suite = suite_create("schedules");
    TCase *tests = tcase_create("schedules");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, schedules__two_threads_that_store_to_the_same_word);
    tcase_add_test(tests, schedules__threads_that_share_nothing);
    tcase_add_test(tests, schedules__a_semaphore_leaves_one_order);
    tcase_add_test(tests, schedules__words_that_a_wait_does_not_stop_may_pass_it);
    tcase_add_test(tests, schedules__a_get_that_may_come_at_0);
    tcase_add_test(tests, schedules__a_post_that_comes_at_the_most);
    tcase_add_test(tests, schedules__three_threads_that_count_under_a_mutex);
    tcase_add_test(tests, schedules__a_count_without_a_mutex_is_lost);
    tcase_add_test(tests, schedules__a_load_that_is_delayed);
    tcase_add_test(tests, schedules__a_delayed_unit_that_changes_nothing_leaves_no_proof);
    tcase_add_test(tests, schedules__a_budget_that_is_too_small);
    tcase_add_test(tests, schedules__no_memory_is_said);
    tcase_add_loop_test(tests, schedules__no_random_order_ends_where_none_of_all_does, 0,
                        KNOWN_PROGRAMS + DRAWN_PROGRAMS);
    suite_add_tcase(suite, tests);
    return suite;
}
