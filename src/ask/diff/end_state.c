/* SPDX-License-Identifier: Apache-2.0 */
/* Ends of runs out of their accesses, ends of recordings out of their last checkpoint. */
#include "ask/diff/end_state.h"

#include "isa/spaces.h"
#include "results/results.h"

enum tt_space end_state_space(int which)
{
    return which == 0 ? TT_SPACE_L1 : TT_SPACE_DST;
}

static enum tt_status init(struct end_state *state, enum tt_chip chip, struct tt_error *err)
{
    *state = (struct end_state){.chip = chip};
    for (int i = 0; i < END_SPACES; i++) {
        assert(space_bytes(chip, end_state_space(i)) <= END_PAGE * END_PAGES_MAX);
        state->bytes[i] = mem_calloc(space_bytes(chip, end_state_space(i)), 1);
        state->known[i] = mem_calloc(space_bytes(chip, end_state_space(i)), 1);
        NEED(state->bytes[i] && state->known[i], err, "no memory for a tile's end");
    }
    return TT_OK;
}

void end_state_clear(struct end_state *state)
{
    for (int i = 0; i < END_SPACES; i++) {
        mem_free(state->bytes[i]);
        mem_free(state->known[i]);
        mem_free(state->undecided[i]);
    }
    *state = (struct end_state){0};
}

static void end_state_touch(struct end_state *state, int which, uint32_t lo, uint32_t hi)
{
    for (uint32_t page = lo / END_PAGE; page < (hi + END_PAGE - 1) / END_PAGE; page++)
        state->is_touched[which][page] = true;
}

static enum tt_status end_state_take_space(struct end_state *state, int which, struct ttcap *capture,
                                           uint32_t checkpoint, struct tt_error *err)
{
    const enum tt_space space = end_state_space(which);
    uint32_t lo = 0, hi = 0;
    enum tt_status status;
    while (!(status = ttcap_next_known(capture, checkpoint, space, &lo, &hi, err))) {
        status = ttcap_read(capture, checkpoint, space, lo, hi - lo, state->bytes[which] + lo, state->known[which] + lo,
                            err);
        if (status)
            return status;
        end_state_touch(state, which, lo, hi);
        lo = hi;
    }
    return walk_ended(status);
}

static enum tt_status end_state_take_checkpoint(struct end_state *state, struct ttcap *capture, uint32_t checkpoint,
                                                struct tt_error *err)
{
    for (int i = 0; i < END_SPACES; i++)
        TRY(end_state_take_space(state, i, capture, checkpoint, err));
    return TT_OK;
}

enum tt_status end_state_of_capture(struct end_state *state, struct ttcap *capture, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(capture);
    enum tt_status status = init(state, info->chip, err);
    REFUSE_IF(!status && info->checkpoint_count < 2, err,
              "the capture has %u checkpoint%s; the end of what ran is wanted", (unsigned)info->checkpoint_count,
              info->checkpoint_count == 1 ? "" : "s");
    return status ? status : end_state_take_checkpoint(state, capture, info->checkpoint_count - 1, err);
}

/* The state that the run started from, if its capture is still in its place and unchanged. */
static enum tt_status end_state_take_start(struct end_state *state, const struct results_run_row *run,
                                           struct tt_error *err)
{
    struct ttcap *capture;
    enum tt_status status = run_capture_open(&capture, run, NULL, err);
    if (!capture)
        return status;
    const struct ttcap_info *info = ttcap_info(capture);
    if (info->checkpoint_count > 0) {
        status = end_state_take_checkpoint(state, capture, 0, err);
        for (int i = 0; i < END_SPACES && info->unlisted_start_is_reset; i++) {
            memset(state->known[i], 0xFF, space_bytes(state->chip, end_state_space(i)));
            end_state_touch(state, i, 0, space_bytes(state->chip, end_state_space(i)));
        }
    }
    ttcap_close(capture);
    return status;
}

/* One run: the event, plus one, that wrote a byte last, where that is wanted. */
struct reading {
    struct end_state *state;
    uint64_t *writer[END_SPACES];
    bool has_taint;
};

static enum tt_status end_state_take_write(void *user, const struct results_access_row *row)
{
    const struct reading *reading = user;
    struct end_state *state = reading->state;
    for (int i = 0; i < END_SPACES; i++) {
        const uint32_t size = space_bytes(state->chip, end_state_space(i));
        if (!row->of.is_write || row->of.space != end_state_space(i) || row->of.lo > row->of.hi || row->of.hi > size)
            continue;
        if (row->of.after)
            memcpy(state->bytes[i] + row->of.lo, row->of.after, row->of.hi - row->of.lo);
        memset(state->known[i] + row->of.lo, row->of.after ? 0xFF : 0, row->of.hi - row->of.lo);
        end_state_touch(state, i, row->of.lo, row->of.hi);
        for (uint32_t addr = row->of.lo; reading->writer[i] && addr < row->of.hi; addr++)
            reading->writer[i][addr] = row->seq + 1;
    }
    return TT_OK;
}

static enum tt_status find_taint(void *user, const struct results_taint_row *row)
{
    struct reading *reading = user;
    reading->has_taint |= row->space == TT_SPACE_L1 || row->space == TT_SPACE_DST;
    return reading->has_taint ? TT_END : TT_OK;
}

/* Places that were left unknown, and not written since. */
static enum tt_status end_state_take_taint(void *user, const struct results_taint_row *row)
{
    const struct reading *reading = user;
    for (int i = 0; i < END_SPACES; i++) {
        const uint32_t size = space_bytes(reading->state->chip, end_state_space(i));
        for (uint32_t addr = row->lo; row->space == end_state_space(i) && addr < row->hi && addr < size; addr++)
            reading->state->undecided[i][addr] |= row->seq + 1 >= reading->writer[i][addr];
    }
    return TT_OK;
}

static enum tt_status end_state_make_room(struct reading *reading, struct tt_error *err)
{
    for (int i = 0; i < END_SPACES; i++) {
        const uint32_t size = space_bytes(reading->state->chip, end_state_space(i));
        reading->writer[i] = mem_calloc(size, sizeof *reading->writer[i]);
        reading->state->undecided[i] = mem_calloc(size, 1);
        NEED(reading->writer[i] && reading->state->undecided[i], err, "no memory for a tile's end");
    }
    return TT_OK;
}

static enum tt_status take_run(struct reading *reading, struct results *results, struct tt_error *err)
{
    TRY(results_each_taint(results, find_taint, reading, err));
    if (reading->has_taint)
        TRY(end_state_make_room(reading, err));
    TRY(results_each_access(results, 0, INT64_MAX, end_state_take_write, reading, err));
    return reading->has_taint ? results_each_taint(results, end_state_take_taint, reading, err) : TT_OK;
}

enum tt_status end_state_of_results(struct end_state *state, struct results *results, struct tt_error *err)
{
    const struct results_run_row *run = results_run(results);
    enum tt_status status = init(state, run->chip, err);
    status = status ?: end_state_take_start(state, run, err);
    state->is_run = true;
    state->facts = run->totals.facts;
    struct reading reading = {.state = state};
    status = status ?: take_run(&reading, results, err);
    for (int i = 0; i < END_SPACES; i++)
        mem_free(reading.writer[i]);
    return status;
}
