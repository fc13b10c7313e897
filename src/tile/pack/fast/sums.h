/* SPDX-License-Identifier: Apache-2.0 */
/* Accumulation in L1 over a block at once: what the functions of numeric/l1_acc.h give, datum by datum
 * (tests/unit/pack/test_pack_sums.c). */
#pragma once

#include "tile/pack/fast/stages.h"

/* By any function. */
pack_fast_sum pack_sums;

/* Where the machine has AVX2: by the functions of these formats as the device has them, to which `add` is left what is
 * infinite or no number. */
pack_fast_sum pack_sums_fp32_avx2, pack_sums_bf16_avx2, pack_sums_fp16_avx2;

/* Adds what L1 holds at these bytes to values that go there. */
void pack_fast_add_held(const struct pack_settings *set, const uint8_t *bytes, uint32_t count, uint32_t *values);

/* The stage, and which of these it takes. */
pack_fast_stage pack_fast_accumulate;
void pack_fast_sums_resolve(const struct tile *tile, struct pack_settings *set);
