/* SPDX-License-Identifier: Apache-2.0 */
/* The state that another run leaves where this one reads first, and whether this run would end differently after it. */
#include "ask/residue/residue_internal.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

/* The other run: its end, and its writes. */
struct other {
    struct tile *end;
    struct first_reads *reads;
};

static void after_on_ended(void *user, const struct tile *tile)
{
    struct other *other = user;
    memcpy(tile_state(other->end), tile_state((struct tile *)(uintptr_t)tile), sizeof(struct tile_state)); /* read */
}

static enum tt_status run_other(struct other *other, struct ttcap *capture, const struct replay_options *how,
                                struct residue_after *after, struct tt_error *err)
{
    const struct replay_observer observer = {.user = other, .ended = after_on_ended};
    other->end = tile_new(ttcap_info(capture)->chip);
    other->reads = first_reads_new(ttcap_info(capture)->chip);
    if (!other->end || !other->reads)
        return tt_fail(err, TT_NO_MEMORY, "no memory for the other run");
    return replay_run(capture, how, first_reads_probe(other->reads), &observer, &after->summary, err);
}

/* All that is left, one behind the other. */
struct together {
    struct poke *pokes;
    size_t count;
    uint8_t *bytes; /* recorded and left of each row */
    size_t used;
};

/* L1 is loaded before each run: of it only bytes that the other wrote are left. */
static void take_left(const struct residue_row *row, const struct other *other, const uint8_t *recorded, uint8_t *left)
{
    const struct residue_range *range = &row->ranges[0];
    values_load(row, other->end, left);
    for (uint32_t i = 0; range->space == TT_SPACE_L1 && i < range->hi - range->lo; i++)
        if (!first_reads_has_written(other->reads, TT_SPACE_L1, range->lo + i))
            left[i] = recorded[i];
}

/* Of a field its own bits. */
static void mask_left(const struct residue_row *row, const uint8_t *recorded, uint8_t *left)
{
    const uint32_t width = row->ranges[0].hi - row->ranges[0].lo;
    for (uint32_t i = 0; row->has_value && i < row->range_count * width; i++) {
        const uint8_t mask = (uint8_t)(row->ranges[0].mask >> 8 * (i % width));
        left[i] = (uint8_t)((recorded[i] & ~mask) | (left[i] & mask));
    }
}

static enum tt_status try_left(struct residue_left *left, const struct residue_row *row, struct trials *trials,
                               const struct other *other, struct together *together, struct tt_error *err)
{
    const uint32_t bytes = values_bytes(row);
    uint8_t *recorded = together->bytes + together->used, *value = recorded + bytes;
    struct poke *pokes = together->pokes + together->count;
    struct trial_change change;
    values_load(row, trials_start(trials), recorded);
    take_left(row, other, recorded, value);
    mask_left(row, recorded, value);
    left->value = values_number(row, value);
    left->is_left = memcmp(recorded, value, bytes) != 0;
    if (!left->is_left)
        return TT_OK;
    together->used += 2 * (size_t)bytes;
    const unsigned count = values_pokes(row, 0, recorded, value, pokes);
    together->count += count;
    if (row->reach == RESIDUE_UNUSED)
        left->is_tried = true;
    if (row->reach == RESIDUE_UNUSED || trials_are_spent(trials))
        return TT_OK;
    const enum tt_status status = trials_try(trials, pokes, count, &change, err);
    left->is_tried = !status;
    left->changes = !status && residue_reaches(change.reach);
    return status;
}

static enum tt_status try_all(struct residue_after *after, const struct residue *residue, struct trials *trials,
                              const struct other *other, struct tt_error *err)
{
    struct together together = {0};
    struct trial_change change = {.reach = RESIDUE_NO_VALUE};
    size_t bytes = 0;
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < residue->count; i++)
        bytes += 2 * (size_t)values_bytes(&residue->rows[i]);
    together.bytes = mem_alloc(bytes + 1);
    together.pokes = mem_calloc(residue->count + 1, RESIDUE_RANGES_MAX * sizeof *together.pokes);
    if (!together.bytes || !together.pokes)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for what the other run leaves");
    for (size_t i = 0; i < residue->count && !status; i++) {
        struct residue_left *left = &after->rows[i];
        if (residue->rows[i].is_given)
            continue;
        status = try_left(left, &residue->rows[i], trials, other, &together, err);
        after->left += left->is_left;
        after->changing += left->changes;
        after->open += left->is_left && !left->is_tried;
    }
    if (!status && together.count)
        status = trials_try(trials, together.pokes, together.count, &change, err);
    after->all_change = !status && residue_reaches(change.reach);
    mem_free(together.bytes);
    mem_free(together.pokes);
    return status;
}

enum tt_status residue_after(struct residue_after *after, const struct residue *residue, struct ttcap *capture,
                             const struct residue_options *options, struct ttcap *other_capture,
                             const struct replay_options *how, struct tt_error *err)
{
    struct other other = {0};
    struct trials *trials = NULL;
    enum tt_status status = TT_OK;
    *after = (struct residue_after){.rows = mem_calloc(residue->count + 1, sizeof *after->rows)};
    if (!after->rows)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for what the other run leaves");
    else if (ttcap_info(other_capture)->chip != residue->chip)
        status = tt_fail(err, TT_BAD_INPUT, "the other run is of %s, this one of %s",
                         chip_get(ttcap_info(other_capture)->chip)->name, chip_get(residue->chip)->name);
    if (!status)
        status = run_other(&other, other_capture, how, after, err);
    if (!status)
        status = trials_open(&trials, capture, options, err);
    if (!status)
        status = try_all(after, residue, trials, &other, err);
    if (trials)
        after->replays = trials_replays(trials);
    trials_close(trials);
    first_reads_free(other.reads);
    tile_free(other.end);
    return status;
}

void residue_after_clear(struct residue_after *after)
{
    mem_free(after->rows);
    *after = (struct residue_after){0};
}
