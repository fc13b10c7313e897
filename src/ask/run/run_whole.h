/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the spaces' content at the end follows from a run's accesses. */
#pragma once

#include "base/error.h"
#include "results/results.h"

#include <stdbool.h>

/* Whether a unit is among those that ran, "pack,matrix". */
bool run_has_unit(const char *units, enum tt_unit unit);

/* Refuses a run that began late, or in which a data unit did not run: what that would have made is of the recording,
 * and not among the run's writes. purpose: "export a region". */
enum tt_status run_check_whole(const struct results_run_row *run, const char *purpose, struct tt_error *err);
