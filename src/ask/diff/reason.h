/* SPDX-License-Identifier: Apache-2.0 */
/* Why a run has no verdict. */
#pragma once

#include "ask/diff/diff.h"

/* Fills diff->reason. Looks into the capture where it still is, for what it does not hold. */
enum tt_status diff_reason(struct diff *diff, struct tt_error *err);
