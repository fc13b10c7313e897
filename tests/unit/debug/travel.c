/* SPDX-License-Identifier: Apache-2.0 */
#include "unit/debug/travel.h"

#include <check.h>
#include <stdlib.h>
#include <xxhash.h>

static uint64_t sum_of_tile(const struct tile_state *state)
{
    return XXH3_64bits(state, sizeof *state);
}

uint64_t travel_tile(struct engine *engine)
{
    return sum_of_tile(tile_state(steps_tile(engine_steps(engine))));
}

uint64_t travel_sum(struct engine *engine)
{
    struct steps *steps = engine_steps(engine);
    uint64_t sum = sum_of_tile(tile_state(steps_tile(steps)));
    for (int core = 0; steps_cores(steps) && core < TT_CORE_COUNT; core++)
        sum = XXH3_64bits_withSeed(cores_core(steps_cores(steps), (enum tt_core)core), sizeof(struct riscv_core), sum);
    return sum;
}

/* ---- executed order ---- */

static void on_ended(void *user, const struct tile *tile)
{
    uint64_t *sum = user;
    *sum = sum_of_tile(tile_state((struct tile *)tile));
}

uint64_t travel_plain(struct ttcap *capture, const struct replay_options *options, uint64_t events)
{
    uint64_t sum = 0;
    const struct replay_observer observer = {.user = &sum, .ended = on_ended};
    struct replay_options some = *options;
    struct replay_summary summary;
    struct tt_error err;
    some.last = events;
    ck_assert_msg(!replay_run(capture, &some, NULL, &observer, &summary, &err), "%s", err.text);
    return sum;
}

/* ---- firmware order ---- */

static void on_end(void *user, const struct probe_insn *insn)
{
    struct travel_probe *probe = user;
    if (insn->has_waited)
        return;
    probe->has_seen = true;
    probe->seq = insn->seq;
    probe->sum = sum_of_tile(tile_state(probe->tile));
}

void travel_listen(struct travel_probe *probe, struct tile *tile)
{
    *probe = (struct travel_probe){.tile = tile};
    probe->probe = (struct probe){.user = probe, .wants = PROBE_INSN, .insn_end = on_end};
}

struct follower {
    struct travel_probe probe;
    struct travel_trail *trail;
};

static void on_plain_end(void *user, const struct probe_insn *insn)
{
    struct follower *follower = user;
    struct travel_trail *trail = follower->trail;
    if (insn->has_waited)
        return;
    if (trail->count == trail->capacity) {
        trail->capacity = trail->capacity ? 2 * trail->capacity : 1024;
        trail->sums = realloc(trail->sums, trail->capacity * sizeof *trail->sums);
        ck_assert_ptr_nonnull(trail->sums);
    }
    ck_assert_uint_eq(insn->seq, trail->count);
    trail->sums[trail->count++] = sum_of_tile(tile_state(follower->probe.tile));
}

static void on_started(void *user, const struct tile *tile)
{
    struct follower *follower = user;
    follower->probe.tile = (struct tile *)tile;
}

void travel_follow(struct travel_trail *trail, struct ttcap *capture, const struct replay_options *options)
{
    struct follower follower = {.trail = trail};
    const struct probe probe = {.user = &follower, .wants = PROBE_INSN, .insn_end = on_plain_end};
    const struct replay_observer observer = {.user = &follower, .started = on_started};
    struct replay_summary summary;
    struct tt_error err;
    ck_assert_msg(!replay_run(capture, options, &probe, &observer, &summary, &err), "%s", err.text);
}

void travel_clear(struct travel_trail *trail)
{
    free(trail->sums);
}
