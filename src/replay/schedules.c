/* SPDX-License-Identifier: Apache-2.0 */
/* Random schedules against rounds, and the shortest beginning of one that still ends elsewhere. */
#include "replay/schedules.h"

#include "base/memory.h"
#include "isa/spaces.h"

#include <string.h>

/* Two end states, space by space. */
struct ends {
    enum tt_chip chip;
    uint8_t *rounds[TT_SPACE_COUNT], *other[TT_SPACE_COUNT];
    bool has_rounds;
};

static void on_ended(void *user, const struct tile *tile)
{
    struct ends *ends = user;
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        tile_load(tile, (enum tt_space)space, 0, space_bytes(ends->chip, (enum tt_space)space),
                  ends->has_rounds ? ends->other[space] : ends->rounds[space]);
    ends->has_rounds = true;
}

static void ends_clear(struct ends *ends)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        mem_free(ends->rounds[space]);
        mem_free(ends->other[space]);
    }
}

static enum tt_status ends_init(struct ends *ends, enum tt_chip chip, struct tt_error *err)
{
    *ends = (struct ends){.chip = chip};
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        const uint32_t size = space_bytes(chip, (enum tt_space)space);
        ends->rounds[space] = mem_calloc(size, 1);
        ends->other[space] = mem_calloc(size, 1);
        if (!ends->rounds[space] || !ends->other[space])
            return tt_fail(err, TT_NO_MEMORY, "no memory for two states");
    }
    return TT_OK;
}

/* Output: the first byte of L1 that differs, and how many. */
static bool output_differs(const struct ends *ends, struct schedules_result *result)
{
    const uint32_t size = space_bytes(ends->chip, TT_SPACE_L1);
    const uint8_t *a = ends->rounds[TT_SPACE_L1], *b = ends->other[TT_SPACE_L1];
    if (memcmp(a, b, size) == 0)
        return false;
    result->bytes = 0;
    for (uint32_t i = size; i-- > 0;) {
        if (a[i] == b[i])
            continue;
        result->bytes++;
        result->at = i;
    }
    result->in_rounds = a[result->at];
    result->in_schedule = b[result->at];
    return true;
}

static bool state_differs(const struct ends *ends)
{
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        if (memcmp(ends->rounds[space], ends->other[space], space_bytes(ends->chip, (enum tt_space)space)) != 0)
            return true;
    }
    return false;
}

struct search {
    struct ttcap *capture;
    struct replay_options options;
    struct ends ends;
    struct schedules_result *result;
};

/* Runs so many moves of a schedule, then rounds; *differs: it left other output. */
static enum tt_status try_schedule(struct search *search, uint64_t seed, uint64_t moves, struct replay_summary *summary,
                                   bool *differs, struct tt_error *err)
{
    const struct replay_observer observer = {.user = &search->ends, .ended = on_ended};
    search->options.schedule = (struct replay_schedule){seed, moves};
    enum tt_status status = replay_run(search->capture, &search->options, NULL, &observer, summary, err);
    *differs = !status && !summary->is_deadlocked && output_differs(&search->ends, search->result);
    return status;
}

/* By halves: some beginning of the schedule differs, and with its last move taken away does not. */
static enum tt_status shorten(struct search *search, uint64_t moves, struct tt_error *err)
{
    struct schedules_result *result = search->result;
    uint64_t same = 0, other = moves;
    struct replay_summary summary;
    bool differs;
    while (other - same > 1) {
        const uint64_t middle = same + (other - same) / 2;
        enum tt_status status = try_schedule(search, result->seed, middle, &summary, &differs, err);
        if (status)
            return status;
        *(differs ? &other : &same) = middle;
    }
    enum tt_status status = try_schedule(search, result->seed, other, &summary, &differs, err);
    result->moves = other;
    result->last = summary.last_move;
    return status;
}

static enum tt_status search_all(struct search *search, const struct schedules_options *options, struct tt_error *err)
{
    struct schedules_result *result = search->result;
    struct replay_summary summary;
    bool differs = false;
    enum tt_status status = try_schedule(search, 0, 0, &summary, &differs, err);
    result->is_stuck_in_rounds = !status && summary.is_deadlocked;
    for (uint64_t i = 0; i < options->budget && !status && !result->is_stuck_in_rounds; i++) {
        const uint64_t seed = options->seed + i ? options->seed + i : UINT64_MAX; /* 0 would be rounds */
        if (options->progress)
            options->progress(options->user, i, options->budget);
        status = try_schedule(search, seed, UINT64_MAX, &summary, &differs, err);
        result->tried++;
        result->stuck += !status && summary.is_deadlocked;
        result->inner += !status && !summary.is_deadlocked && !differs && state_differs(&search->ends);
        if (!differs)
            continue;
        result->has_difference = true;
        result->seed = seed;
        status = shorten(search, summary.moves, err);
        break;
    }
    if (options->progress)
        options->progress(options->user, options->budget, options->budget);
    return status;
}

enum tt_status schedules_run(struct ttcap *capture, const struct replay_options *replay,
                             const struct schedules_options *options, struct schedules_result *result,
                             struct tt_error *err)
{
    struct search search = {.capture = capture, .options = *replay, .result = result};
    *result = (struct schedules_result){0};
    search.options.order = REPLAY_PROGRAM;
    enum tt_status status = ends_init(&search.ends, ttcap_info(capture)->chip, err);
    if (!status)
        status = search_all(&search, options, err);
    ends_clear(&search.ends);
    return status;
}
