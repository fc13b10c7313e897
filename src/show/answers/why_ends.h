/* SPDX-License-Identifier: Apache-2.0 */
/* The output of `why` below the tree: the bytes at its ends, and remarks in sentences. */
#pragma once

#include "show/reports.h"

/* What of cores the answer does not follow; "": it went through none. Returns text. */
enum { WHY_LEFT_OUT_MAX = 192 };
const char *why_left_out(const struct why *why, char text[static WHY_LEFT_OUT_MAX]);

void why_print_ends(const struct report *report, const struct why *why, bool has_all);
