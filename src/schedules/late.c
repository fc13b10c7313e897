/* SPDX-License-Identifier: Apache-2.0 */
/* Orders in which a unit is late: of each hazard of rounds what it would change. */
#include "schedules/search.h"

#include "gpr_findings.h"

/* With the same L1 the run may leave other state to the next run: the first that does so is retained. */
static void late_note_left(struct search *search, const struct replay_hazard *hazard, struct schedules_change *change)
{
    if (search->how->is_sought || !ends_left_differs(&search->ends, change) || hazard->cycles || search->late.who[0])
        return;
    search->late = *hazard;
    search->late_change = *change;
}

/* Runs with the unit delayed: the one word, or all that it may still have in work. */
static enum tt_status late_run(struct search *search, const struct replay_hazard *hazard, bool *differs,
                               struct schedules_change *change, struct tt_error *err)
{
    struct schedules_result *result = search->result;
    struct delayed_patch patch;
    struct replay_summary summary = {0};
    enum tt_status status = delayed_learn(search->capture, &search->options, hazard, &patch, err);
    if (!status && patch.patch.count) {
        search->options.patch = &patch.patch;
        status = search_try_rounds(search, &summary, differs, err);
        search->options.patch = NULL;
        result->tried++;
        const bool has_ended = !status && !summary.is_deadlocked;
        result->stuck += !status && summary.is_deadlocked;
        result->internal += has_ended && !*differs && ends_state_differs(&search->ends);
        *change = *differs ? result->change : (struct schedules_change){0};
        if (has_ended && !*differs)
            late_note_left(search, hazard, change);
    }
    delayed_patch_clear(&patch);
    return status;
}

static bool late_is_found(const struct schedules_result *result, const struct replay_hazard *hazard)
{
    return result->is_delayed && result->delayed.step == hazard->step &&
           result->delayed.other_step == hazard->other_step;
}

enum tt_status search_take_late(struct search *search, const struct replay_hazard *hazard, struct tt_error *err)
{
    struct schedules_result *result = search->result;
    result->has_difference = result->is_delayed = true;
    result->delayed = *hazard;
    for (unsigned i = 0; i < result->race_count; i++) /* it is the difference, and no longer one of those beside it */
        if (late_is_found(result, &result->races[i].hazard))
            result->races[i--] = result->races[--result->race_count];
    return evidence_of_hazard(&result->evidence, search->capture, &search->options, hazard, err);
}

enum tt_status search_try_late(struct search *search, struct schedules_race *race, struct tt_error *err)
{
    const struct replay_hazard *reported = &race->hazard;
    struct schedules_change *change = &race->change;
    struct replay_hazard hazard = *reported;
    bool differs = false;
    hazard.first_step = hazard.other_step;
    enum tt_status status = late_run(search, &hazard, &differs, change, err);
    if (!status && !differs && reported->first_step < reported->other_step) {
        hazard = *reported;
        status = late_run(search, &hazard, &differs, change, err);
    }
    race->answer = delayed_is_unseen(hazard.id)       ? DELAYED_UNSEEN
                   : change->bytes || change->left[0] ? DELAYED_DIFFERS
                                                      : DELAYED_SAME;
    return !status && differs && !hazard.cycles ? search_take_late(search, &hazard, err) : status;
}

static bool late_goes_on(struct search *search)
{
    const struct schedules_result *result = search->result;
    return !result->has_difference && result->tried < search->how->budget && !search_is_late(search);
}

static enum tt_status late_try_all(struct search *search, const struct replay_hazards *reported, struct tt_error *err)
{
    struct schedules_result *result = search->result;
    result->open += reported->reported > REPLAY_HAZARDS_MAX ? reported->reported - REPLAY_HAZARDS_MAX : 0;
    for (size_t i = 0; i < reported->reported && i < REPLAY_HAZARDS_MAX; i++) {
        const struct replay_hazard *hazard = &reported->items[i];
        struct schedules_race race = {.hazard = *hazard};
        if (late_goes_on(search))
            TRY(search_try_late(search, &race, err));
        const bool is_shown = race.answer == DELAYED_SAME || race.answer == DELAYED_DIFFERS;
        result->open += !is_shown && finding_get(hazard->id)->kind == FINDING_HAZARD;
        const bool is_window = hazard->cycles && race.change.bytes && hazard->id != FINDING_GPR_MAY_BE_READ_TOO_SOON;
        if (is_window && result->windows++ == 0) {
            result->window = *hazard;
            result->window_change = race.change;
        } else if (!late_is_found(result, hazard) && result->race_count < SCHEDULES_RACES) {
            result->races[result->race_count++] = race;
        }
    }
    return TT_OK;
}

enum tt_status search_late(struct search *search, struct tt_error *err)
{
    struct schedules_result *result = search->result;
    result->hazards = search->hazards.reported;
    result->assumed = search->lags.reported ? search->lags.items[0].places : 0;
    TRY(late_try_all(search, &search->hazards, err));
    return late_try_all(search, &search->lags, err);
}
