/* SPDX-License-Identifier: Apache-2.0 */
/* A new folder below $TMPDIR for one temporary file. */
#pragma once

#include "base/error.h"

#include <limits.h>

enum { SCRATCH_NAME_MAX = 32 };

/* {0} is none. */
struct scratch {
    char folder[PATH_MAX];
    char file[PATH_MAX + SCRATCH_NAME_MAX];
    int folder_slot, file_slot; /* base/temporary.h */
};

/* Makes the folder; `file` is `name` in it and does not exist yet. On failure there is nothing to remove. */
enum tt_status scratch_make(struct scratch *scratch, const char *name, struct tt_error *err);

/* Removes file and folder, where there are any. */
void scratch_remove(struct scratch *scratch);
