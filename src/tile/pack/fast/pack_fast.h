/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulation in L1 over a block at once: what the functions of numeric/l1_acc.h give, datum by datum
 * (tests/unit/pack/test_pack_sums.c). */
#pragma once

#include "tile/pack/pack_internal.h"

/* The loop for a function, of the formats that recordings have as the device has them; null for any other. */
pack_sum *pack_fast_sum_of(pack_accumulate *function);
