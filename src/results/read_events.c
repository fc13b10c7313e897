/* SPDX-License-Identifier: Apache-2.0 */
/* The words that ran, and their accesses. docs/formats/results.md#windows */
#include "results/reader_internal.h"

static enum tt_status take_moment(void *user, const struct results_moment_row *row)
{
    struct results *results = user;
    if (results->moment_count == RUN_MOMENTS - 1)
        return TT_END;
    results->moments[results->moment_count++] = *row;
    return TT_OK;
}

/* The options of the run, as far as they say what happened. */
static enum tt_status events_options(struct results *results, struct tt_error *err)
{
    const struct results_run_row *run = &results->run;
    struct replay_options *options = &results->options;
    struct ttcap *capture = NULL;
    enum tt_status status = run_capture_need(&capture, run, err);
    if (status) {
        tt_error_prefix(err, "%s", results->path);
        return status;
    }
    mem_free(results->sets);
    status = run_replay_options(run, capture, options, &results->sets, err);
    options->first = run->first_event;
    options->last = run->last_event;
    options->has_until = run->has_until;
    options->until = run->until_event;
    options->is_strict = run->is_strict;
    options->asks_evidence = run->asks_evidence;
    options->evidence = run->evidence;
    options->follows_undefined = run->totals.facts.undefined > 0;
    ttcap_close(capture);
    return status;
}

enum tt_status results_events(struct results *results, struct events **events, struct tt_error *err)
{
    *events = NULL;
    if (!results->events) {
        results->moment_count = 0;
        TRY(events_options(results, err));
        TRY(results_each_moment(results, take_moment, results, err));
        results->moments[results->moment_count++] = (struct results_moment_row){UINT64_MAX, results->run.digest};
        results->events =
            events_open(&(struct played){&results->run, &results->options, results->moments, results->moment_count});
        NEED(results->events, err, "%s: no memory", results->path);
    }
    *events = results->events;
    return TT_OK;
}

enum tt_status results_survey(struct results *results, const struct events_survey **survey, struct tt_error *err)
{
    struct events *events;
    TRY(results_events(results, &events, err));
    return events_survey(events, survey, err);
}

enum tt_status results_event(struct results *results, uint64_t seq, const struct window **window,
                             const struct window_event **event, struct tt_error *err)
{
    struct events *events;
    *window = NULL;
    *event = NULL;
    TRY(results_events(results, &events, err));
    TRY(events_window(events, EVENTS_PLAIN, events_number(seq), window, err));
    const size_t at = *window ? window_first_event(*window, seq) : 0;
    if (*window && at < (*window)->event_count && (*window)->events[at].seq == seq)
        *event = &(*window)->events[at];
    return TT_OK;
}

struct insn_visit {
    uint64_t first, last;
    uint32_t units;
    enum tt_status (*visit)(void *, const struct results_insn_row *);
    void *user;
};

static enum tt_status take_insns(void *user, const struct window *window)
{
    const struct insn_visit *of = user;
    for (size_t i = window_first_event(window, of->first); i < window->event_count; i++) {
        const struct window_event *event = &window->events[i];
        const struct results_insn_row row = {event->seq, event->thread, event->unit, event->word};
        if (event->seq > of->last)
            return TT_END;
        if (!event->is_core && of->units >> event->unit & 1)
            TRY(of->visit(of->user, &row));
    }
    return TT_OK;
}

enum tt_status results_each_insn(struct results *results, uint64_t first, uint64_t last, uint32_t units,
                                 enum tt_status (*visit)(void *, const struct results_insn_row *), void *user,
                                 struct tt_error *err)
{
    struct insn_visit of = {first, last, units, visit, user};
    struct events *events;
    TRY(results_events(results, &events, err));
    return events_walk(events, EVENTS_PLAIN, first, last, take_insns, &of, err);
}

enum tt_status results_insn_at(struct results *results, uint64_t seq, struct results_insn_row *row, bool *has_word,
                               struct tt_error *err)
{
    const struct window *window;
    const struct window_event *event;
    const enum tt_status status = results_event(results, seq, &window, &event, err);
    *has_word = event && !event->is_core;
    if (*has_word)
        *row = (struct results_insn_row){event->seq, event->thread, event->unit, event->word};
    events_release(window);
    return status;
}

