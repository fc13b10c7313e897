/* SPDX-License-Identifier: Apache-2.0 */
/* Which of the places that a run before left otherwise than it found them decide how this run ends. A smallest set is
 * looked for that alone, left there, lets it end so; what several such sets share in turn (either of two is enough) is
 * found by putting back those that showed nothing alone, and looking again. A place in none of them cannot matter, as
 * two bank pointers of which one alone would be out of step. */
#include "ask/residue/residue_internal.h"

struct together {
    struct left_place *places;
    size_t count;
    struct residue *residue;
    struct trials *trials;
    struct poke *pokes;
    bool *is_as_left, *is_gone; /* as the other run left it; put back for good */
    struct trial_change change;
};

/* The run with the places that are as the other left them, all others put back. */
static enum tt_status together_try(struct together *search, bool *is_same, struct tt_error *err)
{
    size_t poked = 0;
    for (size_t i = 0; i < search->count; i++) {
        const struct left_place *place = &search->places[i];
        poked += values_pokes(&search->residue->rows[place->row], 0, place->recorded,
                              search->is_as_left[i] ? place->left : place->found, search->pokes + poked);
    }
    const enum tt_status status = trials_try(search->trials, search->pokes, poked, &search->change, err);
    *is_same = !status && search->change.reach == RESIDUE_NO_VALUE;
    return status;
}

/* Puts back a source's banks at once: one pointer alone would be out of step with the other. */
static enum tt_status together_drop_banks(struct together *search, unsigned source, bool *before, struct tt_error *err)
{
    bool is_same = true, has_any = false;
    memcpy(before, search->is_as_left, search->count);
    for (size_t i = 0; i < search->count; i++) {
        const bool is_one = values_source_of(&search->residue->rows[search->places[i].row].ranges[0]) == source;
        has_any |= search->is_as_left[i] && is_one;
        search->is_as_left[i] = search->is_as_left[i] && !is_one;
    }
    const enum tt_status status = has_any ? together_try(search, &is_same, err) : TT_OK;
    if (!is_same)
        memcpy(search->is_as_left, before, search->count);
    return status;
}

/* As few as suffice stay as they were left: banks, then pieces of all, of halves, and so on down to single places. */
static enum tt_status together_reduce(struct together *search, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    bool *before = mem_alloc(search->count);
    NEED(before, err, "no memory for %zu places", search->count);
    for (unsigned source = 1; source <= 2 && !status; source++)
        status = together_drop_banks(search, source, before, err);
    for (size_t piece = (search->count + 1) / 2; piece && !status; piece = piece == 1 ? 0 : (piece + 1) / 2)
        for (size_t lo = 0; lo < search->count && !status && !trials_are_spent(search->trials); lo += piece) {
            const size_t hi = lo + piece < search->count ? lo + piece : search->count;
            bool is_same = true, has_any = false;
            for (size_t i = lo; i < hi; i++)
                has_any |= search->is_as_left[i];
            if (!has_any)
                continue;
            memcpy(before, search->is_as_left, search->count);
            memset(search->is_as_left + lo, 0, hi - lo);
            status = together_try(search, &is_same, err);
            if (!is_same)
                memcpy(search->is_as_left, before, search->count);
        }
    mem_free(before);
    return status;
}

/* As left stays all that is not gone, or of that what showed something alone, where this suffices. */
static enum tt_status together_begin(struct together *search, bool *is_same, struct tt_error *err)
{
    for (int all = 0; all <= 1; all++) {
        for (size_t i = 0; i < search->count; i++)
            search->is_as_left[i] = !search->is_gone[i] && (all || search->places[i].is_alone);
        const enum tt_status status = together_try(search, is_same, err);
        if (status || *is_same)
            return status;
    }
    return TT_OK;
}

/* Each alone is put back. */
static enum tt_status together_try_each(struct together *search, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    bool is_same;
    memset(search->is_as_left, 1, search->count);
    for (size_t i = 0; i < search->count && !status && !trials_are_spent(search->trials); i++) {
        struct left_place *place = &search->places[i];
        search->is_as_left[i] = false;
        status = together_try(search, &is_same, err);
        search->is_as_left[i] = true;
        place->is_tried = !status;
        place->is_alone = !status && residue_reaches(search->change.reach);
        place->change = search->change;
    }
    return status;
}

