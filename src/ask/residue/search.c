/* SPDX-License-Identifier: Apache-2.0 */
/* Other values in place of a row's until an output changes: the first few of each row alone; then, since most rows
 * change nothing, one more value of every row at once, and by halves where that shows anything. */
#include "ask/residue/residue_internal.h"

#include "base/error.h"
#include "base/memory.h"
#include "isa/effects.h"

#include <limits.h>
#include <string.h>

/* Reads and writes of the rest are all reported; of these some are not, or not where nothing changes. */
static uint64_t first_event(const struct residue_row *row, enum replay_order order)
{
    bool is_sure = order == REPLAY_EXECUTED;
    for (unsigned i = 0; i < row->range_count; i++)
        is_sure = is_sure && row->ranges[i].space != TT_SPACE_STATE && row->ranges[i].space != TT_SPACE_DST_VALID;
    return is_sure ? row->reader.seq : 0;
}

void search_take_change(struct residue_row *row, const struct trial_change *change, const uint8_t *value)
{
    row->reach = change->reach;
    row->checkpoint = change->checkpoint;
    row->is_at_end = change->is_at_end;
    row->at_space = change->space;
    row->at = change->at;
    row->other = values_number(row, value);
}

/* How far the search of a row is. */
struct effort {
    unsigned nth;            /* values that were tried */
    enum residue_reach best; /* RESIDUE_NO_VALUE: nothing yet */
    bool is_alone;           /* not to be tried together with others */
    bool has_neighbour, begins_again;
    unsigned neighbour; /* which of its neighbours it is */
    bool is_done;
};

struct row_search {
    struct residue *residue;
    struct trials *trials;
    struct effort *efforts; /* of each row */
    size_t *together;       /* rows to be tried at once */
    size_t count;
};

enum { FIRST_VALUES = 1, NEIGHBOUR_VALUES = 3, NEIGHBOURS = 8, WORD_BYTES = 4 };
/* Bytes of a row that goes together with others; room for its recorded value and another one. */
enum { TOGETHER_BYTES = RESIDUE_RANGES_MAX * WORD_BYTES, TOGETHER_ROOM = 2 * TOGETHER_BYTES };

/* A wait compares two of these: a change that makes both alike may have no effect. */
static bool is_waited_for(const struct residue_row *row)
{
    const struct residue_range *range = &row->ranges[0];
    const unsigned what = range->space == TT_SPACE_STATE ? what_of_state(range->lo / WORD_BYTES) : WHAT_OUTSIDE;
    return what == WHAT_SEM || what == WHAT_MUTEX || what == WHAT_SRC_VALID_A || what == WHAT_SRC_VALID_B;
}

/* Neighbours among the words of the state are counters mostly, of which most do not matter: they get few values, each
 * another one. */
static bool are_neighbours(const struct residue_row *a, const struct residue_row *b)
{
    const struct residue_range *low = &a->ranges[0], *high = &b->ranges[0];
    return low->space == TT_SPACE_STATE && high->space == TT_SPACE_STATE && high->lo == low->hi && !is_waited_for(a) &&
           what_of_state(high->lo / WORD_BYTES) == what_of_state(low->lo / WORD_BYTES);
}

static void number_neighbours(struct row_search *search)
{
    const struct residue *residue = search->residue;
    for (size_t i = 0; i < residue->count; i++) {
        search->efforts[i] = (struct effort){.best = RESIDUE_NO_VALUE};
        if (i == 0 || !are_neighbours(&residue->rows[i - 1], &residue->rows[i]))
            continue;
        search->efforts[i].neighbour = search->efforts[i - 1].neighbour + 1;
        search->efforts[i - 1].has_neighbour = search->efforts[i].has_neighbour = true;
    }
}

