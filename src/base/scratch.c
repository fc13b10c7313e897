/* SPDX-License-Identifier: Apache-2.0 */
/* A file for the time being. */
#include "base/scratch.h"

#include "base/input.h"
#include "base/temporary.h"

#include <fcntl.h>
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

static const char *base_folder(void)
{
    const char *base = getenv("TMPDIR");
    return base && *base ? base : "/tmp";
}

enum tt_status scratch_make(struct scratch *scratch, const char *name, struct tt_error *err)
{
    struct stat there;
    *scratch = (struct scratch){.descriptor = open(base_folder(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)};
    if (scratch->descriptor < 0)
        return scratch_make_named(scratch, name, err);
    (void)snprintf(scratch->file, sizeof scratch->file, "/proc/self/fd/%d", scratch->descriptor);
    if (stat(scratch->file, &there) < 0 || there.st_nlink > 0) {
        (void)close(scratch->descriptor);
        return scratch_make_named(scratch, name, err);
    }
    scratch->is_unnamed = 1;
    input_is_ours(scratch->descriptor);
    return TT_OK;
}

enum tt_status scratch_make_named(struct scratch *scratch, const char *name, struct tt_error *err)
{
    const char *base = base_folder();
    scratch->is_unnamed = 0;
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
    if (scratch->is_unnamed)
        (void)close(scratch->descriptor);
    scratch->is_unnamed = 0;
    if (scratch->folder[0]) {
        (void)unlink(scratch->file);
        temporary_drop(scratch->file_slot);
        (void)rmdir(scratch->folder);
        temporary_drop(scratch->folder_slot);
    }
    scratch->folder[0] = scratch->file[0] = '\0';
}
