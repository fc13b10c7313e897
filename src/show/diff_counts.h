/* SPDX-License-Identifier: Apache-2.0 */
/* The second half of a difference as text: how many, where, and what was found on the way. */
#pragma once

#include "ask/diff/diff.h"
#include "show/ink.h"

#include <stdio.h>

void diff_counts_text(FILE *out, const struct diff *diff, const struct ink *ink);
