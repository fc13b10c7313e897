/* SPDX-License-Identifier: Apache-2.0 */
/* Names of files and folders that must not outlive the program, where a signal handler finds them. The table, the
 * list of base/input.h, the children of base/child.h, the limits of base/limits.h and SQLite's of results/unnamed.c
 * are the only global variables of the project: a signal handler gets no argument through which it could reach one.
 * docs/formats/files.md#signals */
#pragma once

/* Notes the name before anything stands under it; the caller chooses a name that no other uses. Returns the handle for
 * the two below: -1, which they allow, where there is no memory for the table or the name is longer than the system
 * takes; a signal then leaves the file. Does not come back if a handler of another thread is ending the program. */
int temporary_add(const char *path);

/* The same for a folder that is there, which goes with all that is in it. */
int temporary_add_tree(const char *path);

/* Now it is there. Does not come back if a handler of another thread is ending the program. */
void temporary_made(int slot);

/* Strikes the name off: nothing stands under it any more, or it may stay. */
void temporary_drop(int slot);

/* Removes everything that this process noted, folders last. For a handler that then ends the program:
 * async-signal-safe, and whoever makes or strikes off a name meanwhile waits for the end. */
void temporaries_remove(void);
