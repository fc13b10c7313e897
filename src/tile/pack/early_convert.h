/* SPDX-License-Identifier: Apache-2.0 */
/* The early conversions as loops over a block, for the tables of early_convert.c. */
#pragma once

#include "tile/pack/pack_internal.h"

pack_convert early_fp32_to_tf32, early_fp32_to_bf16, early_fp32_to_e8m6, early_upper_half, early_int32_to_int8,
    early_int32_to_uint8, early_int32_to_int8_raw, early_int32_to_uint8_raw, early_bf16_flush, early_bf16_to_tf32,
    early_bf16_to_e8m6, early_bf16_to_fp16, early_fp16_flush, early_fp16_to_e5m6, early_fp16_to_e5m7_raw,
    early_fp16_to_e5m2_raw, early_cell_to_int8_raw;

pack_convert early_fp32_to_tf32_stochastic, early_fp32_to_bf16_stochastic, early_fp32_to_e8m6_stochastic,
    early_int32_to_int8_stochastic, early_int32_to_uint8_stochastic, early_bf16_to_e8m6_stochastic,
    early_fp16_to_e5m6_stochastic;

/* The conversion that stands in for `convert` under the tile's variants; `convert` itself without one. */
pack_convert *early_reading(const struct tile *tile, pack_convert *convert);
