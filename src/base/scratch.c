/* SPDX-License-Identifier: Apache-2.0 */
/* A folder for the time being. */
#include "base/scratch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum tt_status scratch_make(struct scratch *scratch, const char *name, struct tt_error *err)
{
    const char *base = getenv("TMPDIR");
    const int length =
        snprintf(scratch->folder, sizeof scratch->folder, "%s/tt-replay-XXXXXX", base && *base ? base : "/tmp");
    if (length < 0 || (size_t)length >= sizeof scratch->folder || !mkdtemp(scratch->folder)) {
        (void)tt_fail(err, TT_IO, "%s: no folder for a capture can be made: %s", scratch->folder, strerror(errno));
        scratch->folder[0] = '\0';
        return TT_IO;
    }
    (void)snprintf(scratch->file, sizeof scratch->file, "%s/%s", scratch->folder, name);
    return TT_OK;
}

void scratch_remove(struct scratch *scratch)
{
    if (!scratch->folder[0])
        return;
    (void)unlink(scratch->file);
    (void)rmdir(scratch->folder);
    scratch->folder[0] = '\0';
}
