/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ask/why/why.h"

/* Fills why->inputs. */
enum tt_status why_find_inputs(struct why *why, struct results *results, struct tt_error *err);
