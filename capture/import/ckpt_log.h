/* SPDX-License-Identifier: Apache-2.0 */
/* Logs of tt-metal kernels: DEBUG_CHECKPOINT, debug_dump_l1 and debug_dump_cb, with or without "0:(0,0):BR: " before
 * each line. One log gives a checkpoint for each "=== CKPT name ...". docs/how-to/capture-from-silicon.md */
#pragma once

#include "capture/import/source.h"

#include <stdbool.h>
#include <stddef.h>

/* Whether the beginning of a file looks like one. */
bool ckpt_log_is(const char *text, size_t count);

/* Reads a log; what it dumps outside of any checkpoint goes to checkpoint `id`. Somebody must have said the chip.
 * Errors name line and column, not the file. */
enum { CKPT_LOG_BYTES_MAX = 256 << 20 };
enum tt_status ckpt_log_read(struct import_sink *sink, const char *text, size_t count, const char *id,
                             struct tt_error *err);
