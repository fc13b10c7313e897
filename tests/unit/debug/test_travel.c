/* SPDX-License-Identifier: Apache-2.0 */
/* Random steps forwards and backwards: wherever the engine stops, the tile is to the byte what a plain replay has
 * there. DEBUG_STEPS sets how many steps in all, over all captures. */
#include "unit/debug/travel.h"
#include "unit/suite.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct tt_error err;

enum { STEPS_USUAL = 400 };

static unsigned steps_in_all(void)
{
    const char *text = getenv("DEBUG_STEPS");
    return text ? (unsigned)strtoul(text, NULL, 10) : STEPS_USUAL;
}

/* splitmix64 */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static const char *const executed[] = {
    "kernels/matmul_transp_bfp8_bfp8_bfp8_bfp8_nice",
    "kernels/datacopy_u2d_f32_bfp8_huge",
    "kernels/wormhole_datacopy_u2d_bfp8_bfp8_tiny",
    "kernels/pack_untilize_1_1_i32_i32_i32_i32_acc_u2d_nice",
    "kernels/wormhole_bcast_copy_ROW_f32_tf32_f32_f32_acc_nice",
    "kernels/binary_ADD_mixbfp8_wide",
    "kernels/wormhole_tilize_1x1_f16b_f16b_f16b_bfp8_nice",
    "kernels/sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile",
    "kernels/wormhole_sfpu_v1_f16_f16_f16_f16_nice",
    "kernels/reduce_AVG_COL_HiFi4_f16b_f16b_f16b_f16b_acc_hostile",
};
static const char *const firmware[] = {
    "firmware/core_amo_share", "firmware/core_random_c_t2", "firmware/hang_deadlock",    "firmware/hang_full_pipe",
    "firmware/hang_spin",      "firmware/k_copy_bf16_8",    "firmware/k_relu_bf16_thr3", "firmware/mmio_b_push",
    "firmware/mmio_b_reset",   "firmware/mmio_mail_pair",
};
enum { EXECUTED = sizeof executed / sizeof executed[0], FIRMWARE = sizeof firmware / sizeof firmware[0] };

struct journey {
    struct ttcap *capture;
    struct engine_options options;
    struct engine *engine;
    uint64_t end, random;
};

static void depart(struct journey *journey, const char *name, enum replay_order order)
{
    char path[512];
    (void)snprintf(path, sizeof path, TRACES "/%s.ttcap", name);
    ck_assert_msg(!ttcap_open(&journey->capture, path, &err), "%s", err.text);
    journey->options = (struct engine_options){.memory = 64 << 20};
    replay_options_init(&journey->options.replay, ttcap_info(journey->capture));
    journey->options.replay.order = order;
    ck_assert_msg(!engine_open(&journey->engine, journey->capture, &journey->options, &err), "%s", err.text);
    journey->random = strlen(name) * 1000 + (uint64_t)name[strlen(name) / 2];
    keys_set_spacing(engine_keys(journey->engine), 16 + draw(&journey->random) % 100);
    ck_assert_msg(!engine_go(journey->engine, UINT64_MAX, &err), "%s", err.text);
    journey->end = engine_at(journey->engine);
}

static void arrive(struct journey *journey)
{
    engine_close(journey->engine);
    ttcap_close(journey->capture);
}

/* Mostly a few steps away, now and then anywhere. */
static uint64_t next_stop(struct journey *journey)
{
    const uint64_t now = engine_at(journey->engine);
    const uint64_t how = draw(&journey->random) % 8, far = draw(&journey->random) % (journey->end + 1);
    const uint64_t few = 1 + draw(&journey->random) % 40;
    if (how == 0)
        return far;
    if (how < 5)
        return now > few ? now - few : 0;
    return now + few < journey->end ? now + few : journey->end;
}

