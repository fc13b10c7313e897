/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of `replay --set` in a run, which its accesses do not show (docs/semantics/replay.md, "Sets"). */
#pragma once

#include "order/sets.h"
#include "results/results.h"

/* In the order given. *sets is to be freed with mem_free, also on failure; null where there are none. */
enum tt_status run_sets_read(const struct results_run_row *run, struct replay_set **sets, size_t *count,
                             struct tt_error *err);
