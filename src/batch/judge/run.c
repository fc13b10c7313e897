/* SPDX-License-Identifier: Apache-2.0 */
/* A pool of threads over the captures that have no result yet. */
#include "batch/judge/run.h"

#include "base/path.h"
#include "base/pool.h"
#include "base/text/text.h"
#include "batch/judge/judge.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

struct runner {
    const struct batch_run *run;
    const size_t *work; /* indices into the plan's captures */
    struct batch_ran *ran;
    /* One a capture: its outcome. */
    struct {
        enum batch_verdict verdict;
        bool is_final;
    } * became;
    size_t count, delivered;
};

char *batch_result_path(const char *results, const struct batch_capture *capture, char *path, size_t size)
{
    return text_print(path, size, "%s/%s.json", results, capture->key);
}

/* Whether there is a final result; *verdict is its verdict. err says why a file that is there is no result:
 * empty otherwise. */
static bool is_done(const char *results, const struct batch_capture *capture, enum batch_verdict *verdict,
                    struct tt_error *err)
{
    char path[PATH_MAX];
    struct batch_record record;
    *err->text = '\0';
    const enum tt_status status =
        batch_record_read(&record, batch_result_path(results, capture, path, sizeof path), err);
    if (status == TT_OK && (strcmp(record.key, capture->key) != 0 || strcmp(record.hash, capture->hash) != 0))
        (void)tt_fail(err, TT_BAD_INPUT, "%s: the result of another capture", path);
    const bool is = status == TT_OK && record.is_final && strcmp(record.key, capture->key) == 0 &&
                    strcmp(record.hash, capture->hash) == 0;
    *verdict = record.verdict;
    batch_record_clear(&record);
    return is;
}

bool batch_is_done(const char *results, const struct batch_capture *capture)
{
    enum batch_verdict verdict;
    struct tt_error err;
    return is_done(results, capture, &verdict, &err);
}

enum tt_status batch_make_folder(const char *path, struct tt_error *err)
{
    char part[PATH_MAX];
    const size_t length = strlen(path);
    REFUSE_IF(length >= sizeof part, err, "%.80s...: the path is too long", path);
    for (size_t at = 1; at <= length; at++) {
        if (path[at] != '/' && path[at] != '\0')
            continue;
        memcpy(part, path, at);
        part[at] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return tt_fail(err, TT_IO, "%s: cannot be created: %s", part, strerror(errno));
    }
    enum path_kind kind;
    enum tt_status status = path_look(&kind, path, err);
    return status || kind == PATH_FOLDER ? status : tt_fail(err, TT_BAD_INPUT, "%s: not a folder", path);
}

/* "KEEP/NAME.db", its folder made; the name with its ending, so that a capture and a bundle alike do not meet. */
static enum tt_status keep_path(const struct batch_run *run, const struct batch_capture *capture, char *path,
                                size_t size, struct tt_error *err)
{
    REFUSE_IF(snprintf(path, size, "%s/%s.db", run->keep, capture->name) >= (int)size, err,
              "%s/%.80s...: the path is too long", run->keep, capture->name);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    enum tt_status status = batch_make_folder(path, err);
    *slash = '/';
    return status;
}

static enum tt_status run_work(void *user, const struct pool_item *item, struct tt_error *err)
{
    const struct runner *runner = user;
    const struct batch_run *run = runner->run;
    const struct batch_capture *capture = &run->plan->captures[runner->work[item->index]];
    char path[PATH_MAX], keep[PATH_MAX], result[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/%s", run->plan->root, capture->name);
    const struct judge judge = {
        .settings = &run->plan->settings,
        .path = path,
        .root = run->plan->root,
        .what = capture,
        .keep = run->keep ? keep : NULL,
    };
    struct batch_record record = {0};
    enum tt_status status = run->keep ? keep_path(run, capture, keep, sizeof keep, err) : TT_OK;
    if (!status && !batch_judge(&judge, &record))
        status = tt_fail(err, TT_NO_MEMORY, "%s: no memory", capture->name);
    if (!status)
        status = batch_record_write(&record, batch_result_path(run->results, capture, result, sizeof result), err);
    runner->became[item->index].verdict = record.verdict;
    runner->became[item->index].is_final = record.is_final;
    batch_record_clear(&record);
    return status;
}

static enum tt_status run_deliver(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct runner *runner = user;
    const struct batch_observer *observer = runner->run->observer;
    (void)err;
    runner->ran->done[runner->became[item->index].verdict]++;
    runner->ran->not_final += !runner->became[item->index].is_final;
    runner->delivered++;
    if (observer && observer->progress)
        observer->progress(observer->user, runner->delivered, runner->count);
    return TT_OK;
}

/* A capture is also done again if its database is wanted and not there. */
static bool is_wanted(const struct batch_run *run, const struct batch_capture *capture)
{
    char keep[PATH_MAX];
    enum batch_verdict verdict;
    struct tt_error err;
    if (run->is_fresh)
        return true;
    if (!is_done(run->results, capture, &verdict, &err)) {
        if (*err.text && run->observer && run->observer->said) {
            tt_error_prefix(&err, "%s is replayed again", capture->name);
            run->observer->said(run->observer->user, err.text);
        }
        return true;
    }
    if (!run->keep || verdict != BATCH_DIFFERS)
        return false;
    return snprintf(keep, sizeof keep, "%s/%s.db", run->keep, capture->name) >= (int)sizeof keep ||
           access(keep, F_OK) != 0;
}

/* Those that have no result yet, in the same order. */
static size_t leave_out_done(const struct batch_run *run, size_t *indices, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        if (is_wanted(run, &run->plan->captures[indices[i]]))
            indices[left++] = indices[i];
    return left;
}

/* The stored files must not be taken for captures the next time. */
static enum tt_status check_keep(const struct batch_run *run, struct tt_error *err)
{
    enum tt_status status = batch_make_folder(run->keep, err);
    if (status)
        return status;
    char *keep = realpath(run->keep, NULL), *root = realpath(run->plan->root, NULL);
    const size_t length = root ? strlen(root) : 0;
    if (keep && root && strncmp(keep, root, length) == 0 && (keep[length] == '/' || !keep[length]))
        status = tt_fail(err, TT_BAD_INPUT, "%s: inside the folder of captures, where the next batch would find it",
                         run->keep);
    free(keep); /* both from realpath */
    free(root);
    return status;
}

enum tt_status batch_run(const struct batch_run *run, struct batch_ran *ran, struct tt_error *err)
{
    *ran = (struct batch_ran){0};
    enum tt_status status = run->keep ? check_keep(run, err) : TT_OK;
    if (status)
        return status;
    size_t *indices = batch_plan_work(run->plan, run->shard, &ran->captures);
    NEED(indices, err, "no memory for the captures");
    struct runner runner = {.run = run, .work = indices, .ran = ran};
    runner.count = leave_out_done(run, indices, ran->captures);
    ran->taken_over = ran->captures - runner.count;
    runner.became = mem_calloc(runner.count + 1, sizeof *runner.became);
    if (!runner.became)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the captures");
    if (!status && runner.count) {
        const size_t threads = run->threads < runner.count ? run->threads : runner.count;
        const struct pool pool = {
            .user = &runner,
            .threads = threads,
            .slots = 4 * threads, /* the heaviest come first: neighbours take about as long */
            .count = runner.count,
            .work = run_work,
            .deliver = run_deliver,
        };
        status = pool_run(&pool, err);
    }
    mem_free(runner.became);
    mem_free(indices);
    return status;
}