START_TEST(test_events)
{
    struct journey journey;
    depart(&journey, executed[_i], REPLAY_EXECUTED);
    for (unsigned i = 0; i < steps_in_all() / (EXECUTED + FIRMWARE); i++) {
        const uint64_t to = next_stop(&journey);
        ck_assert_msg(!engine_go(journey.engine, to, &err), "%s", err.text);
        ck_assert_uint_eq(engine_at(journey.engine), to);
        ck_assert_msg(travel_sum(journey.engine) == travel_plain(journey.capture, &journey.options.replay, to),
                      "%s: other state before event %" PRIu64, executed[_i], to);
    }
    arrive(&journey);
}
END_TEST

/* On to the next word or store of which the plain replay reported what it left; false: there is none. */
static bool to_next_report(struct journey *journey, struct travel_probe *probe)
{
    travel_listen(probe, steps_tile(engine_steps(journey->engine)));
    steps_listen(engine_steps(journey->engine), &probe->probe);
    for (uint64_t at = engine_at(journey->engine); !probe->has_seen && at < journey->end; at++)
        ck_assert_msg(!engine_go(journey->engine, at + 1, &err), "%s", err.text);
    steps_listen(engine_steps(journey->engine), NULL);
    return probe->has_seen;
}

/* Wherever a word or store took effect, the tile is what the plain replay had behind it. */
static void compare_reports(const char *name, enum replay_order order)
{
    struct journey journey;
    struct travel_trail trail = {0};
    depart(&journey, name, order);
    travel_follow(&trail, journey.capture, &journey.options.replay);
    const uint64_t last = travel_sum(journey.engine);
    unsigned compared = 0;
    for (unsigned i = 0; i < steps_in_all() / (EXECUTED + FIRMWARE); i++) {
        struct travel_probe probe;
        const uint64_t to = next_stop(&journey);
        ck_assert_msg(!engine_go(journey.engine, to, &err), "%s", err.text);
        ck_assert_uint_eq(engine_at(journey.engine), to);
        if (!to_next_report(&journey, &probe))
            continue;
        ck_assert_uint_lt(probe.seq, trail.count);
        ck_assert_msg(probe.sum == trail.sums[probe.seq], "%s: other state behind step %" PRIu64, name, to);
        compared++;
    }
    ck_assert_uint_gt(compared, 0);
    ck_assert_msg(!engine_go(journey.engine, UINT64_MAX, &err), "%s", err.text);
    ck_assert_uint_eq(travel_sum(journey.engine), last);
    travel_clear(&trail);
    arrive(&journey);
}

START_TEST(test_cores)
{
    compare_reports(firmware[_i], REPLAY_FIRMWARE);
}
END_TEST

START_TEST(test_program)
{
    compare_reports(executed[_i], REPLAY_PROGRAM);
}
END_TEST

/* A replay that ends before an event, or before a word or store, leaves what the steps have there. */
static void compare_cut(const char *name, enum replay_order order)
{
    enum { CUTS = 6 };
    struct journey journey;
    depart(&journey, name, order);
    struct steps *steps = engine_steps(journey.engine);
    const uint64_t last = order == REPLAY_EXECUTED ? journey.end : steps_seq(steps);
    for (unsigned i = 0; i < CUTS; i++) {
        struct replay_options options = journey.options.replay;
        options.has_until = true;
        options.until = draw(&journey.random) % last;
        uint64_t at = steps_first(steps);
        ck_assert(!engine_go(journey.engine, order == REPLAY_EXECUTED ? options.until : at, &err));
        while (order != REPLAY_EXECUTED && steps_seq(steps) < options.until)
            ck_assert_msg(!engine_go(journey.engine, ++at, &err), "%s", err.text);
        ck_assert_msg(travel_tile(journey.engine) == travel_plain(journey.capture, &options, UINT64_MAX),
                      "%s: other state before %" PRIu64, name, options.until);
    }
    arrive(&journey);
}

START_TEST(test_cut)
{
    compare_cut(executed[_i], REPLAY_EXECUTED);
    compare_cut(executed[_i], REPLAY_PROGRAM);
    compare_cut(firmware[_i], REPLAY_FIRMWARE);
}
END_TEST

