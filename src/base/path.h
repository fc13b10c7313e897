/* SPDX-License-Identifier: Apache-2.0 */
/* The kind of file under a name. */
#pragma once

#include "base/error.h"

enum path_kind { PATH_ABSENT, PATH_FILE, PATH_FOLDER, PATH_OTHER };

/* Behind symbolic links. That nothing is there is an answer; that it cannot be known (a folder on the way that may not
 * be entered, a broken disk) is an error. */
enum tt_status path_look(enum path_kind *kind, const char *path, struct tt_error *err);

/* "folder/name"; the caller frees it with mem_free. Null: no memory. */
char *path_join(const char *folder, const char *name);
/* A copy without slashes at its end, but for the root; likewise. */
char *path_trimmed(const char *path);
