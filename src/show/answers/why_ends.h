/* SPDX-License-Identifier: Apache-2.0 */
/* The output of `why` below the tree: the bytes at its ends, and remarks in sentences. */
#pragma once

#include "show/reports.h"

void why_print_ends(const struct report *report, const struct why *why, bool has_all);
