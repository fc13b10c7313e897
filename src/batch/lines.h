/* SPDX-License-Identifier: Apache-2.0 */
/* The lines that hand the shards of a plan, or parts of a census, to a batch system. docs/how-to/farm.md */
#pragma once

#include "base/usual.h"

struct batch_lines {
    const char *command;   /* of a task, which finds its shard itself */
    const char *numbered;  /* the same with "{}" where the shard's number stands */
    const char *log;       /* the folder of logs */
    uint32_t shards;       /* of the plan */
    const uint32_t *which; /* shards to be done, rising; at least one */
    size_t count;
};

/* Calls back with each line: of which system ("slurm", "lsf", "grid_engine", "parallel"), and the command. All count
 * shards from 1, as the plan does. Borrowed until the call returns. */
enum tt_status batch_lines_each(const struct batch_lines *lines,
                                void (*visit)(void *user, const char *system, const char *line), void *user,
                                struct tt_error *err);

/* Prints a command, indented by two; one that is too long for 80 columns is continued as a shell takes it. */
void batch_put_command(FILE *out, const char *command);

/* "FOLDER/NAME" as one word of a shell; mem_free it. Null: no memory. */
char *batch_shell_path(const char *folder, const char *name);
