/* SPDX-License-Identifier: Apache-2.0 */
/* A launch by tt-metal's own firmware: kernels behind the kernel's configuration, and a launch message laid out as the
 * firmware's debug information says. docs/how-to/run-a-kernel.md#stock-kernels */
#pragma once

#include "cli/run/run.h"

enum { RUN_MESSAGE_MAX = 512 };

/* A launch message under construction. */
struct run_message {
    uint8_t bytes[RUN_MESSAGE_MAX];
    uint32_t launch, count; /* where in L1, and how long it is */
    uint32_t go, sync;      /* the word with the signal; the bytes by which B leads the others */
    uint32_t first_stream;  /* that counts the pages of circular buffer 0 */
    uint32_t classes;       /* of processors, each with arguments and a bit of `enables`: 3 or 5 */
};

/* Reads the layout and fills in all of the message. `config`: where the kernel's configuration is; how far behind its
 * beginning, which is that of the arguments, the semaphores and the circular buffers are. */
enum tt_status run_message_make(struct run_message *message, const struct run_plan *plan, uint32_t config,
                                uint32_t semaphores, uint32_t buffers, struct tt_error *err);
