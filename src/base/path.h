/* SPDX-License-Identifier: Apache-2.0 */
/* The names of files and what stands under them. */
#pragma once

#include "base/usual.h"

enum path_kind { PATH_ABSENT, PATH_FILE, PATH_FOLDER, PATH_OTHER };

/* Behind symbolic links. That nothing is there is an answer; that it cannot be known (a folder on the way that may not
 * be entered, a broken disk) is an error. */
enum tt_status path_look(enum path_kind *kind, const char *path, struct tt_error *err);

/* The entries of a folder, in the order of the bytes of their names. */
struct folder {
    char **names;
    size_t count, capacity;
};

/* Without those that start with a dot unless all are asked for (and never "." and ".."). Clear it also after a failure.
 */
enum tt_status folder_read(struct folder *folder, const char *path, bool is_all, struct tt_error *err);
void folder_clear(struct folder *folder);

/* "folder/name"; the caller frees it with mem_free. Null: no memory. */
char *path_join(const char *folder, const char *name);
/* Its last part, behind the last slash. */
const char *path_name(const char *path);
/* Where the ending of a path starts that is longer than it; null of a path that ends otherwise. */
const char *path_ending(const char *path, const char *ending);
/* A copy without slashes at its end, but for the root; likewise. */
char *path_trimmed(const char *path);
