/* SPDX-License-Identifier: Apache-2.0 */
/* A folder for the time being. */
#include "base/scratch.h"

#include "base/temporary.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* mkdtemp() gives the name too late for base/temporary.h. */
static int make_folder(struct scratch *scratch, const char *base)
{
    enum { TRIES = 100 };
    for (int i = 0; i < TRIES; i++) {
        uint32_t random;
        if (getentropy(&random, sizeof random) < 0)
            return -1;
        const int length = snprintf(scratch->folder, sizeof scratch->folder, "%s/tt-replay-%08x", base, random);
        if (length < 0 || (size_t)length >= sizeof scratch->folder) {
            errno = ENAMETOOLONG;
            return -1;
        }
        scratch->folder_slot = temporary_add(scratch->folder);
        if (mkdir(scratch->folder, 0700) == 0) {
            temporary_made(scratch->folder_slot);
            return 0;
        }
        temporary_drop(scratch->folder_slot);
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

enum tt_status scratch_make(struct scratch *scratch, const char *name, struct tt_error *err)
{
    const char *base = getenv("TMPDIR");
    if (!base || !*base)
        base = "/tmp";
    if (make_folder(scratch, base) < 0) {
        scratch->folder[0] = '\0';
        return tt_fail(err, TT_IO, "%s: cannot make a folder for a temporary capture there: %s", base, strerror(errno));
    }
    (void)snprintf(scratch->file, sizeof scratch->file, "%s/%s", scratch->folder, name);
    scratch->file_slot = temporary_add(scratch->file);
    temporary_made(scratch->file_slot); /* whenever it is */
    return TT_OK;
}

void scratch_remove(struct scratch *scratch)
{
    if (!scratch->folder[0])
        return;
    (void)unlink(scratch->file);
    temporary_drop(scratch->file_slot);
    (void)rmdir(scratch->folder);
    temporary_drop(scratch->folder_slot);
    scratch->folder[0] = '\0';
}
