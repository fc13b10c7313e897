/* SPDX-License-Identifier: Apache-2.0 */
/* Replays in process: into a database, and those that bisect makes. */
#include "order/replay.h"
#include "api/api.h"
#include "ask/bisect/bisect.h"
#include "ask/run/stored_run.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/text_stream.h"
#include "capture/places.h"
#include "order/streams.h"
#include "results/results.h"
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
    if (options->order && order_parse(options->order, &into->order, err))
        return TT_BAD_INPUT;
    if (options->max_steps)
        into->max_steps = options->max_steps;
    return replay_texts_parse(&texts, ttcap_info(capture)->chip, into, sets, err);
}

static enum tt_status open_capture(struct ttcap **capture, const char *path, const struct ttreplay_options *options,
                                   struct replay_set **sets, struct tt_error *err)
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

static void on_stream_fault(void *user, const struct stream_fault *fault)
{
    const struct storing *storing = user;
    char text[STREAM_TEXT_MAX];
    const struct probe_finding finding = {stream_fault_finding(fault), TT_UNIT_FRONTEND, (uint8_t)fault->thread,
                                          stream_fault_text(storing->chip, fault, text), NULL};
    results_finding(storing->sink, fault->has_executed ? fault->event : fault->pushed_event, &finding);
}

static enum tt_status run_into(struct storing *storing, struct ttcap *capture, const struct replay_options *options,
                               struct tt_error *err)
{
    struct streams streams = {0};
    struct replay_summary summary;
    const struct replay_observer observer = stored_run_observer(storing->sink);
    enum tt_status status = streams_hold(capture, storing, on_stream_fault, &streams, err);
    if (!status)
        status = replay_run(capture, options, results_probe(storing->sink), &observer, &summary, err);
    if (status) {
        results_abandon(storing->sink);
        return status;
    }
    summary.findings += streams.faults;
    return stored_run_finish(storing->sink, &summary, err);
}

TTREPLAY_EXPORT int ttreplay_replay(const char *path, const char *database, uint32_t replaces,
                                    const struct ttreplay_options *options, char *error)
{
    struct tt_error err = {{0}};
    struct ttcap *capture = NULL;
    struct replay_set *sets = NULL;
    struct replay_options replay;
    struct storing storing = {0};
    const unsigned what = options->lacks_stages ? RESULTS_ACCESSES | RESULTS_INSTRUCTIONS : RESULTS_ALL;
    const struct stored_run run = {database, replaces != 0, what | (pool_processors() > 1 ? RESULTS_THREAD : 0u), path};
    enum tt_status status = open_capture(&capture, path, options, &sets, &err);
    if (!status)
        status = read_options(&replay, capture, options, sets, &err);
    if (!status) {
        replay.follows_undefined = true;
        storing.chip = ttcap_info(capture)->chip;
        status = stored_run_open(&storing.sink, &run, capture, &replay, &err);
    }
    if (!status) {
        status = run_into(&storing, capture, &replay, &err);
        if (status)
            tt_error_prefix(&err, "%s", path);
    }
    ttcap_close(capture);
    mem_free(sets);
    return api_result(status, &err, error);
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
    struct bisect_options options = {.budget = work->options->budget ? work->options->budget : BUDGET};
    enum tt_status status = read_options(&options.replay, capture, work->options, sets, err);
    if (!work->options->order)
        options.replay.order = bisect_order(ttcap_info(capture));
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
    const struct bisect_asked asked = {work->path, texts_of(work->options), is_expected ? &work->expect : NULL};
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
        status = open_capture(&capture, path, options, &sets, &err);
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
