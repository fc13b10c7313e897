/* SPDX-License-Identifier: Apache-2.0 */
/* Replays in process: into a database, and those that bisect and residue make. */
#include "order/replay.h"
#include "api/api.h"
#include "ask/bisect/bisect.h"
#include "base/memory.h"
#include "base/text/text_stream.h"
#include "capture/places.h"
#include "order/options_text.h"
#include "order/streams.h"
#include "results/results.h"
#include "results/stored_run.h"
#include "show/answers/residue_report.h"
#include "show/reports.h"

enum { BUDGET = 5000 };

static struct replay_texts texts_of(const struct ttreplay_options *options)
{
    return (struct replay_texts){options->units,     options->variants, options->sets,        options->variant_count,
                                 options->set_count, options->assumes,  options->assume_count};
}

/* sets: room for options->set_count, which the options borrow. */
static enum tt_status read_options(struct replay_options *into, struct ttcap *capture,
                                   const struct ttreplay_options *options, struct replay_set *sets,
                                   struct tt_error *err)
{
    const struct replay_texts texts = texts_of(options);
    replay_options_init(into, ttcap_info(capture));
    into->order = order_usual(ttcap_info(capture));
    if (options->order && order_parse(options->order, &into->order, err))
        return TT_BAD_INPUT;
    if (options->max_steps)
        into->max_steps = options->max_steps;
    return replay_texts_parse(&texts, ttcap_info(capture)->chip, into, sets, err);
}

static enum tt_status replay_open_capture(struct ttcap **capture, const char *path,
                                          const struct ttreplay_options *options, struct replay_set **sets,
                                          struct tt_error *err)
{
    *sets = mem_calloc(options->set_count + 1, sizeof **sets);
    enum tt_status status = *sets ? ttcap_open(capture, path, err) : tt_fail(err, TT_NO_MEMORY, "no memory");
    return status ? status : capture_places_check(*capture, err);
}

/* ---- into a database ---- */

struct storing {
    struct results_sink *sink;
    enum tt_chip chip;
};

static void replay_on_stream_fault(void *user, const struct stream_fault *fault)
{
    const struct storing *storing = user;
    char text[STREAM_TEXT_MAX];
    (void)stored_run_stream_fault(storing->sink, storing->chip, fault, text);
}

static enum tt_status run_into(struct storing *storing, struct ttcap *capture, const struct replay_options *options,
                               const struct stored_run *run, struct replay_summary *summary, struct tt_error *err)
{
    struct streams streams = {0};
    enum tt_status status = stored_run_open(&storing->sink, run, capture, options, err);
    if (status)
        return status;
    const struct replay_observer observer = stored_run_observer(storing->sink);
    status = streams_hold(capture, storing, replay_on_stream_fault, &streams, err);
    if (!status)
        status = replay_run(capture, options, NULL, &observer, summary, err);
    summary->findings += streams.faults;
    if (!status)
        return TT_OK;
    results_abandon(storing->sink);
    tt_error_prefix(err, "%s", run->capture);
    return status;
}

/* As the command: undefined behaviour is followed only once it was met. */
static enum tt_status replay_store(struct storing *storing, struct ttcap *capture, struct replay_options *options,
                                   const struct stored_run *run, struct tt_error *err)
{
    struct replay_summary summary;
    storing->chip = ttcap_info(capture)->chip;
    enum tt_status status = run_into(storing, capture, options, run, &summary, err);
    if (!status && replay_is_unsure(&summary)) {
        results_abandon(storing->sink);
        options->follows_undefined = true;
        status = run_into(storing, capture, options, run, &summary, err);
    }
    return status ? status : stored_run_finish(storing->sink, &summary, err);
}

TTREPLAY_EXPORT int ttreplay_replay(const char *path, const char *database, uint32_t replaces,
                                    const struct ttreplay_options *options, char *error)
{
    struct tt_error err = {{0}};
    struct ttcap *capture = NULL;
    struct replay_set *sets = NULL;
    struct replay_options replay;
    struct storing storing = {0};
    const struct stored_run run = {database, replaces ? RESULTS_REPLACE : 0u, path};
    enum tt_status status = TT_OK;
    if (options->stages && !results_takes_stages(options->stages))
        status = tt_fail(&err, TT_BAD_INPUT, "stages '%s': expected all, events or none", options->stages);
    if (!status)
        status = replay_open_capture(&capture, path, options, &sets, &err);
    if (!status)
        status = read_options(&replay, capture, options, sets, &err);
    if (!status)
        status = replay_store(&storing, capture, &replay, &run, &err);
    ttcap_close(capture);
    mem_free(sets);
    return api_result(status, &err, error);
}

/* Asked by the searches below. */
static bool replay_is_stopped_from_outside(void *user)
{
    const struct ttreplay_options *options = user;
    return options->stop && *options->stop;
}

/* ---- bisect ---- */

struct bisecting {
    const char *path;
    const struct ttreplay_options *options;
    struct bisect_result *result;
    struct expect expect;
};

