/* SPDX-License-Identifier: Apache-2.0 */
/* One walk through the whole run, for what no window says alone. */
#include "results/events_internal.h"

#include "base/search.h"
#include "isa/evidence.h"

enum { STORES = 3 };

/* The words of a thread as far as they came. */
struct survey_run {
    bool is_open;
    uint64_t last_word; /* of the thread, plus one */
    struct events_origin origin;
};

struct surveyor {
    struct events *events;
    struct events_survey *survey;
    struct survey_run runs[STORES];
    struct tt_error *err;
};

void events_forget_survey(struct events *events)
{
    mem_free(events->survey.origins);
    mem_free(events->survey.taints);
    mem_free(events->survey.facts);
    events->survey = (struct events_survey){0};
}

static enum tt_status survey_no_memory(const struct surveyor *surveyor)
{
    return tt_fail(surveyor->err, TT_NO_MEMORY, "no memory for the events of a run");
}

static enum tt_status survey_put_origin(struct surveyor *surveyor, const struct events_origin *origin)
{
    struct events_survey *survey = surveyor->survey;
    return MEM_PUSH(survey->origins, survey->origin_count, survey->origin_capacity, *origin)
               ? TT_OK
               : survey_no_memory(surveyor);
}

static enum tt_status survey_store(struct surveyor *surveyor, const struct window_event *event)
{
    const struct events_origin origin = {-1, event->seq, event->seq, event->core, event->pc};
    return event->has_origin ? survey_put_origin(surveyor, &origin) : TT_OK;
}

/* A run goes on where no word of the thread came from elsewhere in between. */
static enum tt_status survey_word(struct surveyor *surveyor, const struct window_event *event)
{
    struct survey_run *run = &surveyor->runs[event->thread < STORES ? event->thread : 0];
    const uint64_t before = run->last_word;
    run->last_word = event->seq + 1;
    if (!event->has_origin || event->thread >= STORES)
        return TT_OK;
    struct events_origin *origin = &run->origin;
    if (run->is_open && origin->core == event->core && origin->pc == event->pc && before == origin->last_seq + 1) {
        origin->last_seq = event->seq;
        return TT_OK;
    }
    TRY(run->is_open ? survey_put_origin(surveyor, origin) : TT_OK);
    run->is_open = true;
    *origin = (struct events_origin){event->thread, event->seq, event->seq, event->core, event->pc};
    return TT_OK;
}

static enum tt_status survey_event(struct surveyor *surveyor, const struct window_event *event)
{
    TRY(event->is_core ? survey_store(surveyor, event) : survey_word(surveyor, event));
    if (!event->fact || event->has_waited)
        return TT_OK;
    struct results_evidence *fact = &surveyor->survey->facts[fact_number(event->fact)];
    if (!fact->instructions++)
        *fact = (struct results_evidence){event->fact, 1, event->seq};
    return TT_OK;
}

/* ---- the walk ---- */

static enum tt_status survey_window(void *user, const struct window *window)
{
    struct surveyor *surveyor = user;
    struct events_survey *survey = surveyor->survey;
    for (size_t i = 0; i < window->event_count; i++)
        TRY(survey_event(surveyor, &window->events[i]));
    if (!window->taint_count)
        return TT_OK;
    if (mem_grow(&survey->taints, &survey->taint_capacity, survey->taint_count + window->taint_count,
                 sizeof *survey->taints))
        return survey_no_memory(surveyor);
    memcpy(survey->taints + survey->taint_count, window->taints, window->taint_count * sizeof *window->taints);
    survey->taint_count += window->taint_count;
    return TT_OK;
}

ORDER(by_thread, struct events_origin, RISING(thread) ?: RISING(first_seq))

static enum tt_status survey_walk(struct surveyor *surveyor)
{
    TRY(events_walk(surveyor->events, EVENTS_PLAIN, 0, UINT64_MAX, survey_window, surveyor, surveyor->err));
    for (int i = 0; i < STORES; i++)
        if (surveyor->runs[i].is_open)
            TRY(survey_put_origin(surveyor, &surveyor->runs[i].origin));
    return TT_OK;
}

enum tt_status events_survey(struct events *events, const struct events_survey **survey, struct tt_error *err)
{
    *survey = &events->survey;
    if (events->has_survey)
        return TT_OK;
    struct surveyor surveyor = {.events = events, .survey = &events->survey, .err = err};
    events->survey.facts = mem_calloc(fact_count(), sizeof *events->survey.facts);
    NEED(events->survey.facts, err, "no memory for the events of a run");
    const enum tt_status status = survey_walk(&surveyor);
    if (status) {
        events_forget_survey(events);
        return status;
    }
    if (events->survey.origin_count)
        qsort(events->survey.origins, events->survey.origin_count, sizeof *events->survey.origins, by_thread);
    events->has_survey = true;
    return TT_OK;
}
