/* SPDX-License-Identifier: Apache-2.0 */
/* The other of `tt-replay diff --against OTHER`. */
#pragma once

#include "ask/diff/end_state.h"

/* A results database, a capture or a dump bundle, by what it is. Clear `state` also on failure. */
enum tt_status against_open(struct end_state *state, const char *path, struct tt_error *err);
