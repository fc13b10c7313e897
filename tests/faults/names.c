/* SPDX-License-Identifier: Apache-2.0 */
/* Names of calls and errors, for the environment and for reports. */
#include "faults/faults.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

static const char *const calls[FAULT_CALL_COUNT] = {
    "none",     "memory", "open", "read",   "write",  "short_read", "short_write", "sync",
    "truncate", "rename", "link", "unlink", "mkdir",  "stat",       "seek",        "close",
    "dup",      "lock",   "map",  "child",  "thread", "random",     "place"};

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

bool fault_parse_error(struct faults *faults, const char *name)
{
    static const struct {
        const char *name;
        int error, signal;
    } errors[] = {{"ENOSPC", ENOSPC, 0},   {"EIO", EIO, 0},        {"EDQUOT", EDQUOT, 0},   {"EROFS", EROFS, 0},
                  {"EINTR", EINTR, 0},     {"ENOMEM", ENOMEM, 0},  {"EACCES", EACCES, 0},   {"EMFILE", EMFILE, 0},
                  {"EAGAIN", EAGAIN, 0},   {"EPERM", EPERM, 0},    {"ENOSYS", ENOSYS, 0},   {"SIGINT", 0, SIGINT},
                  {"SIGTERM", 0, SIGTERM}, {"SIGHUP", 0, SIGHUP},  {"SIGPIPE", 0, SIGPIPE}, {"SIGQUIT", 0, SIGQUIT},
                  {"SIGKILL", 0, SIGKILL}, {"SIGSTOP", 0, SIGSTOP}};
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (strcmp(errors[i].name, name) == 0) {
            faults->error = errors[i].error;
            faults->signal = errors[i].signal;
            return true;
        }
    return false;
}
