/* SPDX-License-Identifier: Apache-2.0 */
/* Opens whatever a run can be held against. */
#include "cli/against.h"

#include "base/scratch.h"
#include "capture/bundle.h"

#include <stdio.h>
#include <string.h>

static enum tt_status of_capture(struct end_state *state, const char *path, struct tt_error *err)
{
    struct ttcap *capture;
    enum tt_status status = ttcap_open(&capture, path, err);
    if (status)
        return status;
    status = end_state_of_capture(state, capture, err);
    if (status)
        tt_error_prefix(err, "%s", path);
    ttcap_close(capture);
    return status;
}

/* A bundle becomes a capture for the time being. */
static enum tt_status of_bundle(struct end_state *state, const char *path, struct tt_error *err)
{
    struct scratch scratch = {0};
    enum tt_status status = scratch_make(&scratch, "bundle.ttcap", err);
    if (!status)
        status = bundle_import(path, scratch.file, false, err);
    if (!status)
        status = of_capture(state, scratch.file, err);
    scratch_remove(&scratch);
    return status;
}

static enum tt_status of_results(struct end_state *state, const char *path, struct tt_error *err)
{
    struct results *results;
    enum tt_status status = results_open(&results, path, err);
    if (status)
        return status;
    status = end_state_of_results(state, results, err);
    results_close(results);
    return status;
}

static bool starts_like_database(const char *path)
{
    static const char magic[] = "SQLite format 3";
    char head[sizeof magic] = "";
    FILE *file = fopen(path, "rb");
    const size_t count = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        (void)fclose(file);
    return count == sizeof head && memcmp(head, magic, sizeof magic) == 0;
}

enum tt_status against_open(struct end_state *state, const char *path, struct tt_error *err)
{
    if (bundle_is(path))
        return of_bundle(state, path, err);
    if (starts_like_database(path))
        return of_results(state, path, err);
    return of_capture(state, path, err);
}
