/* SPDX-License-Identifier: Apache-2.0 */
/* Opens whatever a run can be held against. */
#include "cli/against.h"

#include "capture/bundle.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    char folder[PATH_MAX], file[PATH_MAX + 16];
    const char *base = getenv("TMPDIR");
    const int n = snprintf(folder, sizeof folder, "%s/tt-replay-XXXXXX", base && *base ? base : "/tmp");
    if (n < 0 || (size_t)n >= sizeof folder || !mkdtemp(folder))
        return tt_fail(err, TT_IO, "%s: no folder for a capture can be made: %s", folder, strerror(errno));
    (void)snprintf(file, sizeof file, "%s/bundle.ttcap", folder);
    enum tt_status status = bundle_import(path, file, false, err);
    if (!status)
        status = of_capture(state, file, err);
    (void)unlink(file);
    (void)rmdir(folder);
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
