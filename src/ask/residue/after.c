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
struct all_left {
    struct left_place *places;
    size_t place_count;
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

static enum tt_status try_left(struct residue_left *left, struct residue *residue, size_t at, struct trials *trials,
                               const struct other *other, struct all_left *all, struct tt_error *err)
{
    const struct residue_row *row = &residue->rows[at];
    const uint32_t bytes = values_bytes(row);
    uint8_t *recorded = all->bytes + all->used, *value = recorded + bytes;
    struct poke *pokes = all->pokes + all->count;
    struct trial_change change;
    values_load(row, trials_start(trials), recorded);
    take_left(row, other, recorded, value);
    mask_left(row, recorded, value);
    left->value = values_number(row, value);
    left->is_left = memcmp(recorded, value, bytes) != 0;
    if (!left->is_left)
        return TT_OK;
    all->used += 2 * (size_t)bytes;
    const unsigned count = values_pokes(row, 0, recorded, value, pokes);
    all->count += count;
    struct left_place *place = &all->places[all->place_count++];
    *place = (struct left_place){.row = at, .recorded = recorded, .left = value, .found = recorded};
    if (row->reach == RESIDUE_UNUSED)
        left->is_tried = true;
    if (row->reach == RESIDUE_UNUSED || trials_are_spent(trials))
        return TT_OK;
    const enum tt_status status = trials_try(trials, pokes, count, &change, err);
    left->is_tried = !status;
    if (!status && residue_reaches(change.reach) && !residue_reaches(row->reach))
        search_take_change(&residue->rows[at], &change, value);
    left->changes = place->is_alone = !status && residue_reaches(change.reach);
    return status;
}

/* What of it decides, seen from the run behind the other one. */
static enum tt_status after_decide(struct residue *residue, struct ttcap *capture,
                                   const struct residue_options *options, struct all_left *all,
                                   const struct trials *used, struct tt_error *err)
{
    struct residue_options rest = *options;
    struct trials *trials = NULL;
    struct trial_change change;
    rest.budget = options->budget > trials_replays(used) ? options->budget - trials_replays(used) : 1;
    enum tt_status status = trials_open_with(&trials, capture, &rest, all->pokes, all->count, err);
    if (!status)
        status = together_find(all->places, all->place_count, residue, trials, &change, err);
    for (size_t i = 0; i < all->place_count && !status; i++) {
        const struct left_place *place = &all->places[i];
        struct residue_row *row = &residue->rows[place->row];
        if (!place->is_decisive || place->is_alone || !residue_reaches(change.reach))
            continue;
        row->is_together = true;
        search_take_change(row, &change, place->left);
    }
    trials_close(trials);
    return status;
}

static enum tt_status try_all(struct residue_after *after, struct residue *residue, struct ttcap *capture,
                              const struct residue_options *options, struct trials *trials, const struct other *other,
                              struct tt_error *err)
{
    struct all_left all = {0};
    struct trial_change change = {.reach = RESIDUE_NO_VALUE};
    size_t bytes = 0;
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < residue->count; i++)
        bytes += 2 * (size_t)values_bytes(&residue->rows[i]);
    all.bytes = mem_alloc(bytes + 1);
    all.pokes = mem_calloc(residue->count + 1, RESIDUE_RANGES_MAX * sizeof *all.pokes);
    all.places = mem_calloc(residue->count + 1, sizeof *all.places);
    if (!all.bytes || !all.pokes || !all.places)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for what the other run leaves");
    for (size_t i = 0; i < residue->count && !status; i++) {
        struct residue_left *left = &after->rows[i];
        if (residue->rows[i].is_given)
            continue;
        status = try_left(left, residue, i, trials, other, &all, err);
        after->left += left->is_left;
        after->open += left->is_left && !left->is_tried;
    }
    if (!status && all.count)
        status = trials_try(trials, all.pokes, all.count, &change, err);
    after->all_change = !status && residue_reaches(change.reach);
    if (!status && after->all_change)
        status = after_decide(residue, capture, options, &all, trials, err);
    for (size_t i = 0; i < all.place_count && !status; i++) {
        struct residue_left *left = &after->rows[all.places[i].row];
        left->changes = after->all_change && all.places[i].is_decisive;
        after->changing += left->changes;
    }
    mem_free(all.places);
    mem_free(all.bytes);
    mem_free(all.pokes);
    return status;
}

enum tt_status residue_after(struct residue_after *after, struct residue *residue, struct ttcap *capture,
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
        status = try_all(after, residue, capture, options, trials, &other, err);
    if (trials)
        after->replays = trials_replays(trials);
    residue_count(residue);
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
