/* SPDX-License-Identifier: Apache-2.0 */
/* Other values in place of a row's until an output changes: the first few of each row alone; then, since most rows
 * change nothing, one more value of every row at once, and by halves where that shows anything. */
#include "ask/residue/residue_internal.h"

#include "isa/effects.h"

#include <limits.h>

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

/* ---- single rows ---- */

/* Rows whose next value is tried, each alone. */
struct round {
    struct {
        size_t row;
        uint8_t *recorded, *value;
        struct poke pokes[RESIDUE_RANGES_MAX];
    } * items;
    struct trial_try *tries;
    uint8_t *bytes; /* recorded and other values */
    size_t count, used;
};

static void round_clear(struct round *round)
{
    mem_free(round->items);
    mem_free(round->tries);
    mem_free(round->bytes);
}

/* No value is left, or none is needed. */
static void search_end_row(const struct row_search *search, size_t at, const uint8_t *recorded, uint8_t *value)
{
    struct residue_row *row = &search->residue->rows[at];
    struct effort *effort = &search->efforts[at];
    const bool has_more = values_nth(row, effort->nth, recorded, value);
    if (effort->best == RESIDUE_NO_VALUE && !has_more)
        row->reach = RESIDUE_NO_VALUE;
    effort->is_done = effort->best == RESIDUE_OUTPUT || !has_more;
}

/* The row's next value that is not the recorded one; nothing: it has none. */
static void round_add(struct round *round, const struct row_search *search, size_t at, unsigned until)
{
    struct residue_row *row = &search->residue->rows[at];
    struct effort *effort = &search->efforts[at];
    const uint32_t count = values_bytes(row);
    uint8_t *recorded = round->bytes + round->used, *value = recorded + count;
    bool is_another = false;
    values_load(row, trials_start(search->trials), recorded);
    row->value = values_number(row, recorded);
    while (!is_another && effort->nth < until && values_nth(row, effort->nth, recorded, value)) {
        effort->nth++;
        is_another = memcmp(value, recorded, count) != 0;
    }
    if (!is_another) {
        search_end_row(search, at, recorded, value);
        return;
    }
    struct poke *pokes = round->items[round->count].pokes;
    const unsigned ranges = values_pokes(row, first_event(row, search->residue->order), recorded, value, pokes);
    round->items[round->count].row = at;
    round->items[round->count].recorded = recorded;
    round->items[round->count].value = value;
    round->tries[round->count++] = (struct trial_try){.pokes = pokes, .count = ranges};
    round->used += 2 * (size_t)count;
}

static bool is_for_round(const struct row_search *search, size_t at, bool is_given, unsigned until)
{
    const struct residue_row *row = &search->residue->rows[at];
    const struct effort *effort = &search->efforts[at];
    return row->is_given == is_given && !effort->is_done && row->reach != RESIDUE_UNUSED && effort->nth < until &&
           (until == UINT_MAX || !effort->has_neighbour);
}

static enum tt_status round_make(struct round *round, const struct row_search *search, bool is_given, unsigned until,
                                 struct tt_error *err)
{
    const size_t most = search->residue->count;
    size_t bytes = 0;
    for (size_t i = 0; i < most; i++)
        bytes += 2 * (size_t)values_bytes(&search->residue->rows[i]);
    *round = (struct round){.items = mem_calloc(most + 1, sizeof *round->items),
                            .tries = mem_calloc(most + 1, sizeof *round->tries),
                            .bytes = mem_alloc(bytes + 1)};
    NEED(round->items && round->tries && round->bytes, err, "no memory for %zu places", most);
    for (size_t i = 0; i < most; i++)
        if (is_for_round(search, i, is_given, until))
            round_add(round, search, i, until);
    return TT_OK;
}

static void round_take(const struct round *round, const struct row_search *search, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const size_t at = round->items[i].row;
        const struct trial_change *change = &round->tries[i].change;
        if (change->reach < search->efforts[at].best) {
            search_take_change(&search->residue->rows[at], change, round->items[i].value);
            search->efforts[at].best = change->reach;
        }
        search_end_row(search, at, round->items[i].recorded, round->items[i].value);
    }
}

/* Values of each row until one changes an output, or `until` of them are tried: of all rows one at a time. Until then a
 * hang, or another byte of a checkpoint, is noted. */
static enum tt_status try_rows(struct row_search *search, bool is_given, unsigned until, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (size_t done = 1; !status && done && !trials_are_spent(search->trials);) {
        struct round round;
        status = round_make(&round, search, is_given, until, err);
        status = status ?: trials_try_several(search->trials, round.tries, round.count, false, &done, err);
        if (!status)
            round_take(&round, search, done);
        round_clear(&round);
    }
    return status;
}

/* ---- many rows at once ---- */