static enum tt_status bisect(struct bisecting *work, struct ttcap *capture, const struct ttreplay_expected *expected,
                             struct replay_set *sets, struct tt_error *err)
{
    const enum tt_chip chip = ttcap_info(capture)->chip;
    struct bisect_options options = {.budget = work->options->budget ? work->options->budget : BISECT_BUDGET_USUAL,
                                     .is_late = replay_is_stopped_from_outside,
                                     .user = (void *)(uintptr_t)work->options};
    enum tt_status status = read_options(&options.replay, capture, work->options, sets, err);
    if (!status && expected) {
        struct expect_asked asked;
        status = api_expect_asked(&asked, expected, err);
        if (!status)
            status = expect_read_bytes(&work->expect, &asked, chip, expected->bytes, expected->count, err);
        if (!status)
            status = expect_put(&work->expect, capture, &options.replay, err);
    }
    if (!status)
        status = bisect_run(capture, &options, work->result, err);
    if (status)
        tt_error_prefix(err, "%s", work->path);
    return status;
}

static enum tt_status report_bisect(const struct bisecting *work, struct ttcap *capture, bool is_expected, char **json,
                                    struct tt_error *err)
{
    struct text_stream text;
    const struct bisect_asked asked = {
        work->path, texts_of(work->options), is_expected ? &work->expect : NULL, NULL, capture, false};
    const enum tt_status status = api_text_begin(&text, err);
    if (status)
        return status;
    bisect_report(text.out, REPORT_JSON, &asked, ttcap_info(capture), work->result);
    return api_text_end(&text, TT_OK, json, err);
}

TTREPLAY_EXPORT int ttreplay_bisect(const char *path, const struct ttreplay_options *options,
                                    const struct ttreplay_expected *expected, char **json, char *error)
{
    struct tt_error err = {{0}};
    struct ttcap *capture = NULL;
    struct replay_set *sets = NULL;
    struct bisecting work = {.path = path, .options = options, .result = mem_calloc(1, sizeof *work.result)};
    *json = NULL;
    enum tt_status status = work.result ? TT_OK : tt_fail(&err, TT_NO_MEMORY, "no memory");
    if (!status)
        status = replay_open_capture(&capture, path, options, &sets, &err);
    if (!status)
        status = bisect(&work, capture, expected, sets, &err);
    if (!status)
        status = report_bisect(&work, capture, expected != NULL, json, &err);
    ttcap_close(capture);
    expect_clear(&work.expect);
    mem_free(work.result);
    mem_free(sets);
    return api_result(status, &err, error);
}

/* ---- residue ---- */

struct stale {
    struct residue_options options;
    struct residue residue;
    struct residue_after after;
};

static enum tt_status find_stale(struct stale *stale, struct ttcap *capture, struct ttcap *other,
                                 const struct ttreplay_options *options, struct replay_set *sets, struct tt_error *err)
{
    struct replay_options how;
    stale->options.budget = options->budget ? options->budget : BUDGET;
    stale->options.is_late = replay_is_stopped_from_outside;
    stale->options.user = (void *)(uintptr_t)options;
    enum tt_status status = read_options(&stale->options.replay, capture, options, sets, err);
    if (!status)
        status = residue_find(&stale->residue, capture, &stale->options, err);
    if (status || !other)
        return status;
    status = read_options(&how, other, options, sets, err);
    return status ? status : residue_after(&stale->after, &stale->residue, capture, &stale->options, other, &how, err);
}

static enum tt_status report_stale(const struct stale *stale, struct ttcap *capture, struct ttcap *other, char **json,
                                   struct tt_error *err)
{
    struct text_stream text;
    const struct residue_view view = {.after = other ? &stale->after : NULL,
                                      .other = other ? ttcap_info(other)->name : NULL};
    const enum tt_status status = api_text_begin(&text, err);
    if (status)
        return status;
    residue_report(text.out, REPORT_JSON, ttcap_info(capture), &stale->residue, &view);
    return api_text_end(&text, TT_OK, json, err);
}

TTREPLAY_EXPORT int ttreplay_residue(const char *path, const char *after, const struct ttreplay_options *options,
                                     char **json, char *error)
{
    struct tt_error err = {{0}};
    struct ttcap *capture = NULL, *other = NULL;
    struct replay_set *sets = NULL;
    struct stale stale = {.options = {.budget = 0}};
    *json = NULL;
    enum tt_status status = replay_open_capture(&capture, path, options, &sets, &err);
    if (!status && after)
        status = ttcap_open(&other, after, &err);
    if (!status && after)
        status = capture_places_check(other, &err);
    if (!status) {
        status = find_stale(&stale, capture, other, options, sets, &err);
        if (status)
            tt_error_prefix(&err, "%s", path);
    }
    if (!status)
        status = report_stale(&stale, capture, other, json, &err);
    residue_after_clear(&stale.after);
    residue_clear(&stale.residue);
    ttcap_close(other);
    ttcap_close(capture);
    mem_free(sets);
    return api_result(status, &err, error);
}
