/* SPDX-License-Identifier: Apache-2.0 */
/* Opens the other side of a comparison: another run, or a capture. */
#include "ask/diff/end_state.h"
#include "cli/cli.h"

#include "base/scratch.h"
#include "capture/bundle.h"

static enum tt_status of_capture(struct end_state *state, const char *path, struct tt_error *err)
{
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    TRY(ttcap_open(&capture, path, err));
    const enum tt_status status = end_state_of_capture(state, capture, err);
    if (status)
        tt_error_prefix(err, "%s", path);
    return status;
}

/* A bundle becomes a capture for the time being. */
static enum tt_status of_bundle(struct end_state *state, const char *path, struct tt_error *err)
{
    struct scratch scratch OWNED(scratch_remove) = {0};
    TRY(scratch_make(&scratch, "bundle.ttcap", err));
    TRY(bundle_import_passing(path, scratch.file, err));
    return of_capture(state, scratch.file, err);
}

static enum tt_status of_results(struct end_state *state, const char *path, struct tt_error *err)
{
    struct results *results OWNED(results_close_at) = NULL;
    TRY(results_open(&results, path, err));
    return end_state_of_results(state, results, err);
}

enum tt_status against_open(struct end_state *state, const char *path, struct tt_error *err)
{
    bool is_bundle;
    TRY(bundle_look(&is_bundle, path, err));
    if (is_bundle)
        return of_bundle(state, path, err);
    bool is_database = false;
    TRY(results_is_database(&is_database, path, err));
    if (is_database)
        return of_results(state, path, err);
    return of_capture(state, path, err);
}
