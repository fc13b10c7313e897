/* SPDX-License-Identifier: Apache-2.0 */
/* System calls that fail at the n-th time. By variable, or from the environment: TTR_FAULT=write:3:ENOSPC. */
#pragma once

enum fault_call { FAULT_NONE, FAULT_WRITE, FAULT_FSYNC, FAULT_RENAME, FAULT_LINK, FAULT_MKSTEMP, FAULT_CALL_COUNT };

struct faults {
    enum fault_call call;
    long at;    /* the first call that fails; all later ones fail too */
    long count; /* calls so far */
    int error;  /* errno */
};

extern struct faults faults;
