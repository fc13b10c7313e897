/* SPDX-License-Identifier: Apache-2.0 */
/* Opens the other side of a comparison: another run, or a capture. */
#include "ask/diff/end_state.h"
#include "cli/cli.h"

#include "base/scratch.h"
#include "capture/bundle.h"

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
        status = bundle_import_passing(path, scratch.file, err);
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

enum tt_status against_open(struct end_state *state, const char *path, struct tt_error *err)
{
    bool is_bundle;
    enum tt_status status = bundle_look(&is_bundle, path, err);
    if (status)
        return status;
    if (is_bundle)
        return of_bundle(state, path, err);
    bool is_database = false;
    status = results_is_database(&is_database, path, err);
    if (status)
        return status;
    if (is_database)
        return of_results(state, path, err);
    return of_capture(state, path, err);
}
