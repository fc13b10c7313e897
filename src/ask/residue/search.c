/* SPDX-License-Identifier: Apache-2.0 */
/* Other values in place of a row's, one after the other, until an output changes. */
#include "ask/residue/residue_internal.h"

#include "base/error.h"
#include "base/memory.h"
#include "isa/effects.h"

#include <string.h>

/* Reads and writes of the rest are all reported; of these some are not, or not where nothing changes. */
static uint64_t first_event(const struct residue_row *row, enum replay_order order)
{
    bool is_sure = order == REPLAY_EXECUTED;
    for (unsigned i = 0; i < row->range_count; i++)
        is_sure = is_sure && row->ranges[i].space != TT_SPACE_STATE && row->ranges[i].space != TT_SPACE_DST_VALID;
    return is_sure ? row->reader.seq : 0;
}

static void take_change(struct residue_row *row, const struct trial_change *change, const uint8_t *value)
{
    row->reach = change->reach;
    row->checkpoint = change->checkpoint;
    row->is_at_end = change->is_at_end;
    row->at_space = change->space;
    row->at = change->at;
    row->other = values_number(row, value);
}

/* Of a run that begins at an event: as if nothing before it had written there. */
static bool next_value(const struct residue_row *row, const struct trials *trials, unsigned nth,
                       const uint8_t *recorded, uint8_t *value)
{
    if (!trials_before(trials))
        return values_nth(row, nth, recorded, value);
    values_load(row, trials_before(trials), value);
    for (uint32_t i = 0; i < values_bytes(row) && row->has_value; i++) {
        const uint32_t width = row->ranges[0].hi - row->ranges[0].lo;
        const uint8_t mask = (uint8_t)(row->ranges[0].mask >> 8 * (i % width));
        value[i] = (uint8_t)((recorded[i] & ~mask) | (value[i] & mask));
    }
    return nth == 0;
}

/* Tries values until one changes an output. Until then a hang, or another byte of a checkpoint, is noted. */
static enum tt_status try_row(struct residue_row *row, const struct residue *residue, struct trials *trials,
                              struct tt_error *err)
{
    const uint32_t bytes = values_bytes(row);
    uint8_t *recorded = mem_alloc(2 * (size_t)bytes);
    enum tt_status status = TT_OK;
    if (!recorded)
        return tt_fail(err, TT_NO_MEMORY, "no memory for %u bytes", (unsigned)bytes);
    uint8_t *value = recorded + bytes;
    enum residue_reach best = RESIDUE_NO_VALUE;
    values_load(row, trials_start(trials), recorded);
    row->value = values_number(row, recorded);
    unsigned nth = 0;
    for (; !status && best != RESIDUE_OUTPUT && !trials_are_spent(trials); nth++) {
        struct poke pokes[RESIDUE_RANGES_MAX];
        struct trial_change change;
        if (!next_value(row, trials, nth, recorded, value))
            break;
        if (memcmp(value, recorded, bytes) == 0)
            continue;
        const unsigned count = values_pokes(row, first_event(row, residue->order), recorded, value, pokes);
        status = trials_try(trials, pokes, count, &change, err);
        if (!status && change.reach < best)
            take_change(row, &change, value);
        best = !status && change.reach < best ? change.reach : best;
    }
    if (best == RESIDUE_NO_VALUE && !next_value(row, trials, nth, recorded, value))
        row->reach = RESIDUE_NO_VALUE;
    mem_free(recorded);
    return status;
}

/* ---- words of the state ---- */

/* Counters mostly, of which most do not matter: first all of a few neighbours at once, each by another bit. */
enum { GROUP_MAX = 8, GROUP_TRIALS = 3, WORD_BYTES = 4 };

/* A wait compares two of these: a change that makes both alike may have no effect. */
static bool search_is_alone(unsigned what)
{
    return what == WHAT_SEM || what == WHAT_MUTEX || what == WHAT_SRC_VALID_A || what == WHAT_SRC_VALID_B;
}

static size_t group_end(const struct residue *residue, size_t first)
{
    size_t end = first + 1;
    const unsigned what = what_of_state(residue->rows[first].ranges[0].lo / WORD_BYTES);
    for (; !search_is_alone(what) && end < residue->count && end - first < GROUP_MAX; end++) {
        const struct residue_range *last = &residue->rows[end - 1].ranges[0], *next = &residue->rows[end].ranges[0];
        if (next->space != TT_SPACE_STATE || next->lo != last->hi || what_of_state(next->lo / WORD_BYTES) != what)
            break;
    }
    return end;
}

/* Whether none of them changes anything, as far as a few values of all of them show. */
static enum tt_status try_group(struct residue *residue, size_t first, size_t end, bool *is_idle, struct trials *trials,
                                struct tt_error *err)
{
    uint8_t recorded[GROUP_MAX][WORD_BYTES], value[GROUP_MAX][WORD_BYTES];
    enum tt_status status = TT_OK;
    *is_idle = true;
    for (unsigned nth = 0; nth < GROUP_TRIALS && *is_idle && !status; nth++) {
        struct poke pokes[GROUP_MAX + RESIDUE_RANGES_MAX];
        struct trial_change change;
        size_t count = 0;
        for (size_t i = first; i < end; i++) {
            const struct residue_row *row = &residue->rows[i];
            values_load(row, trials_start(trials), recorded[i - first]);
            if (values_nth(row, nth + (unsigned)(i - first), recorded[i - first], value[i - first]))
                count += values_pokes(row, 0, recorded[i - first], value[i - first], pokes + count);
        }
        if (!count)
            break;
        status = trials_try(trials, pokes, count, &change, err);
        *is_idle = !status && change.reach == RESIDUE_NO_VALUE;
    }
    return status;
}

static enum tt_status try_state(struct residue *residue, size_t first, size_t end, struct trials *trials,
                                struct tt_error *err)
{
    bool is_idle = false;
    enum tt_status status = TT_OK;
    if (end - first > 1 && !trials_before(trials))
        status = try_group(residue, first, end, &is_idle, trials, err);
    for (size_t i = first; i < end && !status; i++) {
        if (is_idle)
            residue->rows[i].reach = RESIDUE_NO_VALUE;
        else if (!trials_are_spent(trials))
            status = try_row(&residue->rows[i], residue, trials, err);
    }
    return status;
}

/* ---- */

static enum tt_status try_rows(struct residue *residue, bool is_given, struct trials *trials, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (size_t i = 0, end; i < residue->count && !status && !trials_are_spent(trials); i = end) {
        struct residue_row *row = &residue->rows[i];
        end = row->ranges[0].space == TT_SPACE_STATE ? group_end(residue, i) : i + 1;
        if (row->is_given != is_given || row->reach != RESIDUE_NOT_TRIED)
            continue;
        if (row->ranges[0].space == TT_SPACE_STATE)
            status = try_state(residue, i, end, trials, err);
        else
            status = try_row(row, residue, trials, err);
    }
    return status;
}

enum tt_status search_rows(struct residue *residue, struct trials *trials, struct tt_error *err)
{
    const enum tt_status status = try_rows(residue, false, trials, err);
    return status ? status : try_rows(residue, true, trials, err);
}
