/* SPDX-License-Identifier: Apache-2.0 */
/* Other programs that this one runs, each with all that it starts in a group of its own: they end with this one,
 * however it ends, but for what has left the group where this program is killed. */
#pragma once

#include "base/usual.h"
#include <sys/types.h>

/* pipe(), whose ends no other program inherits. */
int child_pipe(int ends[2]);

/* fork(); the child gets the signals as they were before, and the parent its group. */
pid_t child_fork(void);

/* The clock of the deadline below. */
int64_t child_now(void);
enum { CHILD_NO_DEADLINE = -1, CHILD_MILLISECONDS = 1000 };

/* Waits until the child ends, or ends it at the deadline; whatever of its group is left ends, too. 0, or -1 and errno.
 */
int child_wait(pid_t child, int64_t deadline, int *wait_status);

/* Ends all that were not waited for. For a handler that then ends the program: async-signal-safe. */
void children_end(void);