/* Two ways to the same step: the cores too are the same, which a plain replay does not show between two stores. */
START_TEST(test_both_ways)
{
    enum { STOPS = 24 };
    struct journey journey;
    uint64_t at[STOPS], sums[STOPS];
    depart(&journey, firmware[_i], REPLAY_FIRMWARE);
    ck_assert_msg(!engine_go(journey.engine, 0, &err), "%s", err.text);
    for (unsigned i = 0; i < STOPS; i++) {
        at[i] = journey.end * i / STOPS;
        ck_assert_msg(!engine_go(journey.engine, at[i], &err), "%s", err.text);
        sums[i] = travel_sum(journey.engine);
    }
    for (unsigned i = STOPS; i-- > 0;) {
        ck_assert_msg(!engine_go(journey.engine, at[i], &err), "%s", err.text);
        ck_assert_uint_eq(travel_sum(journey.engine), sums[i]);
    }
    arrive(&journey);
}
END_TEST

/* Few key frames have to do. */
START_TEST(test_little_memory)
{
    struct journey journey;
    depart(&journey, executed[0], REPLAY_EXECUTED);
    arrive(&journey);
    ck_assert(!ttcap_open(&journey.capture, TRACES "/kernels/matmul_transp_bfp8_bfp8_bfp8_bfp8_nice.ttcap", &err));
    journey.options.memory = 1;
    ck_assert(!engine_open(&journey.engine, journey.capture, &journey.options, &err));
    keys_set_spacing(engine_keys(journey.engine), 1);
    ck_assert(!engine_go(journey.engine, UINT64_MAX, &err));
    ck_assert_uint_eq(keys_count(engine_keys(journey.engine)), 1);
    ck_assert(!engine_go(journey.engine, 300, &err));
    ck_assert_uint_eq(travel_sum(journey.engine), travel_plain(journey.capture, &journey.options.replay, 300));
    arrive(&journey);
}
END_TEST

/* What is stored changes all that lies behind it, and nothing before; and can be forgotten. */
START_TEST(test_another_run)
{
    struct journey journey;
    const uint8_t byte = 0x5A;
    const struct engine_edit edit = {
        .place = ENGINE_SPACE, .space = TT_SPACE_L1, .lo = 0x100000, .count = 1, .bytes = &byte};
    uint8_t found;
    depart(&journey, executed[0], REPLAY_EXECUTED);
    const uint64_t recorded = travel_sum(journey.engine);
    ck_assert(!engine_go(journey.engine, 200, &err));
    ck_assert(!engine_store(journey.engine, &edit, &err));
    ck_assert(!engine_go(journey.engine, UINT64_MAX, &err));
    tile_load(steps_tile(engine_steps(journey.engine)), TT_SPACE_L1, edit.lo, 1, &found);
    ck_assert_uint_eq(found, byte);
    ck_assert_uint_ne(travel_sum(journey.engine), recorded);
    ck_assert(!engine_go(journey.engine, 199, &err));
    ck_assert_uint_eq(travel_sum(journey.engine), travel_plain(journey.capture, &journey.options.replay, 199));
    ck_assert(!engine_go(journey.engine, 200, &err));
    tile_load(steps_tile(engine_steps(journey.engine)), TT_SPACE_L1, edit.lo, 1, &found);
    ck_assert_uint_eq(found, byte);
    ck_assert(!engine_forget_edits(journey.engine, &err));
    ck_assert_uint_eq(engine_at(journey.engine), 200);
    ck_assert(!engine_go(journey.engine, UINT64_MAX, &err));
    ck_assert_uint_eq(travel_sum(journey.engine), recorded);
    arrive(&journey);
}
END_TEST

Suite *suite(void)
{
    Suite *all = suite_create("travel");
    TCase *tests = tcase_create("travel");
    tcase_set_timeout(tests, 600);
    tcase_add_loop_test(tests, test_events, 0, EXECUTED);
    tcase_add_loop_test(tests, test_cores, 0, FIRMWARE);
    tcase_add_loop_test(tests, test_program, 0, EXECUTED);
    tcase_add_loop_test(tests, test_cut, 0, EXECUTED);
    tcase_add_loop_test(tests, test_both_ways, 0, FIRMWARE);
    tcase_add_test(tests, test_little_memory);
    tcase_add_test(tests, test_another_run);
    suite_add_tcase(all, tests);
    return all;
}