struct access_visit {
    uint64_t first, last;
    enum tt_status (*visit)(void *, const struct results_access_row *);
    void *user;
};

static enum tt_status take_accesses(void *user, const struct window *window)
{
    const struct access_visit *of = user;
    for (size_t i = window_first_access(window, of->first); i < window->access_count; i++)
        TRY(window->accesses[i].seq > of->last ? TT_END : of->visit(of->user, &window->accesses[i]));
    return TT_OK;
}

enum tt_status results_each_access(struct results *results, uint64_t first, uint64_t last,
                                   enum tt_status (*visit)(void *, const struct results_access_row *), void *user,
                                   struct tt_error *err)
{
    struct access_visit of = {first, last, visit, user};
    struct events *events;
    TRY(results_events(results, &events, err));
    return events_walk(events, EVENTS_PLAIN, first, last, take_accesses, &of, err);
}

/* ---- writers ---- */

struct writers_of {
    enum tt_space space;
    uint32_t lo, hi;
    uint64_t last;
};

static enum tt_status visit_writes(const struct window *window, const struct writers_of *of,
                                   enum tt_status (*visit)(void *, const struct results_access_row *), void *user)
{
    size_t i = of->last < UINT64_MAX ? window_first_access(window, of->last + 1) : window->access_count;
    while (i-- > 0) {
        const struct results_access_row *row = &window->accesses[i];
        if (row->of.is_write && row->of.space == of->space && row->of.lo < of->hi && row->of.hi > of->lo)
            TRY(visit(user, row));
    }
    return TT_OK;
}

enum tt_status results_writers(struct results *results, enum tt_space space, uint32_t lo, uint32_t hi, uint64_t seq,
                               enum tt_status (*visit)(void *, const struct results_access_row *), void *user,
                               struct tt_error *err)
{
    const struct writers_of of = {space, lo, hi, seq};
    struct events *events;
    const struct window *window;
    uint64_t number = events_number(seq);
    enum tt_status status = results_events(results, &events, err);
    while (!status && (status = events_written(events, space, lo, hi, true, &number, err)) == TT_OK) {
        status = events_window(events, EVENTS_PLAIN, number, &window, err);
        if (status || !window)
            return status;
        status = visit_writes(window, &of, visit, user);
        events_release(window);
        if (number-- == 0)
            break;
    }
    return walk_ended(status);
}

static enum tt_status visit_last_writes(const struct window *window, struct events_search *search,
                                        const struct writers_of *of, results_wrote *visit, void *user)
{
    size_t i = of->last < UINT64_MAX ? window_first_access(window, of->last + 1) : window->access_count;
    while (i-- > 0) {
        const struct results_access_row *row = &window->accesses[i];
        if (!row->of.is_write || row->of.space != of->space)
            continue;
        for (uint32_t at = row->of.lo > of->lo ? row->of.lo : of->lo; at < row->of.hi && at < of->hi; at++) {
            if (!events_looks_for(search, at))
                continue;
            events_found(search, at);
            TRY(visit(user, row, at));
        }
    }
    return TT_OK;
}

enum tt_status results_last_writes(struct results *results, enum tt_space space, uint32_t lo, uint32_t hi, uint64_t seq,
                                   results_wrote *visit, void *user, struct tt_error *err)
{
    const struct writers_of of = {space, lo, hi, seq};
    struct events_search *search OWNED(events_search_free_at) = NULL;
    struct events *events;
    const struct window *window;
    uint64_t number = events_number(seq);
    TRY(results_events(results, &events, err));
    TRY(events_search_new(&search, space, lo, hi, err));
    enum tt_status status;
    while ((status = events_search_back(events, search, &number, err)) == TT_OK) {
        TRY(events_window(events, EVENTS_PLAIN, number, &window, err));
        if (!window)
            return TT_OK;
        status = visit_last_writes(window, search, &of, visit, user);
        events_release(window);
        if (status || number-- == 0)
            break;
    }
    return walk_ended(status);
}

enum tt_status results_each_taint(struct results *results,
                                  enum tt_status (*visit)(void *, const struct results_taint_row *), void *user,
                                  struct tt_error *err)
{
    const struct events_survey *survey;
    enum tt_status status = results_survey(results, &survey, err);
    for (size_t i = 0; !status && i < survey->taint_count; i++)
        status = visit(user, &survey->taints[i]);
    return walk_ended(status);
}
