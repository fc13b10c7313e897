/* SPDX-License-Identifier: Apache-2.0 */
/* The state that another run leaves where this one reads first, and whether this run would end differently after it. */
#include "ask/residue/residue_internal.h"

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
    NEED(other->end && other->reads, err, "no memory for the other run");
    return replay_run(capture, how, first_reads_probe(other->reads), &observer, &after->summary, err);
}

/* All that is left, one behind the other. */
struct all_left {
    struct left_place *places;
    size_t place_count;
    struct poke *pokes; /* room for all of them */
    uint8_t *bytes;     /* recorded and left of each row */
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

/* Whether the other run left another value at a row's place. */
static void add_left(struct all_left *all, struct residue_left *left, const struct residue *residue, size_t at,
                     const struct trials *trials, const struct other *other)
{
    const struct residue_row *row = &residue->rows[at];
    const uint32_t bytes = values_bytes(row);
    uint8_t *recorded = all->bytes + all->used, *value = recorded + bytes;
    values_load(row, trials_start(trials), recorded);
    take_left(row, other, recorded, value);
    values_mask(row, recorded, value);
    left->value = values_number(row, value);
    left->is_left = memcmp(recorded, value, bytes) != 0;
    if (!left->is_left)
        return;
    all->used += 2 * (size_t)bytes;
    all->places[all->place_count++] =
        (struct left_place){.row = at, .recorded = recorded, .left = value, .found = recorded, .shown = value};
}

/* Where the run as it is does what nothing here carries out, what the place alone changes in it. */
static enum tt_status after_show(struct residue_row *row, const struct left_place *place, struct trials *trials,
                                 struct tt_error *err)
{
    struct poke pokes[RESIDUE_RANGES_MAX];
    struct trial_change change;
    const unsigned count = values_pokes(row, 0, place->recorded, place->left, pokes);
    const enum tt_status status = trials_try(trials, pokes, count, &change, err);
    if (!status && residue_reaches(change.reach))
        search_take_change(row, &change, place->left);
    return status;
}

/* Which of the places decide, seen from the run behind the other one; those leave the list. */
static enum tt_status after_decide(struct residue_after *after, struct residue *residue, struct ttcap *capture,
                                   const struct residue_options *options, struct trials *as_is, struct all_left *all,
                                   struct tt_error *err)
{
    struct trials *trials = NULL;
    size_t rest = 0, count = 0;
    for (size_t i = 0; i < all->place_count; i++)
        count += values_pokes(&residue->rows[all->places[i].row], 0, all->places[i].recorded, all->places[i].left,
                              all->pokes + count);
    enum tt_status status = trials_open_with(&trials, capture, options, all->pokes, count, err);
    status = status ?: together_decide(all->places, all->place_count, residue, trials, err);
    for (size_t i = 0; i < all->place_count && !status; i++) {
        struct residue_left *left = &after->rows[all->places[i].row];
        left->is_tried |= all->places[i].is_tried;
        left->changes = all->places[i].is_decisive;
        struct residue_row *row = &residue->rows[all->places[i].row];
        if (left->changes && row->reach == RESIDUE_UNSUPPORTED)
            status = after_show(row, &all->places[i], as_is, err);
        if (!left->changes)
            all->places[rest++] = all->places[i];
    }
    if (trials)
        after->replays += trials_replays(trials);
    all->place_count = rest;
    trials_close(trials);
    return status;
}

/* Without those that decide the run may end otherwise still, as where it hung before. */
static enum tt_status after_decide_all(struct residue_after *after, struct residue *residue, struct ttcap *capture,
                                       const struct residue_options *options, struct trials *as_is,
                                       struct all_left *all, struct tt_error *err)
{
    struct residue_options left = *options;
    enum tt_status status = TT_OK;
    for (size_t before = SIZE_MAX; all->place_count && all->place_count < before && !status;) {
        before = all->place_count;
        left.budget = options->budget > after->replays ? options->budget - after->replays : 1;
        status = after_decide(after, residue, capture, &left, as_is, all, err);
    }
    for (size_t i = 0; i < residue->count; i++) {
        after->left += after->rows[i].is_left;
        after->changing += after->rows[i].changes;
        after->open += after->rows[i].is_left && !after->rows[i].is_tried;
    }
    after->all_change = after->changing != 0;
    return status;
}

static enum tt_status try_all(struct residue_after *after, struct residue *residue, struct ttcap *capture,
                              const struct residue_options *options, struct trials *trials, const struct other *other,
                              struct tt_error *err)
{
    struct all_left all = {0};
    size_t bytes = 0;
    for (size_t i = 0; i < residue->count; i++)
        bytes += 2 * (size_t)values_bytes(&residue->rows[i]);
    all.bytes = mem_alloc(bytes + 1);
    all.pokes = mem_calloc(residue->count + 1, RESIDUE_RANGES_MAX * sizeof *all.pokes);
    all.places = mem_calloc(residue->count + 1, sizeof *all.places);
    enum tt_status status = all.bytes && all.pokes && all.places
                                ? TT_OK
                                : tt_fail(err, TT_NO_MEMORY, "no memory for what the other run leaves");
    for (size_t i = 0; i < residue->count && !status; i++)
        if (!residue->rows[i].is_given)
            add_left(&all, &after->rows[i], residue, i, trials, other);
    if (!status && all.place_count)
        status = after_decide_all(after, residue, capture, options, trials, &all, err);
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
    status = status ?: run_other(&other, other_capture, how, after, err);
    status = status ?: trials_open(&trials, capture, options, err);
    status = status ?: try_all(after, residue, capture, options, trials, &other, err);
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
