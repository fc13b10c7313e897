/* SPDX-License-Identifier: Apache-2.0 */
/* A user's command that says of a capture whether something still shows. */
#pragma once

#include "base/usual.h"

/* Runs `command` by the shell with every {} replaced by the path, quoted; its output goes nowhere. *code: its exit
 * status, 128 and the number of the signal that ended it. */
enum tt_status check_run(const char *command, const char *path, int *code, struct tt_error *err);