/* Rows of one number each that no wait compares. */
static bool goes_together(const struct row_search *search, size_t at)
{
    const struct residue_row *row = &search->residue->rows[at];
    const struct effort *effort = &search->efforts[at];
    return row->reach == RESIDUE_NOT_TRIED && !effort->is_alone && !is_waited_for(row) &&
           effort->best == RESIDUE_NO_VALUE && values_bytes(row) <= TOGETHER_BYTES &&
           (row->ranges[0].space == TT_SPACE_STATE || row->has_value);
}

/* ---- one row ---- */

static enum tt_status search_try_value(struct row_search *search, size_t at, const uint8_t *recorded,
                                       const uint8_t *value, struct tt_error *err)
{
    struct residue_row *row = &search->residue->rows[at];
    struct effort *effort = &search->efforts[at];
    struct poke pokes[RESIDUE_RANGES_MAX];
    struct trial_change change;
    const unsigned count = values_pokes(row, first_event(row, search->residue->order), recorded, value, pokes);
    const enum tt_status status = trials_try(search->trials, pokes, count, &change, err);
    if (!status && change.reach < effort->best) {
        search_take_change(row, &change, value);
        effort->best = change.reach;
    }
    return status;
}

/* Tries values until one changes an output, or `until` of them are tried. Until then a hang, or another byte of a
 * checkpoint, is noted. */
static enum tt_status try_row(struct row_search *search, size_t at, unsigned until, struct tt_error *err)
{
    struct residue_row *row = &search->residue->rows[at];
    struct effort *effort = &search->efforts[at];
    const uint32_t bytes = values_bytes(row);
    uint8_t *recorded = mem_alloc(2 * (size_t)bytes);
    enum tt_status status = TT_OK;
    bool has_more = true;
    NEED(recorded, err, "no memory for %u bytes", (unsigned)bytes);
    uint8_t *value = recorded + bytes;
    values_load(row, trials_start(search->trials), recorded);
    row->value = values_number(row, recorded);
    while (!status && effort->best != RESIDUE_OUTPUT && effort->nth < until && !trials_are_spent(search->trials)) {
        has_more = values_nth(row, effort->nth, recorded, value);
        if (!has_more)
            break;
        effort->nth++;
        if (memcmp(value, recorded, bytes) != 0)
            status = search_try_value(search, at, recorded, value, err);
    }
    has_more = has_more && values_nth(row, effort->nth, recorded, value);
    if (effort->best == RESIDUE_NO_VALUE && !has_more)
        row->reach = RESIDUE_NO_VALUE;
    effort->is_done = effort->best == RESIDUE_OUTPUT || !has_more;
    mem_free(recorded);
    return status;
}

/* ---- many rows at once ---- */

/* The row's next value, as pokes; 0: it has none. room: for both values. */
static unsigned next_pokes(const struct row_search *search, size_t at, uint8_t *room, struct poke *pokes)
{
    const struct residue_row *row = &search->residue->rows[at];
    uint8_t *value = room + TOGETHER_BYTES;
    const struct effort *effort = &search->efforts[at];
    const unsigned nth = effort->nth + effort->neighbour % NEIGHBOURS;
    values_load(row, trials_start(search->trials), room);
    if ((effort->has_neighbour && effort->nth >= NEIGHBOUR_VALUES) || !values_nth(row, nth, room, value))
        return 0;
    return values_pokes(row, first_event(row, search->residue->order), room, value, pokes);
}

/* This row is to be tried alone, and its neighbours with all values. */
static void show_neighbours(struct row_search *search, size_t at)
{
    struct effort *efforts = search->efforts;
    efforts[at].is_alone = true;
    size_t first = at - efforts[at].neighbour;
    do
        efforts[first++].begins_again = true;
    while (first < search->residue->count && efforts[first].neighbour);
}