static enum tt_status together_search(struct together *search, struct tt_error *err)
{
    bool is_same = false, has_more = true;
    enum tt_status status = together_try(search, &is_same, err); /* all is put back */
    for (size_t i = 0; i < search->count; i++)
        search->places[i].is_tried = !status;
    if (!status && !is_same)
        status = together_try_each(search, err);
    while (!status && !is_same && has_more && !trials_are_spent(search->trials)) {
        bool suffices = false;
        status = together_begin(search, &suffices, err);
        if (status || !suffices)
            break;
        status = together_reduce(search, err);
        has_more = false;
        for (size_t i = 0; i < search->count; i++) {
            search->places[i].is_decisive |= search->is_as_left[i];
            search->is_gone[i] |= search->is_as_left[i] && !search->places[i].is_alone;
            has_more |= search->is_as_left[i] && !search->places[i].is_alone;
        }
    }
    return status;
}

/* Looks for changes where those are put back that decide, but not alone. */
static enum tt_status together_try_rest(struct together *search, struct tt_error *err)
{
    bool has_any = false, is_same;
    for (size_t i = 0; i < search->count; i++) {
        struct left_place *place = &search->places[i];
        place->is_decisive |= place->is_alone && trials_are_spent(search->trials); /* nothing shows the contrary */
        search->is_as_left[i] = !place->is_decisive || place->is_alone;
        has_any |= !search->is_as_left[i];
    }
    const enum tt_status status = has_any ? together_try(search, &is_same, err) : TT_OK;
    for (size_t i = 0; i < search->count && !status; i++)
        if (!search->is_as_left[i])
            search->places[i].change = search->change;
    return status;
}

static void together_report(struct residue *residue, const struct left_place *places, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct left_place *place = &places[i];
        struct residue_row *row = &residue->rows[place->row];
        if (place->is_decisive) {
            row->is_together = !place->is_alone && residue_reaches(place->change.reach);
            search_take_change(row, &place->change, place->shown);
        } else if (residue->from && place->is_tried) {
            row->reach = place->change.reach == RESIDUE_UNSUPPORTED ? RESIDUE_UNSUPPORTED : RESIDUE_NO_VALUE;
        }
    }
}

enum tt_status together_decide(struct left_place *places, size_t count, struct residue *residue, struct trials *trials,
                               struct tt_error *err)
{
    struct together search = {.places = places,
                              .count = count,
                              .residue = residue,
                              .trials = trials,
                              .pokes = mem_calloc(count + 1, RESIDUE_RANGES_MAX * sizeof *search.pokes),
                              .is_as_left = mem_calloc(count + 1, 1),
                              .is_gone = mem_calloc(count + 1, 1)};
    enum tt_status status = search.pokes && search.is_as_left && search.is_gone
                                ? TT_OK
                                : tt_fail(err, TT_NO_MEMORY, "no memory for %zu places", count);
    if (!status && count)
        status = together_search(&search, err);
    status = status ?: together_try_rest(&search, err);
    if (!status)
        together_report(residue, places, count);
    mem_free(search.pokes);
    mem_free(search.is_as_left);
    mem_free(search.is_gone);
    return status;
}

/* ---- two kernels in one capture ---- */

/* As if the run before had not written there: of a field its own bits. */
static void together_value_before(const struct residue_row *row, const struct trials *trials, const uint8_t *recorded,
                                  uint8_t *value)
{
    values_load(row, trials_before(trials), value);
    values_mask(row, recorded, value);
}

enum tt_status together_put_back(struct residue *residue, struct trials *trials, struct tt_error *err)
{
    size_t bytes = 0, used = 0, count = 0;
    for (size_t i = 0; i < residue->count; i++)
        bytes += 2 * (size_t)values_bytes(&residue->rows[i]);
    uint8_t *room = mem_alloc(bytes + 1);
    struct left_place *places = mem_calloc(residue->count + 1, sizeof *places);
    enum tt_status status = room && places ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for what was left");
    for (size_t i = 0; i < residue->count && !status; i++) {
        struct residue_row *row = &residue->rows[i];
        uint8_t *recorded = room + used, *found = recorded + values_bytes(row);
        values_load(row, trials_start(trials), recorded);
        row->value = values_number(row, recorded);
        together_value_before(row, trials, recorded, found);
        if (row->is_given)
            continue;
        if (memcmp(found, recorded, values_bytes(row)) == 0) {
            row->reach = RESIDUE_NO_VALUE;
            continue;
        }
        used += 2 * (size_t)values_bytes(row);
        places[count++] =
            (struct left_place){.row = i, .recorded = recorded, .left = recorded, .found = found, .shown = found};
    }
    status = status ?: together_decide(places, count, residue, trials, err);
    mem_free(room);
    mem_free(places);
    return status;
}
