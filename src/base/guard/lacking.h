/* SPDX-License-Identifier: Apache-2.0 */
/* The guards that a process does not get here: the kernel is older, or knows no such thing. docs/resources.md */
#pragma once

enum guard { GUARD_CALLS, GUARD_FILES, GUARD_TRUNCATION, GUARD_COUNT };

/* One sentence, of this process as of every other one. Null: it has this guard. */
const char *guard_lacking(enum guard guard);

enum { GUARD_NAMES = 32 };
/* The names of those that are lacking, with commas; a build with sanitizers, which leaves out calls on purpose, does
 * not name them. Null: there are none. */
const char *guard_names(char text[static GUARD_NAMES]);
