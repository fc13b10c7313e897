/* SPDX-License-Identifier: Apache-2.0 */
/* An output folder that appears whole or not at all: made beside its place, and put there once all is in it. */
#pragma once

#include "base/error.h"

#include <limits.h>
#include <stdbool.h>

/* {0} is none. */
struct new_folder {
    const char *place; /* where it goes, borrowed */
    bool is_made;
    char path[PATH_MAX]; /* where it is written */
    int slot;            /* base/temporary.h */
};

/* Makes an empty one beside `place`, which is borrowed. */
enum tt_status new_folder_make(struct new_folder *folder, const char *place, struct tt_error *err);
/* Puts it in place, of a folder that is there and the caller has looked at, if replace. */
enum tt_status new_folder_put(struct new_folder *folder, bool replace, struct tt_error *err);
/* Removes what was not put in place. */
void new_folder_clear(struct new_folder *folder);

/* Removes a file, or a folder and all in it, where there is one; no link is followed. Async-signal-safe. */
void tree_remove(const char *path);
