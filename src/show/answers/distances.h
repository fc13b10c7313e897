/* SPDX-License-Identifier: Apache-2.0 */
/* The distances of datums from their reference, as a table of classes; in JSON the member
 * "distances". */
#pragma once

#include "ask/diff/against.h"
#include "show/report.h"

void distances_report(struct report *report, const uint64_t distances[AGAINST_DISTANCES]);
