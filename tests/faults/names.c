/* SPDX-License-Identifier: Apache-2.0 */
/* Names of calls and errors, for the environment and for reports. */
#include "faults/faults.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

static const char *const calls[FAULT_CALL_COUNT] = {
    "none",   "memory", "open", "read", "write", "short_read", "short_write", "sync", "truncate", "rename", "link",
    "unlink", "mkdir",  "stat", "seek", "close", "dup",        "lock",        "map",  "child",    "thread", "random"};

enum fault_call fault_call_of(const char *name)
{
    for (int i = 0; i < FAULT_CALL_COUNT; i++)
        if (strcmp(calls[i], name) == 0)
            return (enum fault_call)i;
    return FAULT_NONE;
}

const char *fault_call_name(enum fault_call call)
{
    return calls[call];
}

int fault_error_of(const char *name)
{
    static const struct {
        const char *name;
        int error;
    } errors[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EDQUOT", EDQUOT}, {"EROFS", EROFS},  {"EINTR", EINTR},
                  {"ENOMEM", ENOMEM}, {"EACCES", EACCES}, {"EMFILE", EMFILE}, {"EAGAIN", EAGAIN}};
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (strcmp(errors[i].name, name) == 0)
            return errors[i].error;
    return EIO;
}
