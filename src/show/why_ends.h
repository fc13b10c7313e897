/* SPDX-License-Identifier: Apache-2.0 */
/* What stands below the tree of a `why`: the bytes at its ends, and what there is to say in a sentence. */
#pragma once

#include "show/why_report.h"

void why_print_ends(FILE *out, const struct why *why, const struct why_view *view);