/* The row's next value, or one so far ahead of that, as pokes; 0: it has none. room: for both values. */
static unsigned next_pokes(const struct row_search *search, size_t at, unsigned ahead, uint8_t *room,
                           struct poke *pokes)
{
    const struct residue_row *row = &search->residue->rows[at];
    uint8_t *value = room + TOGETHER_BYTES;
    const struct effort *effort = &search->efforts[at];
    const unsigned nth = effort->nth + ahead;
    values_load(row, trials_start(search->trials), room);
    if ((effort->has_neighbour && nth >= NEIGHBOUR_VALUES) ||
        !values_nth(row, nth + effort->neighbour % NEIGHBOURS, room, value))
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

/* Some of the rows that are tried together, [first, end). */
struct share {
    size_t first, end, of; /* of: the share whose half it is */
    bool shows, half_shows;
};

/* Room for several trials of the rows together, or of shares of them. */
struct at_once {
    struct trial_try *tries;
    struct poke *pokes;
    uint8_t *room;
    struct share *shares;
    size_t count, poked, rows;
};

static void at_once_begin(struct at_once *room)
{
    room->count = room->poked = room->rows = 0;
}

/* False: none of the rows has a value. */
static bool at_once_add(struct at_once *room, const struct row_search *search, size_t first, size_t end, unsigned ahead)
{
    struct trial_try *try = &room->tries[room->count];
    *try = (struct trial_try){.pokes = &room->pokes[room->poked]};
    for (size_t i = first; i < end; i++)
        try->count += next_pokes(search, search->together[i], ahead, &room->room[room->rows++ * TOGETHER_ROOM],
                                 &room->pokes[room->poked + try->count]);
    room->poked += try->count;
    room->count += try->count > 0;
    return try->count > 0;
}

/* Halves of shares that show something, down to rows that show it alone, or together only: these are to be tried alone.
 */
static enum tt_status split_shares(struct row_search *search, struct at_once *room, struct tt_error *err)
{
    struct share *shares = room->shares;
    size_t count = 1, done;
    shares[0] = (struct share){.end = search->count, .shows = true};
    for (size_t begin = 0, end = count; begin < end; begin = end, end = count) {
        at_once_begin(room);
        for (size_t i = begin; i < end; i++) {
            const struct share *share = &shares[i];
            const size_t middle = share->first + (share->end - share->first) / 2;
            if (!share->shows || share->end - share->first == 1)
                continue;
            shares[count++] = (struct share){.first = share->first, .end = middle, .of = i};
            shares[count++] = (struct share){.first = middle, .end = share->end, .of = i};
            (void)at_once_add(room, search, share->first, middle, 0);
            (void)at_once_add(room, search, middle, share->end, 0);
        }
        TRY(trials_try_several(search->trials, room->tries, room->count, false, &done, err));
        if (trials_are_spent(search->trials))
            return TT_OK;
        for (size_t i = end; i < count; i++) {
            shares[i].shows = room->tries[i - end].change.reach != RESIDUE_NO_VALUE;
            shares[shares[i].of].half_shows |= shares[i].shows;
        }
    }
    for (size_t i = 0; i < count; i++)
        for (size_t row = shares[i].first; row < shares[i].end && shares[i].shows && !shares[i].half_shows; row++)
            show_neighbours(search, search->together[row]);
    return TT_OK;
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
        search->efforts[i].is_done = !next_pokes(search, i, 0, room, pokes);
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

/* The next value of all rows at once, and those behind it while none shows anything. */
static enum tt_status try_next_values(struct row_search *search, struct at_once *room, bool is_given,
                                      struct tt_error *err)
{
    size_t done;
    at_once_begin(room);
    for (unsigned ahead = 0; ahead < trials_at_once(search->trials); ahead++)
        if (!at_once_add(room, search, 0, search->count, ahead))
            break;
    TRY(trials_try_several(search->trials, room->tries, room->count, true, &done, err));
    for (size_t round = 0; round < done && !trials_are_spent(search->trials); round++) {
        gather_together(search, is_given);
        if (room->tries[round].change.reach != RESIDUE_NO_VALUE)
            TRY(split_shares(search, room, err));
        for (size_t i = 0; i < search->count && !trials_are_spent(search->trials); i++)
            end_round(&search->efforts[search->together[i]]);
    }
    return TT_OK;
}

static enum tt_status try_all_together(struct row_search *search, bool is_given, struct tt_error *err)
{
    const size_t most = search->residue->count + 1, times = trials_at_once(search->trials);
    struct at_once room = {.tries = mem_calloc(most + times, sizeof *room.tries),
                           .pokes = mem_calloc(most * times, RESIDUE_RANGES_MAX * sizeof *room.pokes),
                           .room = mem_alloc(most * times * TOGETHER_ROOM),
                           .shares = mem_calloc(2 * most, sizeof *room.shares)};
    enum tt_status status = room.tries && room.pokes && room.room && room.shares
                                ? TT_OK
                                : tt_fail(err, TT_NO_MEMORY, "no memory for what is tried at once");
    while (!status && !trials_are_spent(search->trials)) {
        gather_together(search, is_given);
        if (!search->count)
            break;
        status = try_next_values(search, &room, is_given, err);
    }
    mem_free(room.tries);
    mem_free(room.pokes);
    mem_free(room.room);
    mem_free(room.shares);
    return status;
}

/* ---- */

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
