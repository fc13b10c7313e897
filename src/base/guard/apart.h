/* SPDX-License-Identifier: Apache-2.0 */
/* Work on a stranger's bytes in a process of its own. The child has no file but the pipe to its parent and can open
 * none, and a budget of processor time and memory by the size of what it reads; its death is a sentence. Its findings
 * come back as records. docs/resources.md */
#pragma once

#include "base/usual.h"

/* The exit status of a child that has no memory left in a library: apart_end_without_memory(). */
__attribute__((noreturn)) void apart_end_without_memory(void);

struct apart {
    const char *path; /* the file that it reads, for messages */
    const char *what; /* of the file: "debug information" */
    size_t bytes;     /* its size */
    void *user;
    /* In the child: writes records, each of which begins with a byte that is not 0. Its status and sentence come back.
     */
    enum tt_status (*work)(void *user, FILE *out, struct tt_error *err);
    /* In the parent: takes records up to a byte that is 0, or to the end where a child has died. It believes nothing.
     */
    enum tt_status (*take)(void *user, FILE *in, struct tt_error *err);
};

enum tt_status apart_run(const struct apart *apart, struct tt_error *err);