/* Whether any of these rows shows something; of a single row, it is to be tried alone. */
static enum tt_status try_together(struct row_search *search, const size_t *rows, size_t count, struct poke *pokes,
                                   uint8_t *room, bool *shows, struct tt_error *err)
{
    struct trial_change change = {.reach = RESIDUE_NO_VALUE};
    size_t poked = 0;
    for (size_t i = 0; i < count; i++)
        poked += next_pokes(search, rows[i], room + i * TOGETHER_ROOM, pokes + poked);
    enum tt_status status = poked ? trials_try(search->trials, pokes, poked, &change, err) : TT_OK;
    *shows = change.reach != RESIDUE_NO_VALUE;
    if (status || !*shows || trials_are_spent(search->trials))
        return status;
    bool left = false, right = false;
    if (count > 1)
        status = try_together(search, rows, count / 2, pokes, room, &left, err);
    if (count > 1 && !status)
        status = try_together(search, rows + count / 2, count - count / 2, pokes, room, &right, err);
    for (size_t i = 0; i < count && !left && !right; i++) /* one alone, or values that matter only together */
        show_neighbours(search, rows[i]);
    return status;
}

/* Rows that are still to be tried together and have another value; the others of them are done. */
static void gather_together(struct row_search *search, bool is_given)
{
    struct poke pokes[RESIDUE_RANGES_MAX];
    uint8_t room[TOGETHER_ROOM];
    search->count = 0;
    for (size_t i = 0; i < search->residue->count; i++) {
        if (search->residue->rows[i].is_given != is_given || !goes_together(search, i))
            continue;
        search->efforts[i].is_done = !next_pokes(search, i, room, pokes);
        if (search->efforts[i].is_done)
            search->residue->rows[i].reach = RESIDUE_NO_VALUE;
        else
            search->together[search->count++] = i;
    }
}

static void end_round(struct effort *effort)
{
    if (effort->begins_again && effort->has_neighbour)
        *effort = (struct effort){.best = effort->best, .is_alone = effort->is_alone};
    else
        effort->nth += !effort->is_alone;
}

static enum tt_status try_all_together(struct row_search *search, bool is_given, struct tt_error *err)
{
    const size_t most = search->residue->count + 1;
    struct poke *pokes = mem_calloc(most * RESIDUE_RANGES_MAX, sizeof *pokes);
    uint8_t *room = mem_alloc(most * TOGETHER_ROOM);
    enum tt_status status = pokes && room ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory for what is tried at once");
    for (bool shows; !status && !trials_are_spent(search->trials);) {
        gather_together(search, is_given);
        if (!search->count)
            break;
        status = try_together(search, search->together, search->count, pokes, room, &shows, err);
        for (size_t i = 0; i < search->count && !trials_are_spent(search->trials); i++)
            end_round(&search->efforts[search->together[i]]);
    }
    mem_free(pokes);
    mem_free(room);
    return status;
}

/* ---- */

static enum tt_status try_rows(struct row_search *search, bool is_given, unsigned until, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < search->residue->count && !status && !trials_are_spent(search->trials); i++) {
        const struct residue_row *row = &search->residue->rows[i];
        const struct effort *effort = &search->efforts[i];
        if (row->is_given == is_given && !effort->is_done && row->reach != RESIDUE_UNUSED &&
            (until == UINT_MAX || !effort->has_neighbour))
            status = try_row(search, i, until, err);
    }
    return status;
}

enum tt_status search_rows(struct residue *residue, struct trials *trials, struct tt_error *err)
{
    struct row_search search = {.residue = residue,
                                .trials = trials,
                                .efforts = mem_calloc(residue->count + 1, sizeof *search.efforts),
                                .together = mem_calloc(residue->count + 1, sizeof *search.together)};
    enum tt_status status = search.efforts && search.together
                                ? TT_OK
                                : tt_fail(err, TT_NO_MEMORY, "no memory for %zu places", residue->count);
    if (!status)
        number_neighbours(&search);
    for (int is_given = 0; is_given <= 1 && !status; is_given++) {
        status = try_rows(&search, is_given, FIRST_VALUES, err);
        status = status ?: try_all_together(&search, is_given, err);
        status = status ?: try_rows(&search, is_given, UINT_MAX, err);
    }
    mem_free(search.efforts);
    mem_free(search.together);
    return status;
}
