/* SPDX-License-Identifier: Apache-2.0 */
/* Files out of reach: after fence_enter() this process, and what it starts, reads and writes below the paths that were
 * allowed and nowhere else (Landlock, Linux 5.19 on). A denied access fails with EACCES, or as a move between two file
 * systems. Open files stay open. docs/resources.md */
#pragma once

#include "base/guard/sandbox.h"
#include "base/usual.h"

struct fence {
    int rules; /* below 0: this kernel has none, and nothing is done */
    bool has_reads;
    bool is_broken; /* a path could not be allowed though it may be there, for want of a descriptor: then there is none
                     */
};

/* has_reads: reading is fenced too, else files are read from anywhere. */
void fence_begin(struct fence *fence, bool has_reads);

/* A path that exists and, if it is a folder, all below it; one that does not exist is none. */
void fence_allow_reading(struct fence *fence, const char *path);

/* Where `path` is or will be: its folder, or the nearest one above that exists, and all below; behind a symbolic link,
 * the folder of that file too. */
void fence_allow_output(struct fence *fence, const char *path);

/* For this thread and all that it starts; there is no way back. */
enum sandbox_state fence_enter(struct fence *fence);

/* Whether this kernel has such fences, and whether they hold cutting files short too (Linux 6.2). */
enum sandbox_state fence_look(void);
bool fence_holds_truncation(void);
