/* SPDX-License-Identifier: Apache-2.0 */
/* What stands below the tree of a `why`: the bytes at its ends, and what there is to say in a sentence. */
#pragma once

#include "show/reports.h"

void why_print_ends(const struct report *report, const struct why *why, bool has_all);
