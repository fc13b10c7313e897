/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ask/diff/diff.h"

struct report;

/* Null in JSON where every byte is decided without an assumption; nothing in text. */
void diff_report_undecided(struct report *report, const struct diff *diff);
