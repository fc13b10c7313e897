/* SPDX-License-Identifier: Apache-2.0 */
/* Replays in process: into a database, and those that bisect and residue make. */
#include "order/replay.h"
#include "api/api.h"
#include "ask/bisect/bisect.h"
#include "base/text/text_stream.h"
#include "results/stored_run.h"
#include "results/subject.h"
#include "show/reports.h"

enum { BUDGET = 5000 };

static struct texts replay_borrow(const char *const *items, size_t count)
{
    return (struct texts){(const char **)(uintptr_t)items, count, 0};
}

enum tt_status api_words(struct replay_words *words, const struct ttreplay_options *options, struct tt_error *err)
{
    *words = (struct replay_words){.has_order = options->order != NULL,
                                   .max_steps = options->max_steps,
                                   .units = (char *)(uintptr_t)options->units,
                                   .variants = replay_borrow(options->variants, options->variant_count),
                                   .sets = replay_borrow(options->sets, options->set_count),
                                   .assumes = replay_borrow(options->assumes, options->assume_count)};
    return options->order ? order_parse(options->order, &words->order, err) : TT_OK;
}

static enum tt_status replay_open(struct subject *subject, const char *path, const struct ttreplay_options *options,
                                  struct tt_error *err)
{
    struct replay_words words;
    TRY(api_words(&words, options, err));
    return subject_open_capture(subject, path, &words, err);
}

/* As the command. */
TTREPLAY_EXPORT int ttreplay_replay(const char *path, const char *database, uint32_t replaces,
                                    const struct ttreplay_options *options, char *error)
{
    API_ERROR;
    struct subject subject OWNED(subject_clear) = {0};
    struct replay_summary summary;
    const struct stored_run run = {database, replaces ? RESULTS_REPLACE : 0u, path, NULL};
    API_TRY(replay_open(&subject, path, options, err));
    return (int)stored_run_judge(&run, subject.capture, &subject.replay, &summary, err);
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
    struct subject subject;
    struct bisect_result *result;
    struct expects expects;
};

static void bisecting_clear(struct bisecting *work)
{
    subject_clear(&work->subject);
    expects_clear(&work->expects);
    mem_free(work->result);
}

static enum tt_status bisect(struct bisecting *work, const struct ttreplay_expected *expected, struct tt_error *err)
{
    struct ttcap *capture = work->subject.capture;
    struct bisect_options options = {.replay = work->subject.replay,
                                     .budget = bisect_budget(work->options->budget),
                                     .is_late = replay_is_stopped_from_outside,
                                     .user = (void *)(uintptr_t)work->options};
    TRY(PLACED(api_expects(&work->expects, expected, ttcap_info(capture)->chip, err), err, "%s", work->path));
    TRY(PLACED(expects_put(&work->expects, capture, &options.replay, err), err, "%s", work->path));
    return PLACED(bisect_run(capture, &options, work->result, err), err, "%s", work->path);
}

static enum tt_status report_bisect(const struct bisecting *work, char **json, struct tt_error *err)
{
    struct text_stream text;
    struct replay_words words;
    struct ttcap *capture = work->subject.capture;
    const struct bisect_asked asked = {work->path, &words, &work->expects, NULL, capture, false};
    TRY(api_words(&words, work->options, err));
    TRY(api_text_begin(&text, err));
    bisect_report(text.out, REPORT_JSON, &asked, ttcap_info(capture), work->result);
    return api_text_end(&text, TT_OK, json, err);
}

TTREPLAY_EXPORT int ttreplay_bisect(const char *path, const struct ttreplay_options *options,
                                    const struct ttreplay_expected *expected, char **json, char *error)
{
    API_ERROR;
    struct bisecting work OWNED(bisecting_clear) = {
        .path = path, .options = options, .result = mem_calloc(1, sizeof *work.result)};
    *json = NULL;
    if (!work.result)
        return (int)tt_fail(err, TT_NO_MEMORY, "no memory");
    API_TRY(replay_open(&work.subject, path, options, err));
    API_TRY(bisect(&work, expected, err));
    return (int)report_bisect(&work, json, err);
}

/* ---- residue ---- */

struct stale {
    struct subject subject, other; /* other: the run before it, where one is named */
    struct residue residue;
    struct residue_after after;
};

static void stale_clear(struct stale *stale)
{
    residue_after_clear(&stale->after);
    residue_clear(&stale->residue);
    subject_clear(&stale->other);
    subject_clear(&stale->subject);
}

static enum tt_status find_stale(struct stale *stale, const struct ttreplay_options *options, struct tt_error *err)
{
    const struct residue_options how = {.replay = stale->subject.replay,
                                        .budget = options->budget ? options->budget : BUDGET,
                                        .is_late = replay_is_stopped_from_outside,
                                        .user = (void *)(uintptr_t)options};
    struct ttcap *other = stale->other.capture;
    TRY(residue_find(&stale->residue, stale->subject.capture, &how, err));
    return other ? residue_after(&stale->after, &stale->residue, stale->subject.capture, &how, other,
                                 &stale->other.replay, err)
                 : TT_OK;
}

static enum tt_status report_stale(const struct stale *stale, char **json, struct tt_error *err)
{
    struct text_stream text;
    struct ttcap *other = stale->other.capture;
    const struct residue_view view = {.after = other ? &stale->after : NULL,
                                      .other = other ? ttcap_info(other)->name : NULL};
    TRY(api_text_begin(&text, err));
    residue_report(text.out, REPORT_JSON, ttcap_info(stale->subject.capture), &stale->residue, &view);
    return api_text_end(&text, TT_OK, json, err);
}

TTREPLAY_EXPORT int ttreplay_residue(const char *path, const char *after, const struct ttreplay_options *options,
                                     char **json, char *error)
{
    API_ERROR;
    struct stale stale OWNED(stale_clear) = {.subject = {.capture = NULL}};
    *json = NULL;
    API_TRY(replay_open(&stale.subject, path, options, err));
    if (after)
        API_TRY(replay_open(&stale.other, after, options, err));
    const enum tt_status status = find_stale(&stale, options, err);
    if (status)
        tt_error_prefix(err, "%s", path);
    return (int)(status ? status : report_stale(&stale, json, err));
}
