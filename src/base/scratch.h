/* SPDX-License-Identifier: Apache-2.0 */
/* A temporary file in $TMPDIR. */
#pragma once

#include "base/usual.h"

#include <limits.h>

enum { SCRATCH_NAME_MAX = 32 };

/* {0} is none. */
struct scratch {
    char folder[PATH_MAX];
    char file[PATH_MAX + SCRATCH_NAME_MAX];
    int folder_slot, file_slot; /* base/temporary.h */
    int is_unnamed, descriptor;
};

/* A file without a name, of which nothing is left however the process ends; `file` is a path to it for this process
 * alone, and whoever makes a file there (base/new_file.h) writes into it. Where there are no such files: as below. On
 * failure there is nothing to remove. */
enum tt_status scratch_make(struct scratch *scratch, const char *name, struct tt_error *err);

/* Makes a folder; `file` is `name` in it, for other programs too, and does not exist yet. */
enum tt_status scratch_make_named(struct scratch *scratch, const char *name, struct tt_error *err);

/* Removes file and folder, where there are any. */
void scratch_remove(struct scratch *scratch);
