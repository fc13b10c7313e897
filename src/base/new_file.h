/* SPDX-License-Identifier: Apache-2.0 */
/* An output file that appears whole or not at all: written without a name, or beside its place where the file system
 * has no such files, and put in place when it is whole. docs/formats/files.md */
#pragma once

#include "base/usual.h"

#include <limits.h>

struct new_file; /* owns the temporary name until committed or abandoned */

/* Creates an empty file in the folder of `path`, without a name or with a temporary one. A `path` that is a file of
 * this process without a name ("/proc/self/fd/7") is written where it is. Refuses at once a folder that cannot be
 * written, a `path` that exists unless `replace`, and one that is an input. */
enum tt_status new_file_open(struct new_file **out, const char *path, int replace, struct tt_error *err);

/* Borrowed until commit or abandon: a path to it, which this process alone may know, and an open read-write descriptor.
 */
const char *new_file_path(const struct new_file *file);
int new_file_descriptor(const struct new_file *file);

/* A stream over it, which the caller closes before commit or abandon; mode: as fopen's, "wb". */
enum tt_status new_file_stream(FILE **out, const struct new_file *file, const char *mode, struct tt_error *err);
/* Closes that stream; TT_IO if not all that was put into it could be written. An error of an earlier write that is over
 * has no reason any more, and is "write error". */
enum tt_status new_file_close_stream(FILE *stream, const struct new_file *file, struct tt_error *err);

/* For a file that is gone again before the machine could be: commit does not wait for the disk. */
void new_file_unsynced(struct new_file *file);

/* Syncs, renames onto the final path and syncs the folder; frees file either way. On failure nothing
 * is left under the final name that was not there before. */
enum tt_status new_file_commit(struct new_file *file, struct tt_error *err);

/* Removes the temporary file; frees file. Null is allowed. */
void new_file_abandon(struct new_file *file);
OWNED_AT(struct new_file, new_file_abandon)

/* All of the above for a file that is written as a stream: put() writes it, and where put() fails there is none. */
enum new_file_how {
    NEW_FILE_NEW, /* refuses a path that exists */
    NEW_FILE_REPLACE,
    NEW_FILE_UNSYNCED, /* replaces, and commit does not wait for the disk (new_file_unsynced) */
    NEW_FILE_OWN, /* of a name that the tool chose: replaces a regular file; neither it nor its folder may be a link */
};
typedef enum tt_status new_file_put(void *user, FILE *out, struct tt_error *err);
enum tt_status new_file_write(const char *path, enum new_file_how how, new_file_put *put, void *user,
                              struct tt_error *err);

/* A put() whose user is one: all of an input of at most so many bytes. */
struct new_file_copy {
    const char *from;
    size_t most;
};
enum tt_status new_file_put_copy(void *user, FILE *out, struct tt_error *err);

/* ---- a folder ---- */

/* An output folder that appears whole or not at all: made beside its place, and put there once all is in it. {0}
 * is none. */
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
