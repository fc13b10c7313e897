/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulation in L1 over a block at once: what the functions of numeric/l1_acc.h give, datum by datum
 * (tests/unit/pack/test_pack_sums.c). */
#pragma once

#include "tile/pack/fast/stages.h"

/* The loop for a function: of the formats that recordings have as the device has them one of their own, else a call
 * for each datum. */
pack_fast_sum *pack_fast_sum_of(pack_accumulate *function);

/* The stage. */
pack_fast_stage pack_fast_accumulate;
