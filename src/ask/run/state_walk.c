/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/state_walk.h"

#include "ask/run/run_whole.h"
#include "isa/spaces.h"
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
    status = status ?: state_walk_open(out, capture, &options, err);
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
    return steps_seq(walk->steps);
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

enum { CHUNK = 64 * 1024, NAME_MAX_BYTES = 32 };

static enum tt_status go(struct state_walk *walk, uint64_t seq, struct tt_error *err)
{
    REFUSE_IF(seq < state_walk_at(walk), err, "the first event is %" PRIu64, state_walk_at(walk));
    const enum tt_status status = state_walk_go(walk, seq, err);
    REFUSE_IF(status == TT_END, err, "there is no event %" PRIu64 ": the run has %" PRIu64, seq, state_walk_at(walk));
    return status;
}

static enum tt_status state_at_put_space(struct ttcap_writer *writer, struct state_walk *walk, enum tt_chip chip,
                                         enum tt_space space, uint8_t *buffer, struct tt_error *err)
{
    const uint32_t size = space_bytes(chip, space);
    const bool is_known = !state_walk_has_unknown(walk, space);
    uint8_t *known = buffer + CHUNK;
    for (uint32_t lo = 0; lo < size; lo += CHUNK) {
        const uint32_t count = size - lo < CHUNK ? size - lo : CHUNK;
        state_walk_read(walk, space, lo, count, buffer);
        if (!is_known)
            state_walk_unknown(walk, space, lo, count, known);
        for (uint32_t i = 0; !is_known && i < count; i++)
            known[i] = (uint8_t)~known[i];
        TRY(ttcap_writer_put(writer, space, lo, count, buffer, is_known ? NULL : known, err));
    }
    return TT_OK;
}

static enum tt_status state_at_put_all(struct ttcap_writer *writer, struct state_walk *walk, enum tt_chip chip,
                                       uint64_t seq, struct tt_error *err)
{
    char name[NAME_MAX_BYTES];
    uint8_t *buffer = mem_alloc(2 * (size_t)CHUNK);
    (void)snprintf(name, sizeof name, "event%" PRIu64, seq);
    enum tt_status status =
        buffer ? ttcap_writer_snapshot_begin(writer, name, err) : tt_fail(err, TT_NO_MEMORY, "no memory for a state");
    for (int space = 0; space < TT_SPACE_COUNT && !status; space++)
        status = state_at_put_space(writer, walk, chip, (enum tt_space)space, buffer, err);
    mem_free(buffer);
    return status ? status : ttcap_writer_snapshot_end(writer, err);
}

static enum tt_status write_state(const char *path, struct ttcap *capture, struct state_walk *walk, uint64_t seq,
                                  struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    const struct ttcap_meta meta = {
        .chip = info->chip, .source = TTCAP_DERIVED, .name = info->name, .description = "the state before an event"};
    struct ttcap_writer *writer = NULL;
    enum tt_status status = ttcap_writer_open(&writer, path, true, &meta, err);
    status = status ?: state_at_put_all(writer, walk, info->chip, seq, err);
    if (!status)
        return ttcap_writer_finish(writer, err);
    ttcap_writer_abandon(writer);
    return status;
}

enum tt_status state_at(const char *path, struct ttcap *capture, const struct replay_options *options, uint64_t seq,
                        struct tt_error *err)
{
    struct state_walk *walk OWNED(state_walk_close_at) = NULL;
    TRY(state_walk_open(&walk, capture, options, err));
    TRY(go(walk, seq, err));
    return write_state(path, capture, walk, seq, err);
}
