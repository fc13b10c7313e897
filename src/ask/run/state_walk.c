/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/state_walk.h"

#include "base/memory.h"
#include "order/steps.h"
#include "results/results.h"

struct state_walk {
    struct steps *steps;
    struct replay_options options;
    struct replay_set *sets; /* of a run */
};

enum tt_status state_walk_open(struct state_walk **out, struct ttcap *capture, const struct replay_options *options,
                               struct tt_error *err)
{
    struct state_walk *walk = *out = mem_calloc(1, sizeof *walk);
    NEED(walk, err, "no memory for a replay");
    walk->options = *options;
    const enum tt_status status = steps_open(&walk->steps, capture, &walk->options, NULL, err);
    if (!status)
        return TT_OK;
    state_walk_close(walk);
    *out = NULL;
    return status;
}

enum tt_status state_walk_open_run(struct state_walk **out, const struct results_run_row *run, struct ttcap *capture,
                                   struct tt_error *err)
{
    struct replay_options options;
    struct replay_set *sets = NULL;
    *out = NULL;
    enum tt_status status = run_replay_options(run, capture, &options, &sets, err);
    if (!status)
        status = state_walk_open(out, capture, &options, err);
    if (status)
        mem_free(sets);
    else
        (*out)->sets = sets;
    return status;
}

void state_walk_close(struct state_walk *walk)
{
    if (!walk)
        return;
    steps_close(walk->steps);
    mem_free(walk->sets);
    mem_free(walk);
}

bool state_walk_is_executed(const struct state_walk *walk)
{
    return walk->options.order == REPLAY_EXECUTED;
}

uint64_t state_walk_at(const struct state_walk *walk)
{
    return state_walk_is_executed(walk) ? steps_at(walk->steps) : steps_seq(walk->steps);
}

enum tt_status state_walk_go(struct state_walk *walk, uint64_t event, struct tt_error *err)
{
    struct steps_done done;
    while (state_walk_at(walk) < event)
        TRY(steps_next(walk->steps, &done, err));
    return TT_OK;
}

void state_walk_read(struct state_walk *walk, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes)
{
    tile_load(steps_tile(walk->steps), space, lo, count, bytes);
}

bool state_walk_has_unknown(struct state_walk *walk, enum tt_space space)
{
    return steps_has_unknown(walk->steps, space);
}

void state_walk_unknown(struct state_walk *walk, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bits)
{
    for (uint32_t i = 0; i < count; i++)
        bits[i] = steps_unknown_bits(walk->steps, space, lo + i);
}
