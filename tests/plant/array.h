/* SPDX-License-Identifier: Apache-2.0 */
/* What somebody has who has no dump: a program, and the array that should come out of it. */
#pragma once

#include "capture/ttcap.h"

/* The longest stretch of L1 that packers wrote. */
enum tt_status array_find(struct ttcap *capture, uint32_t *lo, uint32_t *count, struct tt_error *err);
/* What a recording held there at its end, as a file. *is_whole false: it does not know all of it. */
enum tt_status array_write(struct ttcap *held, uint32_t lo, uint32_t count, const char *path, bool *is_whole,
                           struct tt_error *err);
/* The program and its start alone, as `path`. */
enum tt_status array_strip(struct ttcap *from, const char *path, struct tt_error *err);
bool array_keeps_none(void *user, uint32_t checkpoint);
