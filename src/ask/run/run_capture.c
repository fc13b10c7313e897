/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/run_capture.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Errors that are about the place, not about the system (memory, disk). */
static bool is_absence(int error)
{
    return error == ENOENT || error == ENOTDIR || error == EACCES || error == EPERM || error == ELOOP ||
           error == ENAMETOOLONG;
}

enum tt_status run_capture_open(struct ttcap **out, const struct results_run_row *run, struct tt_error *why,
                                struct tt_error *err)
{
    *out = NULL;
    if (access(run->capture_path, R_OK) < 0) {
        const char *reason = strerror(errno);
        if (!is_absence(errno))
            return tt_fail(err, TT_IO, "%s: cannot be opened: %s", run->capture_path, reason);
        (void)tt_fail(why, TT_IO, "%s: cannot be opened: %s", run->capture_path, reason);
        return TT_OK;
    }
    struct tt_error said = {{0}};
    enum tt_status status = ttcap_open(out, run->capture_path, &said);
    if (status == TT_IO || status == TT_NO_MEMORY)
        return tt_fail(err, status, "%s", said.text);
    if (status) {
        (void)tt_fail(why, status, "%s", said.text);
        *out = NULL;
    } else if (strcmp(ttcap_info(*out)->hash, run->capture_hash) != 0) {
        (void)tt_fail(why, TT_BAD_INPUT, "%s: another capture than the run's", run->capture_path);
        ttcap_close(*out);
        *out = NULL;
    }
    return TT_OK;
}
